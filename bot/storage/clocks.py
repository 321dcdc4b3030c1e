"""Deadlines as rows, and the beat that tells for how long the bot did not run."""

from __future__ import annotations

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.match.hosted_match import Deadline, DeadlineKind, Deadlines
from bot.match.vocabulary import MatchId
from bot.storage.database.schema import beats, clocks
from bot.storage.database.transactions import Transactions

BEAT = "bot"


def change(tx: Connection, match: MatchId, before: Deadlines, after: Deadlines) -> None:
    """Make the rows of a match agree with `after`; those in `before` are there."""
    gone = [kind.value for kind in before if before[kind] != after.get(kind)]
    new = [
        {"match": match, "kind": kind.value, "mark": deadline.round, "due_at": deadline.due_at}
        for kind, deadline in after.items()
        if before.get(kind) != deadline
    ]
    if gone:
        tx.execute(sa.delete(clocks).where((clocks.c.match == match) & clocks.c.kind.in_(gone)))
    if new:
        tx.execute(sa.insert(clocks), new)


def of_match(tx: Connection, match: MatchId) -> dict[DeadlineKind, Deadline]:
    """The deadlines of a match."""
    rows = tx.execute(sa.select(clocks).where(clocks.c.match == match))
    return {DeadlineKind(row.kind): Deadline(row.mark, row.due_at) for row in rows}


def of_all(tx: Connection) -> dict[MatchId, dict[DeadlineKind, Deadline]]:
    """The deadlines of all matches that have any."""
    found: dict[MatchId, dict[DeadlineKind, Deadline]] = {}
    for row in tx.execute(sa.select(clocks)):
        found.setdefault(MatchId(row.match), {})[DeadlineKind(row.kind)] = Deadline(row.mark, row.due_at)
    return found


async def beat(store: Transactions, now: datetime) -> None:
    """Note that the bot runs."""
    await store.write(_beat, now)


async def last_beat(store: Transactions) -> datetime | None:
    """When the bot last noted that it runs."""
    return await store.read(_last_beat)


async def resume(store: Transactions, now: datetime) -> timedelta:
    """Move every deadline by the time since the last beat, and return that time.

    A lobby's stays: it must close while the tokens of its joins are good. Where the beat lies ahead, as the
    clock was wrong then or is now, the time is less than none, and a lobby's deadline moves with the others.
    """
    return await store.write(_resume, now)


def _resume(tx: Connection, now: datetime) -> timedelta:
    last = _last_beat(tx)
    asleep = now - last if last else timedelta(0)
    if asleep:
        fixed = [DeadlineKind.LOBBY.value, DeadlineKind.NUDGE.value] if asleep > timedelta(0) else []
        # As the whole number that is stored: one statement, however many matches there are.
        later = sa.type_coerce(clocks.c.due_at, sa.BigInteger) + asleep // timedelta(microseconds=1)
        moved = sa.update(clocks).where(clocks.c.kind.not_in(fixed))
        tx.execute(moved.values(due_at=sa.type_coerce(later, clocks.c.due_at.type)))
    _beat(tx, now)
    return asleep


def _last_beat(tx: Connection) -> datetime | None:
    return tx.execute(sa.select(beats.c.at).where(beats.c.name == BEAT)).scalar()


def _beat(tx: Connection, now: datetime) -> None:
    tx.execute(sa.delete(beats).where(beats.c.name == BEAT))
    tx.execute(sa.insert(beats), {"name": BEAT, "at": now})
