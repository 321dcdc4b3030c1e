"""Connections of their own to the database's file, for work beside the bot's transactions: aiosqlite's.

Copies, checks and checkpoints take long, and their wait may be given up: at the bot's end, or when their time
is over. The bot's transactions do not go this way (bot/service/README.md, *Storage*).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiosqlite


@asynccontextmanager
async def connected(
    path: Path, *, mode: str = "rwc", patience: float = 5.0
) -> AsyncIterator[aiosqlite.Connection]:
    """Open a connection without transactions of the driver, and close it.

    `mode` is SQLite's (`ro`, `rw`, `rwc`); `patience` is how many seconds a statement waits for a lock.
    If the wait for a statement is cancelled, the statement is interrupted. Raises sqlite3.Error.
    """
    async with aiosqlite.connect(
        _address(path, mode), uri=True, isolation_level=None, timeout=patience
    ) as database:
        try:
            yield database
        except asyncio.CancelledError:
            await database.interrupt()
            raise


def _address(path: Path, mode: str) -> str:
    return f"{path.absolute().as_uri()}?mode={mode}"


async def first_row(database: aiosqlite.Connection, statement: str) -> tuple[object, ...]:
    """Execute a statement that gives a row, and return its first row. Raises sqlite3.Error."""
    async with database.execute(statement) as cursor:
        row = await cursor.fetchone()
    assert row is not None
    return tuple(row)
