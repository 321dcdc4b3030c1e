"""Bringing a database file to the newest schema, all or nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine
from sqlalchemy.pool import NullPool

from bot.errors import StorageTrouble
from bot.storage.engines import BUSY_SECONDS, prepare, url
from bot.storage.trouble import Trouble, translated

HEAD = "head"


def migrate(path: Path, *, to: str = HEAD) -> tuple[str, ...]:
    """Upgrade the file (made if there is none) and return the revisions applied, oldest first.

    Nothing is touched where nothing is to do. A file with rows is copied aside first. The upgrade runs in one
    transaction with foreign keys off (a table that SQLite rebuilds would otherwise drop every row that refers
    to it) and is undone as a whole where a reference is left hanging. Raises `StorageTrouble`; blocks.
    """
    engine = create_engine(
        url(path, driver="pysqlite"),
        poolclass=NullPool,
        connect_args={"timeout": BUSY_SECONDS, "isolation_level": None},
    )
    prepare(engine, begin="BEGIN IMMEDIATE", pragmas=("journal_mode=WAL", "foreign_keys=OFF"))
    with translated(), engine.connect() as connection:
        current = MigrationContext.configure(connection).get_current_revision()
        pending = _pending(current, to)
        connection.rollback()
        if not pending:
            return ()
        if current is not None:
            _copy_aside(path, current)
        with connection.begin():
            config = _config()
            config.attributes["connection"] = connection
            command.upgrade(config, to)
            _check_references(connection)
    return pending


def revisions() -> tuple[str, ...]:
    """All revisions, oldest first."""
    return _pending(None, HEAD)


def way_back(path: Path) -> Path | None:
    """The newest copy, if there is one, that a newer version made before it changed a database of ours."""
    copies = (_aside(path, revision) for revision in reversed(revisions()))
    return next((copy for copy in copies if copy.is_file()), None)


def _config() -> Config:
    """Alembic's configuration; the scripts lie inside this package."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    return config


def _pending(current: str | None, to: str) -> tuple[str, ...]:
    """The revisions from `current` (exclusive) up to `to`, oldest first."""
    scripts = ScriptDirectory.from_config(_config())
    known = [script.revision for script in scripts.walk_revisions("base", to)][::-1]
    if current is None:
        return tuple(known)
    if current not in known:
        # A newer version of the bot has been here; going on would misread its rows.
        raise StorageTrouble(kind=Trouble.NEWER, revision=current)
    return tuple(known[known.index(current) + 1 :])


def _copy_aside(path: Path, revision: str) -> None:
    """Copy the database, what its write-ahead log holds included, to a file named after its revision.

    The copy has its name once it is whole, so that half of one never takes the place of an earlier one.
    """
    aside = _aside(path, revision)
    part = aside.with_name(f".{aside.name}.part")
    try:
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(part)) as target:
            source.backup(target)
        part.replace(aside)
    finally:
        with suppress(OSError):  # what went wrong before is to be told
            part.unlink(missing_ok=True)


def _aside(path: Path, revision: str) -> Path:
    return path.with_name(f"{path.name}.before-{revision}")


def _check_references(connection: Connection) -> None:
    """Every row that a row refers to is there."""
    hanging = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
    if hanging:
        raise StorageTrouble(kind=Trouble.DAMAGED, tables=sorted({row[0] for row in hanging}))
