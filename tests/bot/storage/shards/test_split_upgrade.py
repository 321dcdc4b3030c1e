"""The revision by which the heartbeat of the bot becomes one of each shard."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.shards import WHOLE, Shard
from bot.storage import Store, clocks
from bot.storage.database import engines
from bot.storage.database.migrate import migrate
from tests.support.manager_fixture import put_new_database
from tests.support.older_schema import back_to
from tests.support.processes.databases import database

pytestmark = pytest.mark.databases

NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize("shard", [WHOLE, Shard(0, 2), Shard(1, 2)])
async def test_the_time_for_which_an_older_bot_was_away_is_every_shards(tmp_path: Path, shard: Shard) -> None:
    """The older bot's one heartbeat is that of a single shard. Each of today's shards gets it."""
    put_new_database(tmp_path)
    address = database(tmp_path)
    engine = engines.writer(address)
    with engine.begin() as tx:
        for statement in back_to("0016"):
            tx.execute(sa.text(statement))
        noon = NOON.timestamp() * 1_000_000
        tx.execute(sa.text(f"INSERT INTO beats (name, at) VALUES ('bot', {noon:.0f})"))
    engine.dispose()
    assert migrate(address).applied[0] == "0017"
    store = await Store.open(address)
    assert await clocks.last_heartbeat(store, [WHOLE]) == NOON
    assert await clocks.resume(store, NOON + timedelta(hours=1), shard) == timedelta(hours=1)
    await store.close()
