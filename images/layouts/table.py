"""Where everything lies on a table and in its bands: geometry only (art guide, 9.1 and 9.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from images.layouts.geometry import Box, card_height

BAND_HEIGHT: Final = 182
FIELD_LEFT: Final = 162
FIELD_TOP: Final = 198
_FIELD_WIDTH: Final = 922
TILE_LEFT: Final = 12
TILE_WIDTH: Final = 138
STOCK_WIDTH: Final = 118


@dataclass(frozen=True, slots=True)
class TableLayout:
    """Bands in seat order, slots in slot order (all of one size), the tile, the stock's uppermost card.

    `flipped` is a card turned up on the stock, `count` the middle of the stock's chip over it, `time` the bar
    of a turn's time.
    """

    height: int
    bands: tuple[Box, ...]
    slots: tuple[Box, ...]
    tile: Box
    stock: Box
    flipped: Box
    count: int
    time: Box


def table(seats: int, cards: int) -> TableLayout:
    """The table for two or three; `cards` is the number of slots in use."""
    if seats == 2:
        return TableLayout(
            900,
            (Box(8, 8, 1084, BAND_HEIGHT), Box(8, 710, 1084, BAND_HEIGHT)),
            _slots(cards, width=148, gap=8, height=492),
            Box(TILE_LEFT, 202, TILE_WIDTH, 232),
            Box(24, 462, STOCK_WIDTH, card_height(STOCK_WIDTH)),
            Box(28, 496, STOCK_WIDTH, card_height(STOCK_WIDTH)),
            487,
            Box(TILE_LEFT, 674, TILE_WIDTH, 18),
        )
    return TableLayout(
        1026,
        tuple(Box(8, y, 1084, BAND_HEIGHT) for y in (8, 646, 836)),
        _slots(cards, width=132, gap=26, height=440),
        Box(TILE_LEFT, FIELD_TOP, TILE_WIDTH, 216),
        Box(24, 430, STOCK_WIDTH, card_height(STOCK_WIDTH)),
        # Lower down it must be smaller: the second band begins at 646.
        Box(33, 472, 100, card_height(100)),
        466,
        Box(TILE_LEFT, 628, TILE_WIDTH, 14),
    )


def _slots(cards: int, *, width: int, gap: int, height: int) -> tuple[Box, ...]:
    columns = max(6, -(-cards // 2))
    if columns > 9:
        width, gap = (_FIELD_WIDTH - 8 * (columns - 1)) // columns, 8
    elif columns > 6:
        width, gap = {7: (124, 9), 8: (108, 8), 9: (95, 8)}[columns]
    tall = card_height(width)
    # The rows lie as far apart as the columns, except that three players' cards need the height.
    between = 8 if columns == 6 else gap
    top = FIELD_TOP + (height - 2 * tall - between) // 2
    return tuple(
        Box(FIELD_LEFT + column * (width + gap), top + line * (tall + between), width, tall)
        for line in range(2)
        for column in range(columns)
    )


# A band.


GROUP_CARD: Final = 76
CHAFF_CARD: Final = 58
_GROUP_GAP: Final = 22
_CAPTURED_TOP: Final = 50
_CAPTURED_LEFT: Final = 14
_CAPTURED_RIGHT: Final = 1074
_CHAFF_COLUMNS: Final = 5


@dataclass(frozen=True, slots=True)
class CapturedLayout:
    """Captured cards of one band: for each group its cards, in the order in which they overlap.

    `groups` holds lights, animals, ribbons, chaff; `empty` an outline for each group without cards, else
    None; `chips` the upper left corner of each group's count chip.
    """

    groups: tuple[tuple[Box, ...], ...]
    empty: tuple[Box | None, ...]
    chips: tuple[tuple[int, int], ...]


def captured(band: Box, counts: Sequence[int]) -> CapturedLayout:
    """Where `counts` (lights, animals, ribbons, chaff) captured cards lie in `band`."""
    top = band.y + _CAPTURED_TOP
    left = band.x + _CAPTURED_LEFT
    overlapping = sum(max(0, count - 1) for count in counts[:3])
    step = 64.0
    if overlapping:
        free = _CAPTURED_RIGHT - _CAPTURED_LEFT - 66 - 3 * GROUP_CARD - CHAFF_CARD - 160
        step = min(64.0, max(26.0, free / overlapping))
    groups: list[tuple[Box, ...]] = []
    lefts: list[int] = []
    at = float(left)
    for count in counts[:3]:
        lefts.append(int(at))
        groups.append(
            tuple(Box(int(at + i * step), top, GROUP_CARD, card_height(GROUP_CARD)) for i in range(count))
        )
        at += max(0, count - 1) * step + GROUP_CARD + _GROUP_GAP
    lefts.append(int(at))
    groups.append(_chaff(int(at), top, band.x + _CAPTURED_RIGHT, counts[3]))
    outlines = tuple(
        None if cards else Box(x, top, GROUP_CARD if i < 3 else CHAFF_CARD, card_height(GROUP_CARD))
        for i, (x, cards) in enumerate(zip(lefts, groups, strict=True))
    )
    chips = tuple((x - 6, top + 94) for x in lefts)
    return CapturedLayout(tuple(groups), outlines, chips)


def _chaff(left: int, top: int, right: int, count: int) -> tuple[Box, ...]:
    """Rows of five, each a little lower than the one before and over it (Ishōkai's custom)."""
    columns = min(_CHAFF_COLUMNS, count)
    rows = -(-count // _CHAFF_COLUMNS)
    across = min(CHAFF_CARD, (right - left - CHAFF_CARD) // (columns - 1)) if columns > 1 else 0
    tall = card_height(CHAFF_CARD)
    down = min(36.0, (126 - tall) / (rows - 1)) if rows > 1 else 0.0
    return tuple(
        Box(
            left + i % _CHAFF_COLUMNS * across,
            top + round(i // _CHAFF_COLUMNS * down),
            CHAFF_CARD,
            tall,
        )
        for i in range(count)
    )


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
NAME_LEAST: Final = (190, 260)
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
