"""Deadlines: what happens when nobody presses."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from bot.ids import MatchId
from bot.match.hosted_match import Deadline, DeadlineKind
from bot.match.views import LobbyView, MatchView
from bot.match.vocabulary import CpuPlayer, LobbyEnd, MadeBy, Occasion, Status
from bot.screens.hand import Look, Notice
from bot.screens.public import screen_of
from bot.service.deadline_scheduler import DeadlineScheduler
from cogs.messages.hand_rows import hand_content
from engine.rules.options import make_rules
from tests.support.manager_fixture import (
    ANN,
    BEN,
    PLACE,
    TRIO,
    Watch,
    as_after_a_kill,
    quick,
    running_service,
)
from tests.support.processes import databases
from tests.support.waiting import until
from tests.support.wording_views import ENGLISH, JAPANESE


async def test_a_lobby_closes_by_itself(tmp_path: Path) -> None:
    """A lobby that waits too long frees everybody."""
    async with running_service(tmp_path, quick(lobby_seconds=0.05)) as service:
        match = await service.lobby(ANN)
        await until(lambda: Occasion.CLOSED in service.recorder.occasions(match))
        view = await service.manager.view(match)
        assert isinstance(view, LobbyView)
        assert (view.status, view.ended) == (Status.CLOSED, LobbyEnd.EXPIRED)
        assert await service.manager.live_matches() == []


async def test_a_host_is_reminded_once(tmp_path: Path) -> None:
    """Some time after the seats are filled the lobby is shown again, and only once."""
    async with running_service(tmp_path, quick(lobby_nudge_seconds=0.05)) as service:
        match = await service.lobby(ANN, BEN)
        await until(lambda: Occasion.NUDGED in service.recorder.occasions(match))
        service.turn(601)
        await until(lambda: Occasion.CLOSED in service.recorder.occasions(match))
        assert service.recorder.occasions(match).count(Occasion.NUDGED) == 1


async def test_cards_are_drawn_for_those_who_do_not(tmp_path: Path) -> None:
    """Each round of the seat draw ends in time, in one step for all who have not drawn."""
    async with running_service(tmp_path, quick(draw_seconds=0.05)) as service:
        match = await service.lobby(ANN, BEN)
        await service.manager.start_match(match, ANN.user)
        await service.manager.draw(match, BEN.user, 1)
        await until(lambda: any(cause.made_by is MadeBy.CLOCK for _, cause in service.recorder.published))
        view = await service.wait(match, holds=lambda it: bool(it.seats))
        assert view.deadline is None


async def test_what_the_clock_drew_is_told_as_the_bot_s_doing(tmp_path: Path) -> None:
    """The text names a player whose time ran out, after a kill too; own draws are told as before."""
    async with running_service(tmp_path) as service:
        match = await service.lobby(ANN, BEN)
        await service.manager.start_match(match, ANN.user)
        drawn = await service.manager.draw(match, BEN.user, 1)
        assert "Time ran out" not in screen_of(drawn.view).text(ENGLISH)
        service.turn(501)
        view = await service.wait(match, holds=lambda it: it.n >= 2)
        folder = as_after_a_kill(tmp_path)
    async with running_service(folder) as service:
        for seen in (view, await service.seen(match)):
            assert "Time ran out: the bot drew for Ann." in screen_of(seen).text(ENGLISH)
            assert "時間切れ" in screen_of(seen).text(JAPANESE)


async def test_a_draw_in_time_is_nobody_else_s_doing(tmp_path: Path) -> None:
    """Neither people's own draws nor those of a match that starts at once are put down to the clock."""
    async with running_service(tmp_path) as service:
        match = await service.match(ANN, BEN)
        assert "Time ran out" not in screen_of(await service.seen(match)).text(ENGLISH)
        alone = await service.manager.open_lobby(PLACE, TRIO[2], make_rules("classic"), cpu=CpuPlayer.EASY)
        assert "Time ran out" not in screen_of(alone).text(ENGLISH)


