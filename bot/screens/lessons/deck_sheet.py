"""The deck by months: a picture of each season."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from bot.i18n import Words, mark, mark_within
from bot.wording import cards, months, speech
from bot.wording.limits import Part, Sentence
from engine.cards.deck import DECK, Card, Kind
from images.scene.records import CardGroup, DeckSheetScene, MonthCards

MONTHS = tuple(tuple(cards) for _, cards in groupby(DECK, key=lambda card: card.month))
"""The cards of each month, January first."""
A_PAGE = 3
"""Months on a page: a season."""
PAGES = len(MONTHS) // A_PAGE
_KINDS = (
    mark_within("kind of a card", "Light"),
    mark_within("kind of a card", "Animal"),
    mark_within("kind of a card", "Ribbon"),
    mark_within("kind of a card", "Chaff"),
)
_OF_KIND = {
    Kind.LIGHT: mark("{card} (light)"),
    Kind.ANIMAL: mark("{card} (animal)"),
}
"""The kind of a card, where its name alone does not say it."""


def alt(words: Words, page: int = 0) -> str:
    """The description of a page of the picture: every month with its cards and their kinds."""
    said = tuple(
        Sentence(
            tuple(Part(_described(words, group)) for group in _groups(month)),
            words(
                "{month}, {plant}",
                month=months.name(words, month[0].month),
                plant=months.plant(words, month[0].month),
            ),
        )
        for month in _of_page(page)
    )
    return speech.said(words, said)


def _of_page(page: int) -> tuple[tuple[Card, ...], ...]:
    return MONTHS[A_PAGE * page : A_PAGE * (page + 1)]


def _groups(month: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """The cards of a month that are called alike, together."""
    for _, those in groupby(month, key=lambda card: (card.kind, card.kind is not Kind.CHAFF and card.index)):
        yield tuple(those)


def _described(words: Words, group: tuple[Card, ...]) -> str:
    first = group[0]
    if first.kind in _OF_KIND:
        return words.say(_OF_KIND[first.kind], card=cards.name(words, first))
    return cards.listing(words, group)


def scene(words: Words, page: int = 0) -> DeckSheetScene:
    """A page of the picture, from 0: a season's three months by four cards."""
    shown = _of_page(page)
    light, animal, ribbon, chaff = (words.say(said) for said in _KINDS)
    return DeckSheetScene(
        title=words.within(
            "picture", "Months {first}–{last}", first=shown[0][0].month, last=shown[-1][0].month
        ),
        kinds=(light, animal, ribbon, chaff),
        months=tuple(_month(words, month) for month in shown),
    )


def _month(words: Words, month: tuple[Card, ...]) -> MonthCards:
    number = month[0].month
    return MonthCards(
        number=number,
        name=months.name(words, number),
        plant=months.plant(words, number),
        groups=tuple(CardGroup(group, cards.label(words, group[0])) for group in _groups(month)),
    )
