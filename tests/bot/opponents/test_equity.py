"""The chance to win: sums to one, grows with a lead, and is what the table of months says."""

from __future__ import annotations

from itertools import product

import pytest

from bot.opponents import equity
from bot.opponents.equity import chance_to_win, measured_as, months_of, usual_months
from engine.play.standing import payment
from engine.rules.month_end import EndReason, MonthEnd
from engine.rules.options import make_rules
from engine.rules.presets import NAMES, PRESETS, PresetId, RulesName, named_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.builders import play_random


@pytest.mark.outside
@pytest.mark.parametrize("rule_set", RuleSetId)
def test_all_chances_are_one_and_who_leads_has_more(rule_set: RuleSetId) -> None:
    """For all lengths and dealers: a point more is never a worse chance, a great lead a sure one."""
    rules = make_rules(rule_set)
    level = (0,) * rules.seats
    for months, dealer in product((1, 2, 5, 12), range(rules.seats)):
        assert sum(chance_to_win(rules, level, months, dealer)) == pytest.approx(1, abs=1e-6)
        leads = [chance_to_win(rules, (lead, *level[1:]), months, dealer)[0] for lead in range(-40, 41, 4)]
        assert leads == sorted(leads) and leads[0] < 1 / rules.seats < leads[-1]
    assert chance_to_win(rules, (900, *level[1:]), 12, 0)[0] > 0.999


@pytest.mark.parametrize("name", NAMES)
def test_a_match_that_is_over_is_won_by_its_first(name: RulesName) -> None:
    """Equal ones share it."""
    rules = named_rules(name)
    others = (0,) * (rules.seats - 1)
    assert chance_to_win(rules, (*others, 3), 0, 1) == (*map(float, others), 1.0)
    assert chance_to_win(rules, (2, 2, *others[1:]), 0, 0)[:2] == (0.5, 0.5)


@pytest.mark.parametrize("name", NAMES)
def test_one_month_is_the_table(name: RulesName) -> None:
    """Before the last month the chances are those of its results, paid as the rules pay them."""
    rules = named_rules(name)
    scores = tuple(range(0, 4 * rules.seats, 4))
    for dealer in range(rules.seats):
        wanted = [0.0] * rules.seats
        for winner, points, chance in months_of(name).results:
            after = payment(rules, (dealer + winner) % rules.seats, points)  # type: ignore[arg-type]
            ends = [have + more for have, more in zip(scores, after, strict=True)]
            for each in range(rules.seats):
                wanted[each] += chance / ends.count(max(ends)) if ends[each] == max(ends) else 0
        found = chance_to_win(rules, scores, 1, dealer)
        exact = rules.seats == 2
        assert found == pytest.approx(wanted, abs=1e-6 if exact else 0.025)


def test_a_season_that_can_be_won_whole_is_worth_more() -> None:
    """In sannin who has won two months of a season is paid by all for the third, so stands better."""
    rules = make_rules(RuleSetId.SANNIN)
    alone = chance_to_win(rules, (0, 10, 0), 1, 0)
    assert chance_to_win(rules, (0, 10, 0), 1, 0, (0, 0))[0] > alone[0]
    assert chance_to_win(rules, (0, 10, 0), 1, 0, (1, 2)) == alone


def test_the_tables_are_measured_well_enough() -> None:
    """Ten thousand months for each rule set and preset, every chance of them there."""
    for name in NAMES:
        read = months_of(name)
        assert sum(each.chance for each in read.results) == pytest.approx(1)
        assert min(each.chance for each in read.results) < 1 / 10_000
        assert len(read.fresh) == named_rules(name).seats


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_has_a_table_of_its_own(preset: PresetId) -> None:
    """Of any length, and in each of its months; with one option changed nothing is told."""
    for months in (1, 12):
        rules = named_rules(preset, months=months)
        assert measured_as(rules) is measured_as(rules.in_month(4)) is preset
        assert usual_months(rules) is months_of(preset)
    changed = named_rules(preset, lights="10-8-7-6")
    assert measured_as(changed) is None
    assert equity.course(changed, ()) == ()
    assert measured_as(make_rules("league", {"losers_pay": True})) is RuleSetId.LEAGUE
    assert measured_as(make_rules("league", {"koi_multiplier": "own"})) is None


def test_an_exhausted_month_that_passes_the_deal_is_told_from_its_next_dealer() -> None:
    """By Nintendo's leaflet nobody scores and the other deals: it counts as theirs, without points."""
    passed = [each for each in months_of(PresetId.NINTENDO).results if not each.points]
    kept = [each for each in months_of(PresetId.FUDAWIKI).results if not each.points]
    assert {each.winner for each in passed} == {1} and {each.winner for each in kept} == {0}


def test_a_course_looks_at_the_next_dealer() -> None:
    """After an exhausted month by Nintendo's leaflet the chances are those with the other as dealer."""
    rules, met = named_rules(PresetId.NINTENDO, months=12), 0
    for seed in range(4):
        ends: list[MonthEnd] = []
        for step in play_random(rules, seed).steps:
            ends += step.ended
            if step.ended and step.ended[-1].reason is EndReason.OYAKEN and not step.state.ranking:
                last, dealer = step.ended[-1], step.state.dealer
                assert dealer is not None and dealer != last.dealer
                after = chance_to_win(rules, last.scores, rules.months - last.month, dealer)
                assert equity.course(rules, ends)[-1].shares == after
                met += 1
    assert met
