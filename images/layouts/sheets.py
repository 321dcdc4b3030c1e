"""The layouts of the sheets and strips: geometry only, like `layout` (art guide, 9.5 to 9.8)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from images.layouts.geometry import WIDTH, Box, card_height


def columns(box: Box, count: int, *, gap: int = 0) -> tuple[Box, ...]:
    """`box` in `count` columns of equal width; what does not divide is left over at the right."""
    if count == 0:
        return ()
    width = (box.w - gap * (count - 1)) // count
    return tuple(Box(box.x + i * (width + gap), box.y, width, box.h) for i in range(count))


# Score sheet (9.5).


@dataclass(frozen=True, slots=True)
class CellWidths:
    """The widest change, total and chip of a sheet as they are written; 0: there is none."""

    change: int = 0
    total: int = 0
    chip: int = 0

    @property
    def column(self) -> int:
        """The narrowest column that holds them all beside a seal."""
        chip = self.chip + _CELL_GAP if self.chip else 0
        return _CELL_LEFT + chip + self.change + _CELL_GAP + self.total + _CELL_RIGHT


@dataclass(frozen=True, slots=True)
class CellLayout:
    """Within a player's column: the seal's middle, the chip's left end, right ends of change and total."""

    seal: int
    chip: int
    change: int
    total: int


_CELL_LEFT: Final = 54
_CELL_GAP: Final = 12
# Numbers keep so far from the rule at their right.
_CELL_RIGHT: Final = 14
# Of what is left free the change has so much before it, the total the rest.
_CHANGE_SHARE: Final = 0.55


def score_cell(width: int, texts: CellWidths) -> CellLayout:
    """The parts of a cell in a column of this width: seal, chip, change, total, each at one place in all."""
    free = max(0, width - texts.column)
    total = width - _CELL_RIGHT
    chip = texts.chip + _CELL_GAP if texts.chip else 0
    change = _CELL_LEFT + chip + texts.change + round(free * _CHANGE_SHARE)
    return CellLayout(27, _CELL_LEFT, change, total)


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """The ruled table: its frame, the columns (full height) of months, players and of what a month was won
    by, the rows (full width), and the line below that explains the marks.
    """

    height: int
    paper: Box
    frame: Box
    month: Box
    players: tuple[Box, ...]
    won: Box | None
    header: Box
    rows: tuple[Box, ...]
    legend: Box | None


@dataclass(frozen=True, slots=True)
class SheetWidths:
    """The least widths of a score sheet's columns: months with their marks, each player, the winning yaku.

    0: there is no such column.
    """

    month: int
    player: int
    won: int = 0


_SHEET_TOP: Final = 104
_SHEET_HEAD: Final = 84
_SHEET_LEGEND: Final = 60
_MONTH_COLUMN: Final = 119
# In the month column: right end of the number, left end of the label; and what is left free after it.
MONTH_NUMBER: Final = 52
MONTH_LABEL: Final = 62
MONTH_GAP: Final = 14
# A player's column is so wide where there is room, for the name over it.
_PLAYER_COLUMN: Final = 230


