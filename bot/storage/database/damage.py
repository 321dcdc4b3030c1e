"""Looking for damage in a database's file while a bot runs on it: faults of disks, and of hands."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

WHOLE = "sqlite_master"
"""SQLite's own table of tables: where that cannot be read, nothing can."""


@dataclass(frozen=True, slots=True)
class Damage:
    """The tables in which something is wrong, and those that were not reached in time."""

    tables: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()


def look(path: Path, seconds: float) -> Damage:
    """Check table after table, each in a transaction of its own that only reads; blocks, so long at most."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as database:
            over = threading.Event()
            timer = threading.Timer(seconds, _end, (database, over))
            timer.start()
            try:
                return _looked(database, over)
            finally:
                timer.cancel()
                timer.join()
    except sqlite3.DatabaseError:
        return Damage(tables=(WHOLE,))


def _end(database: sqlite3.Connection, over: threading.Event) -> None:
    over.set()
    database.interrupt()


def _looked(database: sqlite3.Connection, over: threading.Event) -> Damage:
    rows = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
    names, wrong = [str(name) for (name,) in rows], list[str]()
    for place, name in enumerate(names):
        try:
            (found,) = database.execute(f'PRAGMA quick_check("{name}")').fetchone()
        except sqlite3.DatabaseError:
            if not over.is_set():
                wrong.append(name)
                continue
            found = "ok"
        if over.is_set():
            return Damage(tuple(wrong), tuple(names[place:]))
        if found != "ok":
            wrong.append(name)
    return Damage(tuple(wrong))
