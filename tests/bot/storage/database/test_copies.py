"""Copies that the bot itself makes: what they are called, and when they go."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import structlog

from bot.storage.database.copies import before, expire_copies, last_change, replaced
from bot.storage.database.migrate import migrate, revisions
from tests.support.command_process import of, running, without_rights
from tests.support.sandbox.client import start_server

NAME = "koikoi.db"
NOW = datetime(2026, 11, 3, 14, 25, 30, tzinfo=UTC)
DAY = 86_400


def laid(path: Path, *, days: float) -> Path:
    """Return a file that was last changed some days ago."""
    path.write_bytes(b"rows")
    os.utime(path, (NOW.timestamp() - days * DAY,) * 2)
    return path


def names(paths: list[Path]) -> list[str]:
    """The names of files in order."""
    return sorted(path.name for path in paths)


def test_copies_go_when_their_days_are_over(tmp_path: Path) -> None:
    """Each kind, with what SQLite left beside it; a copy that is a moment younger stays."""
    database = laid(tmp_path / NAME, days=400)
    old = [laid(before(database, revision), days=30.1) for revision in revisions()]
    old += [laid(replaced(database, NOW), days=31) for _ in range(2)]
    old += [laid(tmp_path / f"{old[-1].name}{ending}", days=31) for ending in ("-wal", "-shm", "-journal")]
    young = [laid(before(database, "9999"), days=29.9), laid(replaced(database, NOW), days=0)]
    assert names(expire_copies(database, NOW, 30)) == names(old)
    assert names(list(tmp_path.iterdir())) == names([database, *young])
    assert names(expire_copies(database, NOW, 29)) == names(young[:1])


def test_the_newest_copy_stays_however_old_it_is(tmp_path: Path) -> None:
    """With what SQLite left beside it. One of the future, of a clock that was wrong, is not the newest."""
    database = laid(tmp_path / NAME, days=400)
    old, newest = laid(before(database, "0001"), days=90), laid(replaced(database, NOW), days=60)
    beside = laid(tmp_path / f"{newest.name}-wal", days=60)
    future = laid(before(database, "0002"), days=-700)
    assert names(expire_copies(database, NOW, 30)) == [old.name]
    assert names(list(tmp_path.iterdir())) == names([database, newest, beside, future])
    assert last_change(database) == NOW + timedelta(days=700)
    assert expire_copies(database, NOW + timedelta(days=731), 30) == [newest, beside]


@pytest.mark.parametrize(
    "name",
    [
        f"{NAME}-wal",
        f"{NAME}.before-christmas",
        f"{NAME}.before-0001.keep",
        f"{NAME}.replaced-by-hand",
        f"old-{NAME}.before-0001",
        "koikoi-backup.db",
        "koikoi.lock",
        "other.db.before-0001",
    ],
)
def test_what_somebody_else_named_stays(tmp_path: Path, name: str) -> None:
    """Only names that the bot gives are its own to remove."""
    database, other = laid(tmp_path / NAME, days=400), laid(tmp_path / name, days=400)
    assert expire_copies(database, NOW, 30) == []
    assert other.exists()


def test_what_is_no_file_stays(tmp_path: Path) -> None:
    """A folder or a link of such a name was made by somebody."""
    database, elsewhere = laid(tmp_path / NAME, days=400), laid(tmp_path / "elsewhere", days=400)
    (tmp_path / f"{NAME}.before-0001").mkdir()
    (tmp_path / f"{NAME}.before-0002").symlink_to(elsewhere)
    assert expire_copies(database, datetime(2099, 1, 1, tzinfo=UTC), 30) == []
    assert elsewhere.exists()


def test_copies_lie_beside_the_database_itself(tmp_path: Path) -> None:
    """The copies lie at the other end of a link if the data folder holds one to the database."""
    (tmp_path / "data").mkdir()
    (tmp_path / "big").mkdir()
    database = tmp_path / "data" / NAME
    database.symlink_to(tmp_path / "big" / "table.db")
    migrate(database)
    old = laid(tmp_path / "big" / "table.db.before-0001", days=31)
    laid(tmp_path / "big" / "table.db.before-0002", days=1)
    assert expire_copies(database, NOW, 30) == [old]
    assert database.exists()


def test_a_copy_that_cannot_be_removed_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others go; nothing is raised."""
    monkeypatch.chdir(tmp_path)  # to where somebody without rights may not go from above
    database = laid(Path(NAME), days=0)
    old = laid(before(database, "0001"), days=31)
    laid(before(database, "0002"), days=1)
    tmp_path.chmod(0o555)
    with structlog.testing.capture_logs() as said, without_rights():
        assert expire_copies(database, NOW, 30) == []
    tmp_path.chmod(0o755)
    assert old.exists()
    assert [line["log_level"] for line in said] == ["warning"]
    assert (said[0]["name"], said[0]["trouble"]) == (old.name, "Permission denied")


def test_a_folder_that_cannot_be_listed_is_a_warning(tmp_path: Path) -> None:
    """A folder that is none, and one that is not there."""
    laid(tmp_path / "file", days=0)
    for folder in ("file", "nowhere"):
        with structlog.testing.capture_logs() as said:
            assert expire_copies(tmp_path / folder / NAME, NOW, 30) == []
        assert [line["log_level"] for line in said] == ["warning"]


async def test_the_bot_removes_old_copies_when_it_starts(tmp_path: Path) -> None:
    """`koikoi run` says in its log what it removed, after the days that are set."""
    async with start_server() as (server, _):
        old, young = laid(tmp_path / f"{NAME}.before-0001", days=0), tmp_path / f"{NAME}.before-0002"
        os.utime(old, (1, 1))
        young.touch()
        async with running(of(server, tmp_path, copy_days="0.5")) as process:
            assert process.stderr is not None
            while "copies removed" not in (line := (await process.stderr.readline()).decode()):
                assert process.returncode is None
        assert old.name in line
        assert not old.exists()
        assert young.exists()
