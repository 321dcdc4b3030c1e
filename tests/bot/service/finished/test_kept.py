"""The cache of results about finished matches keeps them by their weight."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc

from bot.heavy_work import HeavyWork
from bot.match.finished import replay
from bot.records.finished import Viewer
from bot.service import finished as service_finished
from bot.service.finished import FinishedMatches, Latest
from bot.storage import finished
from tests.support.manager_fixture import ANN, BEN, GUILD, RunningService


class Worked:
    """Things to keep, each as heavy as its number says, and which were made."""

    def __init__(self, most: int) -> None:
        self.latest = Latest(most)
        self.made: list[int] = []

    async def look(self, weight: int) -> None:
        """Look at the thing of this weight."""

        async def work() -> int:
            await asyncio.sleep(0)
            self.made.append(weight)
            return weight

        assert await self.latest.of(weight, work, lambda made: made) == weight


async def test_the_latest_are_kept_up_to_a_weight() -> None:
    """Many light ones or few heavy ones; those that were looked at longest ago go first."""
    worked = Worked(100)
    for weight in (20, 30, 40):
        await worked.look(weight)
    await worked.look(20)
    assert worked.made == [20, 30, 40] and worked.latest.weight == 90
    await worked.look(35)  # for which the one of 30 goes, looked at before the one of 20
    assert worked.latest.weight == 95
    await worked.look(20)
    await worked.look(40)
    assert worked.made == [20, 30, 40, 35]


async def test_what_is_heavier_than_all_is_not_kept() -> None:
    """A heavy value is made once for all who ask at the same time, and throws nothing else out."""
    worked = Worked(100)
    await worked.look(60)
    await asyncio.gather(worked.look(101), worked.look(101))
    assert worked.made == [60, 101] and worked.latest.weight == 60
    await worked.look(101)
    await worked.look(60)
    assert worked.made == [60, 101, 101]


async def test_a_match_weighs_what_it_holds(service: RunningService) -> None:
    """As Python counts the memory of its record and its steps, within a third."""
    match = await service.match(ANN, BEN, months=3)
    await service.play(match)
    door = FinishedMatches(service.store, HeavyWork())
    _, shown = await door.replay(match, Viewer(ANN.user, GUILD))
    gc.collect()
    tracemalloc.start()
    course = await service.store.read(finished.course, match)
    steps = replay(course.record, (), course.places)
    gc.collect()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(steps.steps) == len(shown.steps)
    assert 2 / 3 < door.weight / held < 4 / 3
    assert door.weight < service_finished.MOST_BYTES == 64_000_000
