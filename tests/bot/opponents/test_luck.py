"""The luck that is taken out of points: of mean zero for all players, and large enough to matter."""

from __future__ import annotations

from math import sqrt
from random import Random
from statistics import mean, stdev

import pytest

from bot.opponents.luck import Outcome, Outcomes, _hands
from bot.opponents.review import review
from engine.play.state import MatchState
from engine.record.match_record import parse, replay
from engine.rules.actions import Phase
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.budgets import budgets
from tests.support.builders import play_random, random_rules


def outcomes(rule_set: RuleSetId, seed: int) -> tuple[Outcome, ...]:
    """The outcomes of a match of three months by any options, in which everybody plays at random."""
    rules = random_rules(Random(seed), rule_set, months=3)
    return review(parse(play_random(rules, seed, koikoi=0.6).record())).outcomes


@pytest.mark.parametrize("rule_set", RuleSetId)
def test_luck_and_points_are_shared_out(rule_set: RuleSetId) -> None:
    """Luck for one is bad luck for the others, by any options; so it is with points."""
    for seed in range(2):
        found = outcomes(rule_set, seed)
        assert all(each.months == found[0].months for each in found)
        assert sum(each.points for each in found) == 0
        assert sum(each.dealt for each in found) == pytest.approx(0, abs=1e-6)
        assert sum(each.turned for each in found) == pytest.approx(0, abs=1e-6)
        assert any(each.turned for each in found)


@pytest.mark.parametrize("rule_set", RuleSetId)
def test_a_deal_with_its_hands_in_other_places_is_the_opposite_luck(rule_set: RuleSetId) -> None:
    """Over all the ways to give the hands out each player's luck is nothing, to the last digit."""
    rules = make_rules(rule_set, {"months": 3})
    for step in replay(parse(play_random(rules, 3).record())):
        if step.state.phase in {Phase.READY, Phase.PLAY}:
            break
    state = step.state
    seats = rules.seats
    turned = [_hands(_rotated(state, by)) for by in range(seats)]
    assert any(turned[0])
    for player in range(seats):
        assert sum(each[player] for each in turned) == pytest.approx(0, abs=1e-9)


def _rotated(state: MatchState, by: int) -> MatchState:
    """The deal with each hand some places further."""
    at = state.in_play
    assert at is not None
    hands = (*at.deal.hands[by:], *at.deal.hands[:by])
    return state._replace(in_play=at._replace(deal=at.deal._replace(hands=hands)))


@pytest.mark.parametrize("rule_set", RuleSetId)
def test_a_match_that_is_played_has_the_luck_of_its_review(rule_set: RuleSetId) -> None:
    """Counted action by action, as the ladder does."""
    record = parse(play_random(make_rules(rule_set, {"months": 3}), 4, koikoi=0.4).record())
    first, *rest = replay(record)
    counted, state = Outcomes(record.rules), first.state
    for action, step in zip(record.actions, rest, strict=True):
        counted.step(state, action, step)
        state = step.state
    assert counted.told() == review(record).outcomes


@pytest.mark.parametrize("rule_set", [RuleSetId.CLASSIC, RuleSetId.ISHOKAI])
@pytest.mark.parametrize("matches", budgets(10, 60))
def test_luck_is_nothing_on_average(rule_set: RuleSetId, matches: int) -> None:
    """Also where everybody plays at random, by options that chance has drawn."""
    found = [outcomes(rule_set, seed)[0] for seed in range(matches)]
    for values in ([each.dealt for each in found], [each.turned for each in found]):
        assert abs(mean(values)) < 3.5 * stdev(values) / sqrt(len(values))
        assert stdev(values) > 1
