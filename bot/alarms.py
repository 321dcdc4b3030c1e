"""Which deadlines a position has. Pure; `bot.clock` wakes, the storage keeps them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from bot.config import Settings
from bot.lobby import is_filled
from bot.position import Alarm, ClockKind, Position
from bot.views import Status
from engine.actions import Phase


def armed(position: Position, settings: Settings, now: datetime) -> Position:
    """The position with the deadlines that it needs: running ones stay, new ones begin now, others go."""
    alarms = {}
    for kind, mark, seconds in _wanted(position, settings):
        old = position.alarms.get(kind)
        alarms[kind] = old if old and old.mark == mark else Alarm(mark, now + timedelta(seconds=seconds))
    return replace(position, alarms=alarms)


def _wanted(position: Position, settings: Settings) -> Iterator[tuple[ClockKind, int, float]]:
    """Kind, mark and length of each deadline."""
    if position.status is Status.LOBBY:
        yield ClockKind.LOBBY, 0, settings.lobby_seconds
        if is_filled(position) and 0 < settings.lobby_nudge_seconds < settings.lobby_seconds:
            yield ClockKind.NUDGE, 0, settings.lobby_nudge_seconds
    game = position.game
    if position.status is not Status.PLAYING or game is None:
        return
    yield ClockKind.IDLE, game.state.n + game.ends_shown, settings.idle_seconds
    if game.rests:
        yield ClockKind.REST, game.ends_shown, settings.rest_seconds
    elif game.state.phase is Phase.SEATS:
        yield ClockKind.DRAW, game.state.draw_round, settings.draw_seconds
    elif game.state.phase is Phase.CUT:
        yield ClockKind.CUT, game.state.n, settings.cut_seconds
