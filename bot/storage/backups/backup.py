"""A copy of the database while the bot writes into it."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

import aiosqlite

from bot.storage.database import damage
from bot.storage.database.copies import OWNER_ONLY
from bot.storage.database.parts import unfinished
from bot.storage.database.sqlite_connection import connected, first_row

PATIENCE_SECONDS = 2.0
"""Seconds to wait for a program that holds all locks; the bot itself never does."""
PAGES = 2048
"""Pages that are copied at a time, 8 MB; between them the copy can be cancelled and tells how far it is."""
Progress = Callable[[int, int], None]
"""Called with the pages that are copied, and all of them."""


class BackupError(Exception):
    """No copy was made; the text is one sentence for the person who asked for it."""


async def backup(database: Path, target: Path, progress: Progress | None = None) -> int:
    """Copy the database to a new file and return its size in bytes.

    The copy is one moment of the database, checked, in a single file that only its owner can read: it holds
    the secrets of matches in play. The file has its name once it is whole; a cancelled copy leaves nothing.
    Raises BackupError.
    """
    _must_be_new(target)
    with _part(database, target.parent, target) as part:
        await _copy(database, part, progress)
        return _named(part, target)


async def stream(database: Path, target: BinaryIO) -> None:
    """Write such a copy to a stream, which blocks. Raises BackupError before the first byte, or not at all.

    Until then it lies beside the database: the system's folder for such files is often in memory.
    """
    writable = os.access(database.parent, os.W_OK)
    folder = database.parent if writable else Path(tempfile.gettempdir())
    with ExitStack() as held:
        with _part(database, folder, folder) as part:
            await _copy(database, part, None)
            file = held.enter_context(part.open("rb"))
        # From here on nothing stays behind, also where the process is killed amid a long transfer.
        shutil.copyfileobj(file, target)


def _must_be_new(target: Path) -> None:
    if target.exists():
        raise BackupError(f"{target.absolute()} is there already, and stays as it is.")


def _named(part: Path, target: Path) -> int:
    """Give a whole copy its name, and return its size in bytes."""
    return part.rename(target).stat().st_size


@contextmanager
def _part(database: Path, folder: Path, place: Path) -> Iterator[Path]:
    """Give an empty file near this folder's for a copy; it is removed in the end where it still lies there.

    `place`: where the copy is to come, as it is told if nothing can be written.
    """
    if not database.is_file():
        raise BackupError(f"There is no database {database.absolute()} to copy.")
    with ExitStack() as held:
        try:
            part = held.enter_context(unfinished(folder)) / database.name
            part.touch(mode=OWNER_ONLY)
        except OSError as error:
            raise BackupError(f"{place.absolute()} cannot be written: {error.strerror}.") from error
        try:
            yield part
        except sqlite3.Error as error:
            raise BackupError(f"The database {database.absolute()} cannot be copied: {error}.") from error


async def _copy(database: Path, part: Path, progress: Progress | None) -> None:
    async with connected(database, mode="ro", patience=PATIENCE_SECONDS) as source, connected(part) as copy:
        # Reading begins here, or fails where somebody holds all locks: copying would wait for ever.
        await source.execute("BEGIN")
        await first_row(source, "SELECT count(*) FROM sqlite_master")
        await _copy_pages(source, copy, progress)
        # Without a write-ahead log beside it the copy is one file; the bot turns it on again.
        await first_row(copy, "PRAGMA journal_mode=DELETE")
        async with copy.execute("PRAGMA integrity_check") as cursor:
            fault = damage.of_file([said async for (said,) in cursor])
        if fault is not None:
            raise sqlite3.DatabaseError(f"it is damaged ({fault})")


async def _copy_pages(
    source: aiosqlite.Connection, copy: aiosqlite.Connection, progress: Progress | None
) -> None:
    """Copy all pages. If the wait is cancelled, return only when the part under way is copied.

    The thread of `source` writes into `copy` until then: closing that connection would crash the process.
    """
    stopped = False

    def report_progress(status: int, left: int, total: int) -> None:
        """Report the progress in the thread of `source`, after each part of the pages."""
        if stopped:
            raise sqlite3.OperationalError("interrupted")
        if progress is not None:
            progress(total - left, total)

    copying = asyncio.ensure_future(source.backup(copy, pages=PAGES, progress=report_progress, sleep=0))
    try:
        await asyncio.shield(copying)
    except asyncio.CancelledError:
        stopped = True
        while not copying.done():
            with suppress(asyncio.CancelledError):  # cancelled again: the first cancellation is raised below
                await asyncio.wait({copying})
        copying.exception()
        raise
