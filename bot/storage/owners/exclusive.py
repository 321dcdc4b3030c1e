"""A database for oneself, while nobody serves it: for the commands that change what a running bot keeps."""

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
from bot.storage.database.errors import translate_errors
from bot.storage.database.lock import DataFolderError, DataLock
from bot.storage.owners.locks import Lock

if TYPE_CHECKING:
    from bot.config import Settings

PATIENCE_SECONDS = 5.0
"""The time that a process is waited for that was killed a moment ago: the server may not have noticed yet."""
PAUSE_SECONDS = 0.05


@contextmanager
def exclusive_database(settings: Settings) -> Iterator[Address]:
    """Inside, the database of the settings is this process's alone, and so is the data folder.

    Raises DataFolderError, StorageError.
    """
    database = address.of(settings)
    with DataLock(settings.data):
        if isinstance(database, Path):
            yield database
        else:
            with exclusive_server(database):
                yield database


@contextmanager
def exclusive_server(url: URL) -> Iterator[None]:
    """Keep every process from serving a server's database. Raises DataFolderError, StorageError."""
    until = time.monotonic() + PATIENCE_SECONDS
    with translate_errors():
        made = server.single(url, isolation_level="AUTOCOMMIT").connect()
    with made:
        while True:
            with translate_errors():
                taken = made.execute(sa.select(sa.func.pg_try_advisory_lock(Lock.RUNS.value, 0))).scalar_one()
            if taken:
                break
            if time.monotonic() > until:
                raise DataFolderError(
                    f"Another process uses the database {address.display_name(url)}; stop it first."
                )
            time.sleep(PAUSE_SECONDS)
        yield
