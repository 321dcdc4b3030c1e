"""The layout of a page of the yaku sheet: geometry only. Two yaku stand in a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from images.layouts.geometry import Box

WIDTH: Final = 800
"""As wide as a hand: of 24 pixels of it a phone that shows it 314 wide makes more than nine."""
TILE: Final = 64
LINE: Final = 31
"""From one line of a rule to the next."""
HELD: Final = 76
"""The width beside the cards of a yaku that somebody has begun."""
COLUMNS: Final = 2
_EDGE: Final = 8
_INSIDE: Final = 12
_GAP: Final = 8
_TOP: Final = 64
_LEGEND: Final = 48
_TILE_GAP: Final = 5
# Between the cards of one month and those of the next, of a dealt hand.
_SET_GAP: Final = 10
_NAME: Final = 44
_FOOT: Final = 10
_PANEL: Final = (WIDTH - 2 * _EDGE - (COLUMNS - 1) * _GAP) // COLUMNS
INNER: Final = _PANEL - 2 * _INSIDE
"""The width of the name's line with the points, and of each line of the rule."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The parts of a yaku's panel: sets of cards, lines below, `held` whether anything stands beside them."""

    sets: tuple[int, ...]
    lines: int
    held: bool = False


@dataclass(frozen=True, slots=True)
class CellPlaces:
    """A yaku's panel: its name's line, its cards' tiles, the middles of the lines below them from `text` on.

    `points` is the right end and the middle of the name's line, `held` the right end and the middle of what
    stands beside the cards.
    """

    box: Box
    name: Box
    tiles: tuple[Box, ...]
    text: int
    lines: tuple[int, ...]
    points: tuple[int, int]
    held: tuple[int, int]


@dataclass(frozen=True, slots=True)
class SheetPlaces:
    """The whole page: its height, the line of its title, that of its legend (None where it has none)."""

    height: int
    title: Box
    legend: Box | None
    cells: tuple[CellPlaces, ...]


def places(cells: Sequence[Cell], *, legend: bool) -> SheetPlaces:
    """Two panels in a row, as high as what needs more of the two."""
    top = _TOP + (_LEGEND if legend else 0)
    placed: list[CellPlaces] = []
    for first in range(0, len(cells), COLUMNS):
        row = cells[first : first + COLUMNS]
        tall = max(map(_height, row))
        placed += [
            _cell(cell, Box(_EDGE + (_PANEL + _GAP) * n, top, _PANEL, tall)) for n, cell in enumerate(row)
        ]
        top += tall + _GAP
    title = Box(_EDGE + _INSIDE, 0, WIDTH - 2 * (_EDGE + _INSIDE), _TOP)
    explained = Box(title.x, _TOP - 4, title.w, _LEGEND - 4) if legend else None
    return SheetPlaces(top - _GAP + _EDGE, title, explained, tuple(placed))


def _height(cell: Cell) -> int:
    return _NAME + (TILE + _TILE_GAP if cell.sets else 0) + LINE * cell.lines + _FOOT


def _cell(cell: Cell, box: Box) -> CellPlaces:
    left, right = box.x + _INSIDE, box.right - _INSIDE
    name = Box(left, box.y, right - left, _NAME)
    room = Box(left, name.bottom, right - left - (HELD + _GAP if cell.held else 0), TILE)
    below = room.bottom + _TILE_GAP if cell.sets else name.bottom
    lines = tuple(below + LINE // 2 + LINE * i for i in range(cell.lines))
    return CellPlaces(
        box, name, _tiles(room, cell.sets), left, lines, (right, name.cy + 1), (right - 4, room.cy)
    )


def _tiles(room: Box, sets: tuple[int, ...]) -> tuple[Box, ...]:
    """The cards from the left, over each other where there are many; sets stand a little apart."""
    count, gaps = sum(sets), _SET_GAP * (len(sets) - 1)
    step = min(TILE + _TILE_GAP, (room.w - TILE - gaps) // max(1, count - 1))
    number_of_set = [number for number, size in enumerate(sets) for _ in range(size)]
    return tuple(
        Box(room.x + i * step + _SET_GAP * number, room.y, TILE, TILE)
        for i, number in enumerate(number_of_set)
    )
