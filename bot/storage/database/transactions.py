"""The transactions that groups of tables need, and one transaction from its begin to its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy import Connection
from sqlalchemy.engine import Engine

from bot.storage.database.address import Address
from bot.storage.database.errors import translate_errors

T = TypeVar("T")
P = ParamSpec("P")


class Transactions(Protocol):
    """Something that does jobs in transactions of a database: each job is a function of the transaction."""

    async def write(
        self, job: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Return the result of a job that may write."""

    async def read(
        self, job: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Return the result of a job that only reads."""


class Database(Transactions, Protocol):
    """Transactions, and the address of the database."""

    address: Address


def without_time_limit(tx: Connection) -> None:
    """Let the statements of this transaction take their time: it reads everything, no press waits."""
    if tx.dialect.name == "postgresql":
        tx.exec_driver_sql("SET LOCAL statement_timeout = 0")


@contextmanager
def transaction(engine: Engine) -> Iterator[Connection]:
    """A transaction in this thread, which blocks it: stored as a whole at the end, or not at all.

    Raises StorageError, whose `outcome_unknown` is true where only the commit failed, and what is raised
    inside.
    """
    with translate_errors(), engine.connect() as tx:
        tx.begin()
        yield tx
        with translate_errors(outcome_unknown=True):
            try:
                tx.commit()
            except BaseException:
                # It may be open still, and the next one would begin within it.
                tx.invalidate()
                raise
