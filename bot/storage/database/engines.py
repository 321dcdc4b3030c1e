"""Two engines on one SQLite file: a single writer, and readers that cannot write.

A transaction of the writer takes the write lock when it begins: a read that a write follows can then not be
overtaken by another writer. With the driver's own transactions ten concurrent read-then-writes left a counter
at 1.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event
from sqlalchemy.engine import Engine
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

BUSY_SECONDS = 1.0
"""How long a statement waits for a lock; Discord waits 3 s for the whole answer."""
QUEUE_SECONDS = 2.5
"""How long a transaction waits for its turn with the writer."""
READERS = 4


def url(path: Path, *, driver: str) -> str:
    """The address of a SQLite file for a driver."""
    return f"sqlite+{driver}:///{path}"


def writer(path: Path) -> AsyncEngine:
    """The engine that writes: one connection, whose transactions begin with the write lock.

    Zeros take the place of what it deletes: an id that somebody had deleted is not to be found in the file.
    """
    pragmas = ("synchronous=FULL", "foreign_keys=ON", "secure_delete=ON")
    return _engine(path, size=1, begin="BEGIN IMMEDIATE", pragmas=pragmas)


def readers(path: Path) -> AsyncEngine:
    """The engine that reads: each transaction sees one state of the database."""
    return _engine(path, size=READERS, begin="BEGIN", pragmas=("query_only=ON",))


def _engine(path: Path, *, size: int, begin: str, pragmas: tuple[str, ...]) -> AsyncEngine:
    engine = create_async_engine(
        url(path, driver="aiosqlite"),
        pool_size=size,
        max_overflow=0,
        pool_timeout=QUEUE_SECONDS,
        # An error would name what was to be stored: tokens and secrets, which no log may show.
        hide_parameters=True,
        # Without its own transactions the driver leaves BEGIN to us.
        connect_args={"timeout": BUSY_SECONDS, "isolation_level": None},
    )
    prepare(engine.sync_engine, begin=begin, pragmas=("journal_mode=WAL", *pragmas))
    return engine


def prepare(engine: Engine, *, begin: str, pragmas: tuple[str, ...]) -> None:
    """Let an engine begin transactions as told, and each of its connections start with the pragmas."""

    @event.listens_for(engine, "connect")
    def connect(connection: Any, record: object) -> None:
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)
