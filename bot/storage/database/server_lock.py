"""One process alone serves a database: by its folder's lock, and by one of the server where it is on one."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy import URL

from bot.storage.database import address, server
from bot.storage.database.address import Address
from bot.storage.database.lock import DataFolderError, DataLock
from bot.storage.database.trouble import translated

if TYPE_CHECKING:
    from bot.config import Settings

NUMBER = 0x6B6F696B6F6A
"""That of the lock; the one before it is that of revisions."""
PATIENCE_SECONDS = 5.0
"""How long a process is waited for that was killed a moment ago: the server may not have noticed yet."""
PAUSE_SECONDS = 0.05


@contextmanager
def served(settings: Settings) -> Iterator[Address]:
    """Inside, the database of the settings is this process's alone, and so is the data folder.

    Raises DataFolderError, StorageTrouble.
    """
    database = address.of(settings)
    with DataLock(settings.data):
        if isinstance(database, Path):
            yield database
        else:
            with alone(database):
                yield database


@contextmanager
def alone(url: URL) -> Iterator[None]:
    """Hold the server's lock of a database; whoever dies lets it go. Raises DataFolderError, StorageTrouble.

    A connection that is lost loses it, too: then the rows' own fences remain (`server`).
    """
    until = time.monotonic() + PATIENCE_SECONDS
    with translated():
        connection = server.single(url, isolation_level="AUTOCOMMIT").connect()
    with connection:
        while True:
            with translated():
                taken = connection.execute(sa.select(sa.func.pg_try_advisory_lock(NUMBER))).scalar_one()
            if taken:
                break
            if time.monotonic() > until:
                raise DataFolderError(
                    f"Another process uses the database {address.told(url)}; stop it first."
                )
            time.sleep(PAUSE_SECONDS)
        yield
