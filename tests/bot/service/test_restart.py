"""Kills and restarts: a match goes on from its rows alone."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bot.errors import StorageError
from bot.ids import UserId
from bot.match.views import LobbyView, MatchView
from bot.match.vocabulary import CpuPlayer, Occasion, Status
from bot.storage import actions, matches
from engine.rules.options import make_rules
from tests.support.manager_fixture import ANN, BEN, PLACE, TRIO, as_after_a_kill, quick, running_service
from tests.support.waiting import until


def shown(view: MatchView) -> tuple[object, ...]:
    """A view without what belongs to one process."""
    return (
        view.n,
        view.status,
        view.public,
        view.seats,
        view.events,
        view.made_by,
        view.ends,
        view.commitment,
        view.reveal,
    )


@pytest.mark.parametrize("rules", ["classic", "league", "ishokai", "sannin"])
async def test_a_match_killed_after_any_move_goes_on(tmp_path: Path, rules: str) -> None:
    """After every seventh change the process dies; the next one shows the same and plays on to the end."""
    folder, kills = tmp_path, 0
    people = TRIO if rules == "sannin" else TRIO[:2]
    match = None
    while True:
        async with running_service(folder) as service:
            if match is None:
                match = await service.match(*people, rules=rules, months=3)
            start = (await service.seen(match)).n
            view = await service.play(match, until=lambda it, start=start: it.n >= start + 7)  # type: ignore[misc]
            if view.status is Status.OVER:
                break
            folder, kills = as_after_a_kill(folder), kills + 1
        async with running_service(folder) as service:
            assert shown(await service.seen(match)) == shown(view)
    assert kills >= 2


async def test_a_match_is_rebuilt_where_no_time_passes(tmp_path: Path) -> None:
    """Steps are told apart by their number, not by their time: a clock that stands still changes nothing."""
    now, folder, match = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC), tmp_path, None
    for kill in range(6):
        async with running_service(folder, now=lambda: now) as service:
            if match is None:
                match = await service.match(ANN, BEN, rules="league", months=3)
            before = (await service.seen(match)).n
            await service.move(match)
            view, folder = await service.seen(match), as_after_a_kill(folder, f"after {kill}")
        async with running_service(folder, now=lambda: now) as service:
            assert shown(await service.seen(match)) == shown(view)
            with service.store.reading() as tx:
                made = actions.of_match(tx, match)
        assert {one.at for one in made} == {now}
        assert [one.n for one in made if one.step == before] == list(range(before, view.n))


@pytest.mark.databases
async def test_live_matches_are_shown_again_after_a_start(tmp_path: Path) -> None:
    """Each lobby and match in play is published once with the reason that the bot has started."""
    async with running_service(tmp_path) as service:
        played = await service.match(ANN, BEN)
        service.turn(60)
        waiting = await service.lobby(TRIO[2])
        over = await service.match_all_played(ANN, BEN, months=1)
        await service.manager.resign(over, ANN.user)
        folder = as_after_a_kill(tmp_path)
    async with running_service(folder) as service:
        await until(lambda: len(service.recorder.published) >= 2)
        await service.move(played)
        await until(lambda: len(service.recorder.published) >= 3)
        *restored, (moved, _) = [(view.match, cause.occasion) for view, cause in service.recorder.published]
        assert restored == [(waiting, Occasion.RESTORED), (played, Occasion.RESTORED)]
        assert moved == played
        assert isinstance(await service.manager.view(waiting), LobbyView)
        assert (await service.seen(over)).status is Status.OVER


async def test_whose_players_pressed_last_is_shown_first(tmp_path: Path) -> None:
    """The order of showing after a start is that of the last presses, not that of the matches' beginnings."""
    async with running_service(tmp_path) as service:
        first, second, third = [await service.match(ANN, BEN) for _ in range(3)]
        service.turn(60)
        await service.move(second)
        service.turn(60)
        await service.move(first)
        folder = as_after_a_kill(tmp_path)
    async with running_service(folder) as service:
        await until(lambda: len(service.recorder.published) >= 3)
        assert [view.match for view, _ in service.recorder.published] == [first, second, third]


async def test_a_start_reads_no_match_before_it_is_needed(tmp_path: Path) -> None:
    """Matches that are not shown yet answer presses, are found by their people, and end when they are due."""
    async with running_service(tmp_path, quick(draw_seconds=300)) as service:
        pressed, due = await service.match(ANN, BEN), await service.lobby(TRIO[2], BEN)
        await service.manager.start_match(due, TRIO[2].user)
        service.turn(60)
        await service.move(await service.match(ANN, BEN))
        folder = as_after_a_kill(tmp_path)
    async with running_service(folder, quick(restore_rate=0.001)) as service:
        await until(lambda: len(service.recorder.published) == 1)
        registry = service.manager._registry
        assert [registry.actor(match).hosted for match in (pressed, due)] == [None, None]
        assert len(registry.live()) == 3
        found = await service.manager.live_matches(user=TRIO[2].user)
        assert [view.match for view in found] == [due]
        assert registry.actor(pressed).hosted is None
        assert await service.move(pressed) is not None
        drawn = len(service.recorder.occasions(due))
        service.turn(400)
        await until(lambda: len(service.recorder.occasions(due)) > drawn)


