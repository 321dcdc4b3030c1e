"""The clock of turns in the running service: safe moves, claims, CPU players in an absent person's seat."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot import opponents
from bot.ids import GuildId, MatchId, UserId
from bot.match.hosted_match import DeadlineKind
from bot.match.verdict import Ending, Unrated
from bot.match.views import LobbyView, MatchView
from bot.match.vocabulary import CpuPlayer, MadeBy, MatchClock, NoResult, Occasion, Status
from bot.records.results import result_of
from bot.screens.public import screen_of
from bot.service.manager import Manager
from bot.storage import Store, actions, checking, matches
from engine.play.observation import Observation
from engine.rules.actions import Move, Phase
from engine.rules.options import make_rules
from tests.support.manager_fixture import (
    ANN,
    BEN,
    PLACE,
    RunningService,
    Watch,
    as_after_a_kill,
    fired,
    fixed_secret,
    quick,
    running_service,
)
from tests.support.waiting import until
from tests.support.wording_views import ENGLISH, EVERY

LIVE = quick(live_turn_seconds=120, live_bank_seconds=300, rest_seconds=30)
TURN = 421
"""Seconds after which a turn and its bank are over."""
BEAT = timedelta(seconds=LIVE.beat_seconds)
"""The most that a start gives back beyond the lost time: the last heartbeat may be that old."""


def asked(view: MatchView) -> UserId:
    """Return the user who is asked to play."""
    assert view.public is not None
    (player,) = view.public.to_move
    user = view.seats[player].participant.user
    assert user is not None
    return user


async def all_have_played(service: RunningService) -> MatchId:
    """A match in which everybody has played a card, and the one who began is asked."""
    match = await service.match(ANN, BEN, months=3)
    first = asked(await service.seen(match))
    await service.play(match, until=lambda it: asked(it) != first)
    await service.play(match, until=lambda it: asked(it) == first)
    return match


async def time_runs_out(service: RunningService, match: MatchId, occasion: Occasion) -> MatchView:
    """Let the turn's time and the bank be over, and wait until that has led to something."""
    before = service.recorder.occasions(match).count(occasion)
    service.turn(TURN)
    await until(lambda: service.recorder.occasions(match).count(occasion) > before)
    return await service.seen(match)


async def somebody_away(service: RunningService, match: MatchId) -> tuple[UserId, UserId]:
    """Let the player to move be away; they and their opponent."""
    absent = asked(await service.seen(match))
    there = BEN.user if absent == ANN.user else ANN.user
    await time_runs_out(service, match, Occasion.TIMED_OUT)
    await service.wait(match, holds=lambda it: it.public is not None and asked(it) == there)
    await service.play(match, until=lambda it: it.public is not None and asked(it) == absent)
    await time_runs_out(service, match, Occasion.AWAY)
    return absent, there


async def test_a_safe_move_is_thought_of_outside_the_mailbox(tmp_path: Path) -> None:
    """While it is, the match takes a press; then the thought counts for nothing and is not thought again."""
    go, thoughts = asyncio.Event(), list[Observation]()

    async def slow(cpu: CpuPlayer, seen: Observation) -> Move:
        assert cpu is CpuPlayer.NORMAL
        thoughts.append(seen)
        await go.wait()
        return opponents.choose(cpu, seen)

    async with running_service(tmp_path, LIVE, secret=fixed_secret(4), think=slow) as service:
        match = await service.match(ANN, BEN)
        late = asked(await service.seen(match))
        service.turn(TURN)
        await until(lambda: bool(thoughts))
        receipt = await service.move(match)
        assert receipt is not None and receipt.refusal is None
        go.set()
        await until(lambda: not service.manager._runner._thinking)
        assert len(thoughts) == 1
        assert (await service.seen(match)).n == receipt.view.n
        assert Occasion.TIMED_OUT not in service.recorder.occasions(match)
        with service.store.reading() as tx:
            hosted = matches.load(tx, match)
        assert hosted is not None
        entry = hosted.entry_of(late)
        assert entry is not None and (entry.timeouts, entry.bank) == (0, timedelta(0))


