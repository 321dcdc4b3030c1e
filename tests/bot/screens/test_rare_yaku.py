"""Rare yaku as they are told: which they are, with which cards, in every language."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.i18n import Words
from bot.match.views import MatchView
from bot.screens import rare_yaku
from bot.wording import cards
from bot.wording import yaku as yaku_words
from engine.cards.cardset import CardSet
from engine.rules.month_end import EndReason
from engine.rules.options import make_rules
from engine.rules.yaku import YakuId
from tests.support.rare_months import HELD, won
from tests.support.wording_views import EVERY, matches


def seen(which: str, name: str = "Ann") -> MatchView:
    """A match whose first player has this name, by the rules of a rare yaku."""
    names = (name, "Ben", "Cat")
    return next(iter(view for view in matches(make_rules(HELD[which][0]), 5, names=names) if view.seats))


@pytest.mark.parametrize("which", HELD)
@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_a_rare_yaku_is_told_with_its_own_cards_alone(words: Words, which: str) -> None:
    """However long the name is; the description has the cards and the day."""
    for name in ("A", "_*" * 16):
        facts = rare_yaku.Facts.of(seen(which, name), won(which), "2026-11-27")
        assert CardSet.of(facts.cards) == CardSet.parse(HELD[which][2])
        said, alt, scene = (read(words, facts) for read in (rare_yaku.text, rare_yaku.alt, rare_yaku.scene))
        assert isinstance(said, str) and isinstance(alt, str)
        assert "\n" not in said and len(said) < 300 and len(alt) < 500
        for yaku in facts.yaku:
            assert yaku_words.name(words, facts.rules, yaku) in said
        assert all(cards.name(words, card) in alt for card in facts.cards)
        assert "2026" in alt and scene is not None


def test_other_months_are_not_rare() -> None:
    """One of the ribbons alone, three lights, and what was not won by yaku."""
    goko = won("goko")
    assert rare_yaku.rare(goko) == (YakuId.GOKO,)
    assert rare_yaku.rare(won("ribbons")) == (YakuId.AKATAN, YakuId.AOTAN)
    for held in ({YakuId.AKATAN: 6}, {YakuId.AOTAN: 6, YakuId.TAN: 1}, {YakuId.SANKO: 6}, {}):
        assert rare_yaku.rare(replace(goko, yaku=held)) == ()
    assert rare_yaku.rare(replace(goko, winner=None)) == ()
    assert rare_yaku.rare(replace(goko, reason=EndReason.OYAKEN)) == ()
