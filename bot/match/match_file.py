"""A finished match as a file: its record, with who played, when, and how it counts in one more key.

The engine reads the record and passes that key over (record.md). A file holds no id of Discord: people are
named as the reader may know them, or not at all.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from bot.match.vocabulary import CpuPlayer, JoinNumber, Participant, Strength
from engine.errors import RecordError
from engine.record import match_record
from engine.record.match_record import Record
from engine.record.verify import checks
from engine.version import Version

LARGEST = 16_000_000
"""Bytes of a file that is read; the longest matches have some hundred thousand."""
LONGEST_NAME = 100
"""Characters of a name; Discord's have at most 32."""
ABOUT = "koikoi"
"""The key for what is no part of the record."""
EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)
"""No match that is taken in was played before."""
MOST_POINTS = 10_000
"""Of a strength: no rating comes near."""
AHEAD = timedelta(hours=1)
"""The clock of the machine that wrote a file may be so far ahead of this one's."""
KEYS = (
    *("format", "rules", "options", "participants", "seat_deck", "decks", "actions"),
    *("seed", "commitments", "salts", "secret", "secret_commitment", "joins", "message"),
)
"""The keys of a record that a file keeps."""
_UNREAD = {Version.JOINS: "message", Version.CHOICES: "joins"}
"""The one of these keys that means nothing in each version, and that nobody has checked."""

Json = dict[str, Any]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class MatchFile:
    """A match that can be written to a file, or was read from one.

    `places`: those that count in the end, by table number; None where it has no result, or nobody knows.
    """

    record: Json
    people: tuple[Participant, ...]
    started_at: datetime | None = None
    ended_at: datetime | None = None
    places: tuple[int, ...] | None = None

    def parsed(self) -> Record:
        """The record as the engine takes it. Raises EngineError, which no file that was read does."""
        return match_record.parse(self.record)

    def anonymous(self) -> MatchFile:
        """Return this file without names."""
        nameless = tuple(
            Participant(one.number, "", cpu=one.cpu, twin=one.twin, strength=one.strength)
            for one in self.people
        )
        return MatchFile(self.record, nameless, self.started_at, self.ended_at, self.places)


def dumps(file: MatchFile) -> bytes:
    """The file's content: JSON, a line a key, that a person can look through."""
    about: Json = {"people": [_person(one) for one in file.people]}
    if file.started_at is not None:
        about["started_at"] = _moment(file.started_at)
    if file.ended_at is not None:
        about["ended_at"] = _moment(file.ended_at)
    if file.places is not None:
        about["places"] = list(file.places)
    whole = {**{key: file.record[key] for key in KEYS if key in file.record}, ABOUT: about}
    lines = (f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in whole.items())
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def loads(content: bytes) -> MatchFile:
    """A match from a file. Its moves are played and its shuffles checked as far as they can be.

    Raises EngineError, which names the place, for whatever is wrong with it.
    """
    if len(content) > LARGEST:
        raise RecordError("record", f"longer than {LARGEST // 1_000_000} MB")
    record = match_record.loads(content)
    for _ in match_record.replay(record):
        pass
    for check in checks(record):
        if not check.agrees:
            raise RecordError(check.place, "does not agree with the rest of the proof")
    # What nobody reads may hold a number that Python refuses to read.
    told = json.loads(content, parse_int=lambda digits: int(digits[: match_record.LONGEST_NUMBER]))
    about = told.get(ABOUT, {})
    if not isinstance(about, dict):
        raise RecordError(ABOUT, "not an object")
    return MatchFile(
        {key: told[key] for key in KEYS if key in told and key != _UNREAD[record.version]},
        _people(about.get("people"), record.participants),
        _optional(about, "started_at", _read_moment),
        _optional(about, "ended_at", _read_moment),
        _optional(about, "places", lambda value, place: _places(value, place, record.rules.seats)),
    )


def check(file: MatchFile, now: datetime) -> None:
    """Refuse a file whose parts can be read and cannot all be true. Raises RecordError with the place.

    For a file that is to be stored; one that is stored already is shown as it is.
    """
    _check_times(file, now)
    record = file.parsed()
    joins = record.proof.joins or ()
    if len(set(joins)) < len(joins):
        raise RecordError("joins", "two players have the same id")
    cpus = [(one.cpu.character, one.twin) for one in file.people if one.cpu is not None]
    if len(set(cpus)) < len(cpus):
        raise RecordError(f"{ABOUT}.people", "two CPU players are the same one")
    if file.places is not None:
        (last,) = deque(match_record.replay(record), maxlen=1)
        _check_places(file.places, last.state.ranking)


