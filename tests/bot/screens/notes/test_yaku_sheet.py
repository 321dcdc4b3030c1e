"""The yaku sheet: every yaku in force, the same in text, description and picture."""

from __future__ import annotations

import pytest

from bot.i18n import Words
from bot.screens.notes import yaku_sheet
from bot.screens.notes.yaku_sheet import Facts
from bot.wording import numbers, yaku
from bot.wording.limits import ALT, CONTENT
from engine.rules.options import make_rules
from tests.support.builders import all_rules
from tests.support.wording_views import ENGLISH, EVERY, JAPANESE


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_text_description_and_picture_name_every_yaku_with_the_same_points(words: Words) -> None:
    """For every option, within the limits; what the picture has no name for nobody tells."""
    for rules in all_rules():
        facts = Facts.of(rules)
        text, said = yaku_sheet.text(words, facts), yaku_sheet.alt(words, facts)
        scene = yaku_sheet.scene(words, facts)
        assert len(text) <= CONTENT and len(said) <= ALT
        assert len(scene.entries) == len(facts.captured) + len(facts.dealt)
        for entry, drawn in zip((*facts.captured, *facts.dealt), scene.entries, strict=True):
            assert drawn.points.startswith(numbers.short_points(words, rules, entry.points))
            assert drawn.name == yaku.name(words, rules, entry.yaku)
        for entry, drawn in zip(facts.captured, scene.entries, strict=False):
            full = yaku.full_name(words, rules, entry.yaku)
            assert f"**{full}** {drawn.points}" in text and str(drawn.rule) in text
            assert f"{full} {drawn.points}" in said
            assert 1 <= len(drawn.cards) <= yaku_sheet.SAMPLE
        for drawn in scene.entries[len(facts.captured) :]:
            assert str(drawn.name) in text and drawn.points in text


def test_a_yaku_sheet_has_every_yaku_highest_first() -> None:
    """Classic has its thirteen, sannin its eighteen and the five of dealt hands."""
    assert len(Facts.of(make_rules("classic")).captured) == 13
    sheet = yaku_sheet.scene(JAPANESE, Facts.of(make_rules("sannin")))
    assert len(sheet.entries) == 18 + 5
    assert sheet.entries[0].name == "五光" and sheet.entries[0].points == "24文"
    assert max(len(entry.cards) for entry in sheet.entries) == 6, "all of otori's"


def test_the_sheet_says_whether_the_rain_man_counts_for_sanko() -> None:
    """Sanko's rule line says whether the rain man may be one of the three."""
    loose, strict = make_rules("classic"), make_rules("classic", {"rain_sanko": False})
    assert "Any three lights." in yaku_sheet.text(ENGLISH, Facts.of(loose))
    assert "Any three lights." not in yaku_sheet.text(ENGLISH, Facts.of(strict))