def score_sheet(players: int, rows: int, widths: SheetWidths, *, legend: bool = True) -> SheetLayout:
    """The sheet with this many rows under its header; without `won` where there is no room for it."""
    high = 44 if players > 2 else 52
    frame = Box(36, _SHEET_TOP, WIDTH - 72, _SHEET_HEAD + high * rows)
    below = _SHEET_LEGEND if legend else 24
    height = frame.bottom + below + 16
    month = Box(
        frame.x, frame.y, min(widths.month, max(_MONTH_COLUMN, frame.w - players * widths.player)), frame.h
    )
    right = Box(month.right, frame.y, frame.w - month.w, frame.h)
    spare = right.w - players * widths.player - widths.won
    won = None
    if players and widths.won and spare >= 0:
        each = min(max(widths.player, _PLAYER_COLUMN), widths.player + spare // players)
        won = Box(right.x + each * players, right.y, right.w - each * players, right.h)
        right = Box(right.x, right.y, each * players, right.h)
    return SheetLayout(
        height,
        Box(16, 16, WIDTH - 32, height - 32),
        frame,
        month,
        columns(right, players),
        won,
        Box(frame.x, frame.y, frame.w, _SHEET_HEAD),
        tuple(Box(frame.x, frame.y + _SHEET_HEAD + high * i, frame.w, high) for i in range(rows)),
        Box(frame.x, frame.bottom, frame.w, below) if legend else None,
    )


# Strips: lobby, seat draw, cut (9.8).


_SEAT_TOP: Final = 236
_SEAT_HEIGHT: Final = 88
_SEATS_IN_ROW: Final = 4


def lobby_height(seats: int) -> int:
    """Return the height of a lobby with these seats."""
    rows = math.ceil(seats / _SEATS_IN_ROW)
    return _SEAT_TOP + rows * _SEAT_HEIGHT + (rows - 1) * 12 + 16


def lobby_seats(count: int) -> tuple[Box, ...]:
    """Seats in one row, more than four in two."""
    wide = count if count <= _SEATS_IN_ROW else _SEATS_IN_ROW
    upper = columns(Box(16, _SEAT_TOP, WIDTH - 32, _SEAT_HEIGHT), wide, gap=12)
    lower = tuple(box.moved(0, _SEAT_HEIGHT + 12) for box in upper)
    return (*upper, *lower)[:count]


@dataclass(frozen=True, slots=True)
class DrawnLayout:
    """The places of card and texts of a participant of the draw.

    `panel`: the ground of all, where few take part.

    `middle`: what is written stands round `at`, else it begins there; `most` is its width.
    """

    card: Box
    name: tuple[int, int]
    note: tuple[int, int]
    place: tuple[int, int]
    name_most: int
    most: int
    panel: Box | None = None

    wide: bool = False
    """Whether what stands beside the card has room for larger type."""

    @property
    def middle(self) -> bool:
        """Whether the texts stand round the middle of the card, under it."""
        return self.panel is None


_PANEL_TOP: Final = 80
_PANEL_HEIGHT: Final = 284
# As wide as on the tables for two and for three, so that no further copies are kept of any card.
_BESIDE_CARD: Final = 148
_BENEATH_CARD: Final = 132
PANEL_MOST: Final = 3
"""The most participants of a draw who have room for their cards beside the last one."""


_ROW_CARD: Final = 118
_ROW_GAP: Final = 16
ROW_HEIGHT: Final = 226
"""The height that a row of cards to choose from takes above the people."""


def drawn_height(count: int, *, row: bool = False) -> int:
    """Return the height of a draw of `count` people, with or without a row of cards to choose from."""
    height = _PANEL_TOP + _PANEL_HEIGHT + 16 if count <= PANEL_MOST else 420
    return height + ROW_HEIGHT if row else height


_PLACES: Final = 8
PLACES_OF_ROW: Final = tuple(
    Box(
        (WIDTH - _PLACES * (_ROW_CARD + _ROW_GAP) + _ROW_GAP) // 2 + place * (_ROW_CARD + _ROW_GAP),
        _PANEL_TOP,
        _ROW_CARD,
        card_height(_ROW_CARD),
    )
    for place in range(_PLACES)
)
"""The places of cards to choose from, side by side under the title."""


def drawn(count: int, *, below: int = 0) -> tuple[DrawnLayout, ...]:
    """The places of the draw, side by side: two and three fill the strip, more stand in columns.

    They lie so far `below` where they do without a row of cards.
    """
    if count <= PANEL_MOST:
        panels = columns(Box(16, _PANEL_TOP + below, WIDTH - 32, _PANEL_HEIGHT), count, gap=12)
        return tuple(_beside(panel) if count < PANEL_MOST else _beneath(panel) for panel in panels)
    width = 148 if count <= 6 else 118
    top = 78 + below + (card_height(148) - card_height(width)) // 2
    return tuple(_column(place, width, top) for place in columns(Box(16, 0, WIDTH - 32, 0), count))


def _beside(panel: Box) -> DrawnLayout:
    """A wide panel: the card, and right of it all that there is to say."""
    height = card_height(_BESIDE_CARD)
    card = Box(panel.x + 48, panel.cy - height // 2, _BESIDE_CARD, height)
    x, most = card.right + 32, panel.right - 16 - card.right - 32
    return DrawnLayout(
        *(card, (x, panel.cy - 66), (x, panel.cy - 6), (x, panel.cy + 56)),
        *(most, most, panel),
        wide=True,
    )


def _beneath(panel: Box) -> DrawnLayout:
    """A narrow panel: the name, the card beneath it, the rest beside the card."""
    card = Box(panel.x + 42, panel.y + 60, _BENEATH_CARD, card_height(_BENEATH_CARD))
    x, most = card.right + 16, panel.right - 8 - card.right - 16
    name = (panel.x + 20, panel.y + 32)
    return DrawnLayout(card, name, (x, card.cy - 34), (x, card.cy + 26), panel.w - 40, most, panel=panel)


def _column(place: Box, width: int, top: int) -> DrawnLayout:
    """A column: the card, the place won on its lower edge, the name under it."""
    card = Box(place.cx - width // 2, top, width, card_height(width))
    below = (card.cx, card.bottom + 38)
    return DrawnLayout(card, below, below, (card.cx, card.bottom - 4), place.w - 12, place.w - 8)


@dataclass(frozen=True, slots=True)
class CutLayout:
    """The deck spread out, its top at the left: each card, and where its upper cards end at depths."""

    cards: tuple[Box, ...]
    ends: tuple[int, ...]
    """The right end of card 1, 2, ...: the place where a cut parts the deck."""


_CUT_CARD: Final = 132
_CUT_PITCH: Final = 18
_CUT_PITCH_APART: Final = 16
_CUT_GAP: Final = 48
_CUT_LIFT: Final = 16
CUT_TOP: Final = 108


def cut(size: int, at: int | None) -> CutLayout:
    """The deck of `size` cards; the `at` cards above the cut are lifted and set apart."""
    lifted = at or 0
    pitch = _CUT_PITCH_APART if lifted else _CUT_PITCH
    apart = _CUT_CARD - pitch + _CUT_GAP if lifted else 0
    left = (WIDTH - pitch * (size - 1) - _CUT_CARD - apart) // 2
    cards = tuple(
        Box(
            left + i * pitch + (apart if i >= lifted else 0),
            CUT_TOP - (_CUT_LIFT if i < lifted else 0),
            _CUT_CARD,
            card_height(_CUT_CARD),
        )
        for i in range(size)
    )
    return CutLayout(cards, tuple(card.right for card in cards))


# Rating chart (9.8).

_LABEL_PITCH: Final = 34
"""Numbers at the y axis are so far apart at the least."""


@dataclass(frozen=True, slots=True)
class ChartLayout:
    """The plot, where values lie in it, and the marks of the y axis from its lower to its upper end."""

    plot: Box
    x_from: float
    x_to: float
    marks: tuple[float, ...]

    @property
    def labelled(self) -> tuple[float, ...]:
        """The marks that have room for their numbers: all or every second one, or the two at the ends."""
        pitch, last = self.plot.h / (len(self.marks) - 1), len(self.marks) - 1
        step = next((n for n in (1, 2) if n * pitch >= _LABEL_PITCH and last % n == 0), last)
        return self.marks[::step]

    def at(self, x: float, y: float) -> tuple[float, float]:
        """The place of a value."""
        across = (x - self.x_from) / (self.x_to - self.x_from)
        up = (y - self.marks[0]) / (self.marks[-1] - self.marks[0])
        return self.plot.x + across * self.plot.w, self.plot.bottom - up * self.plot.h


def chart(xs: Sequence[float], ys: Sequence[float], plot: Box) -> ChartLayout:
    """A chart that shows all these values in `plot`, its y axis from round number to round number."""
    marks = ticks(min(ys), max(ys))
    first, last = min(xs), max(xs)
    if first == last:
        first, last = first - 1, last + 1
    return ChartLayout(plot, first, last, marks)


# Ratings that hardly differ are not blown up to the height of the chart.
_LEAST_RANGE: Final = 20


def ticks(low: float, high: float, most: int = 6) -> tuple[float, ...]:
    """Round numbers from below `low` to above `high`: steps of 1, 2 or 5 times a power of ten."""
    if high - low < _LEAST_RANGE:
        low, high = low - _LEAST_RANGE / 2, high + _LEAST_RANGE / 2
    power = 10.0 ** math.floor(math.log10((high - low) / most))
    step = next(m * power for m in (1, 2, 5, 10, 20) if (high - low) / (m * power) <= most - 1)
    first, last = math.floor(low / step), math.ceil(high / step)
    return tuple(step * i for i in range(first, last + 1))
