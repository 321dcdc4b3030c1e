"""Deadlines as rows, and the beat that tells for how long the bot did not run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.errors import StorageTrouble, Trouble
from bot.match.deadlines import HELD
from bot.match.hosted_match import Deadline, DeadlineKind, Deadlines
from bot.match.vocabulary import MatchId
from bot.storage.database.schema import beats, clocks
from bot.storage.database.transactions import Transactions

BEAT = "bot"
LOST = "lost"
"""The row that is there while nobody can press: since when."""


def change(tx: Connection, match: MatchId, before: Deadlines, after: Deadlines) -> None:
    """Make the rows of a match agree with `after`; those in `before` are there.

    Raises StorageTrouble (CONFLICT) where one of them is not: whoever deletes it has what is due at it.
    """
    gone = [kind.value for kind in before if before[kind] != after.get(kind)]
    new = [
        {"match": match, "kind": kind.value, "mark": deadline.round, "due_at": deadline.due_at}
        for kind, deadline in after.items()
        if before.get(kind) != deadline
    ]
    if gone:
        those = (clocks.c.match == match) & clocks.c.kind.in_(gone)
        if tx.execute(sa.delete(clocks).where(those)).rowcount != len(gone):
            raise StorageTrouble(Trouble.CONFLICT)
    if new:
        tx.execute(sa.insert(clocks), new)


def of_match(tx: Connection, match: MatchId) -> dict[DeadlineKind, Deadline]:
    """The deadlines of a match."""
    rows = tx.execute(sa.select(clocks).where(clocks.c.match == match))
    return {DeadlineKind(row.kind): Deadline(row.mark, row.due_at) for row in rows}


def of_all(tx: Connection) -> dict[MatchId, dict[DeadlineKind, Deadline]]:
    """The deadlines of all matches that have any. Raises StorageTrouble where a row holds none."""
    found: dict[MatchId, dict[DeadlineKind, Deadline]] = {}
    with _sound():
        for row in tx.execute(sa.select(clocks)):
            found.setdefault(MatchId(row.match), {})[DeadlineKind(row.kind)] = Deadline(row.mark, row.due_at)
    return found


async def beat(store: Transactions, now: datetime, lost: datetime | None = None) -> None:
    """Note that the bot runs. `lost`: since when there is time without connection that is not given back."""
    await store.write(_beat, now, lost)


async def last_beat(store: Transactions) -> datetime | None:
    """When the bot last noted that it runs. Raises StorageTrouble."""
    return await store.read(_noted, BEAT)


async def resume(store: Transactions, now: datetime) -> timedelta:
    """Move every deadline by the time since the last beat, and return that time.

    A lobby's stays: it must close while the tokens of its joins are good. Where the beat lies ahead, as the
    clock was wrong then or is now, the time is less than none, and a lobby's deadline moves with the others.
    Those by which somebody must press move by the time without connection before the last beat, too.
    """
    return await store.write(_resume, now)


def _resume(tx: Connection, now: datetime) -> timedelta:
    last, lost = _noted(tx, BEAT), _noted(tx, LOST)
    asleep = now - last if last else timedelta(0)
    if asleep:
        fixed = [DeadlineKind.LOBBY.value, DeadlineKind.NUDGE.value] if asleep > timedelta(0) else []
        _put_off(tx, clocks.c.kind.not_in(fixed), asleep)
    if last and lost and last > lost:
        _put_off(tx, clocks.c.kind.in_([kind.value for kind in HELD]), last - lost)
    _beat(tx, now, None)
    return asleep


def _put_off(tx: Connection, which: sa.ColumnElement[bool], by: timedelta) -> None:
    """Move these deadlines by a time, in one statement, however many matches there are."""
    # As the whole number that is stored.
    later = sa.type_coerce(clocks.c.due_at, sa.BigInteger) + by // timedelta(microseconds=1)
    tx.execute(sa.update(clocks).where(which).values(due_at=sa.type_coerce(later, clocks.c.due_at.type)))


def _noted(tx: Connection, name: str) -> datetime | None:
    with _sound():
        return tx.execute(sa.select(beats.c.at).where(beats.c.name == name)).scalar()


@contextmanager
def _sound() -> Iterator[None]:
    """Inside, a row that holds something else than it should is StorageTrouble."""
    try:
        yield
    except (ValueError, TypeError, OverflowError) as error:
        raise StorageTrouble(Trouble.DAMAGED) from error


def _beat(tx: Connection, now: datetime, lost: datetime | None) -> None:
    tx.execute(sa.delete(beats).where(beats.c.name.in_((BEAT, LOST))))
    rows = [{"name": BEAT, "at": now}]
    rows += [{"name": LOST, "at": lost}] if lost else []
    tx.execute(sa.insert(beats), rows)
