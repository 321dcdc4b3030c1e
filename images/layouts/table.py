"""The layout of a table and its bands: geometry only (art guide, 9.1 and 9.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from images.layouts.geometry import Box, card_height

BAND_HEIGHT: Final = 176
LOW_BAND: Final = 58
"""The height of a band of which there is nothing to show but its line."""
FIELD_LEFT: Final = 162
COLUMN_WIDTH: Final = 146
"""The column left of the field: the month, what changes its value, the stock."""
SEAL: Final = 110
_EDGE: Final = 8
_BAND_WIDTH: Final = 1084
_FIELD_WIDTH: Final = 922
_STOCK_WIDTH: Final = 92
COLUMN_MIDDLE: Final = _EDGE + COLUMN_WIDTH // 2
_COLUMN_HEIGHT: Final = 492
"""Of what stands left of the field; a higher field moves its lower part down."""
_GAP: Final = 8
_CARDS: Final = {3: 176, 4: 176, 5: 176, 6: 148, 7: 124, 8: 108, 9: 95}
"""The widths of the cards, by columns: as dealt a fifth wider than those of a full field.

One width for all of

these: each further one is 48 more sprites to make and to keep."""


@dataclass(frozen=True, slots=True)
class TableLayout:
    """Bands in seat order, slots of the upper and the lower row, the month's seal, the stock's upper card.

    `field` is all of the field and its column, `months` are the middles of the lines under the seal, `chips`
    those of the factors of the month's value. `count` is the middle of the line over the stock, on which a
    turned up card may lie. `time` is the bar of a turn's time.
    """

    height: int
    bands: tuple[Box, ...]
    field: Box
    slots: tuple[Box, ...]
    seal: Box
    months: tuple[int, int, int]
    chips: tuple[int, int]
    count: int
    stock: Box
    time: Box


def table(full: Sequence[bool], columns: int) -> TableLayout:
    """Return the table for two or three players; with fewer `columns` the field is higher.

    `full` says of each band whether it has captured cards to show. Two lie over and under the field; three
    under it, in the order of their turns.
    """
    heights = [BAND_HEIGHT if each else LOW_BAND for each in full]
    over = heights[:1] if len(heights) == 2 else []
    top = _EDGE + sum(height + _EDGE for height in over)
    width = _card_width(columns)
    field = 2 * card_height(width) + _GAP
    tall = max(_COLUMN_HEIGHT, field)
    lower = top + tall - _COLUMN_HEIGHT
    below = accumulate((height + _EDGE for height in heights[len(over) :]), initial=top + tall + _EDGE)
    *lefts, bottom = (*(_EDGE for _ in over), *below)
    stock = Box(COLUMN_MIDDLE - _STOCK_WIDTH // 2, lower + 322, _STOCK_WIDTH, card_height(_STOCK_WIDTH))
    return TableLayout(
        bottom,
        tuple(Box(_EDGE, y, _BAND_WIDTH, height) for y, height in zip(lefts, heights, strict=True)),
        Box(_EDGE, top, _BAND_WIDTH, tall),
        _slots(columns, width, top + (tall - field) // 2),
        Box(COLUMN_MIDDLE - SEAL // 2, top + 2, SEAL, SEAL),
        (top + 137, top + 173, top + 209),
        (top + 212, top + 258),
        lower + 302,
        stock,
        Box(_EDGE + 4, lower + 476, COLUMN_WIDTH - 8, 16),
    )


def _card_width(columns: int) -> int:
    """Return the width of the field's cards in a number of columns."""
    known = _CARDS.get(max(columns, min(_CARDS)))
    return known or (_FIELD_WIDTH - _GAP * (columns - 1)) // columns


def _slots(columns: int, width: int, top: int) -> tuple[Box, ...]:
    """Two rows round the middle of the field."""
    left = FIELD_LEFT + (_FIELD_WIDTH + 6 - columns * (width + _GAP) + _GAP) // 2
    tall = card_height(width)
    return tuple(
        Box(left + column * (width + _GAP), top + line * (tall + _GAP), width, tall)
        for line in range(2)
        for column in range(columns)
    )


WORD_HEIGHT: Final = 44
"""Of the word of a ring."""
_WORD_AWAY: Final = 30


