"""Bringing a database to the newest schema, all or nothing.

Alembic does it. Whether anything is to do is found out without it: to load it takes a tenth of a start.
"""

from __future__ import annotations

import errno
import sqlite3
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
import structlog
from sqlalchemy import URL, Connection, create_engine, inspect
from sqlalchemy.pool import NullPool

from bot.errors import StorageError, StorageErrorKind
from bot.storage.database import server
from bot.storage.database.address import Address
from bot.storage.database.copies import OWNER_ONLY, before, real, sync
from bot.storage.database.engines import BUSY_SECONDS, prepare, read_only, url
from bot.storage.database.errors import translate_errors
from bot.storage.database.parts import unfinished

HEAD = "head"
STEPPING_STONE = "dcf4e35b"
"""A commit of the sources that still upgrades a database from before the first revision here."""
_TURN = 0x6B6F696B6F69
"""Number of the lock that a process holds while it upgrades a PostgreSQL database: "koikoi" in ASCII."""
_SCRIPTS = Path(__file__).parents[1] / "migrations"
log = structlog.stdlib.get_logger("koikoi.storage")


@dataclass(frozen=True, slots=True)
class Upgrade:
    """The result of an upgrade."""

    before: str | None
    """The revision that the database had; None where it was empty."""
    applied: tuple[str, ...] = ()
    """The revisions that it has got, oldest first."""
    copy: Path | None = None
    """The copy from before, if one was made."""


def bring_up(address: Address) -> None:
    """Upgrade a database to the newest schema, with a line in the log. Raises `StorageError`; blocks."""
    began = time.monotonic()
    done = migrate(address)
    if done.applied:
        log.info(
            "database created" if done.before is None else "upgraded",
            **{} if done.before is None else {"from": done.before},
            to=done.applied[-1],
            copy=None if done.copy is None else done.copy.name,
            seconds=round(time.monotonic() - began, 1),
        )


def migrate(address: Address, *, to: str = HEAD, copies: bool = True) -> Upgrade:
    """Upgrade a database (a file is made if there is none) and return what was done.

    Nothing is touched where nothing is to do, and nothing where it fails. Raises `StorageError`; blocks.
    """
    if isinstance(address, Path):
        return _migrate_file(address, to=to, copies=copies)
    return _migrate_server(address, to=to)


def _migrate_file(path: Path, *, to: str, copies: bool) -> Upgrade:
    """Upgrade a file.

    One with rows is copied aside first, unless told otherwise of one that is itself a copy. The upgrade runs
    in one transaction with foreign keys off: a table that SQLite rebuilds would otherwise drop every row that
    refers to it. It is undone as a whole where it leaves a reference hanging that did not hang before. What
    it deletes stays in no file but the copy.
    """
    engine = create_engine(
        url(path, driver="pysqlite"),
        poolclass=NullPool,
        connect_args={"timeout": BUSY_SECONDS, "isolation_level": None},
    )
    pragmas = ("journal_mode=WAL", "foreign_keys=OFF", "secure_delete=ON")
    prepare(engine, begin="BEGIN IMMEDIATE", pragmas=pragmas)
    with translate_errors(), engine.connect() as connection:
        current = _current(connection)
        found = _pending(current, to)
        connection.rollback()
        if not found:
            return Upgrade(current)
        copy = _copy_aside(path, current) if current is not None and copies else None
        with connection.begin():
            hanging = _hanging(connection)
            _upgrade(connection, to)
            if lost := _hanging(connection) - hanging:
                raise StorageError(StorageErrorKind.DAMAGED, tables=tuple(sorted(lost)))
        _empty_log(connection)
    return Upgrade(current, found, copy)


