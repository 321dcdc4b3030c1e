"""The course of an arena: pairing, absence, its end, kills, a second process, time without Discord."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from bot.errors import ArenaRuns
from bot.ids import ArenaId, ChannelId, MatchId, UserId
from bot.match.arenas.facts import ArenaStatus, Attendance
from bot.match.arenas.view import ArenaView
from bot.match.verdict import Unrated
from bot.match.views import MatchView
from bot.match.vocabulary import CpuPlayer, MatchClock, Occasion, Person, Status
from bot.records.finished import Viewer
from bot.service.finished import FinishedMatches
from bot.service.manager import Manager
from bot.service.watch.match_time import MatchTime
from bot.storage import Store
from bot.storage.records import judged
from engine.rules.month_end import EndReason
from engine.rules.options import make_rules
from tests.support.arena_fixture import MANAGER, Evening, crowd, short
from tests.support.manager_fixture import (
    GUILD,
    PLACE,
    Recorder,
    RunningService,
    as_after_a_kill,
    fired,
    numbered_secrets,
    quick,
    running_service,
)
from tests.support.processes.databases import database
from tests.support.shards.two_managers import OTHER_PLACE, two_managers
from tests.support.waiting import until

pytestmark = pytest.mark.databases

ANN, BEN, CAT, DAN, EVE = crowd(5)
HOUR = 3600.0


def score(view: ArenaView) -> dict[int, tuple[int, int, int]]:
    """Return what is to survive everything: points, wins and losses of everybody."""
    return {row.user: (row.points, row.wins, row.losses) for row in view.rows}


async def test_two_who_are_free_play_at_once_in_a_thread(service: RunningService) -> None:
    """The match has the live clock and begins as it is sealed; one month moves no rating."""
    evening = await Evening.open(service, ANN, BEN)
    (bout,) = await evening.playing(1)
    view = await service.seen(bout.match)
    assert (view.arena, view.clock) == (evening.id, MatchClock.LIVE)
    assert (view.place.channel, view.place.parent) == (service.recorder.threads[0], PLACE.channel)
    assert Occasion.STARTED in service.recorder.occasions(bout.match)
    await evening.win(bout, ANN.user)
    verdict = (await service.seen(bout.match)).verdict
    assert verdict is not None and verdict.unrated is Unrated.SHORT
    assert score(await evening.view()) == {ANN.user: (2, 1, 0), BEN.user: (0, 0, 1)}


async def test_nobody_is_helped_before_an_arena_is_over(service: RunningService) -> None:
    """There is no help in its matches, no review of them, and no decision in them becomes a problem."""
    evening = await Evening.open(service, ANN, BEN)
    (bout,) = await evening.playing(1)
    assert (await service.seen(bout.match)).at_stake
    await evening.win(bout, ANN.user)
    finished, viewer = FinishedMatches(service.store), Viewer(ANN.user, PLACE.guild)
    later = service.now() + timedelta(hours=3)
    with pytest.raises(ArenaRuns):
        await finished.review(bout.match, viewer)
    assert await finished.replay(bout.match, viewer)
    assert await service.store.read(judged.waiting, later) is None
    await service.manager.arenas.end(evening.id, MANAGER, waits=False)
    assert (await finished.review(bout.match, viewer))[0].match == bout.match
    assert await service.store.read(judged.waiting, later) == bout.match


async def test_a_stop_after_an_own_koi_koi_brings_a_point_more(service: RunningService) -> None:
    """The rows of a match of one month tell it."""
    evening = await Evening.open(service, ANN, BEN)
    (bout,) = await evening.playing(1)
    seen = await evening.dare(bout)
    (end,) = seen.ends
    assert end.reason is EndReason.SHOBU and end.winner is not None and end.koi[end.winner] == 1
    first, second = (await evening.view()).rows
    assert first.user == seen.seats[end.winner].participant.user
    assert (first.points, second.points) == (3, 0)


async def test_threads_are_reused_and_half_as_many_as_people(service: RunningService) -> None:
    """The next two matches are played where the first two were."""
    evening = await Evening.open(service, ANN, BEN, CAT, DAN)
    for _ in range(2):
        first = await evening.playing(2)
        for bout in first:
            await evening.win(bout, bout.users[0])
        service.turn(200)
        await evening.wait(lambda view: len(view.playing) == 2)
    assert len(service.recorder.threads) == 2
    assert {bout.channel for bout in (await evening.view()).playing} == set(service.recorder.threads)


async def test_an_odd_player_plays_a_cpu_player_or_waits(service: RunningService) -> None:
    """As the arena has it."""
    evening = await Evening.open(service, ANN, BEN, CAT, cpu=CpuPlayer.EASY)
    service.turn(60)
    bouts = await evening.playing(2)
    assert sorted(bout.cpu is not None for bout in bouts) == [False, True]
    await service.manager.arenas.end(evening.id, MANAGER, waits=False)
    for bout in bouts:
        await service.manager.abort(bout.match)
    evening = await Evening.open(service, ANN, BEN, CAT, cpu=None)
    service.turn(60)
    await evening.playing(1)
    assert len((await evening.view()).waiting) == 1


async def test_who_sits_at_another_table_is_paired_after_it(service: RunningService) -> None:
    """So is somebody whose lobby may begin at any moment."""
    table = await service.match_all_played(CAT, DAN)
    evening = await Evening.open(service, ANN, CAT, cpu=None)
    service.turn(60)
    await evening.wait(lambda view: view.arena.status is ArenaStatus.RUNNING)
    await service.manager.arenas._course.advance(evening.id)
    assert not (await evening.view()).playing
    await service.manager.resign(table, DAN.user)
    (bout,) = await evening.playing(1)
    assert set(bout.users) == {ANN.user, CAT.user}


async def test_people_who_block_each_other_are_never_paired(service: RunningService) -> None:
    """However long both are free; with a third one each of them plays."""
    await service.manager.persons.block(ANN.user, "Ann", {BEN.user: "Ben"})
    evening = await Evening.open(service, ANN, BEN, cpu=None)
    service.turn(120)
    await service.manager.arenas._course.advance(evening.id)
    assert not (await evening.view()).playing
    await service.manager.arenas.join(evening.id, CAT)
    (bout,) = await evening.playing(1)
    assert CAT.user in bout.users


async def test_three_sit_down_at_a_table_of_sannin(service: RunningService) -> None:
    """A fourth one waits."""
    evening = await Evening.open(
        service, ANN, BEN, CAT, DAN, rules=make_rules("sannin", {"months": 3}), cpu=None
    )
    (bout,) = await evening.playing(1)
    assert len(set(bout.users)) == 3


def mover(view: MatchView) -> UserId | None:
    """Return who is asked something."""
    asked = (seat for seat in view.seats if seat.observation is not None and seat.observation.legal)
    return next((seat.participant.user for seat in asked), None)


async def stay_away(service: RunningService, match: MatchId, *, at_once: bool = False) -> UserId:
    """Let somebody's time run out twice in a row while the other one plays; who that is.

    `at_once`: before they have played a card.
    """
    view = await service.play(match, lambda it: it.all_have_played or (at_once and mover(it) is not None))
    away = mover(view)
    assert away is not None
    while not any(seat.away for seat in view.seats):
        if mover(view) == away:
            service.turn(101)
            # Half of the time tells of itself too, and the bot ends a turn in several steps: all of them.
            await fired(service.manager._runner, match)
        else:
            await service.move(match)
        view = await service.seen(match)
    return away


async def test_nobody_is_paired_after_an_absence_until_a_press(tmp_path: Path) -> None:
    """The opponent of somebody who stays away claims the win; then that person waits for themself."""
    settings = quick(live_turn_seconds=100, live_bank_seconds=0, cut_seconds=5, rest_seconds=5)
    async with running_service(tmp_path, settings) as service:
        evening = await Evening.open(service, ANN, BEN, cpu=None)
        (bout,) = await evening.playing(1)
        away = await stay_away(service, bout.match)
        (there,) = {*bout.users} - {away}
        service.manager.arenas.wake()

        async def absent() -> bool:
            return await evening.attendance(away) is Attendance.ABSENT

        await until(absent)
        await service.manager.claim(bout.match, there)
        service.turn(120)
        view = await evening.wait(lambda it: not it.playing)
        assert await evening.attendance(away) is Attendance.ABSENT
        assert [free.user for free in view.waiting] == [there]
        assert await service.manager.arenas.pressed(evening.id, away)
        assert len(await evening.playing(1)) == 1


async def test_a_table_at_which_nobody_presses_ends_without_a_result(tmp_path: Path) -> None:
    """The match that is set aside keeps nobody; its player is absent."""
    async with running_service(tmp_path, quick(aside_seconds=300)) as service:
        evening = await Evening.open(service, ANN, cpu=CpuPlayer.EASY)
        service.turn(60)
        (bout,) = await evening.playing(1)
        service.turn(301)
        view = await evening.wait(lambda it: not it.playing)
        assert await evening.attendance(ANN.user) is Attendance.ABSENT
        assert (score(view), view.finished) == ({ANN.user: (0, 0, 0)}, 0)
        assert (await service.seen(bout.match)).status.value == "aborted"


async def test_matches_in_play_are_awaited_when_time_is_up(service: RunningService) -> None:
    """The results count, and no match begins in the last minutes nor after them."""
    evening = await Evening.open(service, ANN, BEN, CAT, DAN, minutes=30, cpu=None)
    first, second = await evening.playing(2)
    service.turn(29 * 60)
    await evening.win(first, first.users[0])
    await service.manager.arenas._course.advance(evening.id)
    assert len((await evening.view()).playing) == 1, "it could not end"
    service.turn(61)
    view = await evening.wait(lambda it: it.arena.status is ArenaStatus.CLOSING)
    assert [bout.match for bout in view.awaited] == [second.match]
    await evening.win(second, second.users[1])
    view = await evening.wait(lambda it: it.arena.status is ArenaStatus.OVER)
    assert (view.finished, score(view)[second.users[1]]) == (2, (2, 1, 0))
    await until(lambda: service.recorder.arenas[-1].arena.status is ArenaStatus.OVER)
    (past,), pages = await service.manager.arenas.history(GUILD)
    assert (past.rows, pages) == (view.rows, 1)


async def test_a_match_that_ends_after_the_arena_does_not_count(service: RunningService) -> None:
    """A manager may end it without waiting; to end it again waits as before."""
    evening = await Evening.open(service, ANN, BEN)
    (bout,) = await evening.playing(1)
    assert (await service.manager.arenas.end(evening.id, MANAGER)).arena.status is ArenaStatus.CLOSING
    assert (await service.manager.arenas.end(evening.id, MANAGER)).arena.status is ArenaStatus.CLOSING
    view = await service.manager.arenas.end(evening.id, MANAGER, waits=False)
    assert (view.arena.status, view.playing) == (ArenaStatus.OVER, ())
    await evening.win(bout, ANN.user)
    assert score(await evening.view()) == {ANN.user: (0, 0, 0), BEN.user: (0, 0, 0)}


async def test_while_discord_is_away_nothing_begins_and_the_end_waits(service: RunningService) -> None:
    """The time without it is added to the arena."""
    evening = await Evening.open(service, ANN, BEN, minutes=30, cpu=None)
    await evening.playing(1)
    ends_at = (await evening.view()).arena.ends_at
    service.manager.connection_lost()
    for person in (CAT, DAN):
        await service.manager.arenas.join(evening.id, person)
    service.turn(2 * HOUR)
    await service.manager.arenas._course.advance(evening.id)
    view = await evening.view()
    assert (view.arena.status, len(view.playing)) == (ArenaStatus.RUNNING, 1)
    service.manager.connection_back()
    view = await evening.wait(lambda it: len(it.playing) == 2)
    assert view.arena.status is ArenaStatus.RUNNING
    assert abs(view.arena.ends_at - ends_at - timedelta(hours=2)) < timedelta(seconds=30)


async def test_the_last_call_is_told_once_and_waits_for_discord(tmp_path: Path) -> None:
    """One that Discord or a kill has swallowed comes again, from the next process too."""
    recorder = Recorder(tells=False)
    async with running_service(tmp_path, recorder=recorder) as service:
        evening = await Evening.open(service, ANN, minutes=30, cpu=None)
        await evening.wait(lambda view: view.arena.status is ArenaStatus.RUNNING)
        service.manager.connection_lost()
        service.turn(HOUR)
        await service.manager.arenas._course.advance(evening.id)
        service.manager.connection_back()
        await evening.wait(lambda view: view.arena.ends_at > service.now() + timedelta(minutes=20))
        assert not recorder.called
        service.turn(28 * 60)
        await until(lambda: len(recorder.called) == 1)
        folder, watch = as_after_a_kill(tmp_path, "untold"), service.watch
    assert watch is not None
    for told in (True, False):
        async with running_service(folder, now=watch) as service:
            evening = Evening(service, evening.id)
            left = (await evening.view()).arena.ends_at - service.now()  # some was given back
            service.turn(left.total_seconds() - 60)
            view = await evening.wait(lambda it: it.arena.called)
            assert (view.arena.status, len(service.recorder.called)) == (ArenaStatus.RUNNING, told)


async def test_while_the_time_is_in_doubt_nothing_begins(tmp_path: Path) -> None:
    """The arena is opened, and begins once the time is sure."""
    doubts = ["it is the year 1970"]
    async with running_service(tmp_path, doubt=lambda: doubts[0] if doubts else None) as service:
        evening = await Evening.open(service, ANN, BEN)
        await service.manager.arenas._course.advance(evening.id)
        assert (await evening.view()).arena.status is ArenaStatus.ANNOUNCED
        doubts.clear()
        await evening.playing(1)


async def test_an_arena_is_shown_again_when_the_time_is_in_doubt(tmp_path: Path) -> None:
    """The arena's message says so, and no more once the time is sure."""
    doubts = list[str]()
    async with running_service(tmp_path, doubt=lambda: doubts[0] if doubts else None) as service:
        evening = await Evening.open(service, ANN, BEN)
        await evening.playing(1)
        for said in (["this machine's clock has jumped"], []):
            service.recorder.arenas.clear()
            doubts[:] = said
            service.manager.arenas.wake(evening.id)
            await until(lambda: service.recorder.arenas)


