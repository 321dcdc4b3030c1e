"""The health check: what another process says of a bot that runs, hangs, is gone or alone."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest

from bot.config import Settings
from bot.service.health import NAME, SIZE, HealthNote, read, trouble
from tests.support.chaos.storage_troubles import locked
from tests.support.command_process import Said, command, ended, of, running
from tests.support.e2e.e2e_stage import stage
from tests.support.sandbox.client import start_server

QUICK = {"beat_seconds": "0.1", "health_beat_seconds": "30", "health_gateway_seconds": "120"}
NOW = 1_800_000_000.0
WELL = HealthNote(loop=NOW - 5, gateway=NOW - 5, database=NOW - 15)


async def becomes(status: int, settings: dict[str, str]) -> Said:
    """Ask until the answer has this status."""
    async with asyncio.timeout(60):
        while True:
            said = command("health", **settings)
            if said.status == status:
                return said
            await asyncio.sleep(0.05)  # the sandbox is in this loop


def test_a_bot_that_is_well_has_no_trouble() -> None:
    """Everything was well a moment ago."""
    assert trouble(WELL, Settings(_env_file=None), NOW) is None


@pytest.mark.parametrize(
    ("signs", "said"),
    [
        (None, "No bot runs on the data folder"),
        (HealthNote(NOW - 31, NOW - 31, NOW - 31), "it has not stirred for 31 s, and 30 s are allowed."),
        (HealthNote(NOW + 31, NOW + 31, NOW + 31), "it has not stirred for 31 s"),
        (HealthNote(NOW, None, NOW), "not been connected to Discord since the start."),
        (HealthNote(NOW, NOW - 119, NOW - 29), None),
        (HealthNote(NOW, NOW - 121, NOW), "to Discord for 121 s, and 120 s are allowed."),
        (HealthNote(NOW, NOW, NOW - 31), "The database has taken nothing for 31 s"),
        (HealthNote(NOW, NOW, None), "The database has taken nothing since the start."),
    ],
)
def test_what_is_wrong_is_one_sentence(signs: HealthNote | None, said: str | None) -> None:
    """Loop, gateway and database each have their limit; a note from the future is as bad as an old one."""
    found = trouble(signs, Settings(_env_file=None), NOW)
    if said is None:
        assert found is None
    else:
        assert found is not None and said in found
        assert found.endswith(".")


def test_a_note_that_is_half_written_is_none(tmp_path: Path) -> None:
    """The file has one size; what is not a whole note does not break the reader."""
    assert len(WELL.line()) == SIZE
    (tmp_path / NAME).write_bytes(WELL.line())
    assert read(tmp_path) == WELL
    (tmp_path / NAME).write_bytes(WELL.line()[:40])
    assert read(tmp_path) is None
    assert read(tmp_path / "nowhere") is None


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
            await asyncio.sleep(1.2)
            said = await becomes(1, {**settings, "health_beat_seconds": "1"})
            assert "has not stirred" in said.err
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
        await here.sandbox.control("gateway_drop")
        await asyncio.sleep(1.1)  # health goes by the true time
        await becomes(0, soon)
        await here.server.__aexit__()
        assert command("health", **settings).status == 0
        said = await becomes(1, soon)
        assert "not been connected to Discord for" in said.err
        assert command("health", **settings).status == 0


async def test_a_database_that_takes_nothing_is_named(tmp_path: Path) -> None:
    """While another program holds the write lock the loop beats on, and the database is what is wrong."""
    async with stage(tmp_path, **QUICK) as here:
        settings = of(here.server, tmp_path, **QUICK)
        soon = {**settings, "health_beat_seconds": "1"}
        await becomes(0, soon)
        async with locked(here):
            said = await becomes(1, soon)
            assert said.err.startswith("The database has taken nothing for")
        await becomes(0, soon)