async def test_nothing_is_thought_for_a_turn_whose_time_is_not_the_one_that_is_over(tmp_path: Path) -> None:
    """A deadline may be told again in the moment in which a press has begun the next turn."""
    thoughts = list[Observation]()

    async def noted(cpu: CpuPlayer, seen: Observation) -> Move:
        thoughts.append(seen)
        return opponents.choose(cpu, seen)

    async with running_service(tmp_path, LIVE, secret=fixed_secret(4), think=noted) as service:
        runner = service.manager._runner
        actor = runner.registry.actor(await service.match(ANN, BEN))
        turn = await actor.inspect(lambda hosted: hosted.deadlines[DeadlineKind.TURN].round)
        assert await runner._cpu.safe_moves(actor, turn - 1) == {} and not thoughts
        assert len(await runner._cpu.safe_moves(actor, turn)) == len(thoughts) == 1


async def test_a_time_out_is_logged_as_the_clock_s(tmp_path: Path) -> None:
    """The safe move's rows say so, and a start from them tells the same match."""
    async with running_service(tmp_path, LIVE, secret=fixed_secret(4)) as service:
        match = await service.match(ANN, BEN)
        view = await time_runs_out(service, match, Occasion.TIMED_OUT)
        cause = next(cause for _, cause in service.recorder.published if cause.occasion is Occasion.TIMED_OUT)
        assert (cause.user, cause.made_by) == (None, MadeBy.CLOCK)
        assert view.made_by is MadeBy.CLOCK
        folder = as_after_a_kill(tmp_path)
    async with running_service(folder, LIVE) as again:
        told = await again.seen(match)
        assert (told.n, told.made_by, told.seats) == (view.n, view.made_by, view.seats)


@pytest.mark.parametrize("clock_first", [True, False])
async def test_a_press_around_the_end_of_a_turn_and_the_clock_are_one_move(
    tmp_path: Path, clock_first: bool
) -> None:
    """Asked for in the same moment, one is made and the other comes too late."""
    async with running_service(tmp_path, LIVE, secret=fixed_secret(4)) as service:
        match = await service.match(ANN, BEN)
        before = await service.seen(match)
        service.manager._runner.scheduler.set(match, {})  # only the test tells deadlines now
        service.turn(TURN)
        assert before.public is not None
        question = before.n
        tell = service.manager._runner._run_deadline(match, DeadlineKind.TURN, question)
        both = (tell, service.move(match)) if clock_first else (service.move(match), tell)
        await asyncio.gather(*both)
        after = await service.seen(match)
        occasions = service.recorder.occasions(match)
        assert (Occasion.TIMED_OUT in occasions) is not (Occasion.MOVED in occasions)
        made_there = [made for made in log_of(service, match) if made[0] == question]
        assert len(made_there) == 1 and after.n > before.n


def log_of(service: RunningService, match: MatchId) -> list[tuple[int, MadeBy]]:
    """Number and maker of each stored action."""
    with service.store.reading() as tx:
        return [(made.n, made.made_by) for made in actions.of_match(tx, match)]


async def test_a_claim_is_a_win_that_counts(tmp_path: Path) -> None:
    """After everybody has played, it is rated; the one who was away is last, as if they had resigned."""
    async with running_service(tmp_path, LIVE, secret=fixed_secret(4)) as service:
        match = await all_have_played(service)
        absent, there = await somebody_away(service, match)
        view = (await service.manager.claim(match, there)).view
        assert view.status is Status.OVER
        assert view.verdict is not None and view.verdict.unrated is None
        assert ending(service, match)[0] is Ending.CLAIMED
        assert ending(service, match)[1] == {there: 1, absent: 2}


async def test_a_claim_before_everybody_has_played_counts_for_nothing(tmp_path: Path) -> None:
    """A player who never played a card has lost nothing."""
    async with running_service(tmp_path, LIVE, secret=fixed_secret(4)) as service:
        match = await service.match(ANN, BEN, months=3)
        _, there = await somebody_away(service, match)
        view = (await service.manager.claim(match, there)).view
        assert (view.status, view.no_result) == (Status.ABORTED, NoResult.STAYED_AWAY)
        assert ending(service, match) == (Ending.ABORTED, {ANN.user: None, BEN.user: None})


async def test_that_somebody_is_back_is_told_until_something_else_happens(tmp_path: Path) -> None:
    """In the news of the table, in every language; once they have moved their move is the news."""
    async with running_service(tmp_path, LIVE, secret=fixed_secret(4)) as service:
        match = await all_have_played(service)
        absent, _ = await somebody_away(service, match)
        view = (await service.manager.come_back(match, absent)).view
        name = next(one.name for one in view.people if one.user == absent)
        for words in EVERY:
            assert words("{player} is back.", player=name) in screen_of(view).text(words).splitlines()
        assert (await service.seen(match)).back == absent
        moved = await service.move(match)
        assert moved is not None and moved.view.back is None
        assert "is back" not in screen_of(moved.view).text(ENGLISH)


