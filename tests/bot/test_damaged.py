"""A start on a database whose own tables are damaged: one line that says what to do."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.command_process import koikoi, of
from tests.support.manager_fixture import ANN, BEN, running_service
from tests.support.sandbox.client import start_server


def overwrite_root(path: Path, table: str) -> None:
    """Put other bytes over the first page of a table, as a disk at fault does."""
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = raw.execute("PRAGMA page_size").fetchone()
        (root,) = raw.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    content = bytearray(path.read_bytes())
    content[(root - 1) * size : root * size] = b"\xa5" * size
    path.write_bytes(content)


@pytest.mark.parametrize("what", ["beats", "matches", "a value"])
async def test_a_start_that_cannot_read_its_tables_ends_with_one_line(tmp_path: Path, what: str) -> None:
    """Nothing of it is a traceback, and the exit status is that of other starts that fail."""
    async with running_service(tmp_path) as service:
        await service.match(ANN, BEN)
    if what == "a value":
        with closing(sqlite3.connect(tmp_path / "koikoi.db")) as raw, raw:
            raw.execute("UPDATE beats SET at = 'nothing'")
    else:
        overwrite_root(tmp_path / "koikoi.db", what)
    async with start_server() as (server, _):
        said = await koikoi("run", **of(server, tmp_path))
    assert said.status == 1
    assert "Traceback" not in said.out + said.err
    (line,) = [each for each in said.err.splitlines() if "[" not in each]
    told = "is damaged; put a backup in its place: koikoi restore FILE."
    assert line == f"The database {tmp_path / 'koikoi.db'} {told}"
