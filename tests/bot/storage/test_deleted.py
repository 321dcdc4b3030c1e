"""The deletion: deleted rows are in no file any more, and copies are for their owner alone."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.storage import Store
from bot.storage.database.migrate import migrate, revisions

NAME = "koikoi.db"
SECRET = "what somebody wants to be gone " * 8


async def test_what_the_bot_deletes_is_not_left_in_the_file(tmp_path: Path) -> None:
    """Not even where nothing else has been written since."""
    store = await Store.open(tmp_path / NAME)
    with store.writing() as tx:
        assert tx.exec_driver_sql("PRAGMA secure_delete").scalar() == 1
        tx.exec_driver_sql("INSERT INTO beats (name, at) VALUES (?, 1)", (SECRET,))
    with store.writing() as tx:
        tx.exec_driver_sql("DELETE FROM beats")
    await store.close()
    assert not (tmp_path / f"{NAME}-wal").exists()
    assert SECRET.encode() not in (tmp_path / NAME).read_bytes()


def test_a_migration_leaves_nothing_in_the_log(tmp_path: Path) -> None:
    """While somebody has the database open, its log stays; what it held does not."""
    with closing(sqlite3.connect(tmp_path / NAME)) as other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("CREATE TABLE something (of INTEGER)")
        assert migrate(tmp_path / NAME).applied == revisions()
        assert (tmp_path / f"{NAME}-wal").stat().st_size == 0


@pytest.mark.usefixtures("next_revision")
def test_a_copy_before_a_migration_is_its_owners_alone(tmp_path: Path) -> None:
    """The copy holds the secrets of matches in play, no matter who may read the database itself."""
    migrate(tmp_path / NAME, to=revisions()[0])
    (tmp_path / NAME).chmod(0o644)
    migrate(tmp_path / NAME)
    (copy,) = tmp_path.glob("*.before-*")
    assert copy.stat().st_mode & 0o777 == 0o600
