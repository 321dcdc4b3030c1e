"""Nothing is kept in memory of a match that is over, but for the few that ended last."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from itertools import pairwise
from pathlib import Path

import _pytest
import pytest
import sqlalchemy.event
import structlog
from sqlalchemy.event import registry

from bot.match.hosted_match import HostedMatch
from bot.match.progress import Progress
from bot.match.vocabulary import Status
from bot.service.match_actor import MatchActor
from bot.storage.database import engines
from tests.support.manager_fixture import ANN, BEN, RunningService, fixed_secret, running_service
from tests.support.waiting import until

FEW = 9
SOME = 20
MOST_BYTES = 1000
"""The bytes that may stay in memory of a match that is over."""


async def play(service: RunningService, times: int) -> None:
    """Matches that begin and end, one after another."""
    for _ in range(times):
        match = await service.match_all_played(ANN, BEN, months=1)
        await service.manager.resign(match, ANN.user)
        assert (await service.seen(match)).status is Status.OVER
        # An ended match whose actor is at work as another one ends stays until a third one does.
        await until(lambda: all(each.idle for each in service.manager._registry._ended.values()))
        service.recorder.published.clear()


def alive(kind: type) -> int:
    """Return the number of values of a kind in memory."""
    gc.collect()
    return sum(isinstance(one, kind) for one in gc.get_objects())


def held() -> int:
    """Bytes in memory that were allocated since tracing began, but for what libraries hold for a while.

    Those are cancelled timers, cursors that are gone, log lines on their way: some of each, then none. The
    tables of SQLAlchemy's register of listeners grow and shrink; its entries are counted.
    """
    gc.collect()
    of_packages = [each.__path__[0] for each in (asyncio, structlog, _pytest, sqlalchemy.event)]
    libraries = (*of_packages, engines.__file__)
    passing = [tracemalloc.Filter(inclusive=False, filename_pattern=f"{each}*") for each in libraries]
    return sum(trace.size for trace in tracemalloc.take_snapshot().filter_traces(passing).traces)


@pytest.mark.outside
async def test_of_matches_that_are_over_the_last_few_alone_are_in_memory(service: RunningService) -> None:
    """However many were played: no actor, no match and no state of one stays beyond those."""
    before = alive(MatchActor), alive(HostedMatch), alive(Progress)
    await play(service, 3 * FEW)
    assert alive(MatchActor) - before[0] <= FEW
    assert alive(HostedMatch) - before[1] <= 2 * FEW
    assert alive(Progress) - before[2] <= 2 * FEW


@pytest.mark.outside
async def test_less_than_a_kilobyte_stays_of_a_match_that_is_over(tmp_path: Path) -> None:
    """The bytes of each match show whenever some are played; a cache that fills does so once only.

    All are dealt alike, so that what the engine remembers of cards is the same.
    """
    async with running_service(tmp_path, secret=fixed_secret(7)) as service:
        await play(service, FEW)
        tracemalloc.start()
        try:
            await play(service, FEW)
            sizes, listeners = [held()], len(registry._key_to_collection)
            for _ in range(3):
                await play(service, SOME)
                sizes.append(held())
            assert len(registry._key_to_collection) == listeners
        finally:
            tracemalloc.stop()
    assert min(after - before for before, after in pairwise(sizes)) < SOME * MOST_BYTES, sizes
