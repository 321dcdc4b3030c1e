"""`koikoi backup`: a whole copy of the database while matches are played."""

from __future__ import annotations

import asyncio
import io
import os
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from bot.storage.backups import backup as backup_module
from bot.storage.backups.backup import BackupError, backup, stream
from bot.storage.database.migrate import migrate
from bot.storage.database.sqlite_connection import connected
from tests.support.command_process import command, environment, koikoi
from tests.support.manager_fixture import ANN, BEN, running_service
from tests.support.sandbox.client import ROOT
from tests.support.waiting import MOST_SECONDS

NAME = "koikoi.db"


def actions(path: Path) -> int:
    """Return the number of actions in a database, which must be whole."""
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        (count,) = database.execute("SELECT count(*) FROM actions").fetchone()
        return int(count)


@pytest.mark.dealt_by_chance
async def test_a_copy_made_in_mid_match_goes_on_elsewhere(tmp_path: Path) -> None:
    """Moves are stored while the command copies; a bot on the copy goes on from one moment of them."""
    data, other = tmp_path / "data", tmp_path / "other"
    migrate_into(data, other)
    async with running_service(data) as service:
        match = await service.match(ANN, BEN, months=12)
        before = (await service.seen(match)).n
        copying = asyncio.create_task(koikoi("backup", str(other / NAME), data=str(data)))
        await service.play(match, until=lambda view: copying.done())
        said = await copying
        after = (await service.seen(match)).n
    assert (said.status, said.err) == (0, "")
    assert said.out == f"{other / NAME}: {size(other / NAME)} bytes\n"
    assert [path.name for path in files(other)] == [NAME]
    assert before <= actions(other / NAME) <= after == actions(data / NAME)
    async with running_service(other) as service:
        copied = (await service.seen(match)).n
        assert before <= copied <= after
        await service.play(match, until=lambda view: view.n > copied)


def noted(seen: list[Any], what: Callable[[Path], Any]) -> Callable[..., Awaitable[None]]:
    """In place of copying: note something of the file that the copy would be written to."""

    async def copy(database: Path, part: Path, progress: object) -> None:
        seen.append(what(part))

    return copy


def migrate_into(data: Path, other: Path) -> None:
    """A new data folder, and an empty one."""
    data.mkdir()
    other.mkdir()
    migrate(data / NAME)


def size(path: Path) -> int:
    """The size of a file that nobody but its owner can read."""
    assert path.stat().st_mode & 0o077 == 0
    return path.stat().st_size


def files(folder: Path) -> list[Path]:
    """Return the files in a folder."""
    return list(folder.iterdir())


async def test_a_copy_needs_neither_a_bot_nor_its_log_file(tmp_path: Path) -> None:
    """Without a bot the database is copied as it lies there, and stays as it was."""
    migrate(tmp_path / NAME)
    before = (tmp_path / NAME).read_bytes()
    assert await backup(tmp_path / NAME, tmp_path / "copy") == (tmp_path / "copy").stat().st_size
    assert actions(tmp_path / "copy") == 0
    assert (tmp_path / NAME).read_bytes() == before


async def test_nothing_is_overwritten(tmp_path: Path) -> None:
    """A file that is there stays as it is, the database itself above all."""
    migrate(tmp_path / NAME)
    (tmp_path / "old").write_text("old", encoding="ascii")
    for target in (tmp_path / "old", tmp_path / NAME):
        with pytest.raises(BackupError, match="is there already"):
            await backup(tmp_path / NAME, target)
    assert (tmp_path / "old").read_text(encoding="ascii") == "old"
    assert actions(tmp_path / NAME) == 0


async def test_what_cannot_be_copied_leaves_nothing_behind(tmp_path: Path) -> None:
    """No database, a damaged one, no folder for the copy: one sentence each, and no file."""
    with pytest.raises(BackupError, match="There is no database"):
        await backup(tmp_path / NAME, tmp_path / "copy")
    (tmp_path / NAME).write_bytes(b"no database " * 400)
    with pytest.raises(BackupError, match="cannot be copied"):
        await backup(tmp_path / NAME, tmp_path / "copy")
    with pytest.raises(BackupError, match="cannot be written"):
        await backup(tmp_path / NAME, tmp_path / "nowhere" / "copy")
    assert files(tmp_path) == [tmp_path / NAME]