async def test_the_deadline_of_a_round_does_not_move_with_a_draw(tmp_path: Path) -> None:
    """The time of a round runs from its beginning."""
    async with running_service(tmp_path) as service:
        match = await service.lobby(*TRIO)
        start = await service.manager.start_match(match, ANN.user)
        after = (await service.manager.draw(match, BEN.user, 1)).view
        assert start.deadline is not None
        assert after.deadline == start.deadline


async def test_the_deck_is_tapped_for_who_does_not_cut(tmp_path: Path) -> None:
    """A deck that nobody cuts is tapped, so that the deal goes on."""
    async with running_service(tmp_path, quick(cut_seconds=0.05)) as service:
        match = await service.match(ANN, BEN, rules="ishokai")
        view = await service.wait(match, holds=lambda it: it.public is None or it.public.phase != "cut")
        assert "Time ran out: the bot tapped the deck." in screen_of(view).text(ENGLISH)
        assert isinstance(view, MatchView)
        for seat in view.seats:
            late = hand_content(ENGLISH, view, seat, Look(), Notice.MOVED_BY_CLOCK).content
            assert "Time ran out, so the bot tapped the deck for you." in late
            assert late.count("Time ran out") == 1, "once is enough"
        with closing(sqlite3.connect(service.file)) as raw:
            rows = raw.execute("SELECT action, made_by FROM actions ORDER BY n DESC LIMIT 1").fetchall()
        assert rows[0][0].endswith("cut:0")
        assert rows[0][1] == "clock"


async def test_a_match_that_nobody_plays_is_aborted(tmp_path: Path) -> None:
    """A match without any move for long enough ends without a result."""
    async with running_service(tmp_path, quick(idle_seconds=600, lobby_seconds=598)) as service:
        match = await service.match(ANN, BEN)
        service.turn(599)
        await service.move(match)
        lobby = await service.lobby(TRIO[2])
        service.turn(599)
        await until(lambda: Occasion.CLOSED in service.recorder.occasions(lobby))
        assert (await service.seen(match)).status is Status.PLAYING
        service.turn(2)
        await until(lambda: Occasion.ABORTED in service.recorder.occasions(match))
        assert (await service.seen(match)).status is Status.ABORTED


def has_stirred(folder: Path, since: int) -> bool:
    """Whether the bot has stored a heartbeat since a moment, in microseconds."""
    ((at,),) = databases.rows(folder, "SELECT max(at) FROM beats")
    return at is not None and int(at) > since


def has_rung(rung: Sequence[object], often: int) -> bool:
    """Whether so many deadlines have been told."""
    return len(rung) >= often


async def test_deadlines_survive_a_kill_and_do_not_run_meanwhile(tmp_path: Path) -> None:
    """The rest of a break is the same before and after the bot's death; a lobby's end does not move."""
    watch = Watch()
    begun = watch()
    async with running_service(tmp_path, quick(beat_seconds=0.02), now=watch) as service:
        match = await service.match(ANN, BEN, months=3)
        view = await service.play(match, until=lambda it: it.rest is not None)
        lobby = await service.lobby(TRIO[2])
        expires = (await service.manager.view(lobby)).expires_at  # type: ignore[union-attr]
        await until(partial(has_stirred, tmp_path, round(watch().timestamp() * 1_000_000)))
        folder = as_after_a_kill(tmp_path)
    watch.ahead += timedelta(hours=1)
    async with running_service(folder, now=watch) as service:
        again = await service.seen(match)
        assert view.rest is not None
        assert again.rest is not None
        assert view.rest.until is not None
        assert again.rest.until is not None
        moved = again.rest.until - view.rest.until
        assert timedelta(minutes=59, seconds=50) < moved <= watch() - begun
        await until(lambda: Occasion.CLOSED in service.recorder.occasions(lobby))
        closed = await service.manager.view(lobby)
        assert isinstance(closed, LobbyView)
        assert closed.ended is LobbyEnd.EXPIRED
        assert closed.expires_at <= expires + timedelta(hours=2)