async def test_a_process_that_was_away_gives_the_time_back(tmp_path: Path) -> None:
    """An arena has lost nothing by it."""
    async with running_service(tmp_path) as service:
        evening = await Evening.open(service, ANN, BEN, minutes=30)
        await evening.playing(1)
        ends_at, watch = (await evening.view()).arena.ends_at, service.watch
    assert watch is not None
    watch.ahead += timedelta(hours=3)
    async with running_service(tmp_path, now=watch) as service:
        view = await Evening(service, evening.id).view()
        assert view.arena.status is ArenaStatus.RUNNING
        assert abs(view.arena.ends_at - ends_at - timedelta(hours=3)) < timedelta(seconds=30)


async def test_a_kill_at_any_moment_loses_nothing(tmp_path: Path) -> None:
    """After opening, pairing, a result and time's end the next process goes on where it was."""
    folder, people = tmp_path, (ANN, BEN, CAT, DAN)
    async with running_service(folder) as service:
        evening = await Evening.open(service, *people, minutes=30, cpu=None)
        folder = as_after_a_kill(folder, "opened")
    arena = evening.id
    async with running_service(folder) as service:
        evening = Evening(service, arena)
        bouts = await evening.playing(2)
        folder = as_after_a_kill(folder, "paired")
    async with running_service(folder) as service:
        evening = Evening(service, arena)
        assert [each.users for each in await evening.playing(2)] == [each.users for each in bouts]
        await evening.win(bouts[0], bouts[0].users[0])
        before = await evening.view()
        folder = as_after_a_kill(folder, "won")
    async with running_service(folder) as service:
        evening = Evening(service, arena)
        assert score(await evening.view()) == score(before)
        await service.manager.arenas.end(arena, MANAGER)
        folder = as_after_a_kill(folder, "closing")
    async with running_service(folder) as service:
        evening = Evening(service, arena)
        for bout in (await evening.view()).playing:
            await evening.win(bout, bout.users[0])
        await evening.wait(lambda it: it.arena.status is ArenaStatus.OVER)
        after = await evening.view()
        assert sum(row.wins for row in after.rows) == sum(row.losses for row in after.rows) == after.finished
        folder = as_after_a_kill(folder, "over")
    async with running_service(folder) as service:
        await until(lambda: bool(service.recorder.arenas))
        assert service.recorder.arenas[-1] == after, "its end is told again"