async def test_a_database_that_is_held_back_is_not_waited_for_without_end(tmp_path: Path) -> None:
    """A program that holds all locks is waited for a few seconds, then named as the reason."""
    migrate(tmp_path / NAME)
    with closing(sqlite3.connect(tmp_path / NAME, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(BackupError, match="is locked"):
            await backup(tmp_path / NAME, tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


@pytest.mark.outside
def test_a_copy_goes_through_a_pipe(tmp_path: Path) -> None:
    """`-` writes the same copy to standard output, and nothing else."""
    migrate(tmp_path / NAME)
    command = [sys.executable, "-m", "bot", "backup", "-"]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=environment(data=str(tmp_path)),
        capture_output=True,
        check=True,
        timeout=MOST_SECONDS,
    )
    (tmp_path / "copy").write_bytes(done.stdout)
    assert actions(tmp_path / "copy") == 0
    assert done.stderr == b""


async def test_a_stream_needs_no_room_but_beside_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Temporary files of the system may be kept in memory; amid the transfer no copy lies about."""
    migrate(tmp_path / NAME)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "none"))

    class Watched(io.BytesIO):
        def write(self, data: Any) -> int:
            assert list(tmp_path.glob(".*")) == []
            return super().write(data)

    out = Watched()
    await stream(tmp_path / NAME, out)
    assert not [path for path in files(tmp_path) if path.name.startswith(".")]
    (tmp_path / "copy").write_bytes(out.getvalue())
    assert actions(tmp_path / "copy") == 0


async def test_a_stream_of_a_folder_that_is_read_only_goes_through_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A user who may only read the data still gets a copy of it."""
    data, other = tmp_path / "data", tmp_path / "other"
    migrate_into(data, other)
    monkeypatch.setattr(tempfile, "tempdir", str(other))
    # Root may write into any folder of a test.
    monkeypatch.setattr(os, "access", lambda path, mode: path != data)
    made: list[object] = []
    monkeypatch.setattr(backup_module, "_copy", noted(made, lambda part: part.parent.parent))
    await stream(data / NAME, io.BytesIO())
    assert made == [other]
    assert files(other) == []


def test_the_command_ends_with_one_sentence(tmp_path: Path) -> None:
    """The refusal has no traceback, and the status is 1."""
    said = command("backup", str(tmp_path / "copy"), data=str(tmp_path / "data"))
    assert said.status == 1
    assert said.err == f"There is no database {tmp_path / 'data' / NAME} to copy.\n"


async def test_a_copy_tells_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Progress is told after each part of the pages."""
    migrate(tmp_path / NAME)
    monkeypatch.setattr(backup_module, "PAGES", 1)
    parts: list[tuple[int, int]] = []
    await backup(tmp_path / NAME, tmp_path / "copy", lambda done, total: parts.append((done, total)))
    assert [done for done, _ in parts] == list(range(1, parts[0][1] + 1))


async def test_a_copy_can_be_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cancelled copy closes no connection before the part under way is copied, and leaves no file.

    The thread of the source writes into the copy until then: a closed one crashed the process.
    """
    migrate(tmp_path / NAME)
    monkeypatch.setattr(backup_module, "PAGES", 1)
    begun, goes_on, closed = threading.Event(), threading.Event(), list[str]()

    @asynccontextmanager
    async def watched(path: Path, **options: Any) -> AsyncIterator[aiosqlite.Connection]:
        async with connected(path, **options) as database:
            try:
                yield database
            finally:
                closed.append(path.name)

    def hold(done: int, total: int) -> None:
        begun.set()
        goes_on.wait()

    monkeypatch.setattr(backup_module, "connected", watched)
    task = asyncio.create_task(backup(tmp_path / NAME, tmp_path / "other", hold))
    await asyncio.to_thread(begun.wait)
    for _ in range(20):
        task.cancel()
        await asyncio.sleep(0)
    closed_early = list(closed)
    goes_on.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert closed_early == []
    assert len(closed) == 2
    assert not [path for path in files(tmp_path) if "other" in path.name]
