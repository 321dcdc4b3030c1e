"""The layouts of an arena's standing and of its poster: geometry only, in pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from images.layouts.geometry import WIDTH as POSTER_WIDTH
from images.layouts.geometry import Box, card_height

# The standing.

WIDTH: Final = 800
LEFT: Final = 28
"""The left edge of what is written on the felt."""
HEAD: Final = 148
"""The height of the title's part."""
ROOMY_MOST: Final = 8
"""The most rows that have room for a line of their own for the opponents."""
_EDGE: Final = 12
_TALL_HEAD: Final = 256
_HEADS: Final = 42
_FOOTER: Final = 44
_BOTTOM: Final = 8
_GAP: Final = 4
_ROOMY: Final = 76
_ONE_LINE: Final = 56
_TIGHT: Final = 39
_EMPTY: Final = 96
_CELL: Final = 50
_NAME: Final = 80
_RIGHT: Final = WIDTH - 30
_COLUMN_GAP: Final = 18
_COLUMN_LEAST: Final = 56
_NAME_SHARES: Final = {1: 0.54, 2: 0.42}
"""The part of a tight row's free width that the name gets, by how many opponents share the rest."""


@dataclass(frozen=True, slots=True)
class RowLayout:
    """A row: its panel, the boxes of the name and of the opponents, the middle of its numbers."""

    box: Box
    name: Box
    against: Box

    @property
    def roomy(self) -> bool:
        """Whether the row is so high that its letters are larger."""
        return self.box.h >= _ONE_LINE


@dataclass(frozen=True, slots=True)
class StandingLayout:
    """The rows; the value columns (right edge, width); the middle of the heads and of the footer.

    `against`: the left edge of the head over the opponents, where these have a column.
    """

    height: int
    heads: int
    rows: tuple[RowLayout, ...]
    values: tuple[tuple[int, int], ...]
    against: Box | None
    footer: int


@dataclass(frozen=True, slots=True)
class ComingLayout:
    """The people before the start: the middle of the heading, a box for each of them, and the footer."""

    height: int
    head: int
    heading: int
    cells: tuple[Box, ...]
    empty: Box
    footer: int


def standing(rows: int, widths: Sequence[float], *, against: int, footed: bool = True) -> StandingLayout:
    """A standing whose columns of numbers need these widths.

    `against`: how many opponents a row may have; `footed`: whether there is a footer.
    """
    values = _values(widths)
    left = values[0][0] - values[0][1] - _COLUMN_GAP - _NAME
    beside = against > 0 and rows > ROOMY_MOST
    tall = _TIGHT if rows > ROOMY_MOST else _ROOMY if against else _ONE_LINE
    top = HEAD + _HEADS
    boxes = [Box(_EDGE, top + (tall + _GAP) * i, WIDTH - 2 * _EDGE, tall) for i in range(rows)]
    share = round(left * _NAME_SHARES[min(against, 2)]) if beside else left
    head = Box(_NAME + share + 8, HEAD, left - share - 8, _HEADS) if beside else None
    end = boxes[-1].bottom if boxes else top
    return StandingLayout(
        height=end + _below(footed=footed),
        heads=HEAD + _HEADS // 2,
        rows=tuple(_row(box, share, left, below=against > 0 and not beside) for box in boxes),
        values=values,
        against=head,
        footer=end + _FOOTER // 2 + 4,
    )


def _row(box: Box, share: int, left: int, *, below: bool) -> RowLayout:
    """A row whose opponents stand below the name, or beside it."""
    if below:
        return RowLayout(box, Box(_NAME, box.y + 3, left, 38), Box(_NAME, box.y + 41, left, 32))
    beside = Box(_NAME + share + 8, box.y, left - share - 8, box.h)
    return RowLayout(box, Box(_NAME, box.y, share, box.h), beside)


def _values(widths: Sequence[float]) -> tuple[tuple[int, int], ...]:
    """Right edge and width of each column of numbers."""
    right, found = _RIGHT, list[tuple[int, int]]()
    for width in reversed(widths):
        wide = max(_COLUMN_LEAST, round(width) + 2)
        found.append((right, wide))
        right -= wide + _COLUMN_GAP
    return tuple(reversed(found))


