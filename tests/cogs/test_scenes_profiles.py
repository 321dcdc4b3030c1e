"""A profile's picture: what it is filled with, and that no text overflows on it."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product

import pytest

from bot.i18n import Words
from bot.match.vocabulary import UserId
from bot.records.achievements import Achievement
from cogs import scenes
from engine.cards.deck import card
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from engine.rules.yaku import YAKU, YakuId
from images.scene.profile import Badge
from tests.gallery.overflow import NAMES, faults
from tests.support.records.profile_values import first, full
from tests.support.wording_views import ENGLISH, EVERY

PAIR = (YakuId.INOSHIKACHO, YakuId.SHIKO)


def test_every_achievement_has_the_badge_of_its_name() -> None:
    """Badges and achievements are the same sixteen, in the same order."""
    assert [each.value for each in Badge] == [each.value for each in Achievement]


def test_a_profile_shows_numbers_cards_and_badges() -> None:
    """Wins large, losses below; the yaku's own cards; badges that are earned and those that are not."""
    shown = full(RuleSetId.CLASSIC, "Sakura", PAIR, own=True, amount=41)
    scene = scenes.profile(ENGLISH, replace(shown, earned=shown.earned[:3]))
    assert scene.rating == "1580"
    assert scene.rating_note == "Rating · 41 rated matches"
    assert scene.tiles[0].value == "41 wins"
    assert [tile.label for tile in scene.tiles if tile.cards] == ["Favourite yaku", "Rarest yaku"]
    assert set(scene.tiles[6].cards) == set(map(card, "YkU"))
    assert [each.badge for each in scene.badges if each.earned] == [Badge.FIRST_WIN, Badge.GOKO, Badge.SHIKO]
    assert len(scene.badges) == 16
    assert scene.versus is None


def test_a_first_match_has_neither_rating_nor_chart() -> None:
    """No number stands for a rating that there is not; a line says when there will be one."""
    scene = scenes.profile(ENGLISH, first(RuleSetId.CLASSIC))
    assert scene.rating == ""
    assert not any(line.points for line in scene.chart.lines)
    assert scene.empty == "The rating is drawn here from the first rated match on."
    assert not any(each.earned for each in scene.badges)


def test_somebody_elses_profile_says_how_one_has_played_against_them() -> None:
    """By these rules large, by all rule sets below, where that is more."""
    shown = full(RuleSetId.ISHOKAI, "Sakura", PAIR, own=False, amount=3)
    met = scenes.profile(ENGLISH, shown).versus
    assert met is not None
    assert (met.label, met.value) == ("You against Sakura", "3 wins, 3 losses, 1 draw, −21 mon net")
    assert met.note == "by all rule sets 6 wins, 6 losses, 1 draw"
    elsewhere = scenes.profile(ENGLISH, replace(shown, versus=None)).versus
    assert elsewhere is not None and elsewhere.value == "none by these rules"
    never = scenes.profile(ENGLISH, replace(shown, versus=None, versus_all=None)).versus
    assert never is not None and (never.value, never.note) == ("no match yet", "")


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_no_text_overflows_on_profiles(words: Words) -> None:
    """Every yaku of every rule set, the widest names, four-digit numbers, one's own and another's."""
    found = []
    for rule_set in RuleSetId:
        rules = make_rules(rule_set)
        offered = [row.id for row in YAKU if row.worth.get(rules.id)]
        for n, pair in enumerate(pairwise([*offered, offered[0]])):
            name, amount = NAMES[n % len(NAMES)], (1, 12, 345, 1234)[n % 4]
            shown = full(rule_set, name, pair, own=n % 2 == 0, amount=amount)
            found += list(faults(scenes.profile(words, shown)))
    for rule_set, own in product(RuleSetId, (True, False)):
        shown = first(rule_set, own=own)
        found += list(faults(scenes.profile(words, replace(shown, user=UserId(8)))))
    assert found == []
