"""The differences between PostgreSQL and a file: several processes on it, lost connections, limits."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa
from sqlalchemy import URL, Connection

from bot.errors import ChannelBusy, StorageError, StorageErrorKind
from bot.ids import ChannelId, MatchId
from bot.match import lobby
from bot.match.hosted_match import Change, DeadlineKind
from bot.match.vocabulary import LobbyEnd
from bot.service import checks
from bot.storage import Store, matches
from bot.storage.database import server
from bot.storage.database.lock import DataFolderError
from bot.storage.database.migrate import migrate, pending, revisions
from bot.storage.database.schema import actions, clocks, heartbeats, metadata, participants
from bot.storage.database.schema import matches as match_table
from bot.storage.database.transactions import without_time_limit
from bot.storage.owners.exclusive import exclusive_server
from engine.rules.options import make_rules
from tests.support import waiting
from tests.support.command_process import command
from tests.support.manager_fixture import ANN, BEN, CAT, PLACE, RunningService, opened, running_service
from tests.support.processes import databases
from tests.support.processes.between import way
from tests.support.waiting import MOST_SECONDS

pytestmark = pytest.mark.postgresql

NOON = datetime(2026, 5, 5, 12, tzinfo=UTC)


@pytest.fixture
def url(tmp_path: Path) -> URL:
    """An empty database on the server."""
    found = databases.database(tmp_path)
    assert isinstance(found, URL)
    return found


def other_process(folder: Path) -> Store:
    """A second one on the same database: it has connections, threads and a memory of its own."""
    return Store(databases.database(folder))


def cut_off(url: URL) -> None:
    """Have the server end every connection of the bot, as where it is started again."""
    with psycopg.connect(databases.text_of(url), autocommit=True) as root:
        root.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


@contextlib.contextmanager
def taken(url: URL, table: str) -> Iterator[None]:
    """Inside, somebody else holds all rows of a table."""
    with psycopg.connect(databases.text_of(url)) as root:
        root.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE".encode())
        yield
        root.rollback()


async def test_the_schema_of_the_code_is_what_the_revisions_make(url: URL) -> None:
    """Tables, columns, types, indexes and what refers to what, as on SQLite."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with server.single(url).connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        assert compare_metadata(context, metadata) == []


async def test_two_who_start_at_once_upgrade_it_once(tmp_path: Path) -> None:
    """Of two processes that find an empty database one applies all revisions, the other none."""
    url = databases.database(tmp_path / "empty")
    assert isinstance(url, URL)
    with server.single(url, isolation_level="AUTOCOMMIT").connect() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE")
        connection.exec_driver_sql("CREATE SCHEMA public")
    assert pending(url) == revisions()
    found = await asyncio.gather(*(asyncio.to_thread(migrate, url) for _ in range(2)))
    assert sorted((each.applied for each in found), key=len) == [(), revisions()]


async def test_two_processes_that_read_before_they_write_lose_nothing(tmp_path: Path) -> None:
    """Forty additions from two processes, each made of what it has read: forty more."""
    stores = [other_process(tmp_path), other_process(tmp_path)]
    with stores[0].writing() as tx:
        tx.execute(sa.insert(heartbeats), {"name": "counter", "at": NOON})

    def add_one(tx: Connection) -> None:
        at = tx.execute(sa.select(heartbeats.c.at)).scalar_one()
        tx.execute(sa.update(heartbeats).values(at=at + timedelta(microseconds=1)))

    await asyncio.gather(*(store.write(add_one) for store in stores for _ in range(20)))
    with stores[0].reading() as tx:
        assert tx.execute(sa.select(heartbeats.c.at)).scalar_one() == NOON + timedelta(microseconds=40)
    for store in stores:
        await store.close()