async def test_leaving_before_the_first_card_is_a_loss_for_that_player_alone(
    service: RunningService,
) -> None:
    """The match has no result; otherwise people would look at a hand, and choose."""
    evening = await Evening.open(service, ANN, BEN, cpu=None)
    (bout,) = await evening.playing(1)
    await service.manager.resign(bout.match, BEN.user)
    assert (await service.manager.view(bout.match)).status is Status.ABORTED
    assert score(await evening.view()) == {ANN.user: (0, 0, 0), BEN.user: (0, 0, 1)}


async def test_staying_away_from_the_first_card_on_is_a_loss_too(tmp_path: Path) -> None:
    """The opponent ends the match; there is nothing to win in it."""
    settings = quick(live_turn_seconds=100, live_bank_seconds=0, cut_seconds=5, rest_seconds=5)
    async with running_service(tmp_path, settings) as service:
        evening = await Evening.open(service, ANN, BEN, cpu=None)
        (bout,) = await evening.playing(1)
        away = await stay_away(service, bout.match, at_once=True)
        (there,) = {*bout.users} - {away}
        await service.manager.claim(bout.match, there)
        assert (await service.manager.view(bout.match)).status is Status.ABORTED
        assert score(await evening.view()) == {there: (0, 0, 0), away: (0, 0, 1)}


