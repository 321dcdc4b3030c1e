"""The worth of a stop, and the reasons against one."""

from __future__ import annotations

import random

import pytest

from engine.play.legal import legal_moves, to_move
from engine.play.observation import Observation, observe
from engine.play.stopping import NoStop, no_stop, stop_calculation
from engine.rules.actions import Action, Phase, Player, Shobu
from engine.rules.month_end import EndReason
from engine.rules.rule_sets import BOUND_MINIMUM, RuleSetId
from tests.support.builders import random_rules
from tests.support.wording_views import course

pytestmark = pytest.mark.dealt_by_chance  # months are searched for a stop


@pytest.mark.parametrize("rule_set", RuleSetId)
def test_the_calculation_of_a_stop_is_the_one_that_the_month_then_ends_with(rule_set: RuleSetId) -> None:
    """The calculation's points are the stake, and stopping ends the month with this very calculation."""
    stopped = 0
    for progress in course(random_rules(random.Random(2), rule_set, months=3), 5, koikoi=0.7):
        state = progress.state
        if state.phase is not Phase.DECIDE or progress.rests:
            continue
        (player,) = to_move(state)
        seen = observe(state, player)
        made = stop_calculation(seen, player)
        assert made.points == seen.stakes[player]
        assert Shobu() in legal_moves(state, player)
        end = progress.after(Action(player, Shobu())).ends[-1]
        assert end.reason is EndReason.SHOBU and end.calculation == made
        stopped += 1
    assert stopped


def test_whoever_holds_yaku_and_was_not_asked_is_told_why() -> None:
    """In sannin alone; never to the player who decides, and too little only in bound months."""
    found: set[NoStop | None] = set()
    for rule_set in RuleSetId:
        for seed in range(6):
            for progress in course(random_rules(random.Random(seed), rule_set, months=3), seed, koikoi=0.8):
                if progress.state.deal is None or progress.rests:
                    continue
                seen = observe(progress.state, None)
                for why, player in ((no_stop(seen, each), each) for each in players(seen)):
                    found.add(why)
                    if why is not None:
                        assert rule_set is RuleSetId.SANNIN and seen.totals[player]
                        assert seen.phase is not Phase.DECIDE or player not in seen.to_move
                    if why is NoStop.TOO_LITTLE:
                        assert seen.bound and seen.totals[player] < BOUND_MINIMUM
    assert found == {None, *NoStop}


def players(seen: Observation) -> list[Player]:
    """Everybody at the table."""
    return [Player(each) for each in range(seen.rules.seats)]
