"""The rules at a glance: every card by its name, five yaku, and what holds by these rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.i18n import Words
from bot.screens.lessons import deck_sheet
from bot.screens.lessons.deck_sheet import FIVE, Facts
from bot.screens.notes import rules_in_force
from bot.wording import cards, months, yaku
from bot.wording import rules as rule_words
from bot.wording.limits import ALT, CONTENT
from engine.cards.deck import DECK, Kind
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.builders import all_rules
from tests.support.wording_views import ENGLISH, EVERY

WORDS = pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)


@WORDS
def test_picture_and_description_name_every_card(words: Words) -> None:
    """By its month, with its kind; the description has all of them."""
    facts = Facts.of(make_rules(RuleSetId.CLASSIC))
    pages = [deck_sheet.scene(words, replace(facts, page=page)) for page in range(4)]
    said = deck_sheet.alt(words, facts)
    assert len(said) <= ALT
    shown = [month for scene in pages for month in scene.months]
    named = {card: group.name for month in shown for group in month.groups for card in group.cards}
    assert set(named) == set(DECK)
    joined = {month.number: " ".join(str(group.name) for group in month.groups) for month in shown}
    for card in DECK:
        assert cards.label(words, card) == named[card]
        assert str(named[card]) in joined[card.month]
        assert cards.name(words, card) in said
        assert months.name(words, card.month) in said and months.plant(words, card.month) in said
    for scene in pages:
        assert len(scene.months) == 3 and len(set(scene.kinds)) == 4
        assert all(str(month.number) in str(scene.title) for month in scene.months[::2])


def test_cards_that_differ_in_play_have_names_that_differ() -> None:
    """Within a month; plain chaff alone is called alike."""
    for month in deck_sheet.MONTHS:
        names = [cards.label(ENGLISH, card) for card in month if card.kind is not Kind.CHAFF]
        assert len(set(names)) == len(names)


@WORDS
def test_the_text_is_that_of_the_rules(words: Words) -> None:
    """The text tells the game, five yaku in force with their points, the rule set's own, all that was
    changed.
    """
    for rules in all_rules():
        facts = Facts.of(rules, of_match=True)
        text = deck_sheet.text(words, facts)
        assert len(text) <= CONTENT
        assert len(facts.yaku) == FIVE
        for each in facts.yaku:
            assert f"**{yaku.full_name(words, rules, each.yaku)}**" in text
        for line in (*rules_in_force.PLAY, *rules_in_force.own(rules)):
            assert words.say(line) in text
        assert rule_words.title(words, rules) in text
        for changed in rule_words.changed(words, rules):
            assert f"✎ **{changed}**" in text


def test_rules_of_no_match_have_no_length() -> None:
    """The length is a table's to choose."""
    rules = make_rules(RuleSetId.CLASSIC)
    assert "month" in rule_words.title(ENGLISH, rules)
    assert rule_words.title(ENGLISH, rules) not in deck_sheet.text(ENGLISH, Facts.of(rules))
    assert "Months" not in deck_sheet.text(ENGLISH, Facts.of(rules))


@pytest.mark.parametrize(
    ("rule_set", "five"),
    [
        ("league", ["KASU", "TAN", "HANAMI", "TSUKIMI", "TANE"]),
        ("classic", ["TESHI", "SANKO", "HANAMI", "TSUKIMI", "TAN"]),
        ("ishokai", ["KASU", "TAN", "TANE", "SANKO", "AOTAN"]),
        ("sannin", ["KASU", "TAN", "HANAMI", "TSUKIMI", "TANE"]),
    ],
)
def test_the_five_are_those_that_win_most_months(rule_set: str, five: list[str]) -> None:
    """As the table of the engine's page has them, measured by `koikoi months`."""
    assert [each.yaku.name for each in Facts.of(make_rules(rule_set)).yaku] == five
