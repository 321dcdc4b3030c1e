"""Whole matches of every rule set, people and CPU players together, through the manager."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from pathlib import Path

import pytest

from bot.ids import MatchId
from bot.match.views import MatchView
from bot.match.vocabulary import CpuPlayer, Status
from bot.storage import matches
from engine.record.match_record import parse, replay
from engine.record.verify import checks
from engine.rules.rule_sets import RuleSetId
from tests.support.builders import random_rules
from tests.support.manager_fixture import ANN, BEN, TRIO, RunningService, fixed_secret, running_service

RULE_SETS = [rule_set.value for rule_set in RuleSetId]


async def random_match(service: RunningService, chance: random.Random, rules: str) -> MatchId:
    """A match of one or two people and CPU players who make random moves, played to its end."""
    people = TRIO[: chance.choice((1, 2))]
    options = random_rules(chance, RuleSetId(rules), months=3).changed()
    match = await service.lobby(*people, rules=rules, **options)
    if len(people) == 1 or rules == "sannin":
        await service.manager.play_cpu(match, ANN.user, chance.choice(list(CpuPlayer)))
    if len(people) > 1:
        await service.manager.start_match(match, ANN.user)
        await service.draw(match)
    await service.play(match)
    return match


def check_order(published: list[MatchView]) -> None:
    """Versions and actions only grow, a view of a rest holds no observation, and others hold one a seat."""
    for before, after in pairwise(published):
        assert before.version < after.version
        assert before.n <= after.n
        assert len(before.ends) <= len(after.ends)
    for view in published:
        assert (view.public is None) == (view.rest is not None)
        for seat in view.seats:
            assert (seat.observation is None) == (view.rest is not None)


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("seed", range(3))
async def test_random_matches_end_and_are_rebuilt_equal(tmp_path: Path, rules: str, seed: int) -> None:
    """A match of random rules ends; its rows give the very same position; its record verifies and replays."""
    async with running_service(tmp_path, secret=fixed_secret(1000 + seed)) as service:
        match = await random_match(service, random.Random(f"{rules}/{seed}"), rules)
        view = await service.seen(match)
        assert view.status is Status.OVER
        assert view.public is not None
        assert view.public.ranking is not None
        check_order([seen for seen, _ in service.recorder.published if isinstance(seen, MatchView)])
        with service.store.reading() as tx:
            rebuilt = matches.load(tx, match)
        assert rebuilt is not None
        assert rebuilt.progress is not None
        record = await service.manager.record(match)
        parsed = parse(json.loads(json.dumps(record)))
        assert all(check.agrees for check in checks(parsed))
        *_, last = replay(parsed)
        assert rebuilt.progress.state == last.state
        assert last.state.scores == view.scores


async def test_every_end_of_a_match_is_shown_once_and_in_order(tmp_path: Path) -> None:
    """Each rest shows the next end, and a finished match lists them all."""
    async with running_service(tmp_path, secret=fixed_secret(45)) as service:
        match = await service.match(ANN, BEN, rules="league", months=12)
        view = await service.play(match)
        rests = [
            seen.rest for seen, _ in service.recorder.published if isinstance(seen, MatchView) and seen.rest
        ]
        numbers = [rest.number for rest in rests]
        assert sorted(set(numbers)) == list(range(len(view.ends) - 1))
        assert numbers == sorted(numbers)
        assert all(rest.end == view.ends[rest.number] for rest in rests)


async def test_nothing_of_the_next_deal_is_published_in_a_rest(tmp_path: Path) -> None:
    """The dealt cards of the next deal's hands are in no published view before the rest is over."""
    async with running_service(tmp_path) as service:
        match = await service.match(ANN, BEN, months=3)
        await service.play(match, until=lambda it: it.rest is not None)
        resting, _ = service.recorder.published[-1]
        assert isinstance(resting, MatchView)
        await service.agree(match)
        view = await service.seen(match)
        assert view.commitment is not None
        assert view.commitment not in repr(resting)
        for seat in view.seats:
            assert seat.observation is not None
            assert repr(seat.observation.hand) not in repr(resting)