@pytest.mark.parametrize("returns", [True, False])
async def test_a_match_with_a_stand_in_is_rated_only_if_the_absent_came_back(
    tmp_path: Path, returns: bool
) -> None:
    """Otherwise it is unrated, and they are last whatever the scores say."""
    async with running_service(tmp_path, LIVE, secret=fixed_secret(4)) as service:
        match = await all_have_played(service)
        absent, there = await somebody_away(service, match)
        view = (await service.manager.seat_stand_in(match, there)).view
        assert [seat.stand_in for seat in view.seats if seat.participant.user == absent] == [CpuPlayer.NORMAL]
        await until(lambda: any(cause.made_by is MadeBy.CPU for _, cause in service.recorder.published))
        if returns:
            await service.manager.come_back(match, absent)
        while (view := await service.seen(match)).status is Status.PLAYING:
            if view.rest is not None:
                await service.agree(match)
            elif view.public is not None and (returns or asked(view) == there):
                await service.move(match)
            else:
                await asyncio.sleep(0)
        assert view.verdict is not None
        assert view.verdict.unrated is (None if returns else Unrated.STAND_IN)
        how, places = ending(service, match)
        assert how is Ending.PLAYED
        assert [fault async for fault in checking.faults(service.store)] == []
        if not returns:
            assert places == {there: 1, absent: 2}
            assert view.public is not None
            assert view.public.ranking == tuple(places[seat.participant.user or there] for seat in view.seats)


def ending(service: RunningService, match: MatchId) -> tuple[Ending, dict[UserId | None, int | None]]:
    """Return the ending of a match, and the places by user, as a replay of its rows says."""
    with service.store.reading() as tx:
        hosted = matches.load(tx, match)
    assert hosted is not None
    result = result_of(hosted)
    assert result is not None
    return result.how, {player.who.user: player.place for player in result.players}


async def test_a_match_without_a_clock_is_unrated(tmp_path: Path) -> None:
    """With a reason of its own; a slow one counts."""
    async with running_service(tmp_path) as service:
        for clock, why in ((MatchClock.OFF, Unrated.UNCLOCKED), (MatchClock.SLOW, None)):
            match = await service.lobby(ANN, BEN, months=3)
            await service.manager.set_clock(match, ANN.user, clock)
            await service.manager.start_match(match, ANN.user)
            await service.draw(match)
            view = await service.play(match)
            assert view.clock is clock
            assert view.verdict is not None and view.verdict.unrated is why


async def test_a_new_table_has_the_server_s_clock(service: RunningService) -> None:
    """Live where nothing is set; what the host asks for goes before it."""
    rules, servers = make_rules("classic"), service.manager.servers

    async def opened(clock: MatchClock | None = None) -> MatchClock:
        view = await service.manager.open_lobby(PLACE, ANN, rules, clock=clock)
        assert isinstance(view, LobbyView)
        await service.manager.leave(view.match, ANN.user)
        return view.clock

    assert await opened() is MatchClock.LIVE
    await servers.set_clock(GuildId(1), "en", MatchClock.SLOW)
    assert await opened() is MatchClock.SLOW
    assert await opened(MatchClock.OFF) is MatchClock.OFF
    await servers.set_clock(GuildId(1), "en", None)
    assert await opened() is MatchClock.LIVE


async def test_banks_and_absence_survive_a_kill(tmp_path: Path) -> None:
    """A start reads banks, absent players and stand-ins from the rows."""
    watch = Watch()
    async with running_service(tmp_path, LIVE, secret=fixed_secret(4), now=watch) as service:
        match = await all_have_played(service)
        _, there = await somebody_away(service, match)
        await service.manager.seat_stand_in(match, there)
        before = await service.wait(match, holds=lambda it: it.public is not None and asked(it) == there)
        folder = as_after_a_kill(tmp_path)
    watch.ahead += timedelta(hours=1)
    async with running_service(folder, LIVE, now=watch) as service:
        after = await service.seen(match)
        assert replace(after, version=before.version) == before


