"""What happens when a deadline has come. Pure."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from bot.match import lobby, moves
from bot.match.hosted_match import Change, Deadline, DeadlineKind, HostedMatch
from bot.match.vocabulary import LobbyEnd, Occasion

_USUAL = {
    DeadlineKind.DRAW: Occasion.DREW,
    DeadlineKind.CUT: Occasion.MOVED,
    DeadlineKind.REST: Occasion.AGREED,
}


def rung(hosted: HostedMatch, kind: DeadlineKind, mark: int, now: datetime) -> tuple[Change, Occasion] | None:
    """The change that a deadline makes and what it is to those who watch; None if it came too late."""
    if kind is DeadlineKind.LOBBY:
        return Change(lobby.close(hosted, LobbyEnd.EXPIRED, now)), Occasion.CLOSED
    if kind is DeadlineKind.NUDGE:
        return Change(_nudged(hosted)), Occasion.NUDGED
    if kind is DeadlineKind.IDLE:
        return moves.aborted(hosted, now), Occasion.ABORTED
    change = {
        DeadlineKind.DRAW: lambda: moves.draw_all(hosted, mark, moves.CLOCK, now),
        DeadlineKind.CUT: lambda: moves.tap(hosted, mark, now),
        DeadlineKind.REST: lambda: moves.go_on(hosted, mark, now),
    }[kind]()
    return (change, moves.occasion(hosted, change.after, _USUAL[kind])) if change else None


def _nudged(hosted: HostedMatch) -> HostedMatch:
    """The same with its reminder put off until after the lobby's end: there is one only."""
    spent = Deadline(0, hosted.deadlines[DeadlineKind.LOBBY].due_at + timedelta(days=1))
    return replace(hosted, deadlines={**hosted.deadlines, DeadlineKind.NUDGE: spent})
