"""The owners of a PostgreSQL database's shards: real processes, a real server, a way to it that fails."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import URL
from structlog.testing import capture_logs

from bot.config import Settings
from bot.errors import StorageError
from bot.storage.database.lock import DataFolderError
from bot.storage.database.migrate import revisions
from bot.storage.owners import exclusive, ownership
from bot.storage.owners.locks import Lock
from bot.storage.owners.notices import Notice, Subject
from bot.storage.owners.ownership import MultiProcess, Ownership, own_shards
from tests.support.processes import databases
from tests.support.processes.between import way
from tests.support.sandbox.client import ROOT
from tests.support.waiting import until

pytestmark = pytest.mark.postgresql

OWNER = """
import asyncio, sys
from bot.config import Settings
from bot.storage.owners.ownership import own_shards
async def main():
    async with own_shards(Settings(_env_file=None)):
        print("had", flush=True)
        await asyncio.get_running_loop().create_future()
asyncio.run(main())
"""


@pytest.fixture
def database(tmp_path: Path) -> URL:
    """A new one."""
    found = databases.database(tmp_path)
    assert isinstance(found, URL)
    return found


def settings(database: URL, data: Path, process: int = 0, *, shards: int = 2, processes: int = 2) -> Settings:
    """Return the settings of one process with a folder of its own."""
    return Settings(
        _env_file=None,
        data=data,
        database=databases.text_of(database),
        shards=shards,
        processes=processes,
        process=process,
    )


@contextlib.asynccontextmanager
async def entered(
    opening: AbstractAsyncContextManager[Ownership],
) -> AsyncIterator[asyncio.Future[Ownership]]:
    """Somebody who waits to own; at the end they have given up, or own no more."""
    leave = asyncio.Event()
    has: asyncio.Future[Ownership] = asyncio.get_running_loop().create_future()

    async def own() -> None:
        async with opening as it:
            has.set_result(it)
            await leave.wait()

    task = asyncio.create_task(own())
    try:
        yield has
    finally:
        leave.set()
        if not has.done():
            task.cancel()
        await asyncio.wait({task})
        if not task.cancelled():
            task.result()


async def test_two_processes_serve_their_own_shards_side_by_side_and_one_leads(
    tmp_path: Path, database: URL
) -> None:
    """Both own at once; the leader's lock goes on to the other when its holder ends."""
    async with (
        own_shards(settings(database, tmp_path / "b", 1)) as second,
        own_shards(settings(database, tmp_path / "a", 0)) as first,
    ):
        assert (second.is_leader, first.is_leader) == (True, False)
    async with (
        own_shards(settings(database, tmp_path / "a", 0)) as first,
        entered(own_shards(settings(database, tmp_path / "b", 1))) as waiting,
    ):
        second = await waiting
        assert (first.is_leader, second.is_leader) == (True, False)
        assert isinstance(first, MultiProcess)
        with psycopg.connect(databases.text_of(database), autocommit=True) as root:
            root.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE application_name LIKE 'koikoi 0 of 2%'"
            )
        await first.lost()
        assert not first.is_leader
        await second.wait_until_leader()
        assert second.is_leader


