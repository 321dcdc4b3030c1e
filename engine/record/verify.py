"""Checking the shuffles of a record (record.md, *Provable shuffles*)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from engine.cards.deck import format_cards, parse_deck
from engine.record import shuffle
from engine.record.match_record import Record

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Check:
    """One thing compared. `deck` is the deck it concerns, None for secret and seed."""

    place: str
    deck: int | None
    agrees: bool


def checks(record: Record) -> Iterator[Check]:
    """Everything in a record that can be recomputed, in order: secret, seed, then deck by deck."""
    proof = record.proof
    seed = proof.seed
    if proof.secret is not None:
        if proof.secret_commitment is not None:
            agrees = shuffle.new_commitment(proof.secret) == proof.secret_commitment
            yield Check("secret_commitment", None, agrees)
        if proof.joins is not None:
            derived = shuffle.seed_from(proof.secret, proof.joins)
            if seed is not None:
                yield Check("seed", None, derived == seed)
            seed = derived if seed is None else seed
    decks = (record.seat_deck, *record.decks)
    for number in range(max(len(decks), len(proof.commitments), len(proof.salts))):
        yield from _deck_checks(record, seed, number, _at(decks, number))


def _deck_checks(record: Record, seed: bytes | None, number: int, deck: str | None) -> Iterator[Check]:
    salt, commitment = _at(record.proof.salts, number), _at(record.proof.commitments, number)
    if seed is not None:
        right_deck, right_salt = shuffle.deck(seed, number), shuffle.salt(seed, number)
        if deck is not None:
            place = f"decks[{number - 1}]" if number else "seat_deck"
            yield Check(place, number, deck == format_cards(right_deck))
        if salt is not None:
            yield Check(f"salts[{number}]", number, salt == right_salt)
        if commitment is not None:
            agrees = commitment == shuffle.commitment(right_salt, right_deck)
            yield Check(f"commitments[{number}]", number, agrees)
    elif deck is not None and salt is not None and commitment is not None:
        agrees = commitment == shuffle.commitment(salt, parse_deck(deck))
        yield Check(f"commitments[{number}]", number, agrees)


def _at(values: Sequence[T], index: int) -> T | None:
    return values[index] if index < len(values) else None