def word_middle(field: Box, slot: Box) -> int:
    """The middle of a word that belongs to a narrow card: over the upper row, under the lower one."""
    if slot.cy < field.cy:
        return max(field.y + WORD_HEIGHT // 2, slot.y - _WORD_AWAY)
    return min(field.bottom - WORD_HEIGHT // 2, slot.bottom + _WORD_AWAY)


def apart(lefts: Sequence[int], widths: Sequence[int], *, least: int, most: int) -> tuple[int, ...]:
    """The left ends of words of one line, moved so far that none lies on another or beyond `least`, `most`.

    They come from left to right; a word that has to move goes as little as needed, half of the way each.
    """
    moved = list(lefts)
    for i in range(1, len(moved)):
        lack = moved[i - 1] + widths[i - 1] + 6 - moved[i]
        if lack > 0:
            moved[i - 1] -= lack // 2
            moved[i] += lack - lack // 2
    at = least
    for i, width in enumerate(widths):
        moved[i] = max(moved[i], at)
        at = moved[i] + width + 6
    at = most
    for i in reversed(range(len(moved))):
        moved[i] = min(moved[i], at - widths[i])
        at = moved[i] - 6
    return tuple(moved)


# A band.


TILE_HEIGHT: Final = 76
TILE_WIDTHS: Final = (72, 54)
"""Of captured cards, of which a part is shown: where there is room for it, and in a full band."""
CLEAR_WIDTHS: Final = (56, 48)
"""Of captured cards of the clear face, of which all but the lower end is shown: their number is above."""
CHAFF_TILE: Final = (42, 36)
"""Width and height of captured chaff, two cards of which lie over each other."""
_TILE_GAP: Final = 4
_GROUP_GAP: Final = 20
_LABEL_MIDDLE: Final = 71
_TILES_TOP: Final = 92
_INSET: Final = 14
_CHAFF_BLOCK: Final = 5
_CHAFF_BLOCK_GAP: Final = 8


@dataclass(frozen=True, slots=True)
class CapturedLayout:
    """Captured cards of one band: for each group its cards, in the order in which they may overlap.

    `groups` holds lights, animals, ribbons, chaff; `labels` the left end of each group's words, `middle`
    their middle.
    """

    groups: tuple[tuple[Box, ...], ...]
    labels: tuple[int, ...]
    middle: int


@dataclass(frozen=True, slots=True)
class _Steps:
    """The width of captured cards, their distance, and the distance of the columns of the chaff."""

    width: int
    step: int
    chaff: int

    def widths(self, counts: Sequence[int]) -> Iterator[int]:
        """Yield the widths of the groups of these cards."""
        for count in counts[:3]:
            yield (count - 1) * self.step + self.width if count else 0
        columns = -(-counts[3] // 2)
        yield self.column(columns - 1) + CHAFF_TILE[0] if columns else 0

    def column(self, number: int) -> int:
        """Return the left edge of a column of the chaff; five make a block of ten cards."""
        return number * self.chaff + number // _CHAFF_BLOCK * _CHAFF_BLOCK_GAP


def _steps(widths: tuple[int, int]) -> Iterator[_Steps]:
    """The largest first; cards that lie on each other show two thirds at least while that is enough."""
    wide, narrow = widths
    chaff = CHAFF_TILE[0] + 3
    yield _Steps(wide, wide + _TILE_GAP, chaff)
    for step in range(narrow + _TILE_GAP, 36, -1):
        yield _Steps(narrow, step, chaff)
    for step in range(36, 12, -1):
        yield _Steps(narrow, step, 22)


def captured(
    band: Box,
    counts: Sequence[int],
    labels: Sequence[float],
    tiles: tuple[int, int] = TILE_WIDTHS,
) -> CapturedLayout:
    """Return the places of `counts` (lights, animals, ribbons, chaff) captured cards in `band` under their
    labels.

    `labels` are the widths of the words over each group, 0 where there are none.
    """
    room = band.w - 2 * _INSET
    for tried in _steps(tiles):
        widths = [
            max(label, width) for label, width in zip(map(int, labels), tried.widths(counts), strict=True)
        ]
        if sum(widths) + _GROUP_GAP * (sum(width > 0 for width in widths) - 1) <= room:
            break
    lefts = tuple(
        accumulate((width + _GROUP_GAP if width else 0 for width in widths[:3]), initial=band.x + _INSET)
    )
    top = band.y + _TILES_TOP
    groups = [
        tuple(Box(left + i * tried.step, top, tried.width, TILE_HEIGHT) for i in range(count))
        for left, count in zip(lefts[:3], counts[:3], strict=True)
    ]
    wide, tall = CHAFF_TILE
    chaff = tuple(
        Box(lefts[3] + tried.column(i // 2), top + i % 2 * (tall + _TILE_GAP), wide, tall)
        for i in range(counts[3])
    )
    return CapturedLayout((*groups, chaff), lefts, band.y + _LABEL_MIDDLE)


@dataclass(frozen=True, slots=True)
class HeaderLayout:
    """The header line of a band: left edges of its parts, and how many chips it has room for.

    `name_width` is what the name may take. `parts` are the left edges of the parts after the name,
    `chips` those of the yaku chips.
    """

    centre: int
    name: int
    name_width: int
    parts: tuple[int, ...]
    chips: tuple[int, ...]


NAME_MOST: Final = 440
NAME_LEAST: Final = (150, 200)
"""A finished yaku may squeeze the name this far, an unfinished one only to the second width."""
_HEADER_CENTRE: Final = 27
_PART_GAP: Final = 16
_CHIP_GAP: Final = 8


@dataclass(frozen=True, slots=True)
class HeaderWidths:
    """Widths in a header's line. `before`: of what stands before the name; `name`, `parts`: of the texts;
    `chips`: of each yaku chip, and whether it is finished (gold), which lets it squeeze the name further.
    """

    before: int
    name: float
    parts: Sequence[float]
    chips: Sequence[tuple[float, bool]]


def header(band: Box, widths: HeaderWidths, least: tuple[int, int] = NAME_LEAST) -> HeaderLayout | None:
    """The header of `band`; None where these chips leave the name too little room."""
    name, parts, chips = widths.name, widths.parts, widths.chips
    left = band.x + 14 + widths.before
    right = band.right - 8
    after = sum(parts) + _PART_GAP * len(parts)
    chips_left = right - sum(w for w, _ in chips) - _CHIP_GAP * max(0, len(chips) - 1)
    room = (chips_left - 2 * _PART_GAP if chips else right) - after - left
    if chips and room < min(name, least[0] if all(gold for _, gold in chips) else least[1]):
        return None
    width = int(min(NAME_MOST, room))
    first = left + min(name, width) + _PART_GAP
    return HeaderLayout(
        band.y + min(_HEADER_CENTRE, band.h // 2),
        left,
        width,
        _lefts(first, parts, _PART_GAP),
        _lefts(chips_left, [w for w, _ in chips], _CHIP_GAP),
    )


def _lefts(first: float, widths: Sequence[float], gap: int) -> tuple[int, ...]:
    """The left edges of parts that stand side by side."""
    steps = accumulate((width + gap for width in widths), initial=first)
    return tuple(round(left) for left in steps)[: len(widths)]
