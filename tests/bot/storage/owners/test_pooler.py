"""A pooler between the bot and PostgreSQL: refused where it keeps no session, used where it does."""

from __future__ import annotations

import asyncio
import contextlib
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import URL
from structlog.testing import capture_logs

from bot.config import Settings
from bot.errors import StorageError, StorageErrorKind
from bot.storage import Store
from bot.storage.owners.exclusive import exclusive_server
from bot.storage.owners.ownership import own_shards
from tests.support.command_process import command
from tests.support.processes import databases, poolers
from tests.support.processes.poolers import Pooler
from tests.support.waiting import until

pytestmark = pytest.mark.postgresql

POOLERS = [
    "one connection",
    "three in turn",
    "the last one first",
    *(["PgBouncer"] if poolers.PGBOUNCER else []),
]
"""Debian's as well, where it is installed; one of our own everywhere."""


@pytest.fixture
def database(tmp_path: Path) -> URL:
    """A new one, directly."""
    found = databases.database(tmp_path)
    assert isinstance(found, URL)
    return found


def pooled(kind: str, database: URL, *, session: bool = False) -> AbstractContextManager[URL]:
    """A pooler before the database; the address through it."""
    name = str(database.database)
    if kind == "PgBouncer":
        return poolers.pgbouncer(name, session=session)
    # As many as a bot has connections, where each keeps one.
    size = 20 if session else 1 if kind == "one connection" else 3
    pooler = Pooler(name, size=size, turns=kind != "the last one first")
    pooler.session = session
    return poolers.our_own(pooler, name)


def settings(url: URL, data: Path) -> Settings:
    """Return the settings of a bot on this address."""
    return Settings(_env_file=None, data=data, database=databases.text_of(url))


def locked(database: URL) -> int:
    """Return the number of advisory locks that are held in the database."""
    query = "SELECT count(*) FROM pg_locks JOIN pg_database d ON d.oid = database"
    query += " WHERE locktype = 'advisory' AND datname = current_database()"
    with psycopg.connect(databases.text_of(database)) as direct:
        row = direct.execute(query.encode()).fetchone()
        assert row is not None
        return int(row[0])


@pytest.mark.parametrize("kind", POOLERS)
async def test_a_bot_behind_transaction_pooling_refuses_and_leaves_no_lock(
    tmp_path: Path, database: URL, kind: str
) -> None:
    """Neither a bot nor a command that wants the database alone; directly both begin at once."""
    with pooled(kind, database) as through:
        for patient in (False, True):
            with pytest.raises(StorageError) as refused:
                async with own_shards(settings(through, tmp_path / "a"), patient=patient):
                    pass
            assert refused.value.kind is StorageErrorKind.POOLED
        with pytest.raises(StorageError), exclusive_server(through):
            pass
        assert locked(database) == 0
        with exclusive_server(database):
            pass
        async with own_shards(settings(database, tmp_path / "a")):
            assert locked(database) > 0


@pytest.mark.parametrize("arguments", [("check",), ("migrate",), ("ratings", "rebuild"), ("export", "1")])
def test_every_command_says_in_one_sentence_what_to_do(
    tmp_path: Path, database: URL, arguments: tuple[str, ...]
) -> None:
    """The sentence names the database and both ways out."""
    with pooled("the last one first", database) as through:
        address = databases.text_of(through)
        said = command(*arguments, data=str(tmp_path / "a"), database=address)
    assert said.status == 1
    assert said.err == (
        f"The database postgresql:///{database.database} is behind a pooler that gives each transaction "
        "another connection; connect directly, or by session pooling (PgBouncer: pool_mode = session).\n"
    )


@pytest.mark.parametrize("kind", [POOLERS[1], POOLERS[-1]])
async def test_session_pooling_is_as_good_as_none(tmp_path: Path, database: URL, kind: str) -> None:
    """Locks hold, others wait for them, and the limits of statements are in force."""
    with pooled(kind, database, session=True) as through:
        async with own_shards(settings(through, tmp_path / "a")) as ownership:
            with capture_logs() as lines:
                waiting = asyncio.create_task(_enter(own_shards(settings(through, tmp_path / "b"))))
                await until(lambda: any(line["event"] == "waiting" for line in lines))
                waiting.cancel()
                await asyncio.wait({waiting})
            store = await Store.open(through)
            limit = partial(lambda tx: tx.exec_driver_sql("SHOW statement_timeout").scalar_one())
            assert await store.read(limit) == await store.write(limit) == "2s"
            await store.close()
            assert ownership.is_leader


async def _enter(opening: contextlib.AbstractAsyncContextManager[object]) -> None:
    async with opening:
        pass


async def test_a_pooler_that_passes_for_a_server_is_found_by_the_locks(tmp_path: Path, database: URL) -> None:
    """The pooler says of itself what a server says; but no lock is there that was just taken."""
    pooler = Pooler(str(database.database), frank=True)
    with poolers.our_own(pooler, str(database.database)) as through, pytest.raises(StorageError) as refused:
        async with own_shards(settings(through, tmp_path)):
            pass
    assert refused.value.kind is StorageErrorKind.POOLED


async def test_locks_that_go_while_the_bot_serves_are_noticed(tmp_path: Path, database: URL) -> None:
    """A pooler is told to pool transactions from now on: what the bot had may be another's."""
    pooler = Pooler(str(database.database), size=20)
    pooler.session = True
    with poolers.our_own(pooler, str(database.database)) as through, capture_logs() as lines:
        async with own_shards(settings(through, tmp_path)) as ownership:
            pooler.session = False
            await ownership.lost()
            assert not ownership.is_leader
    assert any("a pooler has changed it" in line["event"] for line in lines)
