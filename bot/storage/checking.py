"""Whether what is kept of matches agrees with their replays, and lists with results; changes nothing.

A match that does not agree does no harm: the bot runs on it, and so it is named and left as it is.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from bot.errors import StorageError, StorageErrorKind
from bot.ids import MatchId
from bot.match.hosted_match import HostedMatch
from bot.records.results import MatchResult, result_of
from bot.storage import Store, matches
from bot.storage.backlog import BROKEN
from bot.storage.database.errors import storage_error
from bot.storage.database.schema import matches as match_table
from bot.storage.database.schema import participants, result_players, result_yaku
from bot.storage.database.schema import results as result_table
from bot.storage.records import recount, results

LOOK_SECONDS = 20.0
"""Seconds of the processor for a look beside a copy, some two thousand matches.

All of a large bot's would take a quarter of an hour each time.
"""
Rows = Mapping[tuple[Any, ...], Mapping[str, Any]]
"""Rows by their key."""
Progress = Callable[[int, int], None]
"""Called with the matches that are replayed, and all of them."""


@dataclass(frozen=True, slots=True)
class Look:
    """The result of a look: a sentence for each fault, the matches that were replayed, and all of them."""

    found: Sequence[str]
    replayed: int
    matches: int


async def faults(store: Store, tell: Progress = lambda done, of: None) -> AsyncIterator[str]:
    """A sentence for everything that does not agree, match by match, then standings and ratings.

    Raises StorageError. Matches that await their results in the background are no fault.
    """
    waits = await store.read(results.backlog) is not None
    for reference in await store.read(_hanging):
        yield reference
    numbers = await store.read(_numbers)
    for done, match in enumerate(numbers, start=1):
        for fault in await _faults_of(store, match, waits=waits):
            yield fault
        tell(done, len(numbers))
    for fault in await store.read(_of_lists):
        yield fault


async def look(store: Store, seconds: float = LOOK_SECONDS, tell: Progress = lambda done, of: None) -> Look:
    """Replay as many matches, by chance, as some seconds of the processor allow. Raises StorageError.

    Lists are left out: they are made of the results, and can be made again.
    """
    waits = await store.read(results.backlog) is not None
    hanging, numbers = await store.read(_hanging), await store.read(_numbers)
    found = dict[MatchId, list[str]]()
    until = time.process_time() + seconds
    for match in random.sample(numbers, len(numbers)):
        if time.process_time() > until:
            break
        found[match] = await _faults_of(store, match, waits=waits)
        tell(len(found), len(numbers))
    told = [fault for match in sorted(found) for fault in found[match]]
    return Look([*hanging, *told], len(found), len(numbers))


def look_at(file: Path) -> Look:
    """Do the same with a database file, in this thread, which it blocks. Raises StorageError."""
    return asyncio.run(_looked(file))


async def _looked(file: Path) -> Look:
    store = Store(file)
    try:
        return await look(store)
    finally:
        await store.close()


def _numbers(tx: Connection) -> list[MatchId]:
    query = sa.select(match_table.c.id).order_by(match_table.c.id)
    return [MatchId(match) for match in tx.execute(query).scalars()]


def _hanging(tx: Connection) -> list[str]:
    """Return the references to rows that are not there: SQLite lets other programs leave some."""
    if tx.dialect.name != "sqlite":
        return []
    found = {(row[0], row[2]) for row in tx.exec_driver_sql("PRAGMA foreign_key_check")}
    return [f"{table}: a row refers to one of {other} that is not there" for table, other in sorted(found)]


def _of_lists(tx: Connection) -> list[str]:
    """Return what does not agree of standings and ratings."""
    try:
        return recount.differences(tx)
    except (*BROKEN, DBAPIError) as error:
        if isinstance(error, DBAPIError) and storage_error(error).kind is not StorageErrorKind.DAMAGED:
            raise
        return [f"standings and ratings: the results cannot be added up ({type(error).__name__})"]


async def _faults_of(store: Store, match: MatchId, *, waits: bool) -> list[str]:
    try:
        found = await store.read(_of_match, match, waits=waits)
    except StorageError as error:
        if error.kind is not StorageErrorKind.DAMAGED:
            raise
        found = ["its rows are damaged"]
    return [f"match {match}: {fault}" for fault in found]


def _of_match(tx: Connection, match: MatchId, *, waits: bool) -> list[str]:
    try:
        hosted = matches.load(tx, match)
        return ["its host is not there"] if hosted is None else _of_result(tx, match, hosted, waits=waits)
    except DBAPIError:
        raise
    except Exception as error:  # whatever a row makes of it, the next match is looked at
        return [f"its rows make no match ({type(error).__name__})"]


def _of_result(tx: Connection, match: MatchId, hosted: HostedMatch, *, waits: bool) -> list[str]:
    row = tx.execute(sa.select(result_table).where(result_table.c.match == match)).first()
    result = result_of(hosted)
    if result is None:
        return [] if row is None else ["it has a result although it has none to have"]
    if row is None:
        return [] if waits else ["it has ended and has no result"]
    return [*_head(row, result), *_rest(tx, match, hosted, result)]


def _head(row: sa.Row[Any], result: MatchResult) -> list[str]:
    told = {"how": row.how, "months": row.months}
    right = {"how": result.how.value, "months": result.months}
    return [f"result.{name} is {told[name]}, not {right[name]}" for name in told if told[name] != right[name]]


def _rest(tx: Connection, match: MatchId, hosted: HostedMatch, result: MatchResult) -> list[str]:
    """Players and yaku, compared row by row with those of a replay."""
    query = sa.select(participants.c.number, participants.c.person).where(participants.c.match == match)
    people = {row.number: row.person for row in tx.execute(query)}
    players = results.player_rows(match, result, people)
    return [
        *_compared("player", _stored(tx, result_players, match), _keyed(players, "match", "seat")),
        *_compared(
            "yaku",
            _stored(tx, result_yaku, match),
            _keyed(results.yaku_rows(match, result), "match", "deal", "seat", "yaku"),
        ),
    ]


def _stored(tx: Connection, table: sa.Table, match: MatchId) -> Rows:
    names = [column.name for column in table.primary_key]
    rows = tx.execute(sa.select(table).where(table.c.match == match))
    return _keyed([dict(row._mapping) for row in rows], *names)


def _keyed(rows: list[dict[str, Any]], *names: str) -> Rows:
    return {tuple(row[name] for name in names): row for row in rows}


def _compared(what: str, said: Rows, right: Rows) -> list[str]:
    told = []
    for key in sorted(said.keys() | right.keys(), key=str):
        one, other = said.get(key), right.get(key)
        name = " ".join(str(part) for part in key[1:])
        if one is None or other is None:
            told.append(f"{what} {name} is {'missing' if one is None else 'superfluous'}")
            continue
        wrong = [column for column, value in other.items() if one[column] != value]
        told += [f"{what} {name}: {column} is {one[column]!r}, not {other[column]!r}" for column in wrong]
    return told
