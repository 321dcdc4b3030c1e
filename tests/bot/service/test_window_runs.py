"""The window for hand yaku in the running service: it is stored, outlives a kill, and nobody is late."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from bot.ids import MatchId
from bot.match.hosted_match import DeadlineKind
from bot.match.secret_round import SHOWN_SECONDS
from bot.match.views import MatchView
from bot.match.vocabulary import CpuPlayer, MadeBy
from bot.storage import clocks
from engine.rules.actions import Cut, Phase
from tests.support.manager_fixture import (
    ANN,
    TRIO,
    RunningService,
    as_after_a_kill,
    fixed_secret,
    quick,
    running_service,
)

SIX = quick(ready_seconds=6)
WINDOW = 6 + SHOWN_SECONDS


async def checked(service: RunningService) -> MatchId:
    """A match of three people whose hands are checked for hand yaku."""
    match = await service.match(*TRIO, rules="sannin")
    view = await service.seen(match)
    seat = next(seat for seat in view.seats if seat.observation and seat.observation.question is not None)
    assert seat.participant.user is not None and seat.observation is not None
    assert seat.observation.question is not None
    await service.manager.act(match, seat.participant.user, seat.observation.question, Cut(0))
    return match


def phase_is(phase: Phase) -> Callable[[MatchView], bool]:
    """Whether a view is of a phase."""
    return lambda view: view.public is not None and view.public.phase is phase


async def test_play_begins_when_nobody_presses(tmp_path: Path) -> None:
    """And nobody is told that their time ran out."""
    async with running_service(tmp_path, SIX) as service:
        match = await checked(service)
        service.turn(WINDOW - 1)
        assert phase_is(Phase.READY)(await service.seen(match))
        service.turn(1)
        view = await service.wait(match, holds=phase_is(Phase.PLAY))
        assert view.made_by is MadeBy.DEFAULT
        assert {cause.made_by for seen, cause in service.recorder.published[-1:]} == {MadeBy.DEFAULT}


async def test_the_window_outlives_a_kill_and_gives_back_the_time_of_it(tmp_path: Path) -> None:
    """The window's end is a row; after a start it comes as much later as the bot was away."""
    async with running_service(tmp_path, SIX, secret=fixed_secret(4)) as service:
        match = await checked(service)
        stored = await service.store.read(clocks.of_match, match)
        due = stored[DeadlineKind.READY].due_at
        after = as_after_a_kill(tmp_path)
    async with running_service(after, SIX, secret=fixed_secret(4)) as service:
        again = await service.store.read(clocks.of_match, match)
        assert due <= again[DeadlineKind.READY].due_at <= due + timedelta(seconds=60)
        assert phase_is(Phase.READY)(await service.seen(match))
        service.turn(WINDOW + 60)
        await service.wait(match, holds=phase_is(Phase.PLAY))


async def test_one_person_alone_is_not_asked(tmp_path: Path) -> None:
    """A player without a hand yaku goes from the cut to the first card without a press, with any pauses."""
    async with running_service(tmp_path, quick(cpu_pause_min=0, cpu_pause_max=0)) as service:
        match = await service.lobby(ANN, rules="sannin")
        await service.manager.play_cpu(match, ANN.user, CpuPlayer.EASY)
        await service.draw(match)
        await service.play(match, until=lambda view: not phase_is(Phase.CUT)(view))
        view = await service.wait(match, holds=phase_is(Phase.PLAY))
        assert view.deadline is None
