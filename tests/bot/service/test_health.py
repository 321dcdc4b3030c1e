"""The health check: what another process says of a bot that runs, hangs, is gone or alone."""

from __future__ import annotations

import signal
import sqlite3
import struct
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa
import structlog

from bot.config import Settings
from bot.service.health import NAME, SIZE, Degraded, HealthNote, Hint, Reason, fault, read
from bot.service.health_monitor import HealthMonitor
from bot.storage.database.damage import Damage, check
from bot.storage.database.schema import jobs
from tests.support.chaos.storage_troubles import locked
from tests.support.command_process import Said, command, ended, of, running
from tests.support.e2e.arena_stage import passing
from tests.support.e2e.e2e_stage import stage
from tests.support.manager_fixture import ANN, BEN, quick, running_service
from tests.support.sandbox.client import start_server
from tests.support.waiting import until

QUICK = {"beat_seconds": "0.1", "health_beat_seconds": "30", "health_gateway_seconds": "120"}
NOW = 1_800_000_000.0
LOOK_SECONDS = 0.05
"""Seconds between two runs of the command: what it looks at is in this loop."""
WELL = HealthNote(loop=NOW - 5, gateway=NOW - 5, database=NOW - 15)


async def becomes(status: int, settings: dict[str, str], why: str = "") -> Said:
    """Ask until the answer has this status, and says why: one part may be late for a moment alone."""

    def answer() -> Said | None:
        said = command("health", **settings)
        return said if said.status == status and why in said.err else None

    said = await until(answer, every=LOOK_SECONDS)
    assert said is not None
    return said


def test_a_bot_that_is_well_has_no_fault() -> None:
    """Everything was well a moment ago."""
    assert fault(WELL, Settings(_env_file=None), NOW) is None


@pytest.mark.parametrize(
    ("signs", "reason", "said"),
    [
        (None, Reason.AWAY, "No bot runs on the data folder"),
        (
            HealthNote(NOW - 31, NOW - 31, NOW - 31),
            Reason.LOOP,
            "it has not stirred for 31 s, and 30 s are allowed.",
        ),
        (HealthNote(NOW + 31, NOW + 31, NOW + 31), Reason.LOOP, "it has not stirred for 31 s"),
        (HealthNote(NOW, None, NOW), Reason.GATEWAY, "not been connected to Discord since the start."),
        (HealthNote(NOW, NOW - 119, NOW - 29), None, None),
        (HealthNote(NOW, NOW - 121, NOW), Reason.GATEWAY, "to Discord for 121 s, and 120 s are allowed."),
        (HealthNote(NOW, NOW, NOW - 31), Reason.DATABASE, "The database has taken nothing for 31 s"),
        (HealthNote(NOW, NOW, None), Reason.DATABASE, "The database has taken nothing since the start."),
        (
            HealthNote(NOW, NOW, NOW, ("actions", "hands")),
            Reason.DAMAGED,
            "The database is damaged in actions, hands;",
        ),
        (HealthNote(NOW, NOW, NOW, (), (3, 7)), Reason.BROKEN, "What is stored makes no match of 3, 7;"),
    ],
)
def test_what_is_wrong_is_a_word_and_a_sentence(
    signs: HealthNote | None, reason: Reason | None, said: str | None
) -> None:
    """Loop, gateway and database each have their limit; a note from the future is as bad as an old one."""
    found = fault(signs, Settings(_env_file=None), NOW)
    if said is None:
        assert found is None
    else:
        assert found is not None and found.reason is reason and said in found.sentence
        assert found.sentence.endswith(".")


def test_a_note_that_is_half_written_is_none(tmp_path: Path) -> None:
    """The file has one size; what is not a whole note does not break the reader."""
    assert len(WELL.line()) == SIZE
    (tmp_path / NAME).write_bytes(WELL.line())
    assert read(tmp_path) == WELL
    (tmp_path / NAME).write_bytes(WELL.line()[:40])
    assert read(tmp_path) is None
    assert read(tmp_path / "nowhere") is None


@pytest.mark.outside
async def test_a_bot_that_runs_is_well_until_it_hangs(tmp_path: Path) -> None:
    """Well while it holds its lock; not while it is stopped, and well again when it goes on."""
    async with start_server() as (server, sandbox):
        settings = of(server, tmp_path, **QUICK)
        assert "No bot runs" in command("health", **settings).err
        async with running(settings) as process:
            await sandbox.bot_ready()
            said = await becomes(0, settings)
            assert said.out.startswith("The bot is well")
            process.send_signal(signal.SIGSTOP)
            await becomes(1, {**settings, "health_beat_seconds": "1"}, "has not stirred")
            assert command("health", **settings).status == 0, "the limit is a setting"
            process.send_signal(signal.SIGCONT)
            await becomes(0, {**settings, "health_beat_seconds": "1"})


async def test_a_bot_that_was_killed_is_not_well_and_one_that_ended_leaves_nothing(tmp_path: Path) -> None:
    """The note of a killed bot grows old; the note of one that was told to stop is gone."""
    async with start_server() as (server, sandbox):
        settings = of(server, tmp_path, **QUICK)
        async with running(settings) as process:
            await sandbox.bot_ready()
            await becomes(0, settings)
            process.kill()
            await process.wait()
        await becomes(1, {**settings, "health_beat_seconds": "1"})
        async with running(settings) as process:
            await sandbox.bot_ready()
            await becomes(0, {**settings, "health_beat_seconds": "2"})
            process.terminate()
            assert (await ended(process)).status == 0
        assert not (tmp_path / NAME).exists()


