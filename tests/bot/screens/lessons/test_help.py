"""The first page: five lines, and what holds by the rules that are in force."""

from __future__ import annotations

import pytest

from bot.i18n import Words
from bot.screens.lessons import help as page
from bot.screens.lessons.help import Facts
from bot.screens.notes import rules_in_force
from bot.wording import rules as rule_words
from bot.wording.limits import CONTENT
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.builders import all_rules
from tests.support.wording_views import ENGLISH, EVERY


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_the_page_tells_what_differs_and_the_table_tells_all(words: Words) -> None:
    """Within the limits by any rules; what was changed is told in words, what was not is in the table."""
    for rules in all_rules():
        text, table = page.text(words, Facts(rules, of_match=True)), rules_in_force.every_option(words, rules)
        assert len(text) <= CONTENT and len(table) <= CONTENT and "{" not in text + table
        assert rule_words.title(words, rules) in text
        for one in rules_in_force.options_of(rules):
            said = rule_words.setting(words, one.name, one.value)
            if one.name != "months":
                assert said in table and (f"✎ **{said}**" in text) is one.changed


def test_rules_of_no_match_have_no_length() -> None:
    """The length is a table's to choose."""
    rules = make_rules(RuleSetId.CLASSIC)
    assert "month" in rule_words.title(ENGLISH, rules)
    assert rule_words.title(ENGLISH, rules) not in page.text(ENGLISH, Facts(rules))


def test_the_dealers_points_are_a_number() -> None:
    """Also where they were changed."""
    for points in (6, 4):
        text = page.text(ENGLISH, Facts(make_rules("classic", {"oyaken": points})))
        assert f"the dealer gets {points}." in text
