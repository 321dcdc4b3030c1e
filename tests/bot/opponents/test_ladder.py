"""`koikoi ladder`: levels against each other in the same decks."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from bot.opponents import ladder as module
from bot.opponents.ladder import Estimate, Standing, ladder, report
from engine.cards.deck import Deck
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.command_process import command


@pytest.mark.outside
@pytest.mark.parametrize("rule_set", list(RuleSetId))
def test_equals_are_equal(rule_set: RuleSetId) -> None:
    """A level against itself: over all seats of the same decks nothing is gained, and each wins its share."""
    rules = make_rules(rule_set, {"months": 3})
    *_, at = islice(ladder(rules, ("easy", "easy"), 5), 2)
    assert at.decks == 2
    assert at.points.mean == pytest.approx(0) == at.without_luck.mean
    assert at.won.mean == pytest.approx(1 / rules.seats)


@pytest.mark.outside
def test_a_better_level_gains_and_wins() -> None:
    """Against random moves *normal* wins nearly always; the line says the unit and how many matches."""
    rules = make_rules("classic", {"months": 3})
    *_, at = islice(ladder(rules, ("normal", "random"), 1), 10)
    assert at.points.mean - at.points.half > 0
    assert at.won.mean > 0.75
    assert report(rules, at).endswith(" losing stops made (20 matches of 3 months)")


def test_the_line_says_how_many_fewer_matches_are_needed() -> None:
    """Half the interval takes a fourth of the matches."""
    at = Standing(9, Estimate(0.5, 0.4), Estimate(0.45, 0.2), Estimate(0.6, 0.1), 0.3, 2, 1)
    said = report(make_rules("classic", {"months": 3}), at)
    assert "+0.50 ± 0.40 points a month, without luck +0.45 ± 0.20 (4.0 times fewer matches needed)" in said


def test_another_seed_has_other_decks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also the next one: what two seeds measure is of different matches."""
    met: list[set[Deck]] = []
    shuffled = module._shuffled

    def noted(seed: str) -> Deck:
        deck = shuffled(seed)
        met[-1].add(deck)
        return deck

    monkeypatch.setattr(module, "_shuffled", noted)
    for seed in (1, 2):
        met.append(set())
        list(islice(ladder(make_rules("classic", {"months": 3}), ("easy", "easy"), seed), 3))
    one, other = met
    assert len(one) >= 9 and len(other) >= 9
    assert not one & other


def test_an_interval_is_that_of_independent_values() -> None:
    """1.96 standard errors; of one value nothing is known."""
    assert Estimate.of([1, 3]) == pytest.approx((2, 1.96))
    assert Estimate.of([4]) == (4, float("inf"))


@pytest.mark.outside
def test_the_command_says_what_it_measured() -> None:
    """One line to the end, the course of it aside; what is no level or no rule set is refused."""
    said = command(
        "ladder", "sannin", "--player", "easy", "--against", "random", "--decks", "2", "--months", "3"
    )
    assert said.status == 0
    assert re.fullmatch(
        r"[+-]\d+\.\d\d ± \d+\.\d\d mon a month, without luck [+-]\d+\.\d\d ± \d+\.\d\d "
        r"\(\d+\.\d times fewer matches needed\), \d+\.\d% ± \d+\.\d% of matches won, "
        r"\d+\.\d\d ms a decision, \d+ of \d+ losing stops made \(6 matches of 3 months\)\n",
        said.out,
    )
    assert said.err.startswith("1 of 2: ")
    for wrong in (("classic", "--player", "unbeatable"), ("poker",), ("classic", "--months", "5")):
        assert command("ladder", *wrong).status == 2
