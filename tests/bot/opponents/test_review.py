"""The review of a finished match: what decisions lost, by what their player could see."""

from __future__ import annotations

import random

import pytest

from bot.opponents.review import COSTLIEST, review
from engine.record.match_record import parse
from engine.rules.rule_sets import RuleSetId
from tests.support.builders import play_random, random_rules


@pytest.mark.parametrize("rule_set", RuleSetId)
def test_a_random_match_gives_points_away(rule_set: RuleSetId) -> None:
    """Nobody gains by another move than the best; the costliest three are told, the greatest loss first."""
    rules = random_rules(random.Random(2), rule_set, months=3)
    told = review(parse(play_random(rules, 5, koikoi=0.5).record()))
    assert len(told) == rules.seats
    for player in told:
        assert player.decisions and player.lost > 1
        assert all(each.lost >= 0 for each in player.decisions)
        assert all(
            (each.lost == 0) == (each.made == each.best) or each.lost == 0 for each in player.decisions
        )
        losses = [each.lost for each in player.costliest]
        assert losses == sorted(losses, reverse=True) and 0 < len(losses) <= COSTLIEST
        assert losses[0] == max(each.lost for each in player.decisions)
