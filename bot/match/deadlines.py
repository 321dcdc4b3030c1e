"""Deadlines: which ones a match has, and what happens when one has come.

Pure. `bot.service.deadline_clock` waits for them, and storage keeps them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from bot.config import Settings
from bot.match import lobby, moves
from bot.match.hosted_match import Change, Deadline, DeadlineKind, HostedMatch
from bot.match.vocabulary import LobbyEnd, Occasion, Refusal, Status
from engine.actions import Phase


def with_deadlines(hosted: HostedMatch, settings: Settings, now: datetime) -> HostedMatch:
    """The match with the deadlines that it needs: running ones stay, new ones begin now, others go."""
    deadlines = {}
    for kind, count, seconds in _wanted(hosted, settings):
        old = hosted.deadlines.get(kind)
        running = old is not None and old.round == count
        deadlines[kind] = old if old and running else Deadline(count, now + timedelta(seconds=seconds))
    return replace(hosted, deadlines=deadlines)


def due(hosted: HostedMatch, kind: DeadlineKind, count: int, now: datetime) -> Change | Refusal:
    """What happens because a deadline of round `count` has come; STALE where it has not, or is gone."""
    deadline = hosted.deadlines.get(kind)
    if deadline is None or deadline.round != count or deadline.due_at > now:
        return Refusal.STALE
    change: Change | Refusal
    match kind:
        case DeadlineKind.LOBBY:
            change = lobby.close(hosted, LobbyEnd.EXPIRED, now)
        case DeadlineKind.NUDGE:
            change = Change(_nudged(hosted), Occasion.NUDGED)
        case DeadlineKind.DRAW:
            change = moves.draw_for_all(hosted, count, now)
        case DeadlineKind.CUT:
            change = moves.tap(hosted, count, now)
        case DeadlineKind.REST:
            change = moves.end_rest(hosted, count, now)
        case DeadlineKind.IDLE:
            change = moves.abort(hosted, now)
    return change


def _wanted(hosted: HostedMatch, settings: Settings) -> Iterator[tuple[DeadlineKind, int, float]]:
    """Kind, round and length in seconds of each deadline."""
    if hosted.status is Status.LOBBY:
        yield DeadlineKind.LOBBY, 0, settings.lobby_seconds
        if lobby.is_filled(hosted) and 0 < settings.lobby_nudge_seconds < settings.lobby_seconds:
            yield DeadlineKind.NUDGE, 0, settings.lobby_nudge_seconds
    if hosted.status is not Status.PLAYING:
        return
    progress = hosted.begun
    yield DeadlineKind.IDLE, progress.state.n + progress.ends_shown, settings.idle_seconds
    if progress.rests:
        yield DeadlineKind.REST, progress.ends_shown, settings.rest_seconds
    elif progress.state.phase is Phase.SEATS:
        yield DeadlineKind.DRAW, progress.state.draw_round, settings.draw_seconds
    elif progress.state.phase is Phase.CUT:
        yield DeadlineKind.CUT, progress.state.n, settings.cut_seconds


def _nudged(hosted: HostedMatch) -> HostedMatch:
    """The match with its reminder put off until after the lobby's end: there is one only."""
    spent = Deadline(0, hosted.deadlines[DeadlineKind.LOBBY].due_at + timedelta(days=1))
    return replace(hosted, deadlines={**hosted.deadlines, DeadlineKind.NUDGE: spent})
