"""Standings and ratings again while the bot runs: computed beside the matches, then repaired.

`recount.rebuild` does the same in one transaction, in which nobody else can write.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
import structlog
from sqlalchemy import Connection

from bot.records.book import Book, OverallKey, StandingKey
from bot.storage.database.schema import overall, people, results, standings
from bot.storage.database.transactions import Transactions
from bot.storage.records import counting, recount

TRIES = 5
"""The number of attempts to compute the lists beside the matches before everybody waits for it."""
log = structlog.stdlib.get_logger("koikoi.records")

Fingerprint = tuple[int, int, int]
"""The numbers that must not change between the computation and the writing: counted, taken out, deleted."""


@dataclass(frozen=True, slots=True)
class Repair:
    """The necessary changes. Standings and ratings that are there wrongly, those that are right, results."""

    fingerprint: Fingerprint
    wrong: tuple[set[StandingKey], set[OverallKey]]
    right: Book
    moved: list[dict[str, Any]]


def compute(tx: Connection) -> Repair:
    """Compute the differences from what the results add up to; change nothing."""
    stored, right, moved = recount.worked_out(tx)
    return Repair(
        _fingerprint(tx),
        (_wrong(stored.standings, right.standings), _wrong(stored.overall, right.overall)),
        Book(_missing(stored.standings, right.standings), _missing(stored.overall, right.overall)),
        moved,
    )


def repair(tx: Connection, mending: Repair) -> bool:
    """Change what differs; False, and nothing is done, where something has come between."""
    if _fingerprint(tx) != mending.fingerprint:
        return False
    _delete(tx, standings, ("guild", "rules", "period", "person"), mending.wrong[0])
    _delete(tx, overall, ("rules", "person"), mending.wrong[1])
    counting.write(tx, mending.right, counting.known_people(tx))
    if mending.moved:
        tx.execute(counting.MOVED, mending.moved)
    return True


async def mend(store: Transactions) -> None:
    """Have standings and ratings follow the results, without holding up the matches while that can be.

    Raises StorageError.
    """
    for _ in range(TRIES):
        wanted = await store.read(compute)
        if await store.write(repair, wanted):
            return
    log.warning("lists are rebuilt while everybody waits")
    await store.write(recount.rebuild)


def _fingerprint(tx: Connection) -> Fingerprint:
    number = sa.func.count()
    queries = (
        sa.select(sa.func.coalesce(sa.func.max(results.c.counted), 0)),
        sa.select(number).select_from(results).where(results.c.was.is_not(None)),
        sa.select(number).select_from(people).where(people.c.discord.is_(None)),
    )
    counted, taken_out, deleted = (int(tx.execute(query).scalar_one()) for query in queries)
    return counted, taken_out, deleted


def _wrong(said: Mapping[Any, Any], right: Mapping[Any, Any]) -> set[Any]:
    return {key for key, value in said.items() if right.get(key) != value}


def _missing(said: Mapping[Any, Any], right: Mapping[Any, Any]) -> dict[Any, Any]:
    return {key: value for key, value in right.items() if said.get(key) != value}


def _delete(tx: Connection, table: sa.Table, names: tuple[str, ...], keys: Iterable[tuple[Any, ...]]) -> None:
    rows = [dict(zip((f"key_{name}" for name in names), map(_bare, key), strict=True)) for key in keys]
    if rows:
        same = sa.and_(*(table.c[name] == sa.bindparam(f"key_{name}") for name in names))
        tx.execute(sa.delete(table).where(same), rows)


def _bare(value: Any) -> Any:
    """A part of a key as its column has it."""
    return getattr(value, "value", value)
