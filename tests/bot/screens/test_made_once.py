"""The screens of a view share what is the same on all of them, and describe their picture once."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.i18n import LOCALES, Words, translations
from bot.match.views import MatchView
from bot.screens.hand import Look
from cogs.messages.hand_rows import hand_content
from cogs.messages.table_rows import table_content
from engine.rules.actions import Phase
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from engine.rules.sheet import begun
from images.scene.hand import MOST_FEW
from tests.support.wording_views import ENGLISH, matches

IN_STOCK = "Stock {n}"
"""A sentence of every description of a table, and of no other text."""


class Listening(Words):
    """A language that counts what it says."""

    __slots__ = ("said",)

    def __init__(self, locale: str) -> None:
        super().__init__(locale, translations(locale))
        self.said = Counter[str]()

    def __call__(self, message: str, /, **values: object) -> str:
        self.said[message] += 1
        return super().__call__(message, **values)


def turns(rule_set: RuleSetId) -> list[MatchView]:
    """Moments at which a card is to be played from hands that are still full."""
    return [
        view
        for view in matches(make_rules(rule_set, {"months": 3}), 2)
        if (seen := view.public) is not None
        and view.rest is None
        and seen.phase is Phase.PLAY
        and min(seen.hand_counts) > MOST_FEW
    ]


@pytest.mark.outside
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("rule_set", RuleSetId)
def test_a_picture_that_has_room_in_its_description_is_put_in_words_once(
    rule_set: RuleSetId, locale: str
) -> None:
    """For the alt text and for the message, which says what has no room there."""
    for view in turns(rule_set):
        words = Listening(locale)
        for seat in view.seats:
            hand_content(words, view, seat, Look(), None)
        assert words.said[IN_STOCK] == len(view.seats)
        table_content(words, view)
        assert words.said[IN_STOCK] == len(view.seats) + 1


@pytest.mark.parametrize("rule_set", RuleSetId)
def test_how_far_players_are_is_found_out_once_for_all_who_see_it(rule_set: RuleSetId) -> None:
    """Every hand and the table show it, of each player."""
    for view in turns(rule_set):
        begun.cache_clear()
        for seat in view.seats:
            hand_content(ENGLISH, view, seat, Look(hint=False), None)
        table_content(ENGLISH, view)
        found = begun.cache_info()
        assert found.misses <= len(view.seats)
        assert found.hits + found.misses >= len(view.seats) * (len(view.seats) + 1)
