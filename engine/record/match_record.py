"""The match record (record.md): reading it, writing it, folding it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

from engine.cards.deck import DECK, Deck, format_cards, parse_deck
from engine.errors import EngineError, NotationError, RecordError, TooFewDecks, show
from engine.play.match import apply
from engine.play.state import DeckSource, MatchState, Step, new_match
from engine.record.notation import format_action, parse_action
from engine.record.shuffle import SECRET_BYTES
from engine.rules.actions import Action
from engine.rules.options import Rules, make_rules
from engine.version import Version

FORMATS = {f"koikoi-record/{each:d}": each for each in Version}

LONGEST_NUMBER = 50
"""Digits of a number that are read; no number of a record has more than two."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Proof:
    """The proof of the shuffles that a record may carry; lists go by deck number, 0 being the seat deck."""

    seed: bytes | None = None
    commitments: tuple[str | None, ...] = ()
    salts: tuple[bytes | None, ...] = ()
    secret: bytes | None = None
    secret_commitment: str | None = None
    joins: tuple[int, ...] | None = None
    """Version 1: the join ids of the people."""
    message: int | None = None
    """Version 2: the id of the message that sealed the secret."""


@dataclass(frozen=True, slots=True)
class Record:
    """A match as it is stored. Decks stay texts, checked: a record may hold many that are never dealt."""

    rules: Rules
    participants: int
    seat_deck: str
    decks: tuple[str, ...]
    actions: tuple[Action, ...]
    proof: Proof = Proof()
    version: Version = Version.JOINS

    def deck(self, number: int) -> Deck:
        """The deck of deal `number` from 1. Raises TooFewDecks."""
        if number > len(self.decks):
            raise TooFewDecks(number)
        return parse_deck(self.decks[number - 1])


def replay(record: Record) -> Iterator[Step]:
    """A step for the state before the first action (without events), then one for each action.

    One state is held at a time. Raises EngineError whose place is the action's (`actions[17]`).
    """
    state = new_match(record.rules, parse_deck(record.seat_deck), record.participants, record.version)
    yield Step(state, (), ())
    for index, action in enumerate(record.actions):
        step = _apply(state, action, record.deck, f"actions[{index}]")
        state = step.state
        yield step


def _apply(state: MatchState, action: Action, decks: DeckSource, place: str) -> Step:
    try:
        return apply(state, action, decks)
    except EngineError as error:
        error.place = place
        raise


def write(  # noqa: PLR0913 - the parts of a record
    rules: Rules,
    seat_deck: Deck,
    decks: Iterable[Deck],
    actions: Iterable[Action],
    participants: int | None = None,
    *,
    proof: Proof | None = None,
    version: Version = Version.JOINS,
) -> dict[str, Any]:
    """A record as JSON; defaults are left out of `options`, and of a proof what it has not."""
    return {
        "format": f"koikoi-record/{version:d}",
        "rules": str(rules.id),
        "options": rules.changed(),
        "participants": rules.seats if participants is None else participants,
        "seat_deck": format_cards(seat_deck),
        "decks": [format_cards(deck) for deck in decks],
        "actions": [format_action(action) for action in actions],
        **(_written(proof) if proof else {}),
    }


def _written(proof: Proof) -> dict[str, Any]:
    """The keys of a proof, those left out that it has not."""
    values = {
        "seed": proof.seed and proof.seed.hex(),
        "commitments": list(proof.commitments),
        "salts": [salt and salt.hex() for salt in proof.salts],
        "secret": proof.secret and proof.secret.hex(),
        "secret_commitment": proof.secret_commitment,
        "joins": None if proof.joins is None else [str(join) for join in proof.joins],
        "message": None if proof.message is None else str(proof.message),
    }
    return {key: value for key, value in values.items() if value is not None and value != []}


def loads(text: str | bytes) -> Record:
    """A record from the text of its JSON (UTF-8). Raises EngineError: RecordError, OptionError, ..."""
    try:
        whole = text.decode("utf-8") if isinstance(text, bytes) else text
        told = json.loads(
            whole, parse_int=_integer, parse_constant=_refuse_constant, object_pairs_hook=_object
        )
    except UnicodeDecodeError as error:
        raise RecordError("record", f"not UTF-8 at byte {error.start}") from None
    except json.JSONDecodeError as error:
        raise RecordError("record", f"not JSON: {error}") from None
    except RecursionError:
        raise RecordError("record", "nested too deep to be read") from None
    return parse(told)


