"""The yaku sheet: every yaku in force, the same in text, description and picture."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

import pytest

from bot.i18n import Words
from bot.screens.notes import yaku_sheet
from bot.screens.notes.yaku_sheet import Facts
from bot.wording import numbers, yaku
from bot.wording.limits import ALT, CONTENT
from engine.cards.cardset import CardSet
from engine.cards.deck import DECK
from engine.rules.hand_yaku import hand_yaku
from engine.rules.options import make_rules
from tests.support.builders import all_rules
from tests.support.wording_views import ENGLISH, EVERY, JAPANESE


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_text_description_and_picture_name_every_yaku_with_the_same_points(words: Words) -> None:
    """For every option, within the limits; what the picture has no name for nobody tells."""
    for rules in all_rules():
        facts = Facts.of(rules)
        entries = yaku_sheet.entries(words, facts)
        said = [yaku_sheet.alt(words, replace(facts, page=page)) for page in range(yaku_sheet.pages(facts))]
        assert len(yaku_sheet.text(words, facts)) <= CONTENT and max(map(len, said)) <= ALT
        pages = [
            yaku_sheet.scene(words, replace(facts, page=page)) for page in range(yaku_sheet.pages(facts))
        ]
        assert tuple(entry for scene in pages for entry in scene.entries) == entries
        assert all(0 < len(scene.entries) <= yaku_sheet.A_PAGE for scene in pages)
        assert len(entries) == len(facts.captured) + len(facts.dealt)
        for entry, drawn in zip((*facts.captured, *facts.dealt), entries, strict=True):
            assert drawn.points.startswith(numbers.short_points(words, rules, entry.points))
            assert drawn.name == yaku.long_name(words, rules, entry.yaku)
        for drawn in entries[: len(facts.captured)]:
            assert 1 <= len(drawn.cards) <= yaku_sheet.SAMPLE
        for number, drawn in enumerate(entries):
            assert f"{drawn.name} {drawn.points}: {drawn.rule}" in said[number // yaku_sheet.A_PAGE]
        for drawn in entries[len(facts.captured) :]:
            assert sum(drawn.sets) == len(drawn.cards) >= 4


def test_a_yaku_sheet_has_every_yaku_highest_first() -> None:
    """Classic has its thirteen, sannin its eighteen and the five of dealt hands."""
    assert len(Facts.of(make_rules("classic")).captured) == 13
    facts = Facts.of(make_rules("sannin"))
    entries = yaku_sheet.entries(JAPANESE, facts)
    assert len(entries) == 18 + 5 and yaku_sheet.pages(facts) == 4
    assert entries[0].name == "五光" and entries[0].points == "24文"
    assert max(len(entry.cards) for entry in entries if not entry.sets) == 6, "all of otori's"


def test_a_dealt_hand_has_an_example() -> None:
    """Cards of as many months as it takes, those of a month together; each example is that yaku."""
    for rules in (make_rules("sannin"), make_rules("ishokai", {"hand_yaku": True})):
        facts = Facts.of(rules)
        assert facts.dealt
        for each in facts.dealt:
            months = [len(list(same)) for _, same in groupby(each.cards, key=lambda card: card.month)]
            assert tuple(months) == each.sets
            others = [card for card in DECK if card.month not in {one.month for one in each.cards}][::4]
            rest = others[: (7 if rules.rule_set.seats == 3 else 8) - len(each.cards)]
            assert each.yaku in hand_yaku(rules, CardSet.of((*each.cards, *rest)))


def test_the_sheet_says_whether_the_rain_man_counts_for_sanko() -> None:
    """Sanko's rule line says whether the rain man may be one of the three."""
    loose, strict = make_rules("classic"), make_rules("classic", {"rain_sanko": False})
    assert "Any three lights." in yaku_sheet.alt(ENGLISH, Facts.of(loose))
    assert "Any three lights." not in yaku_sheet.alt(ENGLISH, Facts.of(strict))
