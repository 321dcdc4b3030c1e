"""The 48 cards, their letters and kinds (rules.md section 1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import total_ordering
from string import ascii_letters

from engine.errors import NotationError, show

LETTERS = ascii_letters[26:] + ascii_letters[:22]
"""Card letters by index: `A`-`Z` for 0-25, `a`-`v` for 26-47."""


class Kind(Enum):
    """The kinds of cards; a value is the worth of such a card in ranking drawn cards (section 1)."""

    LIGHT = 20
    ANIMAL = 10
    RIBBON = 5
    CHAFF = 1


@total_ordering
@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One of the 48 cards. There is exactly one object for each, so identity is equality; ordered by index.

    `bit` is `1 << index`.
    """

    index: int
    letter: str
    month: int
    kind: Kind
    id: str
    points: int
    bit: int

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index

    def __str__(self) -> str:
        return self.letter

    def __repr__(self) -> str:
        return f"card({self.letter!r})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (card, (self.letter,))


Deck = tuple[Card, ...]
"""All 48 cards in a shuffled order; the front is dealt first."""

_L, _A, _R, _C = Kind.LIGHT, Kind.ANIMAL, Kind.RIBBON, Kind.CHAFF
_KINDS = (
    (_L, _R, _C, _C),
    (_A, _R, _C, _C),
    (_L, _R, _C, _C),
    (_A, _R, _C, _C),
    (_A, _R, _C, _C),
    (_A, _R, _C, _C),
    (_A, _R, _C, _C),
    (_L, _A, _C, _C),
    (_A, _R, _C, _C),
    (_A, _R, _C, _C),
    (_L, _A, _R, _C),
    (_L, _C, _C, _C),
)


def _deck() -> Iterable[Card]:
    for month, kinds in enumerate(_KINDS, start=1):
        seen = 0
        for position, kind in enumerate(kinds):
            index = 4 * (month - 1) + position
            name = kind.name.lower()
            if kinds.count(kind) > 1:
                seen += 1
                name = f"{name}-{seen}"
            yield Card(
                index=index,
                letter=LETTERS[index],
                month=month,
                kind=kind,
                id=f"{month:02}-{name}",
                points=kind.value,
                bit=1 << index,
            )


DECK: Deck = tuple(_deck())
"""The 48 cards in index order."""

ALL_CARDS = (1 << len(DECK)) - 1
"""The mask of all cards."""

_BY_LETTER = {each.letter: each for each in DECK}


def card(letter: str) -> Card:
    """The card of this letter. Raises NotationError for any other text."""
    try:
        return _BY_LETTER[letter]
    except KeyError:
        raise NotationError("", f"{show(letter)} is no card") from None


def parse_deck(text: str) -> Deck:
    """48 letters, each once, as a deck. Raises NotationError."""
    if len(text) != len(DECK) or set(text) != _BY_LETTER.keys():
        raise NotationError("", "not a permutation of the 48 letters")
    return tuple(_BY_LETTER[letter] for letter in text)


def format_cards(cards: Iterable[Card]) -> str:
    """Letters in the order given."""
    return "".join([each.letter for each in cards])