async def test_a_match_whose_rows_make_none_is_left_alone(tmp_path: Path) -> None:
    """The match is told once in the log, no longer counts as live, and its deadlines ring no more."""
    async with running_service(tmp_path) as service:
        broken, sound = await service.match(ANN, BEN), await service.match(ANN, BEN)
        with service.store.writing() as tx:
            tx.exec_driver_sql("UPDATE actions SET action = 'nonsense' WHERE match = ?", (broken,))
        folder = as_after_a_kill(tmp_path)
    async with running_service(folder) as service:
        await until(lambda: len(service.recorder.published) == 1)
        await until(lambda: len(service.manager._registry.live()) == 1)
        assert [actor.match for actor in service.manager._registry.live()] == [sound]
        assert broken not in service.manager._runner.scheduler._deadlines


async def test_a_start_goes_through_no_finished_match(tmp_path: Path) -> None:
    """No statement of a start, nor of what follows at once, reads matches, results or messages as a whole."""
    async with running_service(tmp_path) as service:
        match = await service.match(ANN, BEN, months=1)
        await service.manager.resign(match, ANN.user)
        await service.match(ANN, BEN)
        store, told = service.store, dict[str, Any]()

        def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
            if "SELECT" in statement:
                told[statement] = parameters

        for engine in (store._readers, store._writer):
            sa.event.listen(engine, "before_cursor_execute", note)
        await service.manager._runner.start()
        await service.manager._chores.pack_logs()
        await store.result_messages.missing(datetime(2026, 1, 1, tzinfo=UTC))
        await store.table_messages.left(datetime(2026, 1, 1, tzinfo=UTC))
        await store.read(matches.live_of, user=ANN.user, guild=PLACE.guild, channel=None)
        for engine in (store._readers, store._writer):
            sa.event.remove(engine, "before_cursor_execute", note)
        assert len(told) >= 5
        with store.reading() as tx:
            for statement, parameters in told.items():
                rows = tx.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
                plan = "\n".join(row[-1] for row in rows)
                assert not re.search(r"SCAN (matches|results|messages|participants|people)\b", plan), (
                    f"{statement}\n{plan}"
                )


@pytest.mark.databases
async def test_a_lobby_that_was_killed_goes_on(tmp_path: Path) -> None:
    """The lobby's secret, people and deadline are as before, and it can be started."""
    async with running_service(tmp_path) as service:
        match = await service.lobby(ANN, BEN)
        before = await service.manager.view(match)
        folder = as_after_a_kill(tmp_path)
    async with running_service(folder) as service:
        after = await service.manager.view(match)
        assert isinstance(before, LobbyView)
        assert isinstance(after, LobbyView)
        assert (after.people, after.secret_commitment) == (before.people, before.secret_commitment)
        assert after.expires_at == before.expires_at
        assert (await service.manager.start_match(match, ANN.user)).status is Status.PLAYING


@pytest.mark.databases
async def test_a_cpu_player_moves_after_a_start(tmp_path: Path) -> None:
    """A CPU player that was asked when the process died answers after the next start."""
    async with running_service(tmp_path, quick(cpu_pause_min=500, cpu_pause_max=500)) as service:
        opened = await service.manager.open_lobby(PLACE, ANN, make_rules("classic"), cpu=CpuPlayer.NORMAL)
        while await service.move(opened.match) is not None:
            pass  # until the CPU player is asked
        asked = await service.seen(opened.match)
        assert asked.rest is None
        folder = as_after_a_kill(tmp_path)
    async with running_service(folder) as service:
        await service.wait(asked.match, holds=lambda it: it.n > asked.n)


async def test_a_closed_manager_takes_no_more(tmp_path: Path) -> None:
    """After `close` every press is refused, and what was asked before is stored."""
    async with running_service(tmp_path) as service:
        match = await service.match(ANN, BEN)
        presses = [asyncio.create_task(service.move(match)) for _ in range(3)]
        await asyncio.sleep(0)
        await service.manager.close()
        await asyncio.gather(*presses, return_exceptions=True)
        with pytest.raises(StorageError):
            await service.manager.view(match)
    async with running_service(tmp_path) as service:
        assert (await service.seen(match)).n >= 2


async def test_a_guest_who_has_played_before_has_a_name_after_a_start(tmp_path: Path) -> None:
    """The name of who is invited is not stored for the invitation: who never took part has none then."""
    async with running_service(tmp_path) as service:
        await service.match(BEN, TRIO[2])
        invited = {BEN.user: "Ben now", UserId(777): "Nobody knows"}
        opened = await service.manager.open_lobby(PLACE, ANN, make_rules("sannin"), invited=invited)
        assert isinstance(opened, LobbyView) and opened.invited_names == invited
        folder = as_after_a_kill(tmp_path)
    async with running_service(folder) as service:
        again = await service.manager.view(opened.match)
        assert isinstance(again, LobbyView)
        assert again.invited_names == {BEN.user: BEN.name}
        assert set(again.invited) == set(invited)
