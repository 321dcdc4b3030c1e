"""Engines on a PostgreSQL database: again one writer a process, and readers that cannot write.

What rests on SQLite's lock, that nobody else writes between the first read of a transaction and its end,
rests here on the database itself: writers are serializable. Of two processes' transactions that would
overtake each other one is refused, and done again (`transaction_pool`), as a job may be. What was decided
in memory, before the transaction, is compared with the match's rows, taken `FOR UPDATE`
(`bot.storage.matches`). Within a process one thread writes, as with SQLite: order, and shared commits, stay.

A session must be one: its advisory locks are the connection's. A pooler that gives each transaction another
connection (PgBouncer's transaction mode) would keep the locks on a connection of its own, for ever; it is
found out at the first connection, and refused.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing, suppress
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

import psycopg
from sqlalchemy import URL, create_engine, event
from sqlalchemy.engine import Dialect, Engine, ExceptionContext
from sqlalchemy.pool import NullPool

from bot.errors import StorageError, StorageErrorKind
from bot.storage.database.address import without_people
from bot.storage.database.compiled import COMPILED

STATEMENT_SECONDS = 2.0
"""The time that a statement may take; Discord waits 3 s for the whole answer."""
LOCK_SECONDS = 1.0
"""The time that a statement waits for a row that somebody else has taken."""
CONNECTING = {
    "connect_timeout": 2,
    # After so long without a word from the server what was sent is given up, and the connection with it.
    "tcp_user_timeout": 2500,
    "application_name": "koikoi",
}
"""The arguments of a connection, unless the address names others; in seconds and milliseconds."""
KEPT_ALIVE = {
    "tcp_keepalives_idle": 10,
    "tcp_keepalives_interval": 5,
    "tcp_keepalives_count": 3,
    # None of these are sent while the machine has not confirmed something, as a notice that somebody told it.
    "tcp_user_timeout": 25_000,
}
"""Half a minute after a bot's machine is gone the server lets go what it held; by itself after two hours."""
_OPEN: WeakKeyDictionary[Engine, WeakSet[psycopg.Connection[Any]]] = WeakKeyDictionary()
"""The connections of each engine."""
ASKED_IN_TURN = (0, 1, 1, 0, 0, 1)
"""The order in which two sessions are asked for their connection: some twice, some in turn."""


def pooled(url: URL, *, size: int, wait: float, isolation: str, read_only: bool = False) -> Engine:
    """Return an engine of the bot with a limit of connections, for which `wait` seconds are waited."""
    limits = {
        "statement_timeout": int(STATEMENT_SECONDS * 1000),
        "lock_timeout": int(LOCK_SECONDS * 1000),
        "default_transaction_read_only": "on" if read_only else "off",
    }
    engine = create_engine(
        url,
        pool_size=size,
        max_overflow=0,
        pool_timeout=wait,
        # A server that was started again meanwhile costs nobody a press.
        pool_pre_ping=True,
        isolation_level=isolation,
        hide_parameters=True,
        execution_options=COMPILED,
        connect_args=CONNECTING,
    )
    return _with_hidden_values(_connecting(engine, limits))


def single(url: URL, opened: Callable[[Any], None] = lambda _: None, **options: Any) -> Engine:
    """An engine for what takes its time (revisions, vacuum, copying): no limits, a connection at a time.

    `opened` is told of each connection before anything is asked on it.
    """
    engine = create_engine(url, poolclass=NullPool, hide_parameters=True, connect_args=CONNECTING, **options)
    return _with_hidden_values(_connecting(engine, {}, opened))


def vacuum(url: URL, tables: list[str]) -> None:
    """Let the server use the room of deleted rows again; nobody is held up meanwhile. Blocks."""
    with single(url, isolation_level="AUTOCOMMIT").connect() as connection:
        for table in tables:
            connection.exec_driver_sql(f'VACUUM "{table}"')


def end_connections(engine: Engine) -> None:
    """End an engine's connections under the statements that wait for an answer; a file has none."""
    for connection in tuple(_OPEN.get(engine, ())):
        abort(connection)


def abort(connection: psycopg.Connection[Any]) -> None:
    """End a connection under a statement that waits for its answer."""
    with suppress(OSError, psycopg.Error):
        copy = socket.socket(fileno=os.dup(connection.fileno()))
        with copy:
            copy.shutdown(socket.SHUT_RDWR)


def _connecting(
    engine: Engine, limits: Mapping[str, object], opened: Callable[[Any], None] = lambda _: None
) -> Engine:
    """Let the engine's connections be of sessions that last, with these limits. They raise StorageError.

    Limits are set when the connection is there: poolers refuse or forget what is asked for at its begin.
    """
    checked, known = False, _OPEN.setdefault(engine, WeakSet())
    settings = [str(each) for setting in {**KEPT_ALIVE, **limits}.items() for each in setting]
    setting_up = f"SELECT {', '.join(['set_config(%s, %s, false)'] * (len(settings) // 2))}"

    @event.listens_for(engine, "do_connect")
    def connect(dialect: Dialect, _: object, arguments: Any, named: Any) -> Any:
        nonlocal checked
        try:
            with ExitStack() as stack:
                connection: Any = dialect.connect(*arguments, **named)
                stack.callback(connection.close)
                known.add(connection)
                opened(connection)
                connection.autocommit = True
                if not checked:
                    _must_be_a_session(connection, lambda: dialect.connect(*arguments, **named))
                    checked = True
                connection.execute(setting_up, settings, prepare=False)
                connection.autocommit = False
                stack.pop_all()
        except psycopg.Error as error:
            # Its own chain of errors would tell the user.
            why = without_people(engine.url, str(error))
            raise StorageError(StorageErrorKind.UNAVAILABLE, why=why) from None
        return connection

    return engine


def _must_be_a_session(first: Any, connect: Callable[[], Any]) -> None:
    """Raise StorageError where each transaction may have another connection, or another's.

    Without a pooler the server itself has said at the begin which process serves the session. Behind one a
    second session is opened: where each has one process that is not the other's, the sessions last.
    """
    if _process(first) == first.info.backend_pid:
        return
    with closing(connect()) as second:
        second.autocommit = True
        seen: tuple[set[int], set[int]] = (set(), set())
        for which in ASKED_IN_TURN:
            seen[which].add(_process((first, second)[which]))
    if seen[0] & seen[1] or len(seen[0]) > 1 or len(seen[1]) > 1:
        raise StorageError(StorageErrorKind.POOLED)


def _process(connection: Any) -> int:
    """The server's process that a transaction on this connection has."""
    return int(connection.execute("SELECT pg_backend_pid()", prepare=False).fetchone()[0])


def _with_hidden_values(engine: Engine) -> Engine:
    """Let no error of a statement name what was to be stored, as the server does ("Key (token)=...")."""

    @event.listens_for(engine, "handle_error")
    def hide(context: ExceptionContext) -> None:
        if context.statement is None:
            return
        raised = context.original_exception
        told = f"{type(raised).__name__} {getattr(raised, 'sqlstate', None) or ''}".rstrip()
        for error in (raised, context.sqlalchemy_exception):
            if error is not None:
                error.args = (told,)

    return engine