async def test_a_turn_is_put_off_by_time_in_which_the_bot_did_not_run(tmp_path: Path) -> None:
    """An hour's sleep takes nothing of turn or bank."""
    watch = Watch()
    async with running_service(tmp_path, LIVE, secret=fixed_secret(4), now=watch) as service:
        match = await service.match(ANN, BEN)
        folder = as_after_a_kill(tmp_path)
    watch.ahead += timedelta(hours=1)
    async with running_service(folder, LIVE, now=watch) as service:
        time = (await service.seen(match)).turn_time
        assert time is not None
        assert timedelta(seconds=400) < time.due_at - watch() <= timedelta(seconds=420) + BEAT
        await service.move(match)
        banks = {seat.bank for seat in (await service.seen(match)).seats}
        assert banks == {timedelta(seconds=300)}


async def test_time_without_connection_is_given_back(tmp_path: Path) -> None:
    """While it is lost no time runs out; afterwards as much is left as before, in memory and in the rows."""
    async with running_service(tmp_path, LIVE, secret=fixed_secret(4)) as service:
        match = await service.match(ANN, BEN)
        manager: Manager = service.manager
        manager.connection_lost()
        service.turn(3600)
        manager.connection_lost()
        await fired(manager._runner, match)
        assert service.recorder.occasions(match)[-1] is not Occasion.TIMED_OUT
        manager.connection_back()
        await until(lambda: service.recorder.occasions(match)[-1] is Occasion.RESTORED)
        await until(lambda: not manager._runner._giving_back)
        time = (await service.seen(match)).turn_time
        assert service.watch is not None and time is not None
        assert timedelta(seconds=400) < time.due_at - service.watch() <= timedelta(seconds=420)
        must_be_stored(service.store, match, time.due_at)
        await time_runs_out(service, match, Occasion.TIMED_OUT)


@pytest.mark.parametrize("back", [False, True], ids=["lost still", "back again"])
async def test_time_without_connection_is_given_back_once_though_a_crash_follows(
    tmp_path: Path, *, back: bool
) -> None:
    """Heartbeats go on meanwhile and store the lost time, until it is given back after the crash."""
    watch = Watch()
    async with running_service(tmp_path, LIVE, secret=fixed_secret(4), now=watch) as service:
        match = await service.match(ANN, BEN)
        runner = service.manager._runner
        service.manager.connection_lost()
        service.turn(3600)
        await runner._record_heartbeat()
        if back:
            service.manager.connection_back()
            await until(lambda: not runner._giving_back)
            await runner._record_heartbeat()
        folder = as_after_a_kill(tmp_path)
    watch.ahead += timedelta(seconds=60)
    async with running_service(folder, LIVE, now=watch) as service:
        view = await service.seen(match)
        assert view.turn_time is not None
        assert timedelta(seconds=400) < view.turn_time.due_at - watch() <= timedelta(seconds=420) + BEAT
        folder = as_after_a_kill(folder)
    async with running_service(folder, LIVE, now=watch) as service:
        view = await service.seen(match)
        assert view.turn_time is not None
        assert view.turn_time.due_at - watch() <= timedelta(seconds=420) + 2 * BEAT


def must_be_stored(store: Store, match: MatchId, due_at: object) -> None:
    """The rows have this end of the turn."""
    with store.reading() as tx:
        hosted = matches.load(tx, match)
    assert hosted is not None
    assert due_at in {each.due_at for each in hosted.deadlines.values()}


async def test_a_moment_without_connection_is_no_reason_to_edit_every_table(service: RunningService) -> None:
    """Less than two seconds are not given back."""
    match = await service.match(ANN, BEN)
    published = len(service.recorder.published)
    service.manager.connection_lost()
    service.manager.connection_back()
    service.manager.connection_lost()
    service.turn(1.5)
    service.manager.connection_back()
    assert not service.manager._runner._giving_back
    assert len(service.recorder.published) == published
    assert (await service.seen(match)).public is not None


async def test_a_cpu_match_starts_without_waiting_for_anybody_s_clock(service: RunningService) -> None:
    """There is none to show: neither a turn's time nor a bank, though its clock is the server's."""
    view = await service.manager.open_lobby(PLACE, ANN, make_rules("ishokai"), cpu=CpuPlayer.NORMAL)
    assert isinstance(view, MatchView)
    view = await service.play(
        view.match, until=lambda it: it.public is not None and it.public.phase is Phase.PLAY
    )
    assert (view.turn_time, view.deadline, {seat.bank for seat in view.seats}) == (None, None, {None})