def _integer(digits: str) -> int:
    """The number, or one that is too large as well: Python refuses to read very long ones.

    A long number is then a fault of its own place, and none at all in a key that nobody reads.
    """
    return int(digits[:LONGEST_NUMBER])


def _refuse_constant(name: str) -> NoReturn:
    """Python's reader knows NaN and Infinity; JSON does not."""
    raise RecordError("record", f"not JSON: {name}")


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Readers differ in which of two equal keys counts, and nothing is guessed."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise RecordError("record", f"the key {show(twice)} stands twice in one object")
    return found


def parse(told: object) -> Record:
    """A record from JSON values. Every fault raises an EngineError that names its place."""
    if not isinstance(told, dict):
        raise RecordError("record", "not an object")
    for key in ("format", "rules", "seat_deck", "decks", "actions"):
        if key not in told:
            raise RecordError(key, "missing")
    version = FORMATS.get(told["format"]) if isinstance(told["format"], str) else None
    if version is None:
        raise RecordError("format", f"{show(told['format'])} is none of {', '.join(FORMATS)}")
    options = told.get("options", {})
    if not isinstance(options, dict):
        raise RecordError("options", "not an object")
    rules = make_rules(_text(told["rules"], "rules"), options)
    participants = told.get("participants", rules.seats)
    if type(participants) is not int:  # booleans are not numbers
        raise RecordError("participants", f"{show(participants)} is not a number")
    seat_deck = _deck(told["seat_deck"], "seat_deck")
    new_match(rules, DECK, participants)
    return Record(
        rules=rules,
        participants=participants,
        seat_deck=seat_deck,
        decks=_list(told["decks"], "decks", _deck),
        actions=_list(told["actions"], "actions", _action),
        proof=_proof(told, version),
        version=version,
    )


def _proof(told: Mapping[str, object], version: Version) -> Proof:
    def take(key: str, read: Callable[[object, str], Any]) -> Any:
        return read(told[key], key) if key in told else None

    return Proof(
        seed=take("seed", _bytes),
        commitments=_list(told.get("commitments", []), "commitments", _optional(_digest)),
        salts=_list(told.get("salts", []), "salts", _optional(_salt)),
        secret=take("secret", _bytes),
        secret_commitment=take("secret_commitment", _digest),
        joins=take("joins", _joins) if version is Version.JOINS else None,
        message=take("message", _id) if version is Version.CHOICES else None,
    )


def _text(value: object, place: str) -> str:
    if not isinstance(value, str):
        raise RecordError(place, f"{show(value)} is not a text")
    return value


def _list(value: object, place: str, read: Callable[[object, str], T]) -> tuple[T, ...]:
    if not isinstance(value, list):
        raise RecordError(place, f"{show(value)} is not a list")
    return tuple([read(each, f"{place}[{index}]") for index, each in enumerate(value)])


def _deck(value: object, place: str) -> str:
    text = _text(value, place)
    try:
        parse_deck(text)
    except NotationError as error:
        error.place = place
        raise
    return text


def _action(value: object, place: str) -> Action:
    text = _text(value, place)
    try:
        return parse_action(text)
    except NotationError as error:
        error.place = place
        raise


def _hex(value: object, place: str, digits: int) -> str:
    text = _text(value, place)
    if not re.fullmatch(rf"[0-9a-fA-F]{{{digits}}}", text):
        raise RecordError(place, f"not {digits} hex digits")
    return text.lower()


def _bytes(value: object, place: str) -> bytes:
    return bytes.fromhex(_hex(value, place, 2 * SECRET_BYTES))


def _salt(value: object, place: str) -> bytes:
    return bytes.fromhex(_hex(value, place, 32))


def _digest(value: object, place: str) -> str:
    return _hex(value, place, 64)


def _joins(value: object, place: str) -> tuple[int, ...]:
    return _list(value, place, _id)


def _id(value: object, place: str) -> int:
    text = _text(value, place)
    if not re.fullmatch(r"0|[1-9][0-9]{0,29}", text):
        raise RecordError(place, f"{show(text)} is no id")
    return int(text)


def _optional(read: Callable[[object, str], T]) -> Callable[[object, str], T | None]:
    """A reader to which null means: not published."""
    return lambda value, place: None if value is None else read(value, place)
