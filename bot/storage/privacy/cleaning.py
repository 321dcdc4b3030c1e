"""Cleaning the database's files of what was deleted, so that nobody finds it who looks at their bytes.

`secure_delete` writes zeros over what a statement deletes. Two things remain. The write-ahead log holds the
pages from before until it is emptied. A page that SQLite put in order earlier may hold a second copy of a row
where nothing looks. So the log is emptied, the file is searched, and only where something is found, which
happens once in some hundred deletions, the whole file is written again.

The files of a PostgreSQL server are not the bot's. It has the rows' room freed (VACUUM). The rest that the
server keeps, in pages and in its write-ahead log, goes as they are used again (PRIVACY.md).
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import aiosqlite
import sqlalchemy as sa
import structlog
from sqlalchemy import Connection

from bot.storage.database import server
from bot.storage.database.address import Address
from bot.storage.database.errors import translate_errors
from bot.storage.database.schema import jobs, metadata
from bot.storage.database.sqlite_connection import connected, first_row
from bot.storage.database.transactions import Database

CLEAN = "clean"
"""The job's row: there while files may hold what was deleted; it names nobody."""
TRIES = 25
WAIT_SECONDS = 0.2
"""The time that one reader is waited for who keeps the log from being emptied."""
WRITE_SECONDS = 10.0
"""Seconds for which the turn of a writer is waited for, to write the file again."""
PIECE = 1 << 20
log = structlog.stdlib.get_logger("koikoi.cleaning")


def ask(tx: Connection) -> None:
    """Note in a transaction that deletes something that the files are to be cleaned after it."""
    again = sa.update(jobs).where(jobs.c.name == CLEAN).values(total=jobs.c.total + 1)
    if not tx.execute(again).rowcount:
        tx.execute(sa.insert(jobs).values(name=CLEAN, done=0, total=1))


async def clean(store: Database, number: int | None = None) -> bool:
    """Clean the files if that was asked for; False where somebody was in the way, and it has to be repeated.

    `number` is what must not be found in them any more; where nobody knows it, after a crash, the file is
    written again in any case. Raises StorageError.
    """
    asked = await store.read(lambda tx: tx.execute(_asked()).scalar())
    if asked is None:
        return True
    if not await _cleaned(store.address, None if number is None else traces(number)):
        log.warning("files are not cleaned yet")
        return False
    # Where more was deleted meanwhile, that deletion cleans again.
    done_with = sa.delete(jobs).where((jobs.c.name == CLEAN) & (jobs.c.total == asked))
    await store.write(lambda tx: tx.execute(done_with).rowcount)
    return True


async def empty_log(store: Database) -> bool:
    """Take what was deleted out of the write-ahead log; False where somebody reads it just now.

    Enough where nobody needs protection from a reader of whole pages. Raises StorageError.
    """
    return await _cleaned(store.address, ())


async def _cleaned(address: Address, wanted: tuple[bytes, ...] | None) -> bool:
    """Whether a database could be cleaned; `wanted` as `_clean_file` has it."""
    with translate_errors():
        if isinstance(address, Path):
            return await _clean_file(address, wanted)
        if wanted != ():
            await asyncio.to_thread(server.vacuum, address, list(metadata.tables))
    return True


def traces(number: int) -> tuple[bytes, ...]:
    """Return the traces of a number in a file: as SQLite stores it, and as text."""
    length = next(size for size in (1, 2, 3, 4, 6, 8) if number < 1 << (8 * size - 1))
    return number.to_bytes(length, "big"), str(number).encode("ascii")


def _asked() -> sa.Select[tuple[int]]:
    return sa.select(jobs.c.total).where(jobs.c.name == CLEAN)


async def _clean_file(path: Path, wanted: tuple[bytes, ...] | None) -> bool:
    """Empty the log, and write the file again if one of the traces `wanted` is found in it.

    Without any the log alone is emptied; None stands for all. False: somebody reads the log. Cancelling the
    wait breaks the work off; nothing is half written. Raises sqlite3.Error.
    """
    async with connected(path, patience=WAIT_SECONDS) as database:
        if not await _emptied(database):
            return False
        if wanted is not None and not (wanted and await _found(path, wanted)):
            return True
        log.info("rewriting the database file")
        await first_row(database, f"PRAGMA busy_timeout={int(WRITE_SECONDS * 1000)}")
        await database.execute("VACUUM")
        await first_row(database, f"PRAGMA busy_timeout={int(WAIT_SECONDS * 1000)}")
        return await _emptied(database)


async def _emptied(database: aiosqlite.Connection) -> bool:
    """Bring the write-ahead log into the file and make it empty."""
    for _ in range(TRIES):
        (busy, *_) = await first_row(database, "PRAGMA wal_checkpoint(TRUNCATE)")
        if not busy:
            return True
        await asyncio.sleep(WAIT_SECONDS)
    return False


async def _found(path: Path, wanted: tuple[bytes, ...]) -> bool:
    """Whether one of these stands in the file."""
    overlap = max(map(len, wanted)) - 1
    with path.open("rb") as file:
        end = b""
        while piece := await asyncio.to_thread(file.read, PIECE):
            piece = end + piece
            if any(each in piece for each in wanted):
                return True
            end = piece[-overlap:]
    return False
