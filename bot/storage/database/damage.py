"""Looking for damage in a database's file while a bot runs on it: faults of disks, and of hands."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from bot.storage.database.sqlite_connection import connected, first_row

WHOLE = "sqlite_master"
"""SQLite's own table of tables: where that cannot be read, nothing can."""
_OF_ROWS = re.compile(r"\w+ value in |CHECK constraint failed in ")
"""SQLite's words for a row that breaks a rule of its table."""
_NAMES = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"


@dataclass(frozen=True, slots=True)
class Damage:
    """The tables in which something is wrong, and those that were not reached in time."""

    tables: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()


async def check(path: Path, seconds: float) -> Damage:
    """Check table after table, each in a transaction of its own, for `seconds` at most; only reads."""
    left, wrong = list[str](), list[str]()
    try:
        async with asyncio.timeout(seconds), connected(path, mode="ro") as database:
            async with database.execute(_NAMES) as cursor:
                left = [name async for (name,) in cursor]
            while left:
                try:
                    (found,) = await first_row(database, f'PRAGMA quick_check("{left[0]}")')
                except sqlite3.DatabaseError:
                    found = "unreadable"
                if found != "ok":
                    wrong.append(left[0])
                left.pop(0)
    except TimeoutError:
        pass
    except sqlite3.DatabaseError:
        return Damage(tables=(WHOLE,))
    return Damage(tuple(wrong), tuple(left))


def of_file(found: Iterable[str]) -> str | None:
    """Return the first finding of `PRAGMA integrity_check` that is about the file; None: that is whole.

    A row that breaks a rule of its table is none: another program has left it, and the bot runs on it.
    """
    return next((each for each in found if each != "ok" and not _OF_ROWS.match(each)), None)