async def test_a_press_around_the_end_of_a_clock_counts_once(tmp_path: Path) -> None:
    """The first to come, the person or the clock: one draw for each, never two, and no exception."""
    for turns in (0, 1, 2, 3, 5, 8, 20):
        folder = tmp_path / str(turns)
        folder.mkdir()
        async with running_service(folder, quick(draw_seconds=60)) as service:
            match = await service.lobby(*TRIO)
            await service.manager.start_match(match, ANN.user)
            service.turn(61)
            for _ in range(turns):
                await asyncio.sleep(0)
            await asyncio.gather(*(service.manager.draw(match, person.user, 1) for person in TRIO))
            view = await service.seen(match)
            table = view.public
            assert table is not None
            assert all(len(drawn) >= 1 for drawn in table.drawn)


async def test_a_clock_rings_again_until_it_is_heard() -> None:
    """A deadline that could not be dealt with rings again after a while, and stops when it is taken away."""
    rung: list[tuple[MatchId, DeadlineKind, int]] = []
    watch = Watch()
    clock = DeadlineScheduler(lambda *what: rung.append(what), now=watch, retry_seconds=0.02)
    clock.start()
    clock.set(MatchId(1), {DeadlineKind.REST: Deadline(3, watch())})
    clock.set(MatchId(2), {DeadlineKind.REST: Deadline(0, watch() + timedelta(hours=1))})
    await until(lambda: len(rung) >= 3)
    clock.set(MatchId(1), {})
    heard = rung[:]
    clock.set(MatchId(3), {DeadlineKind.REST: Deadline(4, watch())})
    await until(lambda: len(rung) >= len(heard) + 3)
    await clock.stop()
    assert set(heard) == {(1, DeadlineKind.REST, 3)}
    assert set(rung[len(heard) :]) == {(3, DeadlineKind.REST, 4)}


@dataclass
class Standing:
    """A time that stands still, and counts how often it is asked for."""

    now: datetime = datetime(2026, 7, 1, tzinfo=UTC)
    looks: int = 0

    def __call__(self) -> datetime:
        self.looks += 1
        return self.now


async def test_deadlines_come_in_their_order_whatever_else_is_set() -> None:
    """A match that is given other deadlines has those alone, be they sooner or later than before."""
    rung: list[tuple[MatchId, int]] = []
    at, chance = Standing(), random.Random(5)
    clock = DeadlineScheduler(lambda match, _, n: rung.append((match, n)), now=at, retry_seconds=3600)
    begin, wanted = at.now, dict[MatchId, tuple[float, int]]()
    for n in range(3000):
        match, seconds = MatchId(chance.randrange(200)), chance.uniform(1, 1000)
        if chance.random() < 0.1:
            clock.set(match, {})
            wanted.pop(match, None)
        else:
            both = (DeadlineKind.TURN, seconds), (DeadlineKind.IDLE, seconds + 5000)
            clock.set(match, {kind: Deadline(n, begin + timedelta(seconds=after)) for kind, after in both})
            wanted[match] = seconds, n
    assert len(clock._queue) <= 2 * len(wanted) + 65, "what matches had before is dropped"
    clock.start()
    for moment in range(0, 1001, 50):
        at.now = begin + timedelta(seconds=moment)
        clock.wake()
        come = {(match, n) for match, (seconds, n) in wanted.items() if seconds <= moment}
        await until(partial(has_rung, rung, len(come)))
        assert set(rung) == come and len(rung) == len(come)
    await clock.stop()
    assert len(rung) == len(wanted) > 100


async def test_a_deadline_that_is_not_the_next_wakes_nobody() -> None:
    """A press sets one: it costs nothing that grows with the number of matches."""
    at = Standing()
    clock = DeadlineScheduler(lambda *_: None, now=at, retry_seconds=3600)

    async def looks_after(match: int, seconds: float) -> int:
        before = at.looks
        clock.set(MatchId(match), {DeadlineKind.TURN: Deadline(0, at.now + timedelta(seconds=seconds))})
        for _ in range(5):  # turns of the loop, in which the task would be woken
            await asyncio.sleep(0)
        return at.looks - before

    clock.start()
    await looks_after(1, 50)
    assert [await looks_after(match, 50 + match) for match in range(2, 200)] == [0] * 198
    assert await looks_after(200, 40) == 1
    assert await looks_after(1, 300) == 0
    await clock.stop()
