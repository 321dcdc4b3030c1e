"""The league's `koi_void` (rules.md section 7): whose yaku are void when, told again from the steps."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings

from engine.play.events import Dealt, MonthWon
from engine.play.imagined import deal_at, guess
from engine.play.observation import observe
from engine.rules.actions import KoiKoi, Phase, Player
from engine.rules.month_end import EndReason
from engine.rules.options import make_rules
from engine.rules.sheet import sheet_of
from engine.rules.yaku import YakuId
from tests.support import strategies
from tests.support.builders import laid, play_random, random_rules


@pytest.mark.outside
@given(strategies.seeds)
@settings(max_examples=60, deadline=None)
def test_who_may_decide_voids_what_the_other_holds(seed: int) -> None:
    """All that lies in front of the other counts nothing; the entry is what they held, and stays."""
    rules = random_rules(random.Random(seed), make_rules("league").id, koi_void=True)
    void = [0, 0]
    for step in play_random(rules, seed, koikoi=0.9).steps:
        state = step.state
        if any(isinstance(event, Dealt) for event in step.events):
            void = [0, 0]
        if state.deal is None:
            continue
        sheet = sheet_of(rules.in_month(state.month))
        totals = [sheet.total(cards) for cards in state.deal.captured]
        if state.phase is Phase.DECIDE:
            other = 1 - state.deal.mover
            void[other] = totals[other]
        if state.phase is not Phase.OVER:
            seen = observe(state, None)
            assert [each.get(YakuId.KOI_VOID, 0) for each in seen.yaku] == [-each for each in void]
            assert list(seen.totals) == [has - lost for has, lost in zip(totals, void, strict=True)]
        if state.phase is Phase.DECIDE:
            assert seen.totals[state.deal.mover] > 0
            assert not seen.totals[1 - state.deal.mover]


@given(strategies.seeds)
@settings(max_examples=40, deadline=None)
def test_a_month_pays_what_is_not_void(seed: int) -> None:
    """Every month that yaku won is worth the sum of its entries, at least 1."""
    rules = make_rules("league", {"koi_void": True, "months": 12})
    for step in play_random(rules, seed, koikoi=0.9).steps:
        won = [event for event in step.events if isinstance(event, MonthWon)]
        ends = [end for end in step.ended if end.winner is not None]
        for end, event in zip(ends, won, strict=True):
            if end.reason is EndReason.SHOBU:
                assert event.points == sum(event.yaku.values()) == end.calculation.total >= 1


@pytest.mark.outside
@given(strategies.seeds)
@settings(max_examples=40, deadline=None)
def test_a_search_knows_what_is_void(seed: int) -> None:
    """A deal taken up from an observation has the same entries as the one that was seen."""
    rules = make_rules("league", {"koi_void": True})
    for step in play_random(rules, seed, koikoi=1.0).steps:
        state = step.state
        if state.phase not in {Phase.PLAY, Phase.FLIP, Phase.DECIDE}:
            continue
        deal = laid(state)
        seen = observe(state, Player(deal.mover))
        assert guess(seen, random.Random(seed)).deal.void == deal.void
        assert deal_at(seen, seen.captured, ()).void == deal.void


def test_without_the_option_nothing_is_void() -> None:
    """Calls cancel nothing (section 2)."""
    played = play_random(make_rules("league"), 5, koikoi=1.0)
    assert any(isinstance(action.move, KoiKoi) for action in played.actions)
    assert all(not any(laid(step.state).void) for step in played.steps if step.state.deal)
