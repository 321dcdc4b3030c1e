"""The layout of the poster of a match: geometry only, in pixels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from images.layouts.geometry import WIDTH, Box, card_height

HEIGHT: Final = 700
MARGIN: Final = 56
"""Left and right of all that is written."""
FRAME: Final = 10
KEYLINE: Final = 4
"""The gold line inside the frame, as lights have one."""
WORDS: Final = Box(MARGIN, 36, 520, 330)
"""The place of the words in the sky."""
SUN: Final = Box(614, -24, 432, 432)
SCORES: Final = Box(MARGIN, 404, WIDTH - 2 * MARGIN, 80)
SERIES: Final = 508
"""The middle of the line below the scores."""
NUMBERS: Final = 23
"""The distance of the middles of the months' numbers below their seals."""
LABEL: Final = 148
"""The width of the words left of curve and strip."""
_STRIP: Final = 620
_STRIP_ALONE: Final = 572
_CURVE: Final = (500, 578)
_CURVE_BELOW_SERIES: Final = 532
_SEAL: Final = 54
_SEAL_ALONE: Final = 80
_SEAL_PART: Final = 0.8
"""The part of a month's room that its seal takes, where there are many."""

# The hills' ridges, from left to right.
RIDGE: Final = (
    *((0.0, 412.0), (90.0, 405.0), (210.0, 396.0), (350.0, 388.0), (500.0, 383.0), (660.0, 382.0)),
    *((820.0, 386.0), (960.0, 394.0), (1100.0, 406.0)),
)
FAR_RIDGE: Final = (
    *((0.0, 366.0), (80.0, 363.0), (180.0, 368.0), (300.0, 382.0), (520.0, 420.0)),
    *((760.0, 414.0), (900.0, 386.0), (1000.0, 360.0), (1100.0, 332.0)),
)


@dataclass(frozen=True, slots=True)
class Leaf:
    """A card of the fan: its middle, its width, and by how much it is turned; positive is to the left."""

    x: float
    y: float
    width: int
    degrees: float


# By how many cards there are: their width, and the step from one to the next in degrees.
_FANS: Final = ((1, 190, 0.0), (2, 186, 15.0), (3, 180, 12.0), (4, 168, 9.0), (5, 156, 7.2), (7, 140, 5.0))
_MANY: Final = (128, 3.6)
_PIVOT: Final = 560.0
"""The distance below the middle of the cards round which the fan turns."""
_FAN: Final = (SUN.cx, 206)


BACKS: Final = tuple(
    Box(SUN.cx + dx - 80, 84 + dy, 160, card_height(160)) for dx, dy in ((-112, 34), (112, 34), (0, 0))
)
"""Three cards face down, where no yaku can be shown."""


def fan(count: int) -> tuple[Leaf, ...]:
    """Return a fan of `count` cards from left to right; fewer cards are larger."""
    width, step = next(((width, step) for most, width, step in _FANS if count <= most), _MANY)
    cx, cy = _FAN
    leaves = []
    for number in range(count):
        degrees = (number - (count - 1) / 2) * step
        turn = math.radians(degrees)
        x, y = cx + _PIVOT * math.sin(turn), cy + _PIVOT * (1 - math.cos(turn))
        leaves.append(Leaf(x, y, width, -degrees))
    return tuple(leaves)


@dataclass(frozen=True, slots=True)
class StripLayout:
    """The months: the middles of their seals, how large these are, and the curve above them."""

    months: tuple[int, ...]
    cy: int
    seal: int
    curve: Box
    """From before the first month to after the last one; its height is the whole of a chance."""

    def point(self, month: int, share: float) -> tuple[float, float]:
        """Return the point of a chance after a month, counted from 1; 0 is before the first one."""
        x = self.months[month - 1] if month else self.curve.x
        return float(x), self.curve.bottom - share * self.curve.h


def strip(months: int, *, series: bool = False) -> StripLayout:
    """Return the strip of months, each under its point of the curve; `series`: a line stands above it."""
    left, right = MARGIN + LABEL, WIDTH - MARGIN
    seal = min(_SEAL, round((right - left) / months * _SEAL_PART))
    wide = right - left - seal // 2
    middles = tuple(round(left + wide * (each + 1) / months) for each in range(months))
    top, bottom = _CURVE
    top = _CURVE_BELOW_SERIES if series else top
    return StripLayout(middles, _STRIP, seal, Box(left, top, wide, bottom - top))


def strip_alone(months: int) -> StripLayout:
    """The strip where there is no curve: larger, each month in the middle of its part."""
    left, right = MARGIN + LABEL, WIDTH - MARGIN
    pitch = (right - left) / months
    middles = tuple(round(left + pitch * (each + 0.5)) for each in range(months))
    seal = min(_SEAL_ALONE, round(pitch * _SEAL_PART))
    return StripLayout(middles, _STRIP_ALONE, seal, Box(left, _STRIP_ALONE, right - left, 0))


def players(count: int) -> tuple[Box, ...]:
    """A cell for each player of the ranked row."""
    wide = SCORES.w // count
    return tuple(Box(SCORES.x + wide * each, SCORES.y, wide, SCORES.h) for each in range(count))


def area(points: Sequence[tuple[float, float]], bottom: int) -> tuple[Box, tuple[tuple[float, float], ...]]:
    """Return the area under a ridge down to `bottom`:

    its box, and its outline counted from the box's corner.
    """
    top = math.floor(min(y for _, y in points))
    box = Box(0, top, WIDTH, bottom - top)
    return box, (*((x, y - top) for x, y in points), (WIDTH, box.h), (0, box.h))
