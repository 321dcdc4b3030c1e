"""Two engines on one database: a single writer, and readers that cannot write.

Here are those of a SQLite file, in `server` those of a PostgreSQL database. On a file a transaction of the
writer takes the write lock when it begins: a read that a write follows can then not be overtaken by another
writer. With the driver's own transactions ten concurrent read-then-writes left a counter
at 1.
"""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote

from sqlalchemy import URL, Connection, create_engine, event
from sqlalchemy.engine import Engine

from bot.storage.database import server
from bot.storage.database.address import Address
from bot.storage.database.compiled import COMPILED
from bot.storage.database.copies import real

BUSY_SECONDS = 1.0
"""The time that a statement waits for a lock; Discord waits 3 s for the whole answer."""
QUEUE_SECONDS = 2.5
"""The time that a transaction waits for its turn."""
BACKGROUND_QUEUE_SECONDS = 30.0
"""The time that a transaction of heavy work waits for its turn, which comes after all others."""
READERS = 4


def url(path: Path, *, driver: str) -> str:
    """The address of a SQLite file for a driver."""
    return f"sqlite+{driver}:///{path}"


def read_only(path: Path) -> URL:
    """The address of a SQLite file for a look that leaves nothing behind.

    Beside a database that nobody has open SQLite would leave two empty files, so that one counts as a file
    that cannot change.
    """
    file = real(path).absolute()
    query = {"uri": "true", "mode": "ro"}
    if not file.with_name(f"{file.name}-wal").exists():
        query["immutable"] = "1"
    return URL.create("sqlite+pysqlite", database=f"file:{quote(str(file))}", query=query)


def writer(address: Address) -> Engine:
    """The engine that writes: one connection, whose transactions nobody else's overtake.

    Zeros take the place of what it deletes: an id that somebody had deleted is not to be found in the file.
    """
    if not isinstance(address, Path):
        return server.pooled(address, size=1, wait=QUEUE_SECONDS, isolation="SERIALIZABLE")
    pragmas = ("synchronous=FULL", "foreign_keys=ON", "secure_delete=ON")
    return _engine(address, size=1, begin="BEGIN IMMEDIATE", pragmas=pragmas)


def readers(address: Address) -> Engine:
    """The engine that reads: each transaction sees one state of the database."""
    if not isinstance(address, Path):
        return server.pooled(
            address, size=READERS, wait=QUEUE_SECONDS, isolation="REPEATABLE READ", read_only=True
        )
    return _engine(address, size=READERS, begin="BEGIN", pragmas=("query_only=ON",))


def _engine(path: Path, *, size: int, begin: str, pragmas: tuple[str, ...]) -> Engine:
    engine = create_engine(
        url(path, driver="pysqlite"),
        pool_size=size,
        max_overflow=0,
        pool_timeout=QUEUE_SECONDS,
        # An error would name what was to be stored: tokens and secrets, which no log may show.
        hide_parameters=True,
        execution_options=COMPILED,
        # Without its own transactions the driver leaves BEGIN to us. A connection is one thread's at a time.
        connect_args={
            "timeout": BUSY_SECONDS,
            "isolation_level": None,
            "check_same_thread": False,
            "factory": _Connection,
        },
    )
    prepare(engine, begin=begin, pragmas=("journal_mode=WAL", *pragmas))
    return engine


class _Cursor(sqlite3.Cursor):
    """A cursor that has read all its rows when it has executed.

    One that is left in the midst of them, as where a row makes no match, would keep its view of the database
    beyond the end of its transaction. The next user of the connection would see the past.
    """

    def __init__(self, connection: sqlite3.Connection, /) -> None:
        super().__init__(connection)
        self._rows = deque[Any]()

    def execute(self, sql: str, parameters: Any = (), /) -> Self:
        super().execute(sql, parameters)
        self._rows = deque(super().fetchall() if self.description else ())
        return self

    def executemany(self, sql: str, parameters: Any, /) -> Self:
        super().executemany(sql, parameters)
        self._rows = deque()
        return self

    def fetchone(self) -> Any:
        return self._rows.popleft() if self._rows else None

    def fetchmany(self, size: int | None = 1) -> list[Any]:
        return [self._rows.popleft() for _ in range(min(size or 1, len(self._rows)))]

    def fetchall(self) -> list[Any]:
        rows, self._rows = list(self._rows), deque()
        return rows

    def __iter__(self) -> Iterator[Any]:  # type: ignore[override]
        return iter(self.fetchall())


class _Connection(sqlite3.Connection):
    """A connection with such cursors."""

    def cursor(self, factory: Any = _Cursor) -> Any:
        return super().cursor(factory)


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
