"""Putting a copy in the database's place: the old database or the new one is there at every moment, whole."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from bot.errors import StorageErrorKind
from bot.storage.backups.backup import PATIENCE_SECONDS
from bot.storage.backups.incoming import RestoreError, Source, bring_up, fetch, writing
from bot.storage.database.copies import OWNER_ONLY, real, replaced, sync, whole
from bot.storage.database.errors import storage_error
from bot.storage.database.parts import unfinished


@dataclass(frozen=True, slots=True)
class Restored:
    """The result of a restore: the revisions that upgraded the copy, and the place of the old database."""

    applied: tuple[str, ...]
    aside: Path | None


def restore(source: Source, database: Path, *, now: datetime) -> Restored:
    """Put what the source holds in the database's place, once it is looked through and brought up to date.

    The old database is kept under a name of its own. The caller holds the data folder's lock. Raises
    RestoreError, and then nothing has changed; blocks.
    """
    database = real(database)
    if source.path is not None and database.exists() and database.samefile(source.path):
        raise RestoreError(f"{source.name} is the database itself, and stays as it is.")
    with _part(database) as part:
        fetch(source, part)
        applied = bring_up(part, source.name)
        with writing(database):
            _harden(part, like=database if database.exists() else database.parent)
            with _alone(database):
                return Restored(applied, _take_place(part, database, now))


@contextmanager
def _part(database: Path) -> Iterator[Path]:
    """The place of a new file near the database; in the end nothing of it is left."""
    with ExitStack() as held:
        with writing(database.parent):
            folder = held.enter_context(unfinished(database.parent))
        yield folder / database.name


def _harden(part: Path, *, like: Path) -> None:
    """Let a file outlast a loss of power; root gives it to the owner of what is there already."""
    if os.geteuid() == 0:
        status = like.stat()
        os.chown(part, status.st_uid, status.st_gid)
    with part.open("rb+") as file:
        os.fsync(file.fileno())


@contextmanager
def _alone(database: Path) -> Iterator[None]:
    """Inside, the old database is one whole file and nobody else uses it; a damaged one is left as it is.

    It is given back locked: who would write into it now would leave a journal that belongs to it, and that
    the next reader would apply to the new one.
    """
    if not database.exists():
        yield
        return
    try:
        address = f"{database.absolute().as_uri()}?mode=rw"
        old = sqlite3.connect(address, uri=True, isolation_level=None, timeout=PATIENCE_SECONDS)
    except sqlite3.Error as error:
        raise _in_the_way(database, error) from error
    with closing(old):
        try:
            old.execute("PRAGMA journal_mode=DELETE").fetchone()
            old.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            # A damaged one is why somebody restores a copy.
            if storage_error(error).kind is not StorageErrorKind.DAMAGED:
                raise _in_the_way(database, error) from error
        yield


def _in_the_way(database: Path, error: sqlite3.Error) -> RestoreError:
    locked = storage_error(error).kind is StorageErrorKind.LOCKED
    why = "is in use by another program" if locked else f"cannot be kept aside: {error}"
    return RestoreError(f"The database {database.absolute()} {why}.")


def _take_place(part: Path, database: Path, now: datetime) -> Path | None:
    """Give the old database, if there is one, a second name, and the part its first one. Raises OSError."""
    aside = replaced(database, now)
    there = [(old, new) for old, new in zip(whole(database), whole(aside), strict=True) if old.exists()]
    try:
        for old, new in there:
            if old == database:
                _link(old, new)
            else:
                # Of a damaged database, or of one that is gone: it must not be applied to the new one.
                old.rename(new)
        sync(database.parent)
        part.replace(database)
    except OSError:
        _undo(there)
        raise
    sync(database.parent)
    return aside if (database, aside) in there else None


def _link(database: Path, aside: Path) -> None:
    """Give a file a second name that is its owner's alone, and whose age begins now. Raises OSError."""
    try:
        os.link(database, aside)
    except OSError:
        # There are file systems without second names.
        with unfinished(aside.parent) as folder:
            part = folder / aside.name
            part.touch(mode=OWNER_ONLY)
            shutil.copyfile(database, part)
            _harden(part, like=database)
            part.rename(aside)
    aside.chmod(OWNER_ONLY)
    os.utime(aside)


def _undo(there: list[tuple[Path, Path]]) -> None:
    """Give everything back its first name, and take the second one."""
    for old, new in there:
        with suppress(OSError):
            if old.exists():
                new.unlink(missing_ok=True)
            else:
                new.rename(old)
