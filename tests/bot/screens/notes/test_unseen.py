"""The note of the cards that a player has not seen."""

from __future__ import annotations

import pytest

from bot.i18n import Words
from bot.ids import UserId
from bot.screens.notes import unseen
from bot.screens.notes.unseen import Facts
from bot.wording.limits import CONTENT
from engine.cards.cardset import FULL
from engine.cards.deck import DECK
from engine.rules.options import make_rules
from tests.support.wording_views import EVERY, matches


@pytest.mark.outside
@pytest.mark.parametrize("rules", ["classic", "league", "ishokai", "sannin"])
def test_every_card_is_seen_or_in_a_hand_or_in_the_stock(rules: str) -> None:
    """Own hand, field and captures aside, all are counted, and as many as others hold and the stock has."""
    counted = 0
    for view in matches(make_rules(rules), 4):
        for seat in view.seats:
            user, seen = seat.participant.user, seat.observation
            facts = None if user is None else Facts.of(view, user)
            if facts is None or seen is None:
                continue
            assert not facts.unseen & (seen.hand | seen.field)
            assert not any(facts.unseen & captured for captured in seen.captured)
            assert len(facts.unseen) == facts.hands + facts.stock
            counted += 1
    assert counted


@pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)
def test_the_longest_note_fits(words: Words) -> None:
    """Before anything is seen; with everything seen, and without a hand, it is said so."""
    assert len(unseen.text(words, Facts(FULL, 40, 8))) <= CONTENT
    none_left = unseen.text(words, Facts())
    assert all(str(month) in none_left for month in {one.month for one in DECK})
    assert unseen.text(words, None) not in {"", none_left}


def test_who_has_no_hand_has_nothing_to_count() -> None:
    """A stranger; a player while the seats are drawn and between two months."""
    for view in matches(make_rules("classic", {"months": 1}), 2):
        assert Facts.of(view, UserId(999)) is None
        if view.rest is not None or not view.seats:
            assert all(Facts.of(view, one.user) is None for one in view.people if one.user is not None)
