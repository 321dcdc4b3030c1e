"""Moves as small integers, ascending in the order of record.md, and what they do as tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NewType

from engine.cards.cardset import EMPTY, CardSet, cards_in
from engine.cards.deck import DECK, Card
from engine.rules.actions import Choose, Cut, Declare, KoiKoi, Move, Play, Ready, Shobu

Code = NewType("Code", int)
"""A move: five for each hand card (play it; play it and capture the 1st .. 4th of its month), then others."""

_PER_CARD = 5
_CHOOSE = _PER_CARD * len(DECK)
_REST = _CHOOSE + len(DECK)
READY, DECLARE, SHOBU, KOIKOI = (Code(_REST + each) for each in range(4))
_CUT = _REST + 4

BITS = tuple(card.bit for card in DECK)
"""By card: its mask."""

PAIRS = frozenset(each for each in range(0b1111) if each.bit_count() == 2)
"""Of the four cards of a month, as four bits: the two of which a player must choose one."""


LYING = tuple(tuple(lying << 4 * month for lying in range(16)) for month in range(12))
"""By month from 0 and by which of its four cards lie there, as four bits: their mask."""


def mask_of(cards: Iterable[int]) -> int:
    """The mask of these cards."""
    return sum(map(BITS.__getitem__, cards))


def cards_of(indices: Iterable[int]) -> tuple[Card, ...]:
    """Return cards in the order given."""
    return tuple([DECK[index] for index in indices])


def indices_of(cards: Iterable[Card]) -> list[int]:
    """The numbers 0..47 of these cards, in the order given."""
    return [card.index for card in cards]


def plays(card: Card, found: int) -> tuple[Move, ...]:
    """Return the plays of a hand card where these field cards (a mask) match it."""
    # Two matches are named, also where they are equal chaff (record.md, Actions).
    if found.bit_count() == 2:
        return tuple(Play(card, each) for each in cards_in(found))
    return (Play(card),)


def choices(found: int) -> tuple[Move, ...]:
    """Return the choices for a flipped card where these field cards (a mask) match it."""
    return tuple(Choose(card) for card in cards_in(found))


_WORDS: dict[Move, Code] = {Ready(): READY, Declare(): DECLARE, Shobu(): SHOBU, KoiKoi(): KOIKOI}


def _all_moves() -> list[Move]:
    plays = [
        Play(card, capture)
        for card in DECK
        for capture in (None, *(DECK[card.index - card.index % 4 + position] for position in range(4)))
    ]
    return [*plays, *map(Choose, DECK), *_WORDS, *map(Cut, range(len(DECK)))]


MOVES = tuple(_all_moves())
"""By code: the move."""

CODES = {move: Code(code) for code, move in enumerate(MOVES)}
"""By move: its code. `draw` and `resign`, which are no moves of a deal, have none."""


Landing = tuple[int, int, tuple[int, ...]]
"""A card that comes to the field: its month from 0, the card itself as one of the four bits of its month, and
its captures. These are four bits, too: the mask of these cards and of itself. Lowest card, lowest bit.
"""

LANDINGS: tuple[Landing, ...] = tuple(
    (
        card.month - 1,
        1 << card.index % 4,
        tuple(card.bit | caught << 4 * (card.month - 1) for caught in range(16)),
    )
    for card in DECK
)
"""By card."""

TAKEN = tuple((EMPTY, *(CardSet(mask) for mask in taken[1:])) for _, _, taken in LANDINGS)
"""By card and by what it caught of its month: the set of all that it captured, itself included."""

CAUGHT = tuple(
    tuple(tuple(4 * month + each for each in range(4) if caught >> each & 1) for caught in range(16))
    for month, _, _ in LANDINGS
)
"""By card and by what it caught of its month: those cards, without itself."""


def _codes(moves: Iterable[Move]) -> tuple[Code, ...]:
    return tuple([CODES[move] for move in moves])


PLAYS = tuple(
    (card.month - 1, tuple(_codes(plays(card, lying << 4 * (card.month - 1))) for lying in range(16)))
    for card in DECK
)
"""By card: its month from 0, and by what lies there of it the moves that play the card."""

PLAYED = tuple(
    (move.card.index, 1 << move.capture.index % 4 if move.capture else 0b1111, *LANDINGS[move.card.index])
    for move in MOVES
    if isinstance(move, Play)
)
"""By code of a play: the card, what it takes of its month if that lies on the field, and how it lands."""

CHOSEN = {CODES[Choose(card)]: 1 << card.index % 4 for card in DECK}
"""By code of a choice for the flipped card: what it takes of its month."""

CHOICES = tuple(tuple(_codes(choices(lying << 4 * month)) for lying in range(16)) for month in range(12))
"""By month from 0 and by what lies there of it: the choices for a flipped card."""

CUTS = tuple(Code(_CUT + at) for at in range(len(DECK)))
DECISIONS = (SHOBU, KOIKOI)
ANSWERS = {False: (READY,), True: (READY, DECLARE)}
"""By whether the hand has a yaku: what may be answered in the secret round."""


def cut_at(code: Code) -> int:
    """Return the place at which this cut divides the deck."""
    return code - _CUT
