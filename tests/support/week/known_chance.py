"""Known chance: the decks of a bot in this process follow from its secrets alone, and so do its CPU players.

In a match a deck follows from the id of a message and from the draws for the seats as well, and chance draws
the character that mixes levels. Then no two runs would have the same matches.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bot.match.vocabulary import Character
from bot.opponents import mixture
from engine.record import shuffle
from tests.support.dealing import deals_by_chance

LINE, DRAWS = 1, ""
"""The id of every sealing line, and everybody's draws, as decks count them."""


class Secrets:
    """A source of secrets: the one that was chosen, once, else one number after another."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)
        self.chosen: int | None = None
        """The number of the next secret."""

    def __call__(self, size: int) -> bytes:
        """Return the next secret."""
        chosen, self.chosen = self.chosen, None
        return (next(self._numbers) if chosen is None else chosen).to_bytes(size, "big")


@contextmanager
def known_chance() -> Iterator[None]:
    """Let this process deal by secrets alone, and mix levels with an even temper."""
    with deals_by_chance(), pytest.MonkeyPatch.context() as patch:
        seed, key = shuffle.seed_of_message, shuffle.key_of_later_decks
        patch.setattr(shuffle, "seed_of_message", lambda secret, message: seed(secret, LINE))
        patch.setattr(shuffle, "key_of_later_decks", lambda begun, draws: key(begun, DRAWS))
        patch.setattr(
            mixture, "by_chance", lambda rules, points: mixture.nearest(rules, Character.EVEN, points)
        )
        yield
