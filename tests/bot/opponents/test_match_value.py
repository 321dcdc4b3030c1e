"""The worth of points to a player who wants to win the match."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.opponents.match_value import MatchValue
from engine.play.observation import Observation
from engine.rules.rule_sets import RuleSetId
from tests.bot.opponents.observations import walk


def standing(rules: RuleSetId, lead: int, *, left: int) -> Observation:
    """Return the view of a player with this lead, with months to come."""
    seen = walk(rules)[-1]
    assert seen.viewer is not None
    scores = tuple(lead if each == seen.viewer else 0 for each in range(seen.rules.seats))
    return replace(seen, scores=scores, months=12, month=12 - left, season_wins=())


def end(seen: Observation, points: int) -> float:
    """Return the chance after a month that the viewer won by `points`, or the next player if negative."""
    assert seen.viewer is not None
    winner = seen.viewer if points > 0 else (seen.viewer + 1) % seen.rules.seats
    return MatchValue(seen).of_end(winner, abs(points))


@pytest.mark.parametrize("rules", RuleSetId)
def test_more_points_are_no_less_worth(rules: RuleSetId) -> None:
    """Chances rise with points, whatever the lead; nobody's is below nothing or above one."""
    for lead in (-20, -3, 0, 3, 20):
        seen = standing(rules, lead, left=2)
        value, ends = MatchValue(seen), [end(seen, points) for points in (-12, -5, -1, 1, 5, 12)]
        months = [value.of_month(points) for points in (-30, -4, 0, 4, 30)]
        assert ends == sorted(ends) and months == sorted(months)
        assert min(ends + months) >= 0 and max(ends + months) <= 1


@pytest.mark.parametrize("rules", RuleSetId)
def test_in_the_last_month_what_does_not_win_is_worth_nothing(rules: RuleSetId) -> None:
    """A player behind needs more than a small stop; a player ahead needs no more than one."""
    behind, ahead = (standing(rules, lead, left=0) for lead in (-8, 8))
    assert end(behind, 1) == 0 < MatchValue(behind).of_month(0)
    assert end(behind, 9) == 1
    assert end(ahead, 1) == 1 > MatchValue(ahead).of_month(0)


def test_with_many_months_to_come_points_count_alike() -> None:
    """Ahead or behind by little, three points are worth much the same."""
    worth = []
    for lead in (-3, 0, 3):
        seen = standing(RuleSetId.CLASSIC, lead, left=10)
        worth.append(end(seen, 3) - end(seen, -3))
    assert max(worth) < 1.25 * min(worth)
