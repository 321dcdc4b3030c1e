"""Engines on a PostgreSQL database: again one writer a process, and readers that cannot write.

What rests on SQLite's lock, that nobody else writes between the first read of a transaction and its end,
rests here on the database itself: writers are serializable. Of two processes' transactions that would
overtake each other one is refused, and done once more (`lane`), as a job may be. What was decided in memory,
before the transaction, is compared with the match's rows, taken `FOR UPDATE` (`bot.storage.matches`). Within
a process one thread writes, as with SQLite: order, and shared commits, stay.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import URL, create_engine, event
from sqlalchemy.engine import Dialect, Engine, ExceptionContext
from sqlalchemy.pool import NullPool

from bot.storage.database.compiled import COMPILED

STATEMENT_SECONDS = 2.0
"""How long a statement may take; Discord waits 3 s for the whole answer."""
LOCK_SECONDS = 1.0
"""How long a statement waits for a row that somebody else has taken."""
CONNECT_SECONDS = 2
SILENCE_MILLISECONDS = 2500
"""After so long without a word from the server what was sent is given up, and the connection with it."""
KEPT_ALIVE = {
    "tcp_keepalives_idle": 10,
    "tcp_keepalives_interval": 5,
    "tcp_keepalives_count": 3,
    # None of these are sent while the machine has not confirmed something, as a notice that somebody told it.
    "tcp_user_timeout": 25_000,
}
"""Half a minute after a bot's machine is gone the server lets go what it held; by itself after two hours."""


def pooled(url: URL, *, size: int, wait: float, isolation: str, read_only: bool = False) -> Engine:
    """An engine of the bot: so many connections at most, for which `wait` seconds are waited."""
    limits = {
        "statement_timeout": int(STATEMENT_SECONDS * 1000),
        "lock_timeout": int(LOCK_SECONDS * 1000),
        "default_transaction_read_only": "on" if read_only else "off",
    }
    return _with_hidden_values(
        create_engine(
            url,
            pool_size=size,
            max_overflow=0,
            pool_timeout=wait,
            # A server that was started anew meanwhile costs nobody a press.
            pool_pre_ping=True,
            isolation_level=isolation,
            hide_parameters=True,
            execution_options=COMPILED,
            connect_args=_arguments(url, limits),
        )
    )


def single(url: URL, **options: Any) -> Engine:
    """An engine for what takes its time (revisions, vacuum, copying): no limits, a connection at a time."""
    return _with_hidden_values(
        create_engine(
            url, poolclass=NullPool, hide_parameters=True, connect_args=_arguments(url, {}), **options
        )
    )


def single_seen(url: URL, opened: Callable[[Any], None]) -> Engine:
    """The same, of whose connections `opened` is told before anything is asked on them."""
    engine = single(url)

    @event.listens_for(engine, "do_connect")
    def connect(dialect: Dialect, _: object, arguments: Any, named: Any) -> Any:
        connection = dialect.connect(*arguments, **named)
        opened(connection)
        return connection

    return engine


def vacuum(url: URL, tables: list[str]) -> None:
    """Let the server use the room of deleted rows anew; nobody is held up meanwhile. Blocks."""
    with single(url, isolation_level="AUTOCOMMIT").connect() as connection:
        for table in tables:
            connection.exec_driver_sql(f'VACUUM "{table}"')


def _arguments(url: URL, limits: Mapping[str, object]) -> dict[str, object]:
    """How to connect: what the address itself says goes on to hold."""
    own = url.query.get("options", "")
    given = own if isinstance(own, str) else " ".join(own)
    set_up = [given, *(f"-c {name}={value}" for name, value in {**KEPT_ALIVE, **limits}.items())]
    return {
        "connect_timeout": CONNECT_SECONDS,
        "tcp_user_timeout": SILENCE_MILLISECONDS,
        "application_name": "koikoi",
        "options": " ".join(set_up).strip(),
    }


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
