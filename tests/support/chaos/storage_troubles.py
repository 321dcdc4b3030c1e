"""The troubles of a database while the bot plays on it: each as a context manager around the bad time."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing

import psycopg
from sqlalchemy import make_url

from tests.support.e2e.action_log import ActionLog
from tests.support.e2e.e2e_stage import LoopStage, ProcessStage, Stage
from tests.support.processes import databases

Trouble = Callable[[LoopStage], AbstractAsyncContextManager[None]]
STRANGER = 1 << 40
"""A match, and a guild, that there is none of: their rows only take up space, and go afterwards."""
FILLING: dict[str, dict[str, object]] = {
    "actions": {"match": STRANGER, "n": None, "step": 0, "action": "0 cut:12", "made_by": "default", "at": 0},
    "matches": {
        "status": "closed",
        "guild": STRANGER,
        "channel": 0,
        "locale": "en",
        "host": 0,
        "rules": "classic",
        "options": "{}",
        "secret": bytes(32),
        "ends_shown": 0,
        "opened_at": 0,
    },
}
"""Rows that take up space; None stands for a number of its own."""


@asynccontextmanager
async def locked(here: Stage) -> AsyncIterator[None]:
    """Another program holds the write lock."""
    with closing(_connect(here)) as other:
        # In a thread, where it may have to wait until the bot has written.
        await asyncio.to_thread(other.execute, "BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@asynccontextmanager
async def full(here: LoopStage) -> AsyncIterator[None]:
    """No page can be added, and the pages that there are hold no further action."""
    with closing(_connect(here)) as other:
        size = await asyncio.to_thread(fill_to_the_brim, other)
        await pragma(here, f"max_page_count={size}")
        yield
        await pragma(here, "max_page_count=1000000")
        await here.change_rows("DELETE FROM actions WHERE match = ?", STRANGER)
        await here.change_rows("DELETE FROM matches WHERE guild = ?", STRANGER)


def _connect(here: Stage) -> sqlite3.Connection:
    return sqlite3.connect(ActionLog(here.data).path, isolation_level=None, check_same_thread=False)


def fill_to_the_brim(database: sqlite3.Connection) -> int:
    """Add rows until one more action, and one more match, would need a new page; the number of pages."""
    database.execute("BEGIN IMMEDIATE")
    size = _pages(database)
    for table, values in FILLING.items():
        names, n = ", ".join(f'"{name}"' for name in values), 0
        while _pages(database) == size:
            database.execute("SAVEPOINT one")
            row = [n if value is None else value for value in values.values()]
            marks = ", ".join("?" for _ in row)
            database.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", row)
            n += 1
        database.execute("ROLLBACK TO one")
    database.execute("COMMIT")
    return size


def _pages(database: sqlite3.Connection) -> int:
    return int(database.execute("PRAGMA page_count").fetchone()[0])


@asynccontextmanager
async def read_only(here: LoopStage) -> AsyncIterator[None]:
    """The database cannot be written."""
    await pragma(here, "query_only=ON")
    yield
    await pragma(here, "query_only=OFF")


@asynccontextmanager
async def no_more_bytes(here: ProcessStage) -> AsyncIterator[None]:
    """No file of the bot's process can grow: what the operating system says of a disk that fails."""
    number = await here.pid()
    _, most = resource.prlimit(number, resource.RLIMIT_FSIZE)
    resource.prlimit(number, resource.RLIMIT_FSIZE, (1024, most))
    yield
    resource.prlimit(number, resource.RLIMIT_FSIZE, (most, most))


@asynccontextmanager
async def held_on_server(here: LoopStage) -> AsyncIterator[None]:
    """Another program holds the table of matches, which can be read still."""
    with closing(psycopg.connect(_address(here))) as other:
        # In a thread, where it may have to wait until the bot has written.
        await asyncio.to_thread(other.execute, "LOCK TABLE matches IN EXCLUSIVE MODE")
        yield
        other.rollback()


@asynccontextmanager
async def server_away(here: LoopStage) -> AsyncIterator[None]:
    """The server ends the bot's connections, and takes no new ones."""
    name = str(make_url(_address(here)).database)
    with closing(psycopg.connect(_address(here), dbname="postgres", autocommit=True)) as other:
        other.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false".encode())
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = %s AND application_name = 'koikoi'",
            (name,),
        )
        yield
        other.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true".encode())


def _address(here: Stage) -> str:
    return databases.text_of(databases.database(here.data))


async def pragma(here: LoopStage, text: str) -> None:
    """Set a pragma on the one connection that writes: a limit of SQLite is a connection's own."""
    assert here.bot.client is not None
    with here.bot.client.store._writer.connect() as connection:
        raw = connection.connection.driver_connection
        assert raw is not None
        raw.execute(f"PRAGMA {text}")
