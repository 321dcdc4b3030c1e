"""The room that the database takes, the room beside it, and the time of the bot's last copy."""

from __future__ import annotations

import asyncio
import shutil
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

from bot.errors import StorageError
from bot.storage.database.copies import made, real, whole
from bot.storage.store import Store


@dataclass(frozen=True, slots=True)
class DiskUsage:
    """The sizes that were found; None where one could not be found out."""

    database: int | None = None
    """Bytes of the database: of its files, or what a server says."""
    free: int | None = None
    """Bytes that are left where the data folder is."""
    copied: float | None = None
    """The time of the newest copy of the bot's schedule, in seconds since 1970."""


async def measure(folder: Path, store: Store | None) -> DiskUsage:
    """Look at a data folder and an open database; in threads, as a slow disk must not hold the matches."""
    address = None if store is None else store.address
    if store is None or isinstance(address, Path):
        return await asyncio.to_thread(look, folder, address if isinstance(address, Path) else None)
    size = None
    with suppress(StorageError):
        size = await store.read(
            lambda tx: tx.scalar(sa.select(sa.func.pg_database_size(sa.func.current_database())))
        )
    return DiskUsage(size, (await asyncio.to_thread(look, folder, None)).free)


def look(folder: Path, file: Path | None) -> DiskUsage:
    """Look at a folder and, if there is one, at a SQLite file; blocks."""
    free = size = copied = None
    with suppress(OSError):
        free = shutil.disk_usage(folder).free
    if file is not None:
        with suppress(OSError):
            size = sum(path.stat().st_size for path in whole(real(file)) if path.exists())
        with suppress(OSError):
            copied = max((at.timestamp() for at, _ in made(file)), default=None)
    return DiskUsage(size, free, copied)
