"""The readers of the bot's files, in a folder that the host has made open to everybody."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.command_process import command, of, running
from tests.support.sandbox.client import start_server
from tests.support.waiting import until


@pytest.fixture
def open_folder(tmp_path: Path) -> Iterator[Path]:
    """A folder as `mkdir` makes it for a user whose files everybody may read."""
    before = os.umask(0o022)
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    yield folder
    os.umask(before)


def mode(path: Path) -> int:
    """The rights of a file or folder."""
    return path.stat().st_mode & 0o777


def modes(folder: Path) -> dict[str, int]:
    """The rights of each file in a folder, by name."""
    return {path.name: mode(path) for path in folder.iterdir()}


async def test_what_a_running_bot_writes_is_its_owners_alone(open_folder: Path) -> None:
    """The database, its write-ahead log, the lock and the notes; the folder stays as the host has made it."""
    async with start_server() as (server, sandbox):
        settings = of(server, open_folder)
        async with running(settings):
            await sandbox.bot_ready()
            await until((open_folder / "health.json").exists)
            found = modes(open_folder)
    names = {"koikoi.db", "koikoi.db-wal", "koikoi.db-shm", "koikoi.lock", "health.json"}
    assert names <= found.keys()
    assert set(found.values()) == {0o600}
    assert mode(open_folder) == 0o755


def test_what_a_command_writes_is_its_owners_alone(open_folder: Path) -> None:
    """A migrated database, a copy of it, and both databases after the copy was put back."""
    settings, copy = {"data": str(open_folder)}, open_folder / "copy.db"
    assert command("migrate", **settings).status == 0
    assert command("backup", str(copy), **settings).status == 0
    assert command("restore", str(copy), **settings).status == 0
    found = modes(open_folder)
    assert any(name.startswith("koikoi.db.replaced-") for name in found)
    assert set(found.values()) == {0o600}
