"""The decks of one match, all from its seed (record.md, *Provable shuffles*)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards.deck import Deck
from engine.record import shuffle


class Shuffles:
    """Decks, salts and commitments by deck number (0 = seat deck), worked out when first asked for."""

    __slots__ = ("_commitments", "_decks", "seed")

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self._decks: dict[int, Deck] = {}
        self._commitments: dict[int, str] = {}

    def deck(self, number: int) -> Deck:
        """The cards in order, before any cut."""
        if number not in self._decks:
            self._decks[number] = shuffle.deck(self.seed, number)
        return self._decks[number]

    def salt(self, number: int) -> bytes:
        """The salt of a deck's commitment, 16 bytes."""
        return shuffle.salt(self.seed, number)

    def commitment(self, number: int) -> str:
        """The digest that is published before anybody acts on the deal: lower-case hex, 64 digits."""
        if number not in self._commitments:
            self._commitments[number] = shuffle.commitment(self.salt(number), self.deck(number))
        return self._commitments[number]


def seed_of(secret: bytes, joins: Iterable[int]) -> bytes:
    """The seed of a match (32 bytes) from its secret and the join ids of its people."""
    return shuffle.seed_from(secret, joins)


def commitment_of(secret: bytes) -> str:
    """The digest of the secret that a lobby shows: lower-case hex, 64 digits."""
    return shuffle.new_commitment(secret)
