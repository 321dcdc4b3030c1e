"""Checking the shuffles of a record, link by link (record.md, *Provable shuffles* and *Version 2*).

The chain of proofs: the secret has the published commitment, and the seed follows from it. Every deck and
every salt follow from the seed (and from the draws), and every commitment is that of its salt and deck.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from engine.cards.deck import format_cards, parse_deck
from engine.errors import IllegalAction
from engine.play.seats import draw_card, new_draw
from engine.record import shuffle
from engine.record.match_record import Record
from engine.rules.actions import Action, Draw
from engine.version import Version

T = TypeVar("T")

MOST_RANGES = 6
"""The most ranges of numbers that are told; honest records have one or two."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing compared. `deck` is the deck it concerns, None for secret and seed."""

    place: str
    deck: int | None
    agrees: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of checking a record: whole and right where nothing is wrong and nothing unchecked."""

    decks: tuple[int, ...]
    """Numbers of which something was compared and all of it agrees; those after `wrong` left out."""
    wrong: Check | None
    """The first thing that does not agree."""
    unchecked: tuple[str, ...]
    """The parts that could not be compared, and the missing key: `decks 1-3 (no draws)`."""
    empty: bool
    """Whether there was nothing at all to compare."""

    @property
    def whole(self) -> bool:
        """Whether the whole chain was checked, and agrees."""
        return not (self.wrong or self.unchecked or self.empty)


def verdict(record: Record) -> Verdict:
    """Check the record's shuffles up to the first thing that does not agree; actions are not replayed."""
    seen: dict[int, None] = {}
    count, wrong = 0, None
    for check in checks(record):
        count += 1
        if not check.agrees:
            wrong = check
            break
        if check.deck is not None:
            seen[check.deck] = None
    if wrong and wrong.deck is not None:
        seen.pop(wrong.deck, None)
    return Verdict(tuple(seen), wrong, tuple(unchecked(record)), not count)


def checks(record: Record) -> Iterator[Check]:
    """Everything in a record that can be recomputed, in order: secret, seed, then deck by deck."""
    proof, keys = record.proof, _keys(record)
    if proof.secret is not None and proof.secret_commitment is not None:
        agrees = shuffle.new_commitment(proof.secret) == proof.secret_commitment
        yield Check("secret_commitment", None, agrees)
    if proof.seed is not None and keys.derived is not None:
        yield Check("seed", None, keys.derived == proof.seed)
    for number in _numbers(record):
        yield from _deck_checks(record, keys.of(number), number)


def _deck_checks(record: Record, key: bytes | None, number: int) -> Iterator[Check]:
    deck, salt, commitment = _parts(record, number)
    if key is not None:
        right_deck, right_salt = (
            shuffle.deck(key, number, record.version),
            shuffle.salt(key, number, record.version),
        )
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


def unchecked(record: Record) -> Iterator[str]:
    """The links that cannot be compared, each with the keys that it wants; none where the chain is whole."""
    proof = record.proof
    links = {"joins": proof.joins} if record.version is Version.JOINS else {"message": proof.message}
    own = {"secret": proof.secret}
    for name, wanted in (
        ("secret", own | {"secret_commitment": proof.secret_commitment}),
        ("seed", own | links | {"seed": proof.seed}),
    ):
        lacking = [f"no {key}" for key, value in wanted.items() if value is None]
        if lacking:
            yield f"{name} ({', '.join(lacking)})"
    gaps: dict[tuple[str, str], list[int]] = {}
    keys = _keys(record)
    for number in _numbers(record):
        for gap in _gaps(record, keys, number):
            gaps.setdefault(gap, []).append(number)
    together: dict[tuple[str, str], list[str]] = {}
    for (kind, want), numbers in gaps.items():
        together.setdefault((_ranges(numbers), want), []).append(kind)
    for (ranges, want), kinds in together.items():
        yield f"{' and '.join(kinds)} {ranges} (no {want})"


def _gaps(record: Record, keys: _Keys, number: int) -> Iterator[tuple[str, str]]:
    """Yield the parts of this number that cannot be compared: their kind, and the missing key."""
    deck, salt, commitment = _parts(record, number)
    want = None if keys.of(number) else "seed" if keys.seed is None else "draws"
    for kind, value in (("decks", deck), ("salts", salt)):
        if value is None or want:
            yield kind, kind if value is None else str(want)
    if commitment is None:
        yield "commitments", "commitments"
    elif want and (deck is None or salt is None):
        yield "commitments", want


def _ranges(numbers: Sequence[int]) -> str:
    """Ascending numbers as ranges: `0-3`, `0-3 and 5`."""
    found = list(islice(_runs(numbers), MOST_RANGES + 1))
    told = [f"{first}-{last}" if last > first else f"{first}" for first, last in found[:MOST_RANGES]]
    return " and ".join(told + ["more"] * (len(found) > MOST_RANGES))


def _runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    first = last = numbers[0]
    for number in numbers[1:]:
        if number > last + 1:
            yield first, last
            first = number
        last = number
    yield first, last


@dataclass(frozen=True, slots=True)
class _Keys:
    """The keys that make decks and salts."""

    derived: bytes | None
    """The seed that follows from the secret."""
    seed: bytes | None
    later: bytes | None
    """For decks from 1 on; None also where the draws are not known."""

    def of(self, number: int) -> bytes | None:
        return self.later if number else self.seed


def _keys(record: Record) -> _Keys:
    proof, derived = record.proof, None
    if proof.secret is not None and proof.joins is not None:
        derived = shuffle.seed_from(proof.secret, proof.joins)
    elif proof.secret is not None and proof.message is not None:
        derived = shuffle.seed_of_message(proof.secret, proof.message)
    seed = derived if proof.seed is None else proof.seed
    if seed is None or record.version is Version.JOINS:
        return _Keys(derived, seed, seed)
    draws = _draws(record)
    return _Keys(derived, seed, None if draws is None else shuffle.key_of_later_decks(seed, draws))


def _draws(record: Record) -> str | None:
    """The whole seat draw as it goes into the later decks; None where the record does not hold all of it."""
    draw = new_draw(parse_deck(record.seat_deck), record.participants, record.version)
    taken: list[Action] = []
    for action in record.actions:
        if not draw.waiting:
            break
        if not isinstance(action.move, Draw) or action.player not in draw.waiting:
            return None
        try:
            draw, _ = draw_card(record.rules, draw, action.player, action.move.place)
        except IllegalAction:
            return None
        taken.append(action)
    return None if draw.waiting else shuffle.draws_of(taken)


def _numbers(record: Record) -> Iterator[int]:
    """The numbers of which the record holds anything: a deck, a salt or a commitment."""
    proof = record.proof
    for number in range(max(1 + len(record.decks), len(proof.commitments), len(proof.salts))):
        if any(part is not None for part in _parts(record, number)):
            yield number


def _parts(record: Record, number: int) -> tuple[str | None, bytes | None, str | None]:
    """Deck, salt and commitment of this number, as far as the record holds them."""
    deck = _at(record.decks, number - 1) if number else record.seat_deck
    return deck, _at(record.proof.salts, number), _at(record.proof.commitments, number)


def _at(values: Sequence[T], index: int) -> T | None:
    return values[index] if index < len(values) else None