async def test_a_lost_connection_counts_only_when_it_lasts(tmp_path: Path) -> None:
    """A gateway that comes back is well; one that stays away is not, once its time is over."""
    async with stage(tmp_path, **QUICK) as here:
        settings = of(here.server, tmp_path, **QUICK)
        soon = {**settings, "health_gateway_seconds": "1"}
        await becomes(0, settings)
        sessions = here.server.gateway.sessions
        before = {each.sink for each in sessions.values()} | {None}
        await here.sandbox.control("gateway_drop")
        await passing(here, lambda: any(each.sink not in before for each in sessions.values()))
        back = time.time()
        await until(lambda: (note := read(tmp_path)) and note.gateway is not None and note.gateway > back)
        await becomes(0, soon)
        await here.server.__aexit__()
        assert command("health", **settings).status == 0
        await becomes(1, soon, "not been connected to Discord for")
        assert command("health", **settings).status == 0


async def test_a_database_that_takes_nothing_is_named(tmp_path: Path) -> None:
    """While another program holds the write lock the loop goes on, and the database is what is wrong."""
    async with stage(tmp_path, **QUICK) as here:
        settings = of(here.server, tmp_path, **QUICK)
        soon = {**settings, "health_beat_seconds": "1"}
        await becomes(0, soon)
        async with locked(here):
            await becomes(1, soon, "The database has taken nothing for")
        await becomes(0, soon)


async def test_a_match_that_cannot_be_rebuilt_is_told_and_the_others_go_on(tmp_path: Path) -> None:
    """The rows were changed and make no match: `koikoi health` names the match until they are put right."""
    path = tmp_path / "koikoi.db"
    async with running_service(tmp_path) as service:
        broken, sound = await service.match(ANN, BEN), await service.match(ANN, BEN)
    with closing(sqlite3.connect(path)) as raw, raw:
        query = "SELECT action FROM actions WHERE match = ? AND n = 0"
        ((action,),) = raw.execute(query, (broken,)).fetchall()
        raw.execute("UPDATE actions SET action = '1 zz' WHERE match = ? AND n = 0", (broken,))
    async with running_service(tmp_path) as service:
        await until(lambda: service.manager.broken() == {broken})
        assert await service.move(sound) is not None

        def look(note: HealthNote) -> HealthNote:
            return replace(note, broken=tuple(service.manager.broken()))

        async with HealthMonitor(quick(data=tmp_path), service.store, lambda: True, look):
            said = await says(f"makes no match of {broken};", tmp_path)
        assert said.status == 1
        await service.manager._runner.retry_broken()
        assert service.manager.broken() == {broken}
        with closing(sqlite3.connect(path)) as raw, raw:
            raw.execute("UPDATE actions SET action = ? WHERE match = ? AND n = 0", (action, broken))
        await service.manager._runner.retry_broken()
        assert not service.manager.broken()
        assert broken in {view.match for view in await service.manager.live_matches()}
        assert await service.move(broken) is not None


async def test_a_damaged_table_is_told_and_the_others_are_used(tmp_path: Path) -> None:
    """A page of the file was overwritten: one line of the log and `koikoi health` name the table."""
    path = tmp_path / "koikoi.db"
    async with running_service(tmp_path) as service:
        match = await service.match(ANN, BEN)
        rows = [{"name": f"{number:016}", "done": 0, "total": 1} for number in range(500)]
        await service.store.write(lambda tx: tx.execute(sa.insert(jobs), rows))
    assert await check(path, 60) == Damage()
    assert (await check(path, 0)).tables == ()
    overwrite(path, "jobs")
    async with running_service(tmp_path) as service:
        assert await service.move(match) is not None
        with structlog.testing.capture_logs() as lines:
            monitor = await HealthMonitor(quick(data=tmp_path), service.store, lambda: True).__aenter__()
            await until(lambda: bool((note := read(tmp_path)) and note.damaged))
        said = await says("damaged", tmp_path)
        await monitor.__aexit__(None, None, None)
    assert (said.status, said.err) == (1, "The database is damaged in jobs; restore a backup.\n")
    told = [line for line in lines if line["event"].startswith("the database is damaged")]
    assert [line["tables"] for line in told] == [["jobs"]]


async def says(text: str, folder: Path) -> Said:
    """Return the report of `koikoi health` about a bot on this folder, once it says this."""

    def answer() -> Said | None:
        said = command("health", data=str(folder))
        return said if text in said.err else None

    said = await until(answer, every=LOOK_SECONDS)
    assert said is not None
    return said


def overwrite(path: Path, table: str) -> None:
    """Put other bytes over the last page of a table, as a disk at fault does."""
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = raw.execute("PRAGMA page_size").fetchone()
        (root,) = raw.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    content = bytearray(path.read_bytes())
    # The root of a table with several pages ends in the number of its last one.
    (last,) = struct.unpack(">I", content[(root - 1) * size + 8 : (root - 1) * size + 12])
    content[(last - 1) * size : last * size] = b"\xa5" * size
    path.write_bytes(content)


def test_what_a_bot_that_is_well_does_not_do_is_in_its_note(tmp_path: Path) -> None:
    """As sentences, which keep the note at its size."""
    hint = Hint(Degraded.QUEUES, 3, "Set aside after an error: 2 of judging, 1 of logs.", "Report it.")
    note = replace(WELL, hints=(hint, hint, hint))
    (tmp_path / NAME).write_bytes(note.line())
    assert read(tmp_path) == note and len(note.line()) == SIZE
    assert fault(note, Settings(_env_file=None), NOW) is None
