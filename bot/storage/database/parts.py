"""Files until they are whole: each in a folder of its own, which the next run knows and removes.

A copy of the database holds secrets of matches. A process that is killed leaves such a folder, without the
lock that it held on it. The lock is on the folder: SQLite locks the files in it in its own way. It follows
no name of what is written, so that the next run knows it whatever that writes.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bot.storage.database.lock import HELD

PREFIX, SUFFIX = ".koikoi-", ".part"
PART_DAYS = 1.0
"""So old is one that nobody finishes any more, where locks do not tell."""


@contextmanager
def unfinished(folder: Path) -> Iterator[Path]:
    """A new folder for its owner alone, near the place of the file that is written in it; removed in the end.

    What killed runs have left in `folder` goes first. Raises OSError where nothing can be written there.
    """
    clear(folder)
    part, lock = _made(folder)
    try:
        yield part
    finally:
        shutil.rmtree(part, ignore_errors=True)
        os.close(lock)


def clear(folder: Path) -> list[Path]:
    """Remove what killed runs have left in a folder, as far as that is allowed; return it."""
    gone = []
    with suppress(OSError):
        for part in sorted(folder.glob(f"{PREFIX}*{SUFFIX}")):
            if (lock := _taken(part)) is not None:
                shutil.rmtree(part, ignore_errors=True)
                os.close(lock)
                gone.append(part)
    return gone


def _made(folder: Path) -> tuple[Path, int]:
    """Make a folder and take its lock; again where another run removes it in between. Raises OSError."""
    while True:
        part = Path(tempfile.mkdtemp(prefix=PREFIX, suffix=SUFFIX, dir=folder))
        try:
            lock = os.open(part, os.O_RDONLY | os.O_DIRECTORY)
        except FileNotFoundError:
            continue
        if _locked(lock) is not False and part.exists():
            return part, lock
        os.close(lock)


def _taken(part: Path) -> int | None:
    """Return the lock of what a killed run of this user has left; None where it is in use, or another's."""
    try:
        lock = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return None
    status, free = os.fstat(lock), _locked(lock)
    if free is None:
        free = time.time() - status.st_mtime > 86_400 * PART_DAYS
    if free and os.geteuid() in {0, status.st_uid}:
        return lock
    os.close(lock)
    return None


def _locked(lock: int) -> bool | None:
    """Try to take a lock; None where the file system has no locks of folders (NFS)."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return False if error.errno in HELD else None
    return True
