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

_BY_STATE = {
    "40": Trouble.LOCKED,  # overtaken by another process, or both waited for each other
    "55P03": Trouble.LOCKED,
    "57014": Trouble.LOCKED,  # it has taken too long
    "53100": Trouble.FULL,
    "25006": Trouble.UNWRITABLE,
    "42501": Trouble.UNWRITABLE,
    "XX001": Trouble.DAMAGED,
    "XX002": Trouble.DAMAGED,
}
"""What PostgreSQL says, by how its five characters begin."""
_OVERTAKEN = ("40001", "40P01")
_TAKEN_BACK = ("40", "23")
"""After these it has taken the transaction back, also where it says so at the commit."""


def trouble(error: SQLAlchemyError | sqlite3.Error, *, unsure: bool = False) -> StorageTrouble:
    """What an error of the database means for the caller."""
    return StorageTrouble(_kind(error), unsure=unsure and not _state(error).startswith(_TAKEN_BACK))


def overtaken(error: BaseException | None) -> bool:
    """Whether a transaction was refused only because that of another process came first: do it once more."""
    cause = error.__cause__ if isinstance(error, StorageTrouble) else error
    return isinstance(cause, DBAPIError) and _state(cause) in _OVERTAKEN


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
    if state := _state(error):
        return next((kind for code, kind in _BY_STATE.items() if state.startswith(code)), Trouble.UNAVAILABLE)
    name = getattr(raised, "sqlite_errorname", None) or ""
    # Extended names (SQLITE_BUSY_SNAPSHOT, SQLITE_READONLY_DBMOVED, ...) begin with the plain one.
    return next((kind for code, kind in _BY_CODE.items() if name.startswith(code)), Trouble.UNAVAILABLE)


def _state(error: SQLAlchemyError | sqlite3.Error) -> str:
    """What PostgreSQL calls an error; empty where it has said nothing, as where the connection is lost."""
    return getattr(error.orig, "sqlstate", None) or "" if isinstance(error, DBAPIError) else ""
