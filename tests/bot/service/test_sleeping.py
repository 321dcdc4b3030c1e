"""Matches that rest in the running service: over kills, and between two managers of one database."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from bot.ids import MatchId, UserId
from bot.match.hosted_match import DeadlineKind
from bot.match.vocabulary import NoResult, Occasion, Status
from bot.storage import clocks
from tests.support.manager_fixture import ANN, BEN, RunningService, as_after_a_kill, quick, running_service
from tests.support.shards.two_managers import two_managers
from tests.support.waiting import until

pytestmark = pytest.mark.databases

DAY = 86_400
TIMES = quick(live_turn_seconds=60, live_bank_seconds=0, aside_seconds=900, rest_seconds=30)


async def asleep(service: RunningService, match: MatchId) -> None:
    """Let time pass until a match rests whose people do nothing."""

    async def rests() -> bool:
        service.turn(31)
        return (await service.seen(match)).sleeps

    await until(rests)


async def called(service: RunningService, match: MatchId) -> list[UserId | None]:
    """Return the people for whom the match waits."""
    return [one.user for one in (await service.seen(match)).called_back]


async def test_a_match_that_rests_is_woken_and_resumed_over_kills(tmp_path: Path) -> None:
    """Each process that is killed leaves what the last press or deadline has made of it."""
    async with running_service(tmp_path, TIMES) as service:
        match = await service.match_all_played(ANN, BEN)
        await asleep(service, match)
        due = (await service.store.read(clocks.of_match, match))[DeadlineKind.UNRESUMED].due_at
        resting = as_after_a_kill(tmp_path, "resting")
    async with running_service(resting, TIMES) as service:
        stored = await service.store.read(clocks.of_match, match)
        assert {*stored} == {DeadlineKind.UNRESUMED}
        assert due <= stored[DeadlineKind.UNRESUMED].due_at <= due + timedelta(minutes=1)
        assert (await service.seen(match)).sleeps and not await called(service, match)
        await service.manager.take_up(match, ANN.user)
        assert service.recorder.occasions(match)[-1] is Occasion.WOKEN
        woken = as_after_a_kill(resting, "woken")
    async with running_service(woken, TIMES) as service:
        assert await called(service, match) == [BEN.user]
        await service.manager.take_up(match, ANN.user)
        assert Occasion.WOKEN not in service.recorder.occasions(match)
        await service.manager.take_up(match, BEN.user)
        resumed = as_after_a_kill(woken, "resumed")
    async with running_service(resumed, TIMES) as service:
        view = await service.seen(match)
        assert not view.set_aside and view.turn_time is not None
        assert await service.move(match) is not None


@pytest.mark.parametrize("woken", [False, True])
async def test_a_match_that_nobody_resumes_ends_over_a_kill_before_its_last_moment(
    tmp_path: Path, woken: bool
) -> None:
    """A press has put the end off for a day; after it nobody is bound, over one more kill."""
    async with running_service(tmp_path, TIMES) as service:
        match = await service.match_all_played(ANN, BEN)
        await asleep(service, match)
        if woken:
            service.turn(DAY - 60)
            await service.manager.take_up(match, ANN.user)
        service.turn(DAY - 60)
        assert (await service.seen(match)).sleeps
        after = as_after_a_kill(tmp_path)
    async with running_service(after, TIMES) as service:
        service.turn(4 * DAY)
        await until(lambda: service.recorder.occasions(match)[-1:] == [Occasion.ABORTED])
        view = await service.seen(match)
        assert (view.status, view.no_result) == (Status.ABORTED, NoResult.IDLE)
        ended = as_after_a_kill(after)
    async with running_service(ended, TIMES) as service:
        assert not await service.manager.live_matches(user=ANN.user)


async def test_another_shard_s_manager_wakes_a_match_and_its_own_one_ends_it(tmp_path: Path) -> None:
    """The manager of the match hears of the press, and alone has its deadline."""
    async with two_managers(tmp_path, TIMES) as two:
        match = await two.far_match()
        await asleep(two.far, match)
        await two.near.manager.take_up(match, ANN.user)

        async def heard() -> bool:
            return await called(two.far, match) == [BEN.user]

        await until(heard)
        assert not two.near.manager._runner.scheduler._deadlines
        await two.far.manager.take_up(match, BEN.user)
        await asleep(two.far, match)
        two.far.turn(DAY)
        await until(lambda: not two.far.manager._registry.live())
        assert (await two.near.seen(match)).no_result is NoResult.IDLE
