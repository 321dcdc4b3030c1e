"""The deck by months: every card by its name."""

from __future__ import annotations

import pytest

from bot.i18n import Words
from bot.screens.lessons import deck_sheet
from bot.wording import cards, months
from bot.wording.limits import ALT
from engine.cards.deck import DECK, Kind
from tests.support.wording_views import ENGLISH, EVERY

WORDS = pytest.mark.parametrize("words", EVERY, ids=lambda words: words.locale)


@WORDS
def test_picture_and_description_name_every_card(words: Words) -> None:
    """By its month, with its kind; each page is described."""
    pages = [deck_sheet.scene(words, page) for page in range(4)]
    every = [deck_sheet.alt(words, page) for page in range(4)]
    assert max(map(len, every)) <= ALT
    said = "".join(every)
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
