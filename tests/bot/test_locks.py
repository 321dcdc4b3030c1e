"""Nobody waits for a lock, or in a row, while Discord is asked for somebody in another server."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path

from bot.locks import Locks
from bot.match.views import MatchView
from bot.records.periods import SeasonOver
from tests.bot.service.test_housekeeping import keeping, season, waiting
from tests.support.manager_fixture import ANN, BEN, CAT, DAN, PLACE, Recorder, running_service
from tests.support.records.world import HERE, THERE, world
from tests.support.waiting import until


async def test_locks_of_others_are_free_and_nothing_stays_of_them() -> None:
    """One key is held by one at a time."""
    locks = Locks[str]()
    async with locks.of("a"):
        async with locks.of("b"):
            assert locks.of("a").locked() and len(locks) == 2
        assert not locks.of("b").locked()
    assert len(locks) == 0


@dataclass
class Hanging(Recorder):
    """Posts nothing in one server, where Discord does not answer."""

    asked: asyncio.Event = field(default_factory=asyncio.Event)

    async def season_over(self, end: SeasonOver) -> bool:
        """Hang, or tell it."""
        if end.guild == HERE:
            self.asked.set()
            await asyncio.Event().wait()
        return await super().season_over(end)


async def test_champions_of_one_server_wait_for_no_other(tmp_path: Path) -> None:
    """A channel that does not take the line holds up no line elsewhere."""
    recorder = Hanging()
    async with world(tmp_path) as it:
        for guild in (HERE, THERE):
            await season(it, guild=guild)
        chore = asyncio.create_task(keeping(it, recorder).close_seasons())
        await recorder.asked.wait()
        await until(lambda: recorder.seasons)
        assert [end.guild for end in recorder.seasons] == [THERE]
        chore.cancel()
        await asyncio.wait([chore])
        assert await waiting(it) >= 1


async def test_a_rematch_that_waits_for_its_thread_holds_up_no_other_people(tmp_path: Path) -> None:
    """Of the same people the second one waits, and comes to the first one's table."""
    async with running_service(tmp_path) as service:
        ended = []
        for pair in ((ANN, BEN), (CAT, DAN)):
            match = await service.match(*pair, months=1)
            await service.play(match)
            view = await service.manager.view(match)
            assert isinstance(view, MatchView)
            ended.append(view)
        again = service.manager.rematches
        async with again._one_at_a_time.of(frozenset({ANN.user, BEN.user})):
            waits = asyncio.create_task(again.again(ended[0], PLACE, ANN))
            assert (await again.again(ended[1], PLACE, CAT)).host == CAT.user
            assert not waits.done()
        assert (await waits).host == ANN.user
