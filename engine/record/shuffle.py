"""Provable shuffles (record.md): decks fixed by a secret and those who joined, committed to before play.

Pure functions of bytes; the host draws the secret and publishes the commitments.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator
from hashlib import sha256

from engine.cards.deck import DECK, Deck, format_cards

SECRET_BYTES = 32
SALT_BYTES = 16


def new_commitment(secret: bytes) -> str:
    """What stands in the lobby before anybody joins: lower-case hex SHA-256 of the raw secret."""
    return sha256(secret).hexdigest()


def seed_from(secret: bytes, joins: Iterable[str | int]) -> bytes:
    """The match's seed (32 bytes) from the host's secret and the join ids of the people who take part."""
    ordered = ",".join(str(each) for each in sorted(int(each) for each in joins))
    return _hmac(secret, f"koikoi/1|seed|{ordered}")


def deck(seed: bytes, k: int) -> Deck:
    """Deck `k`: 0 is the seat deck, k >= 1 the deck of deal k, before any cut."""
    cards = list(DECK)
    numbers = _bytes(seed, k)
    for last in range(len(cards) - 1, 0, -1):
        sides = last + 1
        fair = 256 - 256 % sides  # a byte from there on would favour the low cards
        chosen = next(byte for byte in numbers if byte < fair) % sides
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return tuple(cards)


def salt(seed: bytes, k: int) -> bytes:
    """The salt (16 bytes) of deck `k`'s commitment."""
    return _hmac(seed, f"koikoi/1|salt|{k}")[:SALT_BYTES]


def commitment(salt: bytes, deck: Deck) -> str:
    """What is published before anybody acts on the deal: hex SHA-256 of `salt-hex:deck-letters`."""
    return sha256(f"{salt.hex()}:{format_cards(deck)}".encode("ascii")).hexdigest()


def _bytes(seed: bytes, k: int) -> Iterator[int]:
    block = 0
    while True:
        yield from _hmac(seed, f"koikoi/1|deck|{k}|{block}")
        block += 1


def _hmac(key: bytes, message: str) -> bytes:
    return hmac.digest(key, message.encode("ascii"), "sha256")