@pytest.mark.parametrize("number", [4, 5])
async def test_two_processes_pair_nobody_twice(tmp_path: Path, number: int) -> None:
    """Both decide on the same rows at once; each person sits at one table."""
    async with running_service(tmp_path) as service:
        arena = await _announced(service, crowd(number))
        store = await Store.open(database(tmp_path))
        now = service.watch
        assert now is not None
        other = Manager(
            *(store, quick(), Recorder()),
            now=now,
            time=MatchTime(now, now.monotonic),
            secret=numbered_secrets(),
        )
        now.ahead += timedelta(hours=1)
        courses = [manager.arenas._course for manager in (service.manager, other)]
        await asyncio.gather(*(course.advance(arena) for course in courses * 2))
        view = await Evening(service, arena).wait(lambda it: len(it.playing) == 2)
        users = [user for bout in view.playing for user in bout.users]
        assert len(set(users)) == len(users) == 4
        assert len({bout.channel for bout in view.playing}) == len(view.playing)
        await other.close()
        await store.close()


async def _announced(service: RunningService, people: tuple[Person, ...]) -> ArenaId:
    """An arena that begins in an hour."""
    evening = await Evening.open(service, *people, starts_at=service.now() + timedelta(hours=1))
    return evening.id


async def test_a_press_that_another_shard_has_taken_is_shown_by_the_arenas_own(tmp_path: Path) -> None:
    """The manager of its shard alone shows and pairs."""
    async with two_managers(tmp_path) as two:
        near, far = two.near.manager.arenas, two.far.manager.arenas
        view = await far.open(OTHER_PLACE, ANN, short(), minutes=30, cpu=None)
        await near.join(view.arena.id, BEN)
        await until(lambda: bool(two.far.recorder.threads))
        await until(lambda: [len(each.playing) for each in two.far.recorder.arenas[-1:]] == [1])
        assert not two.near.recorder.arenas


