"""`koikoi months`: how long months last, and by which yaku they are won."""

from __future__ import annotations

import re

import pytest

from bot.maintenance.months import measured
from bot.opponents.ladder import chooser
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from engine.rules.yaku import YakuId
from tests.support.command_process import command


@pytest.mark.outside
def test_standard_lasts_and_no_yaku_wins_most_months() -> None:
    """The bounds that make it the default, by few enough months for a test; classic has neither."""
    standard = measured(make_rules("league", {"months": 3}), chooser("normal"), 150, 1)
    assert standard.median >= 10
    assert max(standard.shares.values()) < 0.4
    classic = measured(make_rules("classic", {"months": 3}), chooser("normal"), 150, 1)
    assert classic.median < 9 and next(iter(classic.shares)) is YakuId.TESHI


@pytest.mark.parametrize("rule_set", list(RuleSetId))
def test_a_month_has_no_more_plays_than_cards_in_hands(rule_set: RuleSetId) -> None:
    """Whole matches are counted, so that the last months of a match are as likely as the first."""
    rules = make_rules(rule_set, {"months": 3})
    found = measured(rules, chooser("random"), 4, 2)
    assert len(found.plays) >= 4 and found.won <= len(found.plays)
    assert all(0 <= each <= rules.seats * rules.rule_set.hand_size for each in found.plays)
    assert (
        found.plays
        == measured(rules, chooser("random"), 4, 2).plays
        != measured(rules, chooser("random"), 4, 3).plays
    )


def test_the_command_prints_the_median_and_a_line_a_yaku() -> None:
    """Options are written as for the bot's command; what is no level, rule set or option is refused."""
    said = command(
        "months", "--rules", "classic", "--options", "teshi=off", "--level", "easy", "--months", "9"
    )
    assert said.status == 0
    head, *lines = said.out.splitlines()
    assert re.fullmatch(r"\d+ months, \d+ won: a median of [\d.]+ plays", head)
    assert lines and all(re.fullmatch(r"\w+ +\d+\.\d%", each) for each in lines)
    assert not any(each.startswith("teshi") for each in lines)
    for wrong in (("--level", "x"), ("--rules", "x"), ("--options", "teshi=9"), ("--months", "0")):
        assert command("months", *wrong).status == 2
