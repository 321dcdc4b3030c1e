"""The room that the database takes and the room that is left, on a file and on a server."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.storage import Store
from bot.storage.database.schema import jobs
from bot.storage.disk_usage import DiskUsage, measure
from tests.support.manager_fixture import RunningService
from tests.support.processes import databases

pytestmark = pytest.mark.databases


async def test_the_size_grows_with_what_is_stored(service: RunningService, tmp_path: Path) -> None:
    """The room that is left is that of the data folder; copies are the schedule's alone."""
    before = await measure(tmp_path, service.store)
    rows = [{"name": f"{number:016}", "done": 0, "total": 1} for number in range(5000)]
    await service.store.write(lambda tx: tx.execute(sa.insert(jobs), rows).rowcount)
    after = await measure(tmp_path, service.store)
    assert before.database is not None and after.database is not None and after.free is not None
    assert 0 < before.database < after.database
    assert 0 < after.free <= shutil.disk_usage(tmp_path).total
    assert after.copied is None


async def test_what_cannot_be_found_out_is_left_out(tmp_path: Path) -> None:
    """A folder that is not there, and a server that does not answer."""
    assert await measure(tmp_path / "nowhere", None) == DiskUsage()
    if databases.on_server():
        found = databases.database(tmp_path)
        assert not isinstance(found, Path)
        store = Store(found.set(query={"host": str(tmp_path)}))
        space = await measure(tmp_path, store)
        await store.close()
        assert space.database is None and space.free is not None
