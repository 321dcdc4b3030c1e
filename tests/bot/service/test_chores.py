"""The chores of several managers, and the fate of one that fails."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection

from bot.errors import StorageError, StorageErrorKind
from bot.ids import GuildId
from bot.service import housekeeping
from bot.service.context import ShardContext
from bot.service.housekeeping import KEPT_DAYS, Chore, Housekeeping
from bot.shards import Shard
from bot.storage import Store
from bot.storage.settings import servers
from bot.storage.settings.servers import ServerRow
from tests.support.manager_fixture import Recorder, put_new_database, quick
from tests.support.processes.databases import database
from tests.support.shards.two_managers import OTHER_GUILD, two_managers
from tests.support.waiting import until

NOW = datetime(2026, 11, 1, tzinfo=UTC)
HERE = GuildId(1)


@asynccontextmanager
async def keeping(
    folder: Path, context: ShardContext | None = None
) -> AsyncIterator[tuple[Housekeeping, list[GuildId]]]:
    """The chores of a part of the bot, and the servers that they purge."""
    put_new_database(folder)
    store, purged = await Store.open(database(folder)), list[GuildId]()

    async def purge(guild: GuildId) -> None:
        purged.append(guild)

    def job(tx: Connection) -> None:
        for guild in (HERE, OTHER_GUILD):
            servers.save(tx, ServerRow(guild, "en", removed_at=NOW - timedelta(days=KEPT_DAYS + 1)))

    await store.write(job)
    try:
        yield (
            Housekeeping(store, Recorder(), lambda: NOW, quick(), purge=purge, context=context),
            purged,
        )
    finally:
        await store.close()


async def test_what_fails_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Trouble of the storage and faults alike; a chore that is done once ends."""
    monkeypatch.setattr(housekeeping, "RETRY_SECONDS", 0.0)
    tried: list[str] = []

    async def work() -> None:
        tried.append("x")
        if len(tried) < 3:
            raise StorageError(StorageErrorKind.LOCKED)

    async def faulty() -> None:
        tried.append("y")
        raise RuntimeError

    async with keeping(tmp_path) as (keeper, _):
        await keeper.repeat(Chore("once", work, None))
        assert len(tried) == 3
        task = asyncio.create_task(keeper.repeat(Chore("faulty", faulty, 0.0)))
        await until(lambda: tried.count("y") >= 3)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_whoever_comes_to_lead_begins_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before that it looks again and again, however seldom the chore itself is done."""
    monkeypatch.setattr(housekeeping, "LOOK_SECONDS", 0.0)
    asked: list[bool] = []
    done: list[int] = []

    def leads() -> bool:
        asked.append(len(asked) >= 3)
        return asked[-1]

    async def work() -> None:
        done.append(len(asked))

    async with keeping(tmp_path, ShardContext(is_leader=leads)) as (keeper, _):
        await keeper.repeat(Chore("once", work, None))
        assert done == [4]


@pytest.mark.databases
@pytest.mark.parametrize(("number", "purged_here"), [(0, [HERE]), (1, [OTHER_GUILD])])
async def test_each_shard_purges_its_own_servers(
    tmp_path: Path, number: int, purged_here: list[GuildId]
) -> None:
    """Also where it does not lead, once it is known in which of them the bot is."""
    async with keeping(tmp_path, ShardContext(Shard(number, 2), is_leader=lambda: False)) as (keeper, purged):
        keeper.servers_known()
        await keeper.purge_servers()
        assert purged == purged_here
        led = {chore.name for chore in keeper.chores() if chore.leader_only}
        assert led == {chore.name for chore in keeper.chores()} - {"servers"}


@pytest.mark.databases
async def test_no_shard_misses_the_servers_of_another(tmp_path: Path) -> None:
    """A client learns nothing about servers that it does not see."""
    async with two_managers(tmp_path) as two:
        for guild in (HERE, OTHER_GUILD):
            await two.near.manager.servers.set(guild, "en")
        near, far = two.near.manager.servers, two.far.manager.servers
        assert await near.missing([HERE]) == []
        assert await far.missing([OTHER_GUILD]) == []
        assert (await near.missing([]), await far.missing([])) == ([HERE], [OTHER_GUILD])
