"""The time by which matches run: neither a clock that is set nor a standstill uses up anybody's time."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.ids import MatchId
from bot.match.hosted_match import Deadline, DeadlineKind
from bot.match.views import LobbyView
from bot.match.vocabulary import Occasion, Status
from bot.service import runner
from bot.service.deadline_scheduler import DeadlineScheduler
from bot.service.watch.match_time import MatchTime
from tests.support.manager_fixture import (
    ANN,
    BEN,
    TRIO,
    RunningService,
    Watch,
    as_after_a_kill,
    quick,
    running_service,
)
from tests.support.waiting import until

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
YEARS = timedelta(days=3 * 365)


async def passes(service: RunningService) -> None:
    """Let everything happen that is due by now: the clock of deadlines has looked at the time twice."""
    for _ in range(2):
        service.manager._runner.scheduler.wake()
        for _ in range(20):
            await asyncio.sleep(0)


@pytest.mark.parametrize("hours", [2, -2, 24 * 365])
async def test_a_clock_that_is_set_expires_nothing(tmp_path: Path, hours: int) -> None:
    """Neither a lobby nor a draw ends early or late; all end when their time has passed."""
    watch = Watch()
    async with running_service(tmp_path, now=watch) as service:
        lobby, drawing = await service.lobby(TRIO[2]), await service.lobby(ANN, BEN)
        await service.manager.start_match(drawing, ANN.user)
        watch.wrong = timedelta(hours=hours)
        await passes(service)
        assert (await service.manager.view(lobby)).status is Status.LOBBY
        assert (await service.seen(drawing)).n == 0
        service.turn(501)
        await service.wait(drawing, holds=lambda it: it.n >= 2)
        assert (await service.manager.view(lobby)).status is Status.LOBBY
        service.turn(100)
        await until(lambda: Occasion.CLOSED in service.recorder.occasions(lobby))


async def test_what_people_read_is_the_time_of_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the clock was set, a lobby is shown again with its new end; dates are those of the clock."""
    monkeypatch.setattr(runner, "LOOK_SECONDS", 0.01)
    watch = Watch()
    async with running_service(tmp_path, now=watch) as service:
        match = await service.match(ANN, BEN)
        lobby = await service.lobby(TRIO[2])
        before = await service.manager.view(lobby)
        watch.wrong = timedelta(hours=2)
        await until(lambda: Occasion.RESTORED in service.recorder.occasions(lobby))
        after = await service.manager.view(lobby)
        assert isinstance(before, LobbyView) and isinstance(after, LobbyView)
        assert abs(after.expires_at - before.expires_at - watch.wrong) < timedelta(seconds=1)
        await service.manager.resign(match, ANN.user)
        hosted = service.manager._registry.actor(match).hosted
        assert hosted is not None and hosted.ended_at is not None
        assert abs(hosted.ended_at - watch()) < timedelta(seconds=20)
        await service.manager.join(lobby, ANN)
        joined = service.manager._registry.actor(lobby).hosted
        assert joined is not None and joined.found_at is not None
        assert abs(joined.found_at - watch()) < timedelta(seconds=20)


async def test_a_start_with_a_wrong_clock_aborts_nothing(tmp_path: Path) -> None:
    """Three years behind, then set right while it runs, then started again: a week is a week all the time."""
    watch, pace = Watch(), quick(beat_seconds=0.01, live_turn_seconds=1e8)
    async with running_service(tmp_path, pace, now=watch) as service:
        match = await service.match(ANN, BEN)
    watch.wrong = -YEARS
    folder = as_after_a_kill(tmp_path, "behind")
    async with running_service(folder, pace, now=watch) as service:
        lobby = await service.lobby(TRIO[2])
        watch.wrong = timedelta(0)
        await passes(service)
        assert (await service.seen(match)).status is Status.PLAYING
        assert (await service.manager.view(lobby)).status is Status.LOBBY
        await service.move(match)
        service.turn(6 * 86_400)
        await passes(service)
        assert (await service.seen(match)).status is Status.PLAYING
    async with running_service(as_after_a_kill(folder), pace, now=watch) as service:
        assert (await service.seen(match)).status is Status.PLAYING
        service.turn(86_500)
        await until(lambda: Occasion.ABORTED in service.recorder.occasions(match))


class Machine:
    """The clocks of a machine whose process a test stops and lets go on."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def wall(self) -> datetime:
        """The time of day."""
        return NOON + timedelta(seconds=self.seconds)

    def monotonic(self) -> float:
        """Seconds, those of a standstill included."""
        return self.seconds


def test_no_time_passes_while_the_process_stands_still() -> None:
    """A standstill is taken out, and nothing else; the time of day is that much ahead."""
    machine = Machine()
    time = MatchTime(machine.wall, machine.monotonic, machine.monotonic)
    assert time.now() == NOON
    for _ in range(10):
        machine.seconds += 1
        time.tick()
    assert (time.now(), time.ahead()) == (NOON + timedelta(seconds=10), timedelta(0))
    machine.seconds += 20
    assert time.now() == NOON + timedelta(seconds=10)
    assert time.ahead() == timedelta(seconds=20)
    assert time.woke == (30.0, 20.0)
    machine.seconds += 1
    assert time.now() == NOON + timedelta(seconds=11)


async def test_a_deadline_that_came_during_a_standstill_is_put_off() -> None:
    """The first look at the time after it is that of the deadlines themselves."""
    machine, told = Machine(), list[tuple[MatchId, DeadlineKind, int]]()
    time = MatchTime(machine.wall, machine.monotonic, machine.monotonic)
    clock = DeadlineScheduler(lambda *what: told.append(what), now=time.now, retry_seconds=1)
    clock.set(MatchId(1), {DeadlineKind.REST: Deadline(3, time.now() + timedelta(seconds=5))})
    machine.seconds += 20
    assert 4.9 < clock._fire_due() <= 5
    for _ in range(5):
        assert told == []
        machine.seconds += 1
        clock._fire_due()
    assert told == [(1, DeadlineKind.REST, 3)]
