"""Two processes, four shards, one PostgreSQL: harm of every kind in the midst of play."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from tests.support import waiting
from tests.support.chaos.crash_run import ALONE, PAIR, plans
from tests.support.chaos.press_log import PressLog
from tests.support.chaos.split_run import split_run
from tests.support.chaos.struck_run import StruckRun
from tests.support.chaos.table_people import SharedRun, TablePeople
from tests.support.e2e.action_log import ActionLog
from tests.support.e2e.e2e_stage import CHANNEL, QUICK_BOT, Stage, put_emojis, speak
from tests.support.e2e.in_process_bot import InProcessBot, MovableClock
from tests.support.manager_fixture import put_new_database
from tests.support.processes import databases
from tests.support.sandbox.client import QUICK, start_server

pytestmark = pytest.mark.postgresql

LOOKS, PRESSES = 2, 50


@pytest.mark.parametrize(
    "harms",
    [
        ["take_over", "cut"],
        pytest.param(["kill", "rolling"], marks=pytest.mark.long),
        pytest.param(["swallow", "unreachable"], marks=pytest.mark.long),
    ],
    ids="-".join,
)
async def test_matches_go_on_whatever_befalls_a_process(tmp_path: Path, harms: list[str]) -> None:
    """Nothing is lost or doubled, nobody's time runs out; who is cut off falls silent; the others go on."""
    async with split_run(tmp_path, 1, harms, short=True) as run:
        report = await run.run(len(harms))
    assert report.kills == len(harms)
    assert report.matches


async def test_two_that_believe_in_one_shard_double_nothing(tmp_path: Path) -> None:
    """Each of a hundred presses comes to both; the rows let one of them have it, and both go on."""
    data, clock = tmp_path / "data", MovableClock()
    async with start_server(QUICK, data=data) as (server, sandbox):
        put_emojis(server)
        put_new_database(data)
        speak(data, server, "en")
        shared = {**QUICK_BOT, **databases.setting(data)}
        with clock.running():
            both = [
                InProcessBot(server, tmp_path / name, shared, clock=clock, believes=True) for name in "ab"
            ]
            for each in both:
                await each.start()
            try:
                here = Stage(server=server, sandbox=sandbox, data=data)
                run = await looked_at(here, tmp_path)
                await run.look(LOOKS)
            finally:
                for each in reversed(both):  # each gives the library back as it found it
                    await each.stop()
            await here.must_be_clean("another bot answers with this token")
            assert await run.action_log.faults() == []
    assert len(run.shared.press_log.entries) >= LOOKS * PRESSES


class LookedAt(StruckRun):
    """No harm is done but that two serve."""

    async def look(self, times: int) -> None:
        """Play, and look `times` times; no match is played to its end."""
        self.shared.gate.set()
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(table.play()) for table in self.tables]
            for _ in range(times):
                await self.strike()
            for each in playing:
                each.cancel()

    async def strike(self) -> None:
        """Wait for a number of presses, then see whether all is as it should be."""
        entries = self.shared.press_log.entries
        wanted = len(entries) + PRESSES
        await waiting.until(
            lambda: len(entries) >= wanted, why=lambda: f"{len(entries)} presses", moving=self.here.moving
        )
        self.shared.gate.clear()
        shown = self.shown()
        left = self.action_log.as_left_by_a_kill(self.aside / str(wanted))
        self.must_have_all(left, shown)
        await self.must_be_shown(0.0, {}, lambda _rows, _match: False)
        self.shared.gate.set()


async def looked_at(here: Stage, folder: Path) -> LookedAt:
    """Two people at one table, one who is alone at another."""
    shared = SharedRun(PressLog(), ActionLog(here.data), random.Random(3))
    people = [await here.player(index) for index in range(3)]
    tables = [
        TablePeople(shared, CHANNEL, people[:2], plans(PAIR, short=True)),
        TablePeople(shared, "tea-room", people[2:], plans(ALONE, short=True)),
    ]
    aside = folder / "aside"
    await asyncio.to_thread(aside.mkdir)
    return LookedAt(here, tables, shared, aside, short=True)
