"""Sets of cards as 48-bit masks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.cards.deck import ALL_CARDS, DECK, Card, Kind, card
from engine.errors import NotationError, show

KIND_MASKS = {kind: sum(each.bit for each in DECK if each.kind is kind) for kind in Kind}
"""The mask of each kind; the sake cup is in ANIMAL only."""

MONTH_MASKS = tuple(0b1111 << 4 * month for month in range(12))
"""The mask of each month, January first."""

FIRST_CARDS = sum(1 << 4 * month for month in range(12))
"""The mask of the first card of each month."""


def complete_months(mask: int) -> int:
    """The mask of all months of which all four cards are in `mask`."""
    return (mask & mask >> 1 & mask >> 2 & mask >> 3 & FIRST_CARDS) * 0b1111


def whole_months(mask: int) -> int:
    """The mask of all cards of the months that have a card in `mask`."""
    return ((mask | mask >> 1 | mask >> 2 | mask >> 3) & FIRST_CARDS) * 0b1111


def months_in(mask: int) -> int:
    """Return the number of months that have a card in `mask`."""
    return ((mask | mask >> 1 | mask >> 2 | mask >> 3) & FIRST_CARDS).bit_count()


def cards_in(mask: int) -> Iterator[Card]:
    """The cards of a mask in index order."""
    while mask:
        low = mask & -mask
        yield DECK[low.bit_length() - 1]
        mask ^= low


_LETTERS_IN = tuple(
    (first, tuple("".join([each.letter for each in cards_in(bits << first)]) for bits in range(256)))
    for first in range(0, len(DECK), 8)
)
"""By eight cards of the deck: the first of them, and by which of them there are, their letters."""


@dataclass(frozen=True, slots=True)
class CardSet:
    """An immutable set of cards; iterates in index order, prints as letters in index order."""

    mask: int = 0

    @classmethod
    def of(cls, cards: Iterable[Card]) -> CardSet:
        """The set of these cards; repeats fall together."""
        mask = 0
        for each in cards:
            mask |= each.bit
        return cls(mask)

    @classmethod
    def parse(cls, text: str) -> CardSet:
        """Letters in any order, none twice. Raises NotationError."""
        mask = 0
        for letter in text:
            bit = card(letter).bit
            if mask & bit:
                raise NotationError("", f"{show(letter)} twice")
            mask |= bit
        return cls(mask)

    def of_month(self, month: int) -> CardSet:
        """Return the cards of month 1..12."""
        return CardSet(self.mask & MONTH_MASKS[month - 1])

    def of_kind(self, kind: Kind) -> CardSet:
        """Return the cards of this kind; the sake cup is an animal."""
        return CardSet(self.mask & KIND_MASKS[kind])

    def __iter__(self) -> Iterator[Card]:
        return cards_in(self.mask)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __contains__(self, item: Card) -> bool:
        return self.mask & item.bit != 0

    def __or__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask | other.mask)

    def __and__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask & other.mask)

    def __sub__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask & ~other.mask)

    def __str__(self) -> str:
        mask = self.mask
        return "".join([letters[mask >> first & 0xFF] for first, letters in _LETTERS_IN])

    def __repr__(self) -> str:
        return f"CardSet.parse({str(self)!r})"


EMPTY = CardSet()
FULL = CardSet(ALL_CARDS)
