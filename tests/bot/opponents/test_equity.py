"""The chance to win: sums to one, grows with a lead, and is what the table of months says."""

from __future__ import annotations

from itertools import product

import pytest

from bot.opponents.equity import chance_to_win, months_of
from engine.play.standing import payment
from engine.rules.options import make_rules
from engine.rules.rule_sets import RULE_SETS, RuleSetId


@pytest.mark.slow
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


@pytest.mark.parametrize("rule_set", RuleSetId)
def test_a_match_that_is_over_is_won_by_its_first(rule_set: RuleSetId) -> None:
    """Equal ones share it."""
    rules = make_rules(rule_set)
    others = (0,) * (rules.seats - 1)
    assert chance_to_win(rules, (*others, 3), 0, 1) == (*map(float, others), 1.0)
    assert chance_to_win(rules, (2, 2, *others[1:]), 0, 0)[:2] == (0.5, 0.5)


@pytest.mark.parametrize("rule_set", RuleSetId)
def test_one_month_is_the_table(rule_set: RuleSetId) -> None:
    """Before the last month the chances are those of its results, paid as the rules pay them."""
    rules = make_rules(rule_set)
    scores = tuple(range(0, 4 * rules.seats, 4))
    for dealer in range(rules.seats):
        wanted = [0.0] * rules.seats
        for winner, points, chance in months_of(rule_set).results:
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
    """Ten thousand months for each rule set, every chance of them there."""
    for rule_set in RuleSetId:
        read = months_of(rule_set)
        assert sum(each.chance for each in read.results) == pytest.approx(1)
        assert min(each.chance for each in read.results) < 1 / 10_000
        assert len(read.fresh) == RULE_SETS[rule_set].seats
