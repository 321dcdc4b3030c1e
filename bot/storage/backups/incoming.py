"""A copy that is to become the database: read from wherever it lies, looked through, brought up to date."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from sqlalchemy.exc import SQLAlchemyError

from bot.errors import StorageError, StorageErrorKind
from bot.storage import backlog
from bot.storage.database import damage, engines
from bot.storage.database.copies import OWNER_ONLY, real
from bot.storage.database.errors import storage_error
from bot.storage.database.migrate import how_to_pass, migrate
from bot.storage.database.schema import metadata
from bot.storage.database.transactions import transaction

MAGIC = b"SQLite format 3\x00"
"""The first bytes of every file of SQLite."""
CHUNK = 1 << 20
OURS = {"alembic_version", "matches", "actions"}
"""Tables that a database of koikoi has had from its first revision on."""
BESIDE = ("-wal", "-journal")
"""The suffixes of SQLite's files with changes that are not in the database's own file yet, or to be undone
there.
"""


class RestoreError(Exception):
    """Nothing was changed; the text is one sentence for the person who asked for it."""


@dataclass(frozen=True, slots=True)
class Source:
    """The source of a copy. `path`: None where that is a stream, which has no other file beside it."""

    name: str
    stream: BinaryIO
    path: Path | None = None


@contextmanager
def opened(file: Path) -> Iterator[Source]:
    """A file to read a copy from. Raises RestoreError where it cannot be one."""
    name = str(file.absolute())
    try:
        if not stat.S_ISREG(file.stat().st_mode):
            raise RestoreError(f"{name} is not a regular file.")
        stream = file.open("rb")
    except OSError as error:
        raise RestoreError(f"{name} cannot be read: {error.strerror}.") from error
    with stream:
        yield Source(name, stream, file)


def fetch(source: Source, part: Path) -> None:
    """Write the source to a file, and what SQLite left beside it beside that. Raises RestoreError.

    SQLite itself would write beside the source, and cannot read a stream.
    """
    before = _signs(source.path)
    _write(source.stream, source.name, part)
    if source.path is not None:
        for ending in BESIDE:
            other = _beside(source.path, ending)
            if before[ending] is not None:
                with opened(other) as beside:
                    _write(beside.stream, beside.name, _beside(part, ending))
    if _signs(source.path) != before:
        raise RestoreError(f"{source.name} is being written just now; copy it with `koikoi backup`.")


def bring_up(part: Path, name: str) -> tuple[str, ...]:
    """Look through a copy and bring it to the newest schema, in one file; return the revisions applied.

    The bot runs on whatever passes: matches are not replayed, and what can be made of them is asked for.
    Raises RestoreError where the file is damaged, not ours, too new or too old.
    """
    with _told(name):
        _must_be_ours(part, name)
        applied = migrate(part, copies=False).applied
        _must_be_complete(part, name)
        engine = engines.writer(part)
        try:
            with transaction(engine) as tx:
                backlog.ask(tx)
        finally:
            engine.dispose()
        with closing(_connected(part)) as copy:
            copy.execute("PRAGMA journal_mode=DELETE")
    return applied


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Inside, what the file system refuses becomes RestoreError."""
    try:
        yield
    except OSError as error:
        raise RestoreError(f"{path.absolute()} cannot be written: {error.strerror}.") from error


def _signs(path: Path | None) -> dict[str, tuple[int, int] | None]:
    """Return the signs that files have changed: size and time of the last change, None for an empty one."""
    found: dict[str, tuple[int, int] | None] = {}
    if path is None:
        return found
    for ending in ("", *BESIDE):
        try:
            status = _beside(path, ending).stat()
        except OSError:
            found[ending] = None
        else:
            found[ending] = (status.st_size, status.st_mtime_ns) if status.st_size else None
    return found


def _beside(path: Path, ending: str) -> Path:
    place = real(path)
    return place.with_name(f"{place.name}{ending}")


def _write(stream: BinaryIO, name: str, target: Path) -> None:
    """Copy a stream to a file that only its owner can read. Raises RestoreError."""
    with writing(target.parent), target.open("wb") as file:
        os.fchmod(file.fileno(), OWNER_ONLY)
        while chunk := _read(stream, name):
            file.write(chunk)


def _read(stream: BinaryIO, name: str) -> bytes:
    try:
        return stream.read(CHUNK)
    except OSError as error:
        raise RestoreError(f"{name} cannot be read: {error.strerror}.") from error


@contextmanager
def _told(name: str) -> Iterator[None]:
    """Inside, what a database raises becomes RestoreError."""
    try:
        yield
    except (sqlite3.Error, SQLAlchemyError, StorageError) as error:
        told = error if isinstance(error, StorageError) else storage_error(error)
        why = {
            StorageErrorKind.DAMAGED: "is damaged",
            StorageErrorKind.FULL: "cannot be restored: the disk is full",
            StorageErrorKind.NEWER: "was written by a newer version of the bot, and this one cannot read it",
            StorageErrorKind.OLDER: "; ".join(how_to_pass(told, "restore it there")),
        }.get(told.kind, f"cannot be restored: {_reason(error)}")
        raise RestoreError(f"{name} {why}.") from error


def _reason(error: BaseException) -> str:
    """Return the database's own message, in one line."""
    while (inner := getattr(error, "orig", None) or error.__cause__) is not None:
        error = inner
    return " ".join(str(error).split())


def _connected(part: Path) -> sqlite3.Connection:
    return sqlite3.connect(part, isolation_level=None)


def _must_be_ours(part: Path, name: str) -> None:
    """A whole database, with a revision and the tables that each of ours has."""
    with part.open("rb") as file:
        head = file.read(len(MAGIC))
    if head != MAGIC:
        raise RestoreError(f"{name} is {'no database of SQLite' if head else 'empty'}.")
    with closing(_connected(part)) as copy:
        found = (said for (said,) in copy.execute("PRAGMA integrity_check"))
        if (fault := damage.of_file(found)) is not None:
            raise RestoreError(f"{name} is damaged: {' '.join(fault.split())}.")
        tables = {table for (table,) in copy.execute("SELECT name FROM sqlite_master WHERE type='table'")}
        if not tables >= OURS or len(copy.execute("SELECT * FROM alembic_version").fetchall()) != 1:
            raise RestoreError(f"{name} is a database of another program.")


def _must_be_complete(part: Path, name: str) -> None:
    """Everything is there that this version reads and writes."""
    with closing(_connected(part)) as copy:
        for table in metadata.sorted_tables:
            there = {row[0] for row in copy.execute("SELECT name FROM pragma_table_info(?)", (table.name,))}
            if lacking := sorted(set(table.columns.keys()) - there):
                raise RestoreError(
                    f"{name} lacks {table.name}.{lacking[0]}, which the bot cannot do without."
                )
