"""Nothing is kept in memory of a match that is over, but for the few that ended last."""

from __future__ import annotations

import gc

from bot.match.hosted_match import HostedMatch
from bot.match.progress import Progress
from bot.match.vocabulary import Status
from bot.service.match_actor import MatchActor
from tests.support.manager_fixture import ANN, BEN, RunningService

FEW = 9


async def play(service: RunningService, times: int) -> None:
    """Matches that begin and end, one after another."""
    for _ in range(times):
        match = await service.match(ANN, BEN, months=1)
        await service.move(match)
        await service.manager.resign(match, ANN.user)
        assert (await service.seen(match)).status is Status.OVER
        service.recorder.published.clear()


def alive(kind: type) -> int:
    """How many values of a kind are in memory."""
    gc.collect()
    return sum(isinstance(one, kind) for one in gc.get_objects())


async def test_of_matches_that_are_over_the_last_few_alone_are_in_memory(service: RunningService) -> None:
    """However many were played: no actor, no match and no state of one stays beyond those."""
    before = alive(HostedMatch), alive(Progress)
    await play(service, 3 * FEW)
    assert alive(MatchActor) <= FEW
    assert alive(HostedMatch) - before[0] <= 2 * FEW
    assert alive(Progress) - before[1] <= 2 * FEW
