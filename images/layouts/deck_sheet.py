"""Where everything lies on the sheet of the deck: geometry only. Two months stand in a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from images.layouts.geometry import Box, card_height

WIDTH: Final = 800
"""As wide as a hand: of 24 pixels of it a phone that shows it 324 wide makes more than nine."""
CARD: Final = 82
"""As wide as on the field of a hand, so that no further copies are kept of any card."""
BADGE: Final = 36
LINE: Final = 29
"""From one line of names to the next."""
_EDGE: Final = 10
_GAP: Final = 8
_INSIDE: Final = 13
_TOP: Final = 186
_SEAL: Final = 44
_CARDS_TOP: Final = 64
_BELOW: Final = 12


@dataclass(frozen=True, slots=True)
class MonthPlaces:
    """A month's panel: its seal, the line of its name, its cards; names stand below them, within `inner`.

    `names` is the middle of the first line of names.
    """

    box: Box
    inner: Box
    seal: Box
    name: Box
    cards: tuple[Box, ...]
    names: int


@dataclass(frozen=True, slots=True)
class DeckPlaces:
    """The whole sheet: its height, the middles of title, note and kinds, the kinds' places, the months."""

    height: int
    title: int
    note: int
    kinds: tuple[Box, ...]
    months: tuple[MonthPlaces, ...]


def span(count: int, first: int = 0) -> tuple[int, int]:
    """Left and right end of `count` neighbouring cards from the `first` on, from the left of the panel."""
    step = _step()
    return _INSIDE + first * step, _INSIDE + (first + count - 1) * step + CARD


def _step() -> int:
    return (_panel() - 2 * _INSIDE - CARD) // 3


def _panel() -> int:
    return (WIDTH - 2 * _EDGE - _GAP) // 2


def places(lines: Sequence[int]) -> DeckPlaces:
    """The sheet of months whose names have so many lines; months in a row are as high as each other."""
    months: list[MonthPlaces] = []
    top = _TOP
    for first in range(0, len(lines), 2):
        most = max(lines[first : first + 2])
        height = _CARDS_TOP + card_height(CARD) + BADGE // 2 + LINE * most + _BELOW
        months += [
            _month(Box(_EDGE + n * (_panel() + _GAP), top, _panel(), height))
            for n in range(len(lines[first : first + 2]))
        ]
        top += height + _GAP
    quarter = (WIDTH - 2 * _EDGE) // 4
    kinds = tuple(Box(_EDGE + 8 + n * quarter, 132, quarter - 8, BADGE) for n in range(4))
    return DeckPlaces(top - _GAP + _EDGE, 44, 96, kinds, tuple(months))


def _month(box: Box) -> MonthPlaces:
    inner = Box(box.x + _INSIDE, box.y, box.w - 2 * _INSIDE, box.h)
    seal = Box(inner.x, box.y + 10, _SEAL, _SEAL)
    name = Box(seal.right + 12, seal.y, inner.right - seal.right - 12, _SEAL)
    top = box.y + _CARDS_TOP
    cards = tuple(Box(inner.x + n * _step(), top, CARD, card_height(CARD)) for n in range(4))
    return MonthPlaces(box, inner, seal, name, cards, cards[0].bottom + BADGE // 2 + LINE // 2 + 2)