def _migrate_server(url: URL, *, to: str) -> Upgrade:
    """Upgrade a PostgreSQL database; of two that come at once the second finds nothing to do.

    The host copies it (pg_dump): there is no file of which the bot could make a copy.
    """
    with translate_errors(), server.single(url).connect() as connection:
        if found := _pending(current := _current(connection), to):
            connection.rollback()
            with connection.begin():
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_TURN)))
                found = _pending(current := _current(connection), to)
                if found:
                    _upgrade(connection, to)
    return Upgrade(current, found)


def pending(address: Address, opened: Callable[[Any], None] = lambda _: None) -> tuple[str, ...]:
    """The revisions that an upgrade would apply; nothing is written. Raises StorageError.

    `opened` is told of the connection to a server before anything is asked on it.
    """
    if isinstance(address, Path):
        if not address.exists():
            return revisions()
        engine = create_engine(read_only(address), poolclass=NullPool)
    else:
        engine = server.single(address, opened)
    with translate_errors(), engine.connect() as connection:
        return _pending(_current(connection), HEAD)


def revisions() -> tuple[str, ...]:
    """All revisions, oldest first."""
    return _pending(None, HEAD)


def how_to_pass(error: StorageError, act: str) -> tuple[str, str]:
    """Return the fact about a database or copy that is too old, after its name, and how it comes here.

    `act`: what the host does with it at the commit that they pass through. No image is as old as that.
    """
    return (
        f"is of revision {error.revision}, which this version cannot upgrade",
        f"check out commit {STEPPING_STONE} of the sources, {act} (docker compose run --build builds its "
        "image), then come back to this version",
    )


def way_back(path: Path) -> Path | None:
    """The newest copy, if there is one, that a newer version made before it changed a database of ours."""
    copies = (before(real(path), revision) for revision in reversed(revisions()))
    return next((copy for copy in copies if copy.is_file()), None)


def _upgrade(connection: Connection, to: str) -> None:
    """Let Alembic run the scripts, which lie inside this package."""
    from alembic import command  # noqa: PLC0415 - see above
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def _current(connection: Connection) -> str | None:
    """The revision of a database, as Alembic noted it; None where it has made none yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return found


def _pending(current: str | None, to: str) -> tuple[str, ...]:
    """The revisions from `current` (exclusive) up to `to`, oldest first; their files are named by them."""
    known = sorted(script.name.partition("_")[0] for script in (_SCRIPTS / "versions").glob("[0-9]*.py"))
    if to != HEAD:
        known = known[: known.index(to) + 1]
    if current is None:
        return tuple(known)
    if current not in known:
        # Another version of the bot has been here; going on would misread its rows.
        kind = StorageErrorKind.OLDER if current < known[0] else StorageErrorKind.NEWER
        raise StorageError(kind, revision=current)
    return tuple(known[known.index(current) + 1 :])


def _copy_aside(path: Path, revision: str) -> Path:
    """Copy the database, what its write-ahead log holds included, to a file named after its revision.

    The copy has its name once it is whole, so that half of one never takes the place of an earlier one.
    Only its owner can read it: it holds the secrets of matches in play.
    """
    aside = before(real(path), revision)
    try:
        with unfinished(aside.parent) as folder:
            part = folder / aside.name
            part.touch(mode=OWNER_ONLY)
            with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(part)) as target:
                source.backup(target)
            part.replace(aside)
            sync(aside.parent)
    except OSError as error:
        full = error.errno in {errno.ENOSPC, errno.EDQUOT}
        raise StorageError(StorageErrorKind.FULL if full else StorageErrorKind.UNWRITABLE) from error
    return aside


def _empty_log(connection: Connection) -> None:
    """Bring what was written from the write-ahead log into the file, and leave nothing in the log.

    Somebody who reads just now keeps the log as it is, until the last connection closes.
    """
    driver = connection.connection.dbapi_connection
    assert driver is not None
    driver.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").close()


def _hanging(connection: Connection) -> Counter[str]:
    """Count the rows that refer to one that is not there, by table."""
    return Counter(row[0] for row in connection.exec_driver_sql("PRAGMA foreign_key_check"))
