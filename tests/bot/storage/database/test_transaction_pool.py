"""The database's threads: a transaction is one job, jobs that wait share a commit, none is half stored."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection

from bot.errors import StorageError, StorageErrorKind
from bot.storage import Store
from bot.storage.database import transaction_pool
from bot.storage.database.schema import heartbeats, messages
from tests.support.processes.databases import database

pytestmark = pytest.mark.databases

NOON = datetime(2026, 5, 5, 12, tzinfo=UTC)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    made = await Store.open(database(tmp_path))
    yield made
    await made.close()


@asynccontextmanager
async def held(store: Store) -> AsyncIterator[asyncio.Task[None]]:
    """The thread that writes is busy; what is asked meanwhile waits."""
    begun, go = threading.Event(), threading.Event()

    def job(_: Connection) -> None:
        begun.set()
        go.wait()

    task = asyncio.create_task(store.write(job))
    await asyncio.to_thread(begun.wait)
    try:
        yield task
    finally:
        go.set()


@contextmanager
def counted(store: Store, what: str) -> Iterator[list[int]]:
    """In which threads the writer does something."""
    told: list[int] = []

    def note(*_: object) -> None:
        told.append(threading.get_ident())

    sa.event.listen(store._writer, what, note)
    yield told
    sa.event.remove(store._writer, what, note)


def put(tx: Connection, name: str) -> str:
    tx.execute(sa.insert(heartbeats), {"name": name, "at": NOON})
    return name


def names(store: Store) -> set[str]:
    with store.reading() as tx:
        return set(tx.execute(sa.select(heartbeats.c.name)).scalars())


async def ask(*writes: asyncio.Task[str]) -> list[str | BaseException]:
    """Return the results of some writes, once each has been told."""
    return await asyncio.gather(*writes, return_exceptions=True)


async def queued(store: Store, *jobs: Callable[[Connection], str]) -> list[asyncio.Task[str]]:
    """Writes that wait while another is done."""
    tasks = [asyncio.create_task(store.write(job)) for job in jobs]
    await asyncio.sleep(0)
    return tasks


def putting(name: str) -> Callable[[Connection], str]:
    return lambda tx: put(tx, name)


async def test_a_transaction_is_one_job_of_one_thread(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten statements and the commit are done elsewhere, and the loop is woken once."""
    loop, woken = asyncio.get_running_loop(), list[object]()
    wake = loop.call_soon_threadsafe

    def note(*call: Any) -> object:
        woken.append(call)
        return wake(*call)

    monkeypatch.setattr(loop, "call_soon_threadsafe", note)

    def job(tx: Connection) -> None:
        for number in range(10):
            put(tx, str(number))

    with counted(store, "before_cursor_execute") as told, counted(store, "commit") as commits:
        await store.write(job)
    assert len(told) >= 10 and len(commits) == 1
    assert len({*told, *commits}) == 1 and threading.get_ident() not in told
    assert len(woken) == 1


async def test_what_waits_is_stored_by_one_commit(store: Store) -> None:
    """Each change is whole or not there at all: one that fails leaves nothing, and the others be."""

    def fails(tx: Connection) -> str:
        put(tx, "half")
        raise RuntimeError

    def conflicts(tx: Connection) -> str:
        put(tx, "half")
        return put(tx, "half")

    with counted(store, "commit") as commits:
        async with held(store):
            tasks = await queued(store, putting("one"), fails, putting("two"), conflicts, putting("three"))
        told = await ask(*tasks)
    assert len(commits) == 2  # that of the job that held the thread, and theirs
    assert isinstance(told[1], RuntimeError)
    assert (
        isinstance(told[3], StorageError)
        and told[3].kind is StorageErrorKind.CONFLICT
        and not told[3].outcome_unknown
    )
    assert [told[0], told[2], told[4]] == ["one", "two", "three"]
    assert names(store) >= {"one", "two", "three"} and "half" not in names(store)


@pytest.mark.sqlite
async def test_a_commit_that_fails_is_the_end_of_all_that_it_was_to_store(store: Store) -> None:
    """Nothing of any is stored, and each is told that only the rows know."""

    def bad(tx: Connection) -> str:
        tx.exec_driver_sql("PRAGMA defer_foreign_keys=ON")
        row = {"match": 77, "kind": "table", "channel": 1, "message": 1, "posted_at": NOON}
        tx.execute(sa.insert(messages), row)
        return "stored"

    async with held(store):
        tasks = await queued(store, putting("one"), bad, putting("two"))
    told = await ask(*tasks)
    assert all(isinstance(one, StorageError) and one.outcome_unknown for one in told)
    assert not {"one", "two"} & names(store)
    assert await store.write(put, "after") == "after"


@pytest.mark.sqlite
async def test_a_full_disk_in_the_midst_of_one_takes_no_other_along(store: Store) -> None:
    """Work that SQLite rolls back as a whole is done again, each job for itself."""

    def large(tx: Connection) -> str:
        return put(tx, "x" * 1_000_000)

    with store._writer.connect() as connection:
        raw = connection.connection.driver_connection
        assert raw is not None
        (pages,) = raw.execute("PRAGMA page_count").fetchone()
        raw.execute(f"PRAGMA max_page_count={pages + 5}")
    async with held(store):
        tasks = await queued(store, putting("one"), large, putting("two"))
    told = await ask(*tasks)
    assert (
        isinstance(told[1], StorageError)
        and told[1].kind is StorageErrorKind.FULL
        and not told[1].outcome_unknown
    )
    assert [told[0], told[2]] == ["one", "two"]
    assert {"one", "two"} <= names(store)


async def test_whose_turn_does_not_come_is_told_so_and_has_changed_nothing(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A write that has waited too long is taken out of the queue; it is not done later."""
    async with held(store) as busy:
        monkeypatch.setattr(transaction_pool, "QUEUE_SECONDS", 0.01)
        with pytest.raises(StorageError) as told:
            await store.write(put, "late")
        assert told.value.kind is StorageErrorKind.LOCKED and not told.value.outcome_unknown
        assert not busy.done()
    await busy
    await store.write(put, "next")
    assert "late" not in names(store)


async def test_cancelling_takes_back_only_what_has_not_begun(store: Store) -> None:
    """One that waits is never done; one that is being done is done to its end."""
    begun, go = threading.Event(), threading.Event()

    def slow(tx: Connection) -> str:
        begun.set()
        go.wait()
        return put(tx, "begun")

    first = asyncio.create_task(store.write(slow))
    await asyncio.to_thread(begun.wait)
    (second,) = await queued(store, putting("waits"))
    first.cancel()
    second.cancel()
    await ask(first, second)
    go.set()
    await store.write(put, "next")
    assert "begun" in names(store) and "waits" not in names(store)


async def test_rows_left_unread_hold_no_state_of_the_database(store: Store) -> None:
    """A reader that fails in the midst of its rows does not show the past to the next reader."""
    for number in range(5):
        await store.write(put, str(number))

    def leave(tx: Connection) -> None:
        raise RuntimeError(next(iter(tx.execute(sa.select(heartbeats)))))

    with pytest.raises(RuntimeError) as kept:
        await store.read(leave)
    await store.write(put, "new")
    found = await store.read(lambda tx: set(tx.execute(sa.select(heartbeats.c.name)).scalars()))
    assert kept.value.args and "new" in found
