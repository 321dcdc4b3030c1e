"""Provable shuffles (record.md): decks fixed by a secret and by what nobody knew when it was committed to.

In version 1 that is who joined (`seed_from`). In version 2 it is the id of the message that holds the
commitment (`seed_of_message`) and, for all decks but the one of the seat draw, what the players drew
(`key_of_later_decks`). Pure functions of bytes; the host draws the secret and publishes the commitments.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator
from hashlib import sha256

from engine.cards.deck import DECK, Deck, format_cards
from engine.record.notation import format_action
from engine.rules.actions import Action, Draw
from engine.version import Version

SECRET_BYTES = 32
SALT_BYTES = 16


def new_commitment(secret: bytes) -> str:
    """Return the text published before anybody acts: lower-case hex SHA-256 of the raw secret."""
    return sha256(secret).hexdigest()


def seed_from(secret: bytes, joins: Iterable[str | int]) -> bytes:
    """Version 1: the seed (32 bytes) from the secret and the join ids of the people who take part."""
    ordered = ",".join(str(each) for each in sorted(int(each) for each in joins))
    return _hmac(secret, f"koikoi/1|seed|{ordered}")


def seed_of_message(secret: bytes, message: int) -> bytes:
    """Version 2: the seed (32 bytes) from the secret and the id of the message that sealed it."""
    return _hmac(secret, f"koikoi/2|seed|{message}")


def draws_of(actions: Iterable[Action]) -> str:
    """The draws among a match's actions as they go into the later decks: `0 draw:3,0 draw,1 draw:7`.

    They are sorted by joining number, each participant's own in their order.
    """
    draws = [each for each in actions if isinstance(each.move, Draw)]
    return ",".join(map(format_action, sorted(draws, key=lambda each: each.player)))


def key_of_later_decks(seed: bytes, draws: str) -> bytes:
    """Version 2: the key (32 bytes) of decks and salts from 1 on; `draws` as `draws_of` writes them all."""
    return _hmac(seed, f"koikoi/2|draws|{draws}")


def deck(key: bytes, k: int, version: Version = Version.JOINS) -> Deck:
    """Deck `k`: 0 is the seat deck, k >= 1 the deck of deal k, before any cut.

    The key is the seed; in version 2, for k >= 1, `key_of_later_decks`.
    """
    cards = list(DECK)
    numbers = _bytes(key, f"koikoi/{version:d}|deck|{k}")
    for last in range(len(cards) - 1, 0, -1):
        sides = last + 1
        fair = 256 - 256 % sides  # a byte from there on would favour the low cards
        chosen = next(byte for byte in numbers if byte < fair) % sides
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return tuple(cards)


def salt(key: bytes, k: int, version: Version = Version.JOINS) -> bytes:
    """The salt (16 bytes) of deck `k`'s commitment; the key is that of the deck."""
    return _hmac(key, f"koikoi/{version:d}|salt|{k}")[:SALT_BYTES]


def commitment(salt: bytes, deck: Deck) -> str:
    """Return the text published before anybody acts on the deal: hex SHA-256 of `salt-hex:deck-letters`."""
    return sha256(f"{salt.hex()}:{format_cards(deck)}".encode("ascii")).hexdigest()


def _bytes(key: bytes, message: str) -> Iterator[int]:
    block = 0
    while True:
        yield from _hmac(key, f"{message}|{block}")
        block += 1


def _hmac(key: bytes, message: str) -> bytes:
    return hmac.digest(key, message.encode("ascii"), "sha256")