def coming(people: int, *, footed: bool = True) -> ComingLayout:
    """The people before the start, in two columns from left to right; nobody: a panel for the words."""
    top = _TALL_HEAD + _HEADS
    wide = (WIDTH - 2 * _EDGE - _GAP) // 2
    cells = tuple(
        Box(_EDGE + (wide + _GAP) * (i % 2), top + (_CELL + _GAP) * (i // 2), wide, _CELL)
        for i in range(people)
    )
    empty = Box(_EDGE, top, WIDTH - 2 * _EDGE, _EMPTY)
    end = cells[-1].bottom if cells else empty.bottom
    below = _below(footed=footed)
    return ComingLayout(
        end + below, _TALL_HEAD, _TALL_HEAD + _HEADS // 2, cells, empty, end + _FOOTER // 2 + 4
    )


def _below(*, footed: bool) -> int:
    """Return the height below the last row."""
    return _FOOTER + _BOTTOM if footed else _EDGE


# The poster.

HEIGHT: Final = 700
MARGIN: Final = 52
FRAME: Final = 10
KEYLINE: Final = 4
GROUND: Final = 524
"""The lower edge of the lanterns."""
TITLE: Final = Box(MARGIN, 36, 440, 140)
PLANT: Final = (POSTER_WIDTH - FRAME + 40, 484)
"""The point where the right and the lower edge of the plant meet."""
RIDGE: Final = (
    *((0.0, 520.0), (120.0, 508.0), (300.0, 500.0), (560.0, 497.0)),
    *((820.0, 500.0), (980.0, 508.0), (1100.0, 518.0)),
)
FAR_RIDGE: Final = (
    *((0.0, 432.0), (110.0, 426.0), (240.0, 446.0), (420.0, 500.0), (700.0, 500.0)),
    *((860.0, 470.0), (980.0, 444.0), (1100.0, 436.0)),
)
_LANTERN: Final = 312
_LANTERN_GAP: Final = 18
_HEIGHTS: Final = {1: 208, 2: 184, 3: 150}
_CARDS: Final = (146, 108, 104)
_NARROW: Final = 96
"""The width of the card at the left, under the title, where its lantern is the highest."""
_SUNK: Final = 10
"""So far a card stands behind the upper edge of its lantern."""
_LIST_TOP: Final = 556
_LIST_LINE: Final = 44
_LIST_COLUMNS: Final = 3
_LIST_GAP: Final = 44
EMPTY: Final = Box(MARGIN, 290, 740, 60)
"""The words in place of the podium."""
_FACTS: Final = (604, 628, 652)


@dataclass(frozen=True, slots=True)
class LanternLayout:
    """A lantern of the podium, and the card that stands on it: its middle and its width."""

    box: Box
    card: tuple[int, int]
    width: int


def podium(places: Sequence[int]) -> tuple[LanternLayout, ...]:
    """The lanterns of the first three, in their order: the first in the middle, the second at its left."""
    middle = POSTER_WIDTH // 2
    step = _LANTERN + _LANTERN_GAP
    found = []
    spots = zip(places, (middle, middle - step, middle + step), _CARDS, strict=False)
    for place, cx, wide in spots:
        tall = _HEIGHTS[min(place, 3)]
        box = Box(cx - _LANTERN // 2, GROUND - tall, _LANTERN, tall)
        width = _NARROW if place == 1 and cx < middle else wide
        found.append(LanternLayout(box, (cx, box.y + _SUNK - card_height(width) // 2), width))
    return tuple(found)


def facts(count: int) -> int:
    """The middle of the last line, below a list of `count` people."""
    return _FACTS[min(-(-count // _LIST_COLUMNS), len(_FACTS) - 1)]


def others(count: int) -> tuple[Box, ...]:
    """A line for each of the next ones, column by column, two a column."""
    wide = (POSTER_WIDTH - 2 * MARGIN - _LIST_GAP * (_LIST_COLUMNS - 1)) // _LIST_COLUMNS
    return tuple(
        Box(
            MARGIN + (wide + _LIST_GAP) * (i % _LIST_COLUMNS),
            _LIST_TOP - _LIST_LINE // 2 + _LIST_LINE * (i // _LIST_COLUMNS),
            wide,
            _LIST_LINE,
        )
        for i in range(count)
    )