def _check_times(file: MatchFile, now: datetime) -> None:
    times = (("started_at", file.started_at), ("ended_at", file.ended_at))
    for key, moment in times:
        if moment is not None and moment < EARLIEST:
            raise RecordError(f"{ABOUT}.{key}", f"before {EARLIEST.year}")
        if moment is not None and moment > now + AHEAD:
            raise RecordError(f"{ABOUT}.{key}", f"in the future; it is {_moment(now)} now")
    if file.started_at is not None and file.ended_at is not None and file.ended_at < file.started_at:
        raise RecordError(f"{ABOUT}.ended_at", "before started_at")


def _check_places(places: tuple[int, ...], ranking: tuple[int, ...] | None) -> None:
    """Refuse places that the moves do not lead to. A player who left may be last whatever the moves say."""
    if ranking is None:
        raise RecordError(f"{ABOUT}.places", "the moves do not end the match")
    seats = len(places)
    there = [by_moves for place, by_moves in zip(places, ranking, strict=True) if place != seats]
    for seat, (place, by_moves) in enumerate(zip(places, ranking, strict=True)):
        if place not in (seats, 1 + sum(other < by_moves for other in there)):
            raise RecordError(f"{ABOUT}.places[{seat}]", f"{place}, and by the moves {by_moves}")


def _person(one: Participant) -> Json:
    if one.cpu is not None:
        told: Json = {"cpu": one.cpu.value, **({} if one.twin is None else {"twin": one.twin})}
        if one.strength is not None:
            told["strength"] = one.strength.points if one.strength.told else None
        return told
    return {"name": one.name} if one.name else {}


def _people(told: object, count: int) -> tuple[Participant, ...]:
    """Return the participants, by joining number; nobody has a name where none are told."""
    if told is None:
        return tuple(Participant(JoinNumber(number), "") for number in range(count))
    if not isinstance(told, list) or len(told) != count:
        raise RecordError(f"{ABOUT}.people", f"not a list of {count}")
    return tuple(_participant(each, JoinNumber(number)) for number, each in enumerate(told))


def _participant(told: object, number: JoinNumber) -> Participant:
    place = f"{ABOUT}.people[{number}]"
    if not isinstance(told, dict):
        raise RecordError(place, "not an object")
    name, cpu, twin = told.get("name", ""), told.get("cpu"), told.get("twin")
    if not isinstance(name, str) or len(name) > LONGEST_NAME or not _is_text(name):
        raise RecordError(f"{place}.name", f"not a text of at most {LONGEST_NAME} characters")
    if cpu is not None and (not isinstance(cpu, str) or cpu not in set(CpuPlayer)):
        raise RecordError(f"{place}.cpu", "no CPU player")
    if twin is not None and (type(twin) is not int or not 0 < twin <= number + 1):
        raise RecordError(f"{place}.twin", "not a number from 1")
    found = Participant(number, name, cpu=CpuPlayer(cpu) if cpu else None, twin=twin)
    return replace(found, strength=_strength(told["strength"], place)) if "strength" in told else found


def _strength(told: object, place: str) -> Strength:
    """The strength to which a CPU player mixes levels; null where it is not told."""
    if told is None:
        return Strength(0, told=False)
    if type(told) is not int or abs(told) > MOST_POINTS:
        raise RecordError(f"{place}.strength", f"not a number from -{MOST_POINTS} to {MOST_POINTS}")
    return Strength(told)


def _is_text(told: str) -> bool:
    """Whether a text can be written: JSON may hold half a surrogate pair, which is no character."""
    return not any("\ud800" <= sign <= "\udfff" for sign in told)


def _optional(about: Mapping[str, object], key: str, reading: Callable[[object, str], T]) -> T | None:
    return reading(about[key], f"{ABOUT}.{key}") if key in about else None


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()


def _read_moment(told: object, place: str) -> datetime:
    try:
        if isinstance(told, str) and (at := datetime.fromisoformat(told)).tzinfo is not None:
            return at.astimezone(UTC)
    except (ValueError, OverflowError):
        pass
    raise RecordError(place, "not a time with its zone, as 2026-11-22T18:00:00+00:00")


def _places(told: object, place: str, seats: int) -> tuple[int, ...]:
    if (
        not isinstance(told, list)
        or len(told) != seats
        or not all(type(each) is int and 1 <= each <= seats for each in told)
    ):
        raise RecordError(place, f"not {seats} numbers from 1 to {seats}")
    return tuple(told)
