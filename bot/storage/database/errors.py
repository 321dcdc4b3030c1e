"""The one place that turns errors of a database into `StorageError`."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from bot.errors import StorageError, StorageErrorKind

_BY_CODE = {
    "SQLITE_BUSY": StorageErrorKind.LOCKED,
    "SQLITE_LOCKED": StorageErrorKind.LOCKED,
    "SQLITE_PROTOCOL": StorageErrorKind.LOCKED,
    "SQLITE_FULL": StorageErrorKind.FULL,
    "SQLITE_READONLY": StorageErrorKind.UNWRITABLE,
    "SQLITE_PERM": StorageErrorKind.UNWRITABLE,
    "SQLITE_CANTOPEN": StorageErrorKind.UNWRITABLE,
    "SQLITE_CORRUPT": StorageErrorKind.DAMAGED,
    "SQLITE_NOTADB": StorageErrorKind.DAMAGED,
}

_BY_STATE = {
    "40": StorageErrorKind.LOCKED,  # a conflict with another transaction, or a deadlock
    "55P03": StorageErrorKind.LOCKED,
    "57014": StorageErrorKind.LOCKED,  # a timeout
    "53100": StorageErrorKind.FULL,
    "25006": StorageErrorKind.UNWRITABLE,
    "42501": StorageErrorKind.UNWRITABLE,
    "XX001": StorageErrorKind.DAMAGED,
    "XX002": StorageErrorKind.DAMAGED,
}
"""The kinds of PostgreSQL's errors, by how the five characters of their codes begin."""
_NOT_UTF8 = "Could not decode to UTF-8"
"""The beginning of an error of SQLite's driver, which has no code: another program has stored that text."""
_RETRYABLE = ("40001", "40P01")
_ROLLED_BACK = ("40", "23")
"""The states after which the transaction is rolled back, even if the commit reports them."""


def storage_error(error: SQLAlchemyError | sqlite3.Error, *, outcome_unknown: bool = False) -> StorageError:
    """Return the meaning of a database error for the caller."""
    return StorageError(
        _kind(error), outcome_unknown=outcome_unknown and not _state(error).startswith(_ROLLED_BACK)
    )


def is_retryable(error: BaseException | None) -> bool:
    """Whether a transaction failed only by a conflict with another one, so that a retry may succeed."""
    cause = error.__cause__ if isinstance(error, StorageError) else error
    return isinstance(cause, DBAPIError) and _state(cause) in _RETRYABLE


@contextmanager
def translate_errors(*, outcome_unknown: bool = False) -> Iterator[None]:
    """Turn errors of the database inside into `StorageError`, with this `outcome_unknown`."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise storage_error(error, outcome_unknown=outcome_unknown) from error


def _kind(error: SQLAlchemyError | sqlite3.Error) -> StorageErrorKind:
    if isinstance(error, IntegrityError):
        return StorageErrorKind.CONFLICT
    if isinstance(error, PoolTimeout):
        return StorageErrorKind.LOCKED
    raised = error.orig if isinstance(error, DBAPIError) else error
    if state := _state(error):
        return next(
            (kind for code, kind in _BY_STATE.items() if state.startswith(code)), StorageErrorKind.UNAVAILABLE
        )
    if str(raised).startswith(_NOT_UTF8):
        return StorageErrorKind.DAMAGED
    name = getattr(raised, "sqlite_errorname", None) or ""
    # Extended names (SQLITE_BUSY_SNAPSHOT, SQLITE_READONLY_DBMOVED, ...) begin with the plain one.
    return next(
        (kind for code, kind in _BY_CODE.items() if name.startswith(code)), StorageErrorKind.UNAVAILABLE
    )


def _state(error: SQLAlchemyError | sqlite3.Error) -> str:
    """Return PostgreSQL's code of an error; empty where it has said nothing."""
    return getattr(error.orig, "sqlstate", None) or "" if isinstance(error, DBAPIError) else ""