async def test_a_thread_that_discord_refuses_is_asked_for_again(tmp_path: Path) -> None:
    """Nobody is paired until then, and nothing else stands still."""
    recorder = Refusing()
    async with running_service(tmp_path, recorder=recorder) as service:
        evening = await Evening.open(service, ANN, BEN)
        await until(lambda: recorder.asked > 0)
        assert not (await evening.view()).playing
        recorder.refuses = False
        service.turn(20)
        await evening.playing(1)


async def test_nobody_is_paired_without_the_permissions_that_tables_need(tmp_path: Path) -> None:
    """No thread is asked for, and none in which nothing can be posted is used up."""
    recorder = Recorder(allows=False)
    async with running_service(tmp_path, recorder=recorder) as service:
        evening = await Evening.open(service, ANN, BEN)
        await evening.wait(lambda view: view.arena.status is ArenaStatus.RUNNING)
        await service.manager.arenas._course.advance(evening.id)
        assert not (await evening.view()).playing and not recorder.threads
        recorder.allows = True
        await evening.playing(1)


async def test_no_match_begins_in_a_channel_into_which_another_was_brought(service: RunningService) -> None:
    """People bring a match elsewhere whose thread was deleted: the next one begins in a thread again."""
    evening = await Evening.open(service, ANN, BEN)
    (bout,) = await evening.playing(1)
    await service.manager.bring(bout.match, ChannelId(4711))
    await evening.win(bout, ANN.user)
    assert service.watch is not None
    service.watch.ahead += timedelta(minutes=3)  # by then both take the same opponent again
    (after,) = (await evening.wait(lambda it: len(it.playing) == 1 and it.bout(bout.match) is None)).playing
    assert after.channel in service.recorder.threads


