"""The one place where what a database raises becomes `StorageTrouble`."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from bot.errors import StorageTrouble, Trouble

_BY_CODE = {
    "SQLITE_BUSY": Trouble.LOCKED,
    "SQLITE_LOCKED": Trouble.LOCKED,
    "SQLITE_PROTOCOL": Trouble.LOCKED,
    "SQLITE_FULL": Trouble.FULL,
    "SQLITE_READONLY": Trouble.UNWRITABLE,
    "SQLITE_PERM": Trouble.UNWRITABLE,
    "SQLITE_CANTOPEN": Trouble.UNWRITABLE,
    "SQLITE_CORRUPT": Trouble.DAMAGED,
    "SQLITE_NOTADB": Trouble.DAMAGED,
}


def trouble(error: SQLAlchemyError | sqlite3.Error, *, unsure: bool = False) -> StorageTrouble:
    """What an error of the database means for whoever wanted something stored or read."""
    return StorageTrouble(_kind(error), unsure=unsure)


@contextmanager
def translated(*, unsure: bool = False) -> Iterator[None]:
    """Inside, whatever the database raises becomes `StorageTrouble`, with this `unsure`."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise trouble(error, unsure=unsure) from error


def _kind(error: SQLAlchemyError | sqlite3.Error) -> Trouble:
    if isinstance(error, IntegrityError):
        return Trouble.CONFLICT
    if isinstance(error, PoolTimeout):
        return Trouble.LOCKED
    raised = error.orig if isinstance(error, DBAPIError) else error
    name = getattr(raised, "sqlite_errorname", None) or ""
    # Extended names (SQLITE_BUSY_SNAPSHOT, SQLITE_READONLY_DBMOVED, ...) begin with the plain one.
    return next((kind for code, kind in _BY_CODE.items() if name.startswith(code)), Trouble.UNAVAILABLE)
