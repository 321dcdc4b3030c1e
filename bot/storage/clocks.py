"""Deadlines as rows, and the heartbeats that tell for how long each of Discord's shards was not served.

While nobody serves a shard the deadlines of its matches stand still, as do the ends of its arenas; those of
the others run on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.errors import StorageError, StorageErrorKind
from bot.ids import MatchId
from bot.match.deadlines import HELD
from bot.match.hosted_match import Deadline, DeadlineKind, Deadlines
from bot.shards import WHOLE, Shard
from bot.storage import arenas
from bot.storage.database.copies import last_change
from bot.storage.database.schema import clocks, heartbeats, matches
from bot.storage.database.transactions import Database, Transactions
from bot.storage.owners.shard_rows import in_shard

HEARTBEAT = "bot"
LOST = "lost"
"""The row that is there while nobody can press: since when."""
_THIS = (clocks.c.match == sa.bindparam("of")) & (clocks.c.kind == sa.bindparam("what"))
_DUE: dict[str, Any] = {"mark": sa.bindparam("round"), "due_at": sa.bindparam("due")}
_ADD = sa.insert(clocks).values(match=sa.bindparam("of"), kind=sa.bindparam("what"), **_DUE)
_MOVE = sa.update(clocks).where(_THIS).values(**_DUE)
_DELETE = sa.delete(clocks).where(_THIS)
_OF_MATCH = sa.select(clocks).where(clocks.c.match == sa.bindparam("of"))


def change(tx: Connection, match: MatchId, before: Deadlines, after: Deadlines) -> None:
    """Make the rows of a match agree with `after`; those in `before` are there.

    Raises StorageError (CONFLICT) where one that changes is not: the process that moves or deletes it has
    what is due at it.
    """
    new, moved = list[dict[str, Any]](), list[dict[str, Any]]()
    for kind, deadline in after.items():
        if before.get(kind) != deadline:
            rows = moved if kind in before else new
            rows.append({"of": match, "what": kind.value, "round": deadline.round, "due": deadline.due_at})
    gone = [{"of": match, "what": kind.value} for kind in before if kind not in after]
    for statement, rows in ((_MOVE, moved), (_DELETE, gone)):
        if rows and tx.execute(statement, rows).rowcount != len(rows):
            raise StorageError(StorageErrorKind.CONFLICT)
    if new:
        tx.execute(_ADD, new)


def of_match(tx: Connection, match: MatchId) -> dict[DeadlineKind, Deadline]:
    """The deadlines of a match."""
    rows = tx.execute(_OF_MATCH, {"of": match})
    return {DeadlineKind(row.kind): Deadline(row.mark, row.due_at) for row in rows}


def of_all(tx: Connection, shard: Shard) -> dict[MatchId, dict[DeadlineKind, Deadline]]:
    """The deadlines of a shard's matches that have any. Raises StorageError where a row holds none."""
    found: dict[MatchId, dict[DeadlineKind, Deadline]] = {}
    with _sound():
        for row in tx.execute(sa.select(clocks).where(_of(shard))):
            found.setdefault(MatchId(row.match), {})[DeadlineKind(row.kind)] = Deadline(row.mark, row.due_at)
    return found


async def record_heartbeat(
    store: Transactions,
    now: datetime,
    lost: datetime | None = None,
    shard: Shard = WHOLE,
    ahead: timedelta = timedelta(0),
) -> None:
    """Note that a shard is served. `lost`: since when there is time without connection not given back.

    `ahead`: by how much the time of day is later than the time by which the shard's matches run.
    """
    await store.write(_write_heartbeat, now, lost, shard, ahead)


def ahead_of(tx: Connection, shard: Shard) -> timedelta:
    """Return the last noted difference of the time of day from that of a shard's matches."""
    query = sa.select(heartbeats.c.ahead).where(
        (heartbeats.c.name == HEARTBEAT) & (heartbeats.c.shard == shard.number)
    )
    return timedelta(microseconds=tx.execute(query).scalar() or 0)


async def latest_moment(store: Database) -> datetime | None:
    """Return the latest stored time of day, of a heartbeat, match or copy; None where there is none.

    Raises StorageError.
    """
    found = await store.read(_moments)
    if isinstance(store.address, Path) and (copy := await asyncio.to_thread(last_change, store.address)):
        found.append(copy)
    return max(found, default=None)


async def last_heartbeat(store: Transactions, shards: Collection[Shard]) -> datetime | None:
    """Return the last time when all these shards were noted as served; None: one of them never.

    Raises StorageError.
    """
    return await store.read(_last_of, shards)


