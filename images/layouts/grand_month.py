"""The layout of a grand month's result: geometry only, like `geometry`."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from images.layouts import month_scores
from images.layouts.geometry import Box
from images.layouts.month_scores import ScorePlaces

WIDTH: Final = 800
CARD: Final = 166
"""1.6 times as wide as on a usual result."""
RISE: Final = 36
"""So far a card of the last turn stands out of the fan."""
SEAL: Final = 96
LEFT: Final = 40
LINE: Final = 56
"""From one line of the headline to the next."""
ROW: Final = 46
GLOSS: Final = 30
"""The extra height of a row with the yaku's meaning below its name."""
_TOP: Final = 30
_SUBTITLE: Final = 36
_FAN: Final = 366
_FAN_MIDDLE: Final = 192
"""From the top of the fan's zone to the middle of its middle card."""
_FAN_X: Final = 308
_RADIUS: Final = 540
_SPAN: Final = 35.0
_STEP: Final = 10.5
"""Degrees between two cards of a small fan, and between the outer ones of a large one."""
POINTS: Final = 500
"""The right edge of the points, and of the total under them: right of it grows the plant."""
TOTAL: Final = 100
_PAPER: Final = 12
_PLANT_OUT: Final = 60
"""The part of the plant that runs off the right edge."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A card of the fan: its middle, and by how many degrees it is turned, positive to the left."""

    middle: tuple[float, float]
    degrees: float


@dataclass(frozen=True, slots=True)
class Places:
    """The height of the picture, and a box for each part; empty boxes (0 high) for what there is not."""

    height: int
    headline: Box
    subtitle: Box
    seal: Box
    fan: Box
    rows: tuple[Box, ...]
    reason: Box
    calculation: Box
    total: Box
    paper: Box
    scores: ScorePlaces
    note: Box
    corner: tuple[int, int]
    """The point where the right and the lower edge of the plant meet."""


@dataclass(frozen=True, slots=True)
class Needs:
    """The sizes of a result: its lines, rows and players, and the width of the widest label."""

    headline: int
    players: int
    lines: int
    rows: tuple[bool, ...] = ()
    """Of each yaku, whether its meaning stands below its name."""
    reason: int = 0
    calculation: int = 0
    note: int = 0
    labels: float = 0.0


def places(needs: Needs) -> Places:
    """A result with these parts."""
    headline = Box(LEFT, _TOP, WIDTH - 2 * LEFT, LINE * needs.headline)
    fan = Box(0, headline.bottom, WIDTH, _FAN)
    subtitle = Box(LEFT, headline.bottom + 2, headline.w, _SUBTITLE)
    seal = Box(WIDTH - LEFT - SEAL, headline.bottom + 16, SEAL, SEAL)
    width, y, rows = POINTS - LEFT, fan.bottom, list[Box]()
    for below in needs.rows:
        rows.append(Box(LEFT, y, width, ROW + (GLOSS if below else 0)))
        y = rows[-1].bottom
    reason = Box(LEFT, y, width, ROW * needs.reason)
    calculation = Box(LEFT, reason.bottom, width, ROW * needs.calculation)
    total = Box(LEFT, calculation.bottom + 8, width, TOTAL)
    inner = Box(LEFT, total.bottom + 22, WIDTH - 2 * LEFT, 0)
    scores = month_scores.places(inner, needs.players, needs.lines, needs.labels)
    note = Box(LEFT, scores.bottom, inner.w, 40 * needs.note + 12 if needs.note else 0)
    paper = Box(_PAPER, inner.y - 10, WIDTH - 2 * _PAPER, note.bottom + 10 - inner.y + 10)
    return Places(
        *(paper.bottom + _PAPER, headline, subtitle, seal, fan, tuple(rows), reason, calculation, total),
        *(paper, scores, note, (WIDTH + _PLANT_OUT, paper.y + 8)),
    )


def spots(zone: Box, risen: tuple[bool, ...]) -> tuple[Spot, ...]:
    """A place in the fan for each card, `RISE` further out for those that have `risen`."""
    count = len(risen)
    step = min(_STEP, _SPAN / max(1, count - 1))
    found = []
    for number, out in enumerate(risen):
        turn = step * (number - (count - 1) / 2)
        reach = _RADIUS + (RISE if out else 0)
        x = _FAN_X + reach * math.sin(math.radians(turn))
        y = zone.y + _FAN_MIDDLE + _RADIUS - reach * math.cos(math.radians(turn))
        found.append(Spot((x, y), -turn))
    return tuple(found)
