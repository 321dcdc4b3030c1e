"""What happens when a deadline has come. Pure."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from bot import lobby, play
from bot.position import Alarm, Change, ClockKind, Position
from bot.views import LobbyEnd, Occasion

_USUAL = {ClockKind.DRAW: Occasion.DREW, ClockKind.CUT: Occasion.MOVED, ClockKind.REST: Occasion.AGREED}


def rung(position: Position, kind: ClockKind, mark: int, now: datetime) -> tuple[Change, Occasion] | None:
    """The change that a deadline makes and what it is to those who watch; None if it came too late."""
    if kind is ClockKind.LOBBY:
        return Change(lobby.close(position, LobbyEnd.EXPIRED, now)), Occasion.CLOSED
    if kind is ClockKind.NUDGE:
        return Change(_nudged(position)), Occasion.NUDGED
    if kind is ClockKind.IDLE:
        return play.aborted(position, now), Occasion.ABORTED
    change = {
        ClockKind.DRAW: lambda: play.draw_all(position, mark, play.CLOCK, now),
        ClockKind.CUT: lambda: play.tap(position, mark, now),
        ClockKind.REST: lambda: play.go_on(position, mark, now),
    }[kind]()
    return (change, play.occasion(position, change.after, _USUAL[kind])) if change else None


def _nudged(position: Position) -> Position:
    """The same with its reminder put off until after the lobby's end: there is one only."""
    spent = Alarm(0, position.alarms[ClockKind.LOBBY].due_at + timedelta(days=1))
    return replace(position, alarms={**position.alarms, ClockKind.NUDGE: spent})