async def resume(
    store: Transactions, now: datetime, shard: Shard = WHOLE, ahead: timedelta = timedelta(0)
) -> timedelta:
    """Move every deadline of a shard by the time since its last heartbeat, and return that time.

    A lobby's stays: it must close while the tokens of its joins are good. The time is less than none where
    the heartbeat lies ahead: the clock was wrong then or is now, or another process served the shard by its
    own time. Then a lobby's deadline moves with the others. Those by which somebody must press move by the
    time without connection before the last heartbeat, too.
    """
    return await store.write(_resume, now, shard, ahead)


def _moments(tx: Connection) -> list[datetime]:
    with _sound():
        beaten = tx.execute(
            sa.select(heartbeats.c.at, heartbeats.c.ahead).where(heartbeats.c.name == HEARTBEAT)
        ).all()
        last = sa.select(matches.c.opened_at, matches.c.ended_at).order_by(matches.c.id.desc()).limit(1)
        of_match = [at for row in tx.execute(last) for at in row if at is not None]
    return [at + timedelta(microseconds=ahead or 0) for at, ahead in beaten] + of_match


def _resume(tx: Connection, now: datetime, shard: Shard, ahead: timedelta) -> timedelta:
    _split_anew(tx, shard.count)
    last, lost = _noted(tx, HEARTBEAT, shard), _noted(tx, LOST, shard)
    asleep = now - last if last else timedelta(0)
    if asleep:
        fixed = [DeadlineKind.LOBBY.value, DeadlineKind.NUDGE.value] if asleep > timedelta(0) else []
        _postpone(tx, clocks.c.kind.not_in(fixed) & _of(shard), asleep)
        arenas.postpone(tx, shard, asleep)
    if last and lost and last > lost:
        held = clocks.c.kind.in_([kind.value for kind in HELD])
        _postpone(tx, held & _of(shard), last - lost)
        arenas.postpone(tx, shard, last - lost)
    _write_heartbeat(tx, now, None, shard, ahead)
    return asleep


def _split_anew(tx: Connection, count: int) -> None:
    """Give each shard the newest heartbeat of the old ones where the number of shards has changed.

    Nobody runs then, as their owners' locks see to, and a process that starts later finds its own here.
    """
    with _sound():
        newest = tx.execute(
            sa.select(heartbeats.c.shard, heartbeats.c.shards, heartbeats.c.at)
            .where(heartbeats.c.name == HEARTBEAT)
            .order_by(heartbeats.c.at.desc(), heartbeats.c.shard)
        ).first()
    if newest is None or newest.shards == count:
        return
    lost = _noted(tx, LOST, Shard(newest.shard, newest.shards))
    tx.execute(sa.delete(heartbeats).where(heartbeats.c.name.in_((HEARTBEAT, LOST))))
    for number in range(count):
        _write_heartbeat(tx, newest.at, lost, Shard(number, count), timedelta(0))


def _of(shard: Shard) -> sa.ColumnElement[bool]:
    """Whether a deadline is that of a shard's match."""
    if shard.count == 1:
        return sa.true()
    return clocks.c.match.in_(sa.select(matches.c.id).where(in_shard(matches.c.guild, shard)))


def _postpone(tx: Connection, which: sa.ColumnElement[bool], by: timedelta) -> None:
    """Move these deadlines by a time, in one statement, however many matches there are."""
    # As the whole number that is stored.
    later = sa.type_coerce(clocks.c.due_at, sa.BigInteger) + by // timedelta(microseconds=1)
    tx.execute(sa.update(clocks).where(which).values(due_at=sa.type_coerce(later, clocks.c.due_at.type)))


def _noted(tx: Connection, name: str, shard: Shard) -> datetime | None:
    query = sa.select(heartbeats.c.at).where(
        (heartbeats.c.name == name) & (heartbeats.c.shard == shard.number)
    )
    with _sound():
        return tx.execute(query).scalar()


def _last_of(tx: Connection, shards: Collection[Shard]) -> datetime | None:
    noted = [_noted(tx, HEARTBEAT, shard) for shard in shards]
    found = [at for at in noted if at is not None]
    return min(found) if found and len(found) == len(noted) else None


@contextmanager
def _sound() -> Iterator[None]:
    """Inside, a row that holds something else than it should is StorageError."""
    try:
        yield
    except (ValueError, TypeError, OverflowError) as error:
        raise StorageError(StorageErrorKind.DAMAGED) from error


def _write_heartbeat(
    tx: Connection, now: datetime, lost: datetime | None, shard: Shard, ahead: timedelta
) -> None:
    tx.execute(
        sa.delete(heartbeats).where(
            heartbeats.c.name.in_((HEARTBEAT, LOST)) & (heartbeats.c.shard == shard.number)
        )
    )
    noted = {HEARTBEAT: now} | ({LOST: lost} if lost else {})
    those = {"shard": shard.number, "shards": shard.count, "ahead": ahead // timedelta(microseconds=1)}
    tx.execute(sa.insert(heartbeats), [{"name": name, "at": at, **those} for name, at in noted.items()])
