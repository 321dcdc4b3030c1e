"""`koikoi check`: replays every stored match and compares what is kept of it; changes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import MatchId
from bot.match.hosted_match import HostedMatch
from bot.records.results import MatchResult, result_of
from bot.storage import Store, matches
from bot.storage.backlog import BROKEN
from bot.storage.database.schema import matches as match_table
from bot.storage.database.schema import participants, result_players, result_yaku
from bot.storage.database.schema import results as result_table
from bot.storage.records import recount, results

FEW = 5
Rows = Mapping[tuple[Any, ...], Mapping[str, Any]]
"""Rows by their key."""


async def faults(store: Store) -> AsyncIterator[str]:
    """A sentence for everything that does not agree, match by match, then standings and ratings.

    Raises StorageError. Matches that await their results in the background are no fault.
    """
    waits = await store.read(results.backlog) is not None
    numbers = sa.select(match_table.c.id).order_by(match_table.c.id)
    for match in await store.read(lambda tx: tx.execute(numbers).scalars().all()):
        for fault in await store.read(_of_match, MatchId(match), waits=waits):
            yield f"match {match}: {fault}"
    for fault in await store.read(recount.differences):
        yield fault


async def count(store: Store) -> int:
    """Return the number of stored matches."""
    query = sa.select(sa.func.count()).select_from(match_table)
    return await store.read(lambda tx: tx.execute(query).scalar_one())


def agrees(path: Path) -> list[str]:
    """The first few things that `faults` finds in a database file of the newest schema; blocks."""
    return asyncio.run(_first_faults(path))


async def _first_faults(path: Path) -> list[str]:
    store, found = Store(path), list[str]()
    try:
        async for fault in faults(store):
            found.append(fault)
            if len(found) == FEW:
                break
        return found
    finally:
        await store.close()


def _of_match(tx: Connection, match: MatchId, *, waits: bool) -> list[str]:
    try:
        hosted = matches.load(tx, match)
    except BROKEN as error:
        return [f"its rows make no match ({type(error).__name__})"]
    if hosted is None:
        return []
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
