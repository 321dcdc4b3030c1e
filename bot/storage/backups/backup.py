"""A copy of the database while the bot writes into it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import BinaryIO

PATIENCE_SECONDS = 2.0
"""How long whoever holds all locks is waited for; the bot itself never does."""


class BackupError(Exception):
    """No copy was made; the text is one sentence for the person who asked for it."""


def backup(database: Path, target: Path) -> int:
    """Copy the database to a new file and return its size in bytes.

    The copy is one moment of the database, checked, in a single file that only its owner can read: it holds
    the secrets of matches in play. The file has its name once it is whole. Raises BackupError; blocks.
    """
    if target.exists():
        raise BackupError(f"{target.absolute()} is there already, and stays as it is.")
    with _copied(database, target.parent, target.name) as part:
        part.rename(target)
    return target.stat().st_size


def stream(database: Path, target: BinaryIO) -> None:
    """Write such a copy to a stream. Raises BackupError before the first byte, or not at all; blocks.

    Until then it lies beside the database: the system's folder for such files is often in memory.
    """
    writable = os.access(database.parent, os.W_OK)
    folder = database.parent if writable else Path(tempfile.gettempdir())
    with _copied(database, folder, f"{database.name}.copy") as part, part.open("rb") as file:
        # From here on nothing stays behind, also where the process is killed amid a long transfer.
        part.unlink()
        shutil.copyfileobj(file, target)


@contextmanager
def _copied(database: Path, folder: Path, name: str) -> Iterator[Path]:
    """A whole copy in a file of this folder, removed in the end if it is there still under its own name."""
    if not database.is_file():
        raise BackupError(f"There is no database {database.absolute()} to copy.")
    try:
        number, path = tempfile.mkstemp(prefix=f".{name}.", suffix=".part", dir=folder)
    except OSError as error:
        place = folder.absolute() / name
        raise BackupError(f"{place} cannot be written: {error.strerror}.") from error
    os.close(number)
    part = Path(path)
    try:
        _copy(database, part)
        yield part
    except sqlite3.Error as error:
        raise BackupError(f"The database {database.absolute()} cannot be copied: {error}.") from error
    finally:
        part.unlink(missing_ok=True)


def _copy(database: Path, part: Path) -> None:
    address = f"{database.absolute().as_uri()}?mode=ro"
    source = sqlite3.connect(address, uri=True, isolation_level=None, timeout=PATIENCE_SECONDS)
    with closing(source), closing(sqlite3.connect(part)) as copy:
        # Reading begins here, or fails where somebody holds all locks: copying would wait for ever.
        source.execute("BEGIN")
        source.execute("SELECT count(*) FROM sqlite_master").fetchone()
        source.backup(copy)
        # Without a write-ahead log beside it the copy is one file; the bot turns it on again.
        copy.execute("PRAGMA journal_mode=DELETE")
        (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(f"it is damaged ({found})")
