"""The layout of the sheet of a season's months: geometry only. A month is a row."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from images.layouts.geometry import Box, card_height, cells

WIDTH: Final = 800
"""As wide as a hand: of 24 pixels of it a phone that shows it 314 wide makes more than nine."""
CARD: Final = 82
"""As wide as on the field of a hand, so that no further copies are kept of any card."""
BADGE: Final = 36
_EDGE: Final = 8
_GAP: Final = 8
_INSIDE: Final = 10
_TOP: Final = 64
_SEAL: Final = 56
_HEAD: Final = 163
_CARDS_TOP: Final = 9
_NAMES: Final = 34
_BESIDE: Final = 6
_APART: Final = 18


@dataclass(frozen=True, slots=True)
class MonthPlaces:
    """A month's panel: its seal, its name and its plant below that, its cards with a place for their kinds.

    The name of a card lies in its part of `names`.
    """

    box: Box
    seal: Box
    name: Box
    plant: Box
    cards: tuple[Box, ...]
    kinds: tuple[Box, ...]
    names: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class DeckPlaces:
    """The whole sheet: its height, the line of its title, the kinds' places beside that, the months."""

    height: int
    title: Box
    kinds: tuple[Box, ...]
    months: tuple[MonthPlaces, ...]


def places(months: int, kinds: Sequence[float], cards: int = 4) -> DeckPlaces:
    """Return the sheet of `months` months of `cards` each; `kinds`: widths of the words beside badges."""
    tall = _CARDS_TOP + card_height(CARD) + _NAMES
    rows = tuple(
        _month(Box(_EDGE, _TOP + (tall + _GAP) * n, WIDTH - 2 * _EDGE, tall), cards) for n in range(months)
    )
    left = WIDTH - _EDGE - _BESIDE
    explained: list[Box] = []
    for words in reversed(kinds):
        wide = BADGE + _BESIDE + math.ceil(words)
        explained.insert(0, Box(left - wide, (_TOP - BADGE) // 2, wide, BADGE))
        left -= wide + _APART
    title = Box(_EDGE + _INSIDE, 0, left - _EDGE - _INSIDE, _TOP)
    return DeckPlaces(rows[-1].box.bottom + _EDGE, title, tuple(explained), rows)


def _month(box: Box, count: int) -> MonthPlaces:
    seal = Box(box.x + _INSIDE, box.y + _INSIDE, _SEAL, _SEAL)
    name = Box(seal.x, box.bottom - 86, _HEAD - _INSIDE, 40)
    parts = cells(Box(box.x + _HEAD, box.y, box.w - _HEAD - _INSIDE // 2, box.h), count, gap=0)
    wide = CARD + _BESIDE + BADGE
    cards = tuple(Box(part.cx - wide // 2, box.y + _CARDS_TOP, CARD, card_height(CARD)) for part in parts)
    kinds = tuple(Box(card.right + _BESIDE, card.bottom - BADGE - 2, BADGE, BADGE) for card in cards)
    names = tuple(
        Box(card.cx - part.w // 2, card.bottom, part.w, _NAMES)
        for card, part in zip(cards, parts, strict=True)
    )
    return MonthPlaces(box, seal, name, name.moved(0, 38), cards, kinds, names)