async def test_a_second_process_of_a_shard_says_who_has_it_and_takes_over_after_a_kill(
    tmp_path: Path, database: URL
) -> None:
    """The second process serves nothing meanwhile."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", OWNER),
        cwd=ROOT,
        env={
            "PYTHONPATH": str(ROOT),
            "KOIKOI_DATA": str(tmp_path / "a"),
            "KOIKOI_DATABASE": databases.text_of(database),
        },
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"had\n"
    same = settings(database, tmp_path / "b", shards=1, processes=1)
    with capture_logs() as lines:
        async with entered(own_shards(same)) as waiting:
            await until(lambda: any(line["event"] == "waiting" for line in lines))
            assert not waiting.done()
            process.send_signal(signal.SIGKILL)
            await waiting
    await process.wait()
    (reason,) = [line["reason"] for line in lines if line["event"] == "waiting"]
    assert reason.startswith("shard 0 is held by koikoi 0 of 1, ")
    assert f", {process.pid} (this machine) since " in reason


async def test_who_waits_tells_a_new_reason_at_once_and_the_same_one_once_a_minute(
    tmp_path: Path, database: URL
) -> None:
    """Shard 0 of two, then shard 1, in the hands of processes that wait for nobody."""
    both = settings(database, tmp_path / "c", shards=2, processes=1)
    asked: list[str] = []
    with capture_logs() as lines, psycopg.connect(databases.text_of(database), autocommit=True) as root:

        def reasons() -> list[str]:
            return [line["reason"][:7] for line in lines if line["event"] == "waiting"]

        async with (
            own_shards(settings(database, tmp_path / "b", 1)),
            own_shards(settings(database, tmp_path / "a", 0)) as first,
            entered(own_shards(both)) as waiting,
        ):
            await until(lambda: reasons() == ["shard 0"])
            assert isinstance(first, MultiProcess)
            root.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE application_name LIKE 'koikoi 0 of 2%'"
            )
            await until(lambda: len(reasons()) > 1)
            asked += reasons()
            assert not waiting.done()
    assert asked == ["shard 0", "shard 1"]


async def test_who_waits_through_a_connection_that_falls_silent_waits_on_another(
    tmp_path: Path, database: URL
) -> None:
    """A way that swallows everything looks like a server that takes its time, but that never does."""
    assert database.database is not None
    async with way() as between:
        by_the_way = settings(between.address(database.database), tmp_path / "b", shards=1, processes=1)
        with capture_logs() as lines:
            async with AsyncExitStack() as first:
                await first.enter_async_context(
                    own_shards(settings(database, tmp_path / "a", shards=1, processes=1))
                )
                async with entered(own_shards(by_the_way)) as waiting:
                    await until(lambda: any(line["event"] == "waiting" for line in lines))
                    tried = between.connections
                    between.swallow()
                    await until(lambda: between.connections > tried)
                    between.mend()
                    await first.aclose()
                    await waiting


async def test_who_is_told_to_end_while_they_wait_in_silence_ends(tmp_path: Path, database: URL) -> None:
    """No thread goes on waiting for an answer that never comes."""
    assert database.database is not None
    loop, threads = asyncio.get_running_loop(), ThreadPoolExecutor(1)
    async with way() as between:
        by_the_way = settings(between.address(database.database), tmp_path / "b", shards=1, processes=1)
        async with own_shards(settings(database, tmp_path / "a", shards=1, processes=1)):
            loop.set_default_executor(threads)
            with capture_logs() as lines:
                async with entered(own_shards(by_the_way)):
                    await until(lambda: any(line["event"] == "waiting" for line in lines))
                    between.swallow()
                    before = between.swallowed
                    await until(lambda: between.swallowed > before)
            await asyncio.to_thread(int)


async def test_whoever_finds_one_of_their_shards_taken_holds_none_of_them(
    tmp_path: Path, database: URL
) -> None:
    """Of four shards in two processes a third, that wants all, keeps neither 0 nor 2 while it waits."""
    four = {"shards": 4, "processes": 2}
    async with (
        own_shards(settings(database, tmp_path / "b", 1, **four)),
        entered(own_shards(settings(database, tmp_path / "c", 0, shards=4, processes=1))) as waiting,
        own_shards(settings(database, tmp_path / "a", 0, **four)),
    ):
        assert not waiting.done()


async def test_processes_that_count_other_shards_wait_for_each_other(tmp_path: Path, database: URL) -> None:
    """Shard 1 of 2 and shard 3 of 4 would both be a server's."""
    with capture_logs() as lines:
        async with own_shards(settings(database, tmp_path / "a", 0)):
            other = settings(database, tmp_path / "b", 1, shards=4, processes=2)
            async with entered(own_shards(other)) as waiting:
                await until(lambda: any(line["event"] == "waiting" for line in lines))
                assert not waiting.done()
    (reason,) = [line["reason"] for line in lines if line["event"] == "waiting"]
    assert reason.startswith("the database, by KOIKOI_SHARDS=2, is held by koikoi 0 of 2")


