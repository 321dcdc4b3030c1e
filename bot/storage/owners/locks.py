"""The advisory locks of a PostgreSQL database by which processes know of each other.

They are a session's: a process that loses the connection, however it dies, holds none of them any more. Each
is a
class and a number. To take them all together is one short job, under a lock of its own: two processes whose
shards overlap never wait for each other with half of them in hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum
from typing import Any

import psycopg

from bot.shards import Sharding

Connection = psycopg.Connection[Any]


class Lock(IntEnum):
    """The class of a lock; what its number means."""

    RUNS = 0x6B6F6B00
    """0: taken with others by each process that serves, alone by who wants the database for themselves."""
    SHARD = 0x6B6F6B01
    """A shard: taken by who serves it."""
    COUNT = 0x6B6F6B02
    """The number of shards: taken with others who split the servers likewise."""
    ENTRY = 0x6B6F6B03
    """0: taken while a process takes what it needs."""
    LEADER = 0x6B6F6B04
    """0: taken by who does what must happen once."""
    BUCKET = 0x6B6F6B05
    """A bucket of shards: taken for some seconds by one of them that identifies."""


@dataclass(frozen=True, slots=True)
class Holder:
    """The holder of a lock that somebody else waits for."""

    what: str
    """As `shard 3`."""
    name: str
    address: str
    since: datetime | None

    def __str__(self) -> str:
        since = "" if self.since is None else f" since {self.since:%Y-%m-%d %H:%M:%S} UTC"
        return f"{self.what} is held by {self.name} ({self.address}){since}"


def take(connection: Connection, sharding: Sharding) -> Holder | None:
    """Take all that a process needs to serve its shards; where one is another's, none, and who has it."""
    if not _try(connection, Lock.RUNS, 0, shared=True):
        return holder(connection, Lock.RUNS, 0, "the database")
    missing = _enter(connection, sharding)
    if missing is not None:
        connection.execute("SELECT pg_advisory_unlock_all()")
    return missing


def _enter(connection: Connection, sharding: Sharding) -> Holder | None:
    if not try_lock(connection, Lock.ENTRY, 0):
        return holder(connection, Lock.ENTRY, 0, "the entry")
    others = connection.execute(_OTHER_COUNTS, (Lock.COUNT.value, sharding.shards)).fetchone()
    if others is not None:
        return holder(connection, Lock.COUNT, others[0], f"the database, by KOIKOI_SHARDS={others[0]},")
    _try(connection, Lock.COUNT, sharding.shards, shared=True)
    for shard in sharding.own:
        if not try_lock(connection, Lock.SHARD, shard.number):
            return holder(connection, Lock.SHARD, shard.number, f"shard {shard.number}")
    unlock(connection, Lock.ENTRY, 0)
    return None


def still_held(connection: Connection) -> bool:
    """Whether the server's process that answers on this connection holds the locks that it has taken."""
    return connection.execute(_KEPT, (Lock.RUNS.value,)).fetchone() is not None


def try_lock(connection: Connection, lock: Lock, number: int) -> bool:
    """Take a lock, if nobody has it; whether it was had."""
    return _try(connection, lock, number, shared=False)


def unlock(connection: Connection, lock: Lock, number: int) -> None:
    """Let a lock go."""
    connection.execute("SELECT pg_advisory_unlock(%s, %s)", (lock.value, number))


def holder(connection: Connection, lock: Lock, number: int, what: str) -> Holder:
    """Return the holder of a lock; nobody may hold it any more."""
    row = connection.execute(_HOLDER, (lock.value, number)).fetchone()
    return Holder(what, "somebody", "gone by now", None) if row is None else Holder(what, *row)


def _try(connection: Connection, lock: Lock, number: int, *, shared: bool) -> bool:
    function = "pg_try_advisory_lock_shared" if shared else "pg_try_advisory_lock"
    row = connection.execute(f"SELECT {function}(%s, %s)".encode(), (lock.value, number)).fetchone()
    return row is not None and bool(row[0])


_OTHER_COUNTS = b"""
    SELECT objid::bigint FROM pg_locks
    WHERE locktype = 'advisory' AND granted AND classid = %s AND objid <> %s
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) LIMIT 1
"""
_KEPT = b"""
    SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = %s AND pid = pg_backend_pid()
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) LIMIT 1
"""
_HOLDER = b"""
    SELECT coalesce(nullif(application_name, ''), 'somebody'), coalesce(host(client_addr), 'this machine'),
        backend_start AT TIME ZONE 'UTC'
    FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND granted AND classid = %s AND objid = %s AND pid <> pg_backend_pid()
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) LIMIT 1
"""
