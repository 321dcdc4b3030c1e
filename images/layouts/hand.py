"""Where everything lies on a hand: geometry only (art guide, 9.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from images.layouts.geometry import Box, card_height

_MATCH: Final = 76
"""The width of a card of the field beside the card of the hand that it matches."""


@dataclass(frozen=True, slots=True)
class HandLayout:
    """Cells in button order, and the panels that take their place in the other states."""

    height: int
    cells: tuple[Box, ...]
    choice: tuple[Box, ...]
    yaku: Box
    total: Box
    rest: Box


def hand(places: int, *, rest: bool = True) -> HandLayout:
    """The hand with this many cells; without a `rest` of the hand the other panels take its room."""
    tall = 348 if rest else 532
    return HandLayout(
        620,
        tuple(Box(16 + i % 4 * 270, 72 + i // 4 * 272, 262, 264) for i in range(places)),
        (Box(16, 72, 316, tall), Box(360, 72, 350, tall), Box(734, 72, 350, tall)),
        Box(16, 72, 716, tall),
        Box(744, 72, 340, tall),
        Box(16, 432, 1068, 172),
    )


TIME_BAR: Final = (150, 18)
"""Width and height of the bar of a turn's time, which stands in the line of the title."""
_YAKU_CARDS: Final = ((108, 198), (76, 150), (58, 108), (44, 84))
_YAKU_LINE: Final = 54


def yaku_rows(panel: Box, cards: Sequence[int]) -> tuple[int, int]:
    """The width of the cards beside finished yaku, and how far apart the yaku are.

    `cards`: how many each yaku shows. They are as large as there is room; none (0) where only a list fits.
    """
    # More than five large ones would hide each other.
    widest = _YAKU_CARDS[max(cards, default=0) > 5 :]
    return next(((w, pitch) for w, pitch in widest if pitch * len(cards) <= panel.h), (0, _YAKU_LINE))


def matches(cell: Box, count: int) -> tuple[Box, ...]:
    """The small cards of the field beside the card of a cell, each a little lower than the one before."""
    pitch = min(66, 73 // (count - 1)) if count > 1 else 0
    return tuple(
        Box(cell.x + 171, cell.y + 50 + i * pitch, _MATCH, card_height(_MATCH)) for i in range(count)
    )
