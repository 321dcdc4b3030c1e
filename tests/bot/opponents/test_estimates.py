"""The trial of the estimate of skill: its luck is that of the bot, and it finds what is true."""

from __future__ import annotations

import random

import numpy as np
import pytest

from bot.opponents.judge import Judge
from bot.opponents.train import deal as batch
from bot.opponents.train import duels, estimates
from bot.opponents.train.__main__ import HERE
from bot.opponents.train.arrays import tables_by_month
from bot.opponents.train.duels import Player
from engine.play.codes import MOVES
from engine.play.live_deal import LiveDeal
from engine.rules.actions import Phase, Play
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from tests.bot.opponents.test_training import both
from tests.support.budgets import budgets

pytestmark = pytest.mark.outside


def player(rule_set: RuleSetId, level: int = duels.HARD) -> Player:
    """A player of this level by the bot's own weights."""
    return duels.player_of(level, (HERE / f"{rule_set}.net").read_bytes(), rule_set)


@pytest.mark.parametrize("rule_set", list(RuleSetId))
@pytest.mark.parametrize("seeds", budgets(2, 6))
def test_the_luck_is_that_of_the_bot(rule_set: RuleSetId, seeds: int) -> None:
    """Both that in turned cards and that in a deal, by random rules, to a tenth of a point."""
    judge, chance, hands, turns = player(rule_set), random.Random(1), 0, 0
    for seed in range(seeds):
        for n, (rules, table, live, state) in enumerate(both(rule_set, seed)):
            if live.phase is Phase.READY or (live.phase is Phase.PLAY and n == 0):
                hands += 1
                for each in range(rules.seats):
                    found = estimates.hand_luck(table, state, judge, each)
                    assert found == pytest.approx(_hand_luck(live, each), abs=0.1)
            if live.phase is Phase.PLAY:
                turns += 1
                code = chance.choice(live.legal())
                move = MOVES[code]
                assert isinstance(move, Play)
                caught = move.capture.bit if move.capture else batch.lying(state, move.card.index)
                deck = np.array(live.deck)
                found = estimates.turn_luck(table, state, deck, judge, move.card.index, caught)
                told = Judge(live, live.mover)
                worth = [told.points(told.turned(code, card)) for card in live.deck[live.top :]]
                assert found == pytest.approx(worth[0] - sum(worth) / len(worth), abs=0.1)
    assert hands and turns > 10 * (seeds - 1)


def _hand_luck(live: LiveDeal, player: int) -> float:
    worth = []
    for other in range(live.tables.seats):
        changed = live.copy()
        changed.hands = [*live.hands]
        changed.hands[player], changed.hands[other] = live.hands[other], live.hands[player]
        changed.phase, changed.mover = Phase.PLAY, live.dealer
        told = Judge(changed, player)
        own = [told.value(code) for code in changed.legal()] if player == live.dealer else [told.now()]
        worth.append(told.points(max(own)))
    return worth[player] - sum(worth) / len(worth)


def test_months_are_told_with_their_luck() -> None:
    """Points by luck alone are taken out as far as they are known; mean luck that is not nothing is told."""
    first, second = player(RuleSetId.CLASSIC), player(RuleSetId.CLASSIC, duels.NORMAL)
    found = estimates.months(tables_by_month(make_rules(RuleSetId.CLASSIC)), first, second, 1, 4)
    assert found.shape == (4, 3) and np.all(found[:, 0] == np.round(found[:, 0])) and np.all(found[:, 2])
    draws = np.random.default_rng(1)
    luck = draws.normal(0, 3, (20_000, 2))
    points = np.round(0.5 + luck.sum(axis=1) + draws.normal(0, 2, 20_000))
    shown = estimates.shown(RuleSetId.CLASSIC, np.column_stack((points, luck)).astype(np.float32))
    assert abs(shown.raw - shown.adjusted) <= 2 * shown.differs
    assert shown.fewer > 4 and 0.93 <= shown.held <= 0.97
    assert shown.best == pytest.approx((1, 1), abs=0.05)
    assert "which holds zero" in shown.told("points")
    biased = estimates.shown(RuleSetId.CLASSIC, np.column_stack((points, luck + 0.3)).astype(np.float32))
    assert "DOES NOT HOLD" in biased.told("points")
