"""The decks of one match, all from its seed (record.md, *Provable shuffles* and *Version 2*)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards.deck import Deck
from engine.record import shuffle
from engine.rules.actions import Action
from engine.version import Version


class Shuffles:
    """Decks, salts and commitments by deck number (0 = seat deck), computed when first asked for.

    In version 2 decks from 1 on, and their salts, are there only once the draws for the seats are known.
    """

    __slots__ = ("_commitments", "_decks", "_later", "seed", "version")

    def __init__(self, seed: bytes, version: Version = Version.JOINS) -> None:
        self.seed = seed
        self.version = version
        self._later = seed if version is Version.JOINS else None
        """The key of the decks from 1 on; None until the draws are known."""
        self._decks: dict[int, Deck] = {}
        self._commitments: dict[int, str] = {}

    def __eq__(self, other: object) -> bool:
        """Whether these are the same decks, whichever of them have been computed."""
        if not isinstance(other, Shuffles):
            return NotImplemented
        return (self.seed, self.version, self._later) == (other.seed, other.version, other._later)

    def __hash__(self) -> int:
        return hash((self.seed, self.version, self._later))

    def after(self, draws: Iterable[Action]) -> Shuffles:
        """Return these shuffles with the draws for the seats made so far in the later decks."""
        if self.version is Version.JOINS:
            return self
        drawn = Shuffles(self.seed, self.version)
        drawn._decks = {number: deck for number, deck in self._decks.items() if number == 0}
        drawn._later = shuffle.key_of_later_decks(self.seed, shuffle.draws_of(draws))
        return drawn

    def deck(self, number: int) -> Deck:
        """The cards in order, before any cut."""
        if number not in self._decks:
            self._decks[number] = shuffle.deck(self._key(number), number, self.version)
        return self._decks[number]

    def salt(self, number: int) -> bytes:
        """The salt of a deck's commitment, 16 bytes."""
        return shuffle.salt(self._key(number), number, self.version)

    def commitment(self, number: int) -> str:
        """The digest that is published before anybody acts on the deal: lower-case hex, 64 digits."""
        if number not in self._commitments:
            self._commitments[number] = shuffle.commitment(self.salt(number), self.deck(number))
        return self._commitments[number]

    def _key(self, number: int) -> bytes:
        key = self.seed if number == 0 else self._later
        assert key is not None, "no later deck is asked for before the draws are made"
        return key


def seed_of(secret: bytes, joins: Iterable[int]) -> bytes:
    """The seed of a match of version 1 (32 bytes) from its secret and the join ids of its people."""
    return shuffle.seed_from(secret, joins)


def sealed_seed(secret: bytes, line: int) -> bytes:
    """The seed of a match of version 2 (32 bytes) from its secret and the id of its sealing line."""
    return shuffle.seed_of_message(secret, line)


def commitment_of(secret: bytes) -> str:
    """The digest of the secret that a sealing line shows: lower-case hex, 64 digits."""
    return shuffle.new_commitment(secret)