async def test_commands_have_the_database_for_themselves_or_not_at_all(
    tmp_path: Path, database: URL, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a process serves one shard they are refused; while they work none begins to serve."""
    with monkeypatch.context() as hasty:
        hasty.setattr(exclusive, "PATIENCE_SECONDS", 0.0)
        async with own_shards(settings(database, tmp_path / "a", 0)):
            with pytest.raises(DataFolderError, match="stop it first"), exclusive.exclusive_server(database):
                pass
    # Once the server has noticed that the process is gone.
    with exclusive.exclusive_server(database), capture_logs() as lines:
        async with entered(own_shards(settings(database, tmp_path / "a", 0))) as waiting:
            await until(lambda: any(line["event"] == "waiting" for line in lines))
            assert not waiting.done()


async def test_notices_reach_the_other_process_and_come_back_to_nobody(tmp_path: Path, database: URL) -> None:
    """Each listener hears each notice once; what means nothing is left out."""
    heard: list[tuple[str, Notice]] = []
    async with (
        own_shards(settings(database, tmp_path / "a", 0)) as first,
        own_shards(settings(database, tmp_path / "b", 1)) as second,
    ):

        def teller(notice: Notice) -> None:
            heard.append(("teller", notice))

        first.notices.subscribe(teller)
        first.notices.subscribe(lambda notice: heard.append(("beside", notice)))
        second.notices.subscribe(lambda notice: heard.append(("other", notice)))
        with psycopg.connect(databases.text_of(database), autocommit=True) as root:
            for text in ("", "x", "x match", "x planet 3", "x match three", "x" * 5000):
                root.execute("SELECT pg_notify('koikoi', %s)", (text,))
        for number in (7, 8):
            await first.notices.publish(Notice(Subject.MATCH, number), by=teller)
        await until(lambda: ("other", Notice(Subject.MATCH, 8)) in heard)
        await second.notices.publish(Notice(Subject.PERSON, 1))
        await until(lambda: ("teller", Notice(Subject.PERSON, 1)) in heard)
    assert sorted(heard, key=lambda each: (each[0], each[1].number)) == [
        *[("beside", Notice(Subject.PERSON, 1))],
        *[("beside", Notice(Subject.MATCH, number)) for number in (7, 8)],
        *[("other", Notice(Subject.PERSON, 1))],
        *[("other", Notice(Subject.MATCH, number)) for number in (7, 8)],
        ("teller", Notice(Subject.PERSON, 1)),
    ]


@pytest.mark.parametrize("how", ["cut", "swallow"])
async def test_whoever_is_cut_off_knows_it_and_has_their_shards_again_when_the_way_is_good(
    tmp_path: Path, database: URL, how: str
) -> None:
    """A connection that ends is noticed, and so is one through which nothing comes any more."""
    async with way() as between:
        assert database.database is not None
        there = between.address(database.database)
        async with own_shards(settings(there, tmp_path / "a", 0)) as first:
            getattr(between, how)()
            await first.lost()
        async with entered(own_shards(settings(there, tmp_path / "a", 0), patient=True)) as waiting:
            tried = between.connections
            between.mend()
            await waiting
            assert between.connections > tried


async def test_a_server_that_was_never_there_is_told_at_once(tmp_path: Path, database: URL) -> None:
    """Nobody waits for a misspelt address."""
    async with way() as between:
        between.cut()
        assert database.database is not None
        with pytest.raises(StorageError):
            async with own_shards(settings(between.address(database.database), tmp_path / "a", 0)):
                pass


async def test_shards_of_one_bucket_identify_one_after_the_other_whichever_process_serves_them(
    tmp_path: Path, database: URL, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shards 0 and 2 share a bucket of two, 1 has its own; a shard's own turn is no exception."""
    pause = 0.6
    monkeypatch.setattr(ownership, "IDENTIFY_SECONDS", pause)
    given: list[tuple[float, int]] = []
    async with (
        own_shards(settings(database, tmp_path / "a", 0, shards=4, processes=2)) as even,
        own_shards(settings(database, tmp_path / "b", 1, shards=4, processes=2)) as odd,
    ):

        async def identify(who: Ownership, shard: int) -> None:
            await who.identify_turn(shard, 2)
            given.append((time.monotonic(), shard))

        began = time.monotonic()
        await asyncio.gather(
            identify(even, 0), identify(even, 2), identify(even, 0), identify(odd, 1), identify(odd, 2)
        )
    first = sorted(moment for moment, shard in given if shard % 2 == 0)
    assert len(given) == 5
    assert all(moment - began >= pause * 0.9 * turn for turn, moment in enumerate(first))


@pytest.mark.usefixtures("next_revision")
async def test_a_new_version_changes_the_database_only_once_the_old_one_has_left(
    tmp_path: Path, database: URL, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While somebody serves it by the older schema, that stays."""
    monkeypatch.setattr(exclusive, "PATIENCE_SECONDS", 0.0)
    older, newest = revisions()[-2:]
    with psycopg.connect(databases.text_of(database), autocommit=True) as root:
        revision = "SELECT version_num FROM alembic_version"
        with psycopg.connect(databases.text_of(database), autocommit=True) as old, capture_logs() as lines:
            old.execute("SELECT pg_advisory_lock_shared(%s, 0)", (Lock.RUNS.value,))
            async with (
                entered(own_shards(settings(database, tmp_path / "a"))) as waiting,
            ):
                await until(lambda: any(line["event"] == "waiting" for line in lines))
                assert root.execute(revision).fetchone() == (older,)
                assert not waiting.done()
                old.close()
                await waiting
                assert root.execute(revision).fetchone() == (newest,)
    (reason,) = [line["reason"] for line in lines if line["event"] == "waiting"]
    assert reason == "an older version serves the database, which this one has to change"


@pytest.mark.parametrize("revision", ["0016", "9999"])
async def test_a_database_of_another_version_is_not_waited_for(
    tmp_path: Path, database: URL, revision: str
) -> None:
    """A patient start ends at once: waiting changes no revision."""
    databases.change(tmp_path, "UPDATE alembic_version SET version_num = ?", revision)
    with pytest.raises(StorageError) as told:
        async with own_shards(settings(database, tmp_path / "a"), patient=True):
            pass
    assert told.value.revision == revision


async def test_whoever_is_told_to_end_while_nothing_comes_through_ends(tmp_path: Path, database: URL) -> None:
    """Before the silence was noticed, too: no thread waits for an answer for ever."""
    async with way() as between:
        assert database.database is not None
        async with own_shards(settings(between.address(database.database), tmp_path / "a", 0)):
            between.swallow()
