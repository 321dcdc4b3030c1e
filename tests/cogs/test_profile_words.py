"""A profile's picture and its words: whoever reads the one knows what the other says."""

from __future__ import annotations

from itertools import product

import pytest

from bot.i18n import Words
from bot.records.achievements import Achievement
from bot.wording import achievements, alt, profiles
from cogs import scenes
from engine.rules.rule_sets import RuleSetId
from engine.rules.yaku import YakuId
from images.scene.common import Label, Text
from tests.support.records.profile_values import first, full
from tests.support.wording_views import EVERY, LONG_NAMES

PAIR = (YakuId.TANE, YakuId.GOKO)


def said(text: Text) -> str:
    """The long form, without its full stop."""
    return (text.text if isinstance(text, Label) else text).rstrip(".。")


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_the_picture_says_what_the_words_say(words: Words) -> None:
    """Every number of every tile, the rating, the meetings, the chart's note, badges, what is left out."""
    pages = [first(RuleSetId.SANNIN), first(RuleSetId.LEAGUE, own=False)]
    for rules, amount, own in product(RuleSetId, (3, 41, 1234), (False, True)):
        pages.append(full(rules, LONG_NAMES[0], PAIR, own=own, amount=amount))
    for shown in pages:
        scene = scenes.profile(words, shown)
        text, described = profiles.text(words, shown), alt.profile(words, shown)
        told = [scene.subtitle, scene.rating, scene.badges_title, *scene.footer]
        told += [part for tile in scene.tiles for part in (tile.label, tile.note)]
        told += [tile.value for tile in scene.tiles if tile.value != "–"]
        told += [scene.chart.note] if scene.chart.lines else []
        told += [] if scene.versus is None else [scene.versus.value, scene.versus.note]
        for part in map(said, told):
            assert part in text and part in described
        for which in Achievement:
            assert achievements.name(words, which) in described
