"""Where everything lies on the yaku sheet: geometry only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from images.layouts.geometry import Box

WIDTH: Final = 800
"""As wide as a hand: of 24 pixels of it a phone that shows it 324 wide makes more than nine."""
TILE: Final = 64
LINE: Final = 29
"""From one line of a rule to the next."""
HELD: Final = 76
"""What stands under the points, of a yaku that somebody has begun, is so wide."""
MOST_TILES: Final = 6
_EDGE: Final = 8
_INSIDE: Final = 10
_GAP: Final = 6
_TOP: Final = 76
_LEGEND: Final = 48
_TILE_GAP: Final = 5
_TILES: Final = 4
_TEXT: Final = 308
_NAME: Final = 42
_LEAST: Final = TILE + 14
# Under a single line as much is free as over the name.
_FOOT: Final = 8


@dataclass(frozen=True, slots=True)
class Row:
    """What a row has to hold: so many cards, so many lines of its rule, `held` whether anything stands under
    its points.
    """

    cards: int
    lines: int
    held: bool = False


@dataclass(frozen=True, slots=True)
class RowPlaces:
    """A row of the sheet: its cards' tiles, its name's line, the middles of its rule's lines from `text` on.

    `points` is the right end of all rows and the middle of the name's line, `held` the middle of what stands
    under the points.
    """

    box: Box
    tiles: tuple[Box, ...]
    name: Box
    text: int
    lines: tuple[int, ...]
    points: tuple[int, int]
    held: int


@dataclass(frozen=True, slots=True)
class SheetPlaces:
    """The whole sheet: its height, the line of its title, that of its legend (None where it has none)."""

    height: int
    title: Box
    legend: Box | None
    rows: tuple[RowPlaces, ...]


def name_width(row: Row) -> int:
    """How wide the line of such a row's name is, points and all."""
    return WIDTH - _EDGE - _INSIDE - (_TEXT if row.cards else _EDGE + _INSIDE)


def rule_width(row: Row) -> int:
    """How wide the rule of such a row may be, however many lines it has."""
    return name_width(row) - (HELD if row.held else 0)


def places(rows: Sequence[Row], *, legend: bool) -> SheetPlaces:
    """One row below the other; more cards than four overlap."""
    top = _TOP + (_LEGEND if legend else 0)
    placed = []
    for row in rows:
        placed.append(_row(row, top))
        top = placed[-1].box.bottom + _GAP
    title = Box(_EDGE + _INSIDE, 0, WIDTH - 2 * (_EDGE + _INSIDE), _TOP)
    explained = Box(title.x, _TOP - 6, title.w, _LEGEND - 4) if legend else None
    return SheetPlaces(top - _GAP + _EDGE, title, explained, tuple(placed))


def _row(row: Row, top: int) -> RowPlaces:
    """A row as high as its cards or its text, whichever needs more."""
    text = _NAME + LINE * row.lines + _FOOT
    box = Box(_EDGE, top, WIDTH - 2 * _EDGE, max(text, _LEAST if row.cards else 0))
    left, right = (_TEXT if row.cards else box.x + _INSIDE), box.right - _INSIDE
    first = box.y + (box.h - text) // 2 + 3
    name = Box(left, first, right - left, _NAME)
    lines = tuple(name.bottom + LINE // 2 + LINE * i for i in range(row.lines))
    held = (name.bottom + box.bottom) // 2 - 2
    return RowPlaces(box, _tiles(box, row.cards), name, left, lines, (right, name.cy + 1), held)


def _tiles(box: Box, count: int) -> tuple[Box, ...]:
    room = _TILES * TILE + (_TILES - 1) * _TILE_GAP
    step = min(TILE + _TILE_GAP, (room - TILE) // max(1, count - 1))
    top = box.y + (box.h - TILE) // 2
    return tuple(Box(box.x + _INSIDE + i * step, top, TILE, TILE) for i in range(count))