async def test_of_two_processes_one_opens_the_table_of_a_channel(tmp_path: Path) -> None:
    """Both look whether the channel is free before either has stored its lobby; one of them is told."""
    stores = [other_process(tmp_path), other_process(tmp_path)]
    both_looked, looks = threading.Barrier(2, timeout=MOST_SECONDS), itertools.count()
    free = checks.channel_is_free(ChannelId(10), 1)

    def open_it(tx: Connection, change: Change) -> MatchId:
        free(tx, change.after)
        if next(looks) < both_looked.parties:  # the one that does it again waits for nobody
            both_looked.wait()
        return matches.insert(tx, change)[0]

    changes = [opened(PLACE, who, make_rules("classic"), secret=bytes(32), now=NOON) for who in (ANN, BEN)]
    told = await asyncio.gather(
        *(store.write(open_it, change) for store, change in zip(stores, changes, strict=True)),
        return_exceptions=True,
    )
    assert sorted(type(one).__name__ for one in told) == [ChannelBusy.__name__, "int"]
    for store in stores:
        await store.close()


async def test_a_join_that_another_process_knows_nothing_of_is_kept(tmp_path: Path) -> None:
    """Two processes have the same lobby in memory, and each lets somebody join: nobody is lost."""
    async with running_service(tmp_path) as one, running_service(tmp_path) as other:
        match = await one.lobby(ANN)
        assert len((await other.manager.view(match)).people) == 1
        await one.manager.join(match, BEN)
        await other.manager.join(match, CAT)
        with one.store.reading() as tx:
            query = sa.select(participants.c.name).order_by(participants.c.number)
            assert list(tx.execute(query).scalars()) == ["Ann", "Ben", "Cat"]


async def test_an_action_of_another_process_is_no_one_s_to_repeat(tmp_path: Path) -> None:
    """Two processes answer one question: one answer is stored, the other comes too late."""
    async with running_service(tmp_path) as one, running_service(tmp_path) as other:
        match = await one.match(ANN, BEN)
        before = (await other.seen(match)).n
        await one.move(match)
        late = await other.move(match)
        assert late is not None and late.refusal is not None
        assert (await other.seen(match)).n == (await one.seen(match)).n
        with one.store.reading() as tx:
            count = sa.select(sa.func.count()).select_from(actions).where(actions.c.match == match)
            assert tx.execute(count).scalar_one() == (await one.seen(match)).n > before


async def test_what_is_due_happens_once(tmp_path: Path) -> None:
    """A deadline that is due in two processes is one's: whose deletion of its row counts."""
    async with running_service(tmp_path) as here:
        match = await here.lobby(ANN)
        with here.store.reading() as tx:
            hosted = matches.load(tx, match)
        assert hosted is not None and DeadlineKind.LOBBY in hosted.deadlines
        change = lobby.close(hosted, LobbyEnd.EXPIRED, NOON)
        change = replace(change, after=replace(change.after, deadlines={}))
        other = other_process(tmp_path)
        told = await asyncio.gather(
            *(store.write(matches.update, match, hosted, change, NOON) for store in (here.store, other)),
            return_exceptions=True,
        )
        assert sorted(isinstance(one, StorageError) for one in told) == [False, True]
        with here.store.reading() as tx:
            assert tx.execute(sa.select(clocks).where(clocks.c.match == match)).first() is None
        await other.close()


async def test_a_lost_connection_stores_nothing_by_halves(tmp_path: Path, url: URL) -> None:
    """Lost in the midst of a transaction: nothing is there, and the next one finds a new connection."""
    store = other_process(tmp_path)

    def cut(tx: Connection) -> None:
        tx.execute(sa.insert(heartbeats), {"name": "half", "at": NOON})
        cut_off(url)
        tx.execute(sa.insert(heartbeats), {"name": "whole", "at": NOON})

    with pytest.raises(StorageError) as refused:
        await store.write(cut)
    assert (refused.value.kind, refused.value.outcome_unknown) == (StorageErrorKind.UNAVAILABLE, False)
    assert await store.read(lambda tx: tx.execute(sa.select(heartbeats)).all()) == []
    cut_off(url)
    await store.write(lambda tx: tx.execute(sa.insert(heartbeats), {"name": "later", "at": NOON}).rowcount)
    await store.close()


async def test_a_connection_lost_at_the_commit_leaves_it_open(tmp_path: Path, url: URL) -> None:
    """Only the rows know then whether it was stored."""
    store = other_process(tmp_path)

    def cut(tx: Connection) -> None:
        tx.execute(sa.insert(heartbeats), {"name": "half", "at": NOON})
        cut_off(url)

    with pytest.raises(StorageError) as refused:
        await store.write(cut)
    assert refused.value.outcome_unknown
    await store.close()


