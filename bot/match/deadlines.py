"""Which deadlines a position has. Pure; `bot.service.clock` wakes, the storage keeps them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from bot.config import Settings
from bot.match.hosted_match import Deadline, DeadlineKind, HostedMatch
from bot.match.lobby import is_filled
from bot.match.vocabulary import Status
from engine.actions import Phase
from engine.play.observation import observe


def armed(hosted: HostedMatch, settings: Settings, now: datetime) -> HostedMatch:
    """The position with the deadlines that it needs: running ones stay, new ones begin now, others go."""
    deadlines = {}
    for kind, mark, seconds in _wanted(hosted, settings):
        old = hosted.deadlines.get(kind)
        deadlines[kind] = (
            old if old and old.mark == mark else Deadline(mark, now + timedelta(seconds=seconds))
        )
    return replace(hosted, deadlines=deadlines)


def _wanted(hosted: HostedMatch, settings: Settings) -> Iterator[tuple[DeadlineKind, int, float]]:
    """Kind, mark and length of each deadline."""
    if hosted.status is Status.LOBBY:
        yield DeadlineKind.LOBBY, 0, settings.lobby_seconds
        if is_filled(hosted) and 0 < settings.lobby_nudge_seconds < settings.lobby_seconds:
            yield DeadlineKind.NUDGE, 0, settings.lobby_nudge_seconds
    progress = hosted.progress
    if hosted.status is not Status.PLAYING or progress is None:
        return
    yield DeadlineKind.IDLE, progress.state.n + progress.ends_shown, settings.idle_seconds
    if progress.rests:
        yield DeadlineKind.REST, progress.ends_shown, settings.rest_seconds
    elif progress.state.phase is Phase.SEATS:
        yield DeadlineKind.DRAW, observe(progress.state, None).draw_round, settings.draw_seconds
    elif progress.state.phase is Phase.CUT:
        yield DeadlineKind.CUT, progress.state.n, settings.cut_seconds