async def test_a_thread_whose_people_have_gone_is_the_next_ones(tmp_path: Path) -> None:
    """One leaves while Discord opens it: no thread is opened beside it."""
    recorder = Slow()
    async with running_service(tmp_path, recorder=recorder) as service:
        evening = await Evening.open(service, ANN, BEN, cpu=None)
        await until(lambda: bool(recorder.threads))
        await service.manager.arenas.leave(evening.id, BEN.user)
        recorder.opens.set()
        await service.manager.arenas.join(evening.id, CAT)
        (bout,) = await evening.playing(1)
        assert [bout.channel] == recorder.threads and set(bout.users) == {ANN.user, CAT.user}


class Slow(Recorder):
    """A recorder for which Discord takes its time to open a thread."""

    def __init__(self) -> None:
        super().__init__()
        self.opens = asyncio.Event()

    async def arena_thread(self, view: ArenaView, number: int) -> ChannelId:
        thread = await super().arena_thread(view, number)
        await self.opens.wait()
        return thread


class Refusing(Recorder):
    """A recorder for which Discord opens no thread, for a while."""

    def __init__(self) -> None:
        super().__init__()
        self.refuses, self.asked = True, 0

    async def arena_thread(self, view: ArenaView, number: int) -> ChannelId:
        self.asked += 1
        if self.refuses:
            raise RuntimeError("missing permissions")
        return await super().arena_thread(view, number)


async def test_who_has_left_the_server_leaves_and_their_turn_is_over(service: RunningService) -> None:
    """The match goes on with a safe card; nobody is paired with them any more."""
    evening = await Evening.open(service, ANN, BEN, cpu=None)
    (bout,) = await evening.playing(1)
    gone = mover(before := await service.play(bout.match, lambda view: mover(view) is not None))
    assert gone is not None
    await service.manager.left_server(GUILD, bout.match, gone)
    assert await evening.attendance(gone) is Attendance.LEFT
    assert (await service.seen(bout.match)).version > before.version


async def test_who_deletes_themself_leaves_and_the_others_go_on(service: RunningService) -> None:
    """The match in play is won by the other, who keeps the points."""
    evening = await Evening.open(service, ANN, BEN, CAT, cpu=None)
    (bout,) = await evening.playing(1)
    gone, stays = bout.users
    await service.play(bout.match, lambda view: view.all_have_played)
    await service.manager.forget(gone)
    view = await evening.wait(lambda it: len(it.playing) == 1 and it.bout(bout.match) is None)
    assert view.row_of(gone) is None
    assert score(view)[stays] == (2, 1, 0)