async def test_a_match_goes_on_after_the_server_was_started_anew(service: RunningService, url: URL) -> None:
    """A press before costs nothing, one after it works."""
    match = await service.match(ANN, BEN)
    cut_off(url)
    before = (await service.seen(match)).n
    await service.move(match)
    assert (await service.seen(match)).n > before


async def test_nobody_waits_longer_than_discord_does(tmp_path: Path, url: URL) -> None:
    """A row that somebody holds, and a statement that takes for ever, are given up within three seconds."""
    store = other_process(tmp_path)
    loop = asyncio.get_running_loop()
    for job in (
        lambda tx: tx.execute(sa.insert(heartbeats), {"name": "late", "at": NOON}).rowcount,
        lambda tx: tx.execute(sa.select(sa.func.pg_sleep(10))).scalar(),
    ):
        begun = loop.time()
        with taken(url, "beats"), pytest.raises(StorageError) as refused:
            await store.write(job)
        assert refused.value.kind is StorageErrorKind.LOCKED
        assert loop.time() - begun < 3
    await store.close()


async def test_what_reads_everything_has_its_time(tmp_path: Path) -> None:
    """The limit is off for one transaction, of a reader too, and on again for the next."""
    store = other_process(tmp_path)

    def limit(tx: Connection, lifted: bool) -> str:
        if lifted:
            without_time_limit(tx)
        return str(tx.exec_driver_sql("SHOW statement_timeout").scalar_one())

    for do in (store.read, store.write):
        assert [await do(limit, lifted) for lifted in (False, True, False)] == ["2s", "0", "2s"]
    await store.close()


async def test_a_server_that_is_not_there_is_told(url: URL) -> None:
    """Neither the password nor anything else of the address is in what is told."""
    away = url.set(query={"host": "/nowhere"}, password="secret-password")
    with pytest.raises(StorageError) as refused:
        await Store.open(away)
    assert refused.value.kind is StorageErrorKind.UNAVAILABLE
    assert "secret-password" not in str(refused.value.__cause__)


async def test_one_process_serves_it(url: URL, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second is told so, and comes in once the first is gone."""
    monkeypatch.setattr("bot.storage.owners.exclusive.PATIENCE_SECONDS", 0.0)
    with exclusive_server(url), pytest.raises(DataFolderError), exclusive_server(url):
        pass
    with exclusive_server(url):
        pass


async def test_numbers_of_matches_are_never_given_twice(service: RunningService) -> None:
    """Not that of one that is gone either: its buttons may still be about."""
    first = await service.lobby(ANN)
    with service.store.writing() as tx:
        tx.execute(sa.delete(match_table).where(match_table.c.id == first))
    assert await service.lobby(BEN) > first


async def test_a_store_closes_though_its_server_answers_nothing(url: URL) -> None:
    """Else a process that has lost its locks would wait for it, and never look for the database again."""
    async with way() as between:
        assert url.database is not None
        store = await Store.open(between.address(url.database))
        assert await store.read(_one) == 1
        between.swallow()
        unanswered = asyncio.create_task(store.read(_one))
        await waiting.until(lambda: between.swallowed)
        await store.close()
        with pytest.raises(StorageError):
            await unanswered


def _one(tx: Connection) -> int:
    return int(tx.execute(sa.text("SELECT 1")).scalar_one())


def test_the_commands_know_the_server(tmp_path: Path, url: URL) -> None:
    """The commands that use rows work there; those that copy files name the server's own programs."""
    run = partial(command, data=str(tmp_path / "data"), database=databases.text_of(url))
    assert run("migrate").out == "Nothing to do.\n"
    assert run("seed-demo", "--players", "6", "--matches", "12", "--days", "9").status == 0
    assert run("check").out == "12 matches were replayed; everything agrees.\n"
    assert run("ratings", "rebuild").out.endswith("made anew; 0 rows were not as they are now.\n")
    for typed, program in (("backup", "pg_dump"), ("restore", "pg_restore")):
        refused = run(typed, "copy")
        assert (refused.status, program in refused.err) == (2, True)
    assert not list(tmp_path.rglob("*.db*"))
