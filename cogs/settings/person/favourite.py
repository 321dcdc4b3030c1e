"""The row of a person's panel for the card that stands on their profile."""

from __future__ import annotations

from bot.i18n import Words
from bot.service.persons import Persons
from bot.wording import cards, months
from bot.wording.settings import person as wording
from cogs.content.controls import Button, Option, Rows, Select
from cogs.messages.answer import Answer
from cogs.settings.panel import PanelRow, Put, Said
from cogs.settings.person.own import Own
from engine.cards.deck import DECK, Card

HALVES = ((1, 6), (7, 12))
"""First and last months of the two selects: one select holds 25 options, and the deck has 48 cards."""


class FavouriteRow(PanelRow[Own]):
    """The row of the favourite card."""

    name = "favourite"
    title = wording.FAVOURITE_TITLE
    about = wording.FAVOURITE_ABOUT
    NONE = "none"

    def __init__(self, persons: Persons) -> None:
        self._persons = persons

    def standing(self, words: Words, state: Own) -> str:
        """Return the card, in words."""
        return wording.favourite(words, state.favourite)

    def controls(self, words: Words, state: Own, put: Put) -> Rows:
        """A select of cards for each half of the year; a button to have none."""
        none = Button(
            words.say(wording.NO_FAVOURITE_BUTTON), put.to(self.NONE), disabled=state.favourite is None
        )
        return (*((_select(words, state, put, *half),) for half in HALVES), (none,))

    async def change(self, answer: Answer, state: Own, wanted: str, put: Put) -> Said[Own]:
        """Store the choice; profiles show it from the next time that anybody opens one."""
        chosen = next((card for card in DECK if card.letter == answer.chosen), None)
        if wanted == self.NONE or chosen is not None:
            card = None if wanted == self.NONE else chosen
            await self._persons.choose_favourite(answer.user, answer.person.name, card)
        return Said()


def _select(words: Words, state: Own, put: Put, first: int, last: int) -> Select:
    placeholder = wording.favourite_placeholder(words, months.name(words, first), months.name(words, last))
    options = tuple(
        Option(_label(words, card), card.letter, months.name(words, card.month), state.favourite is card)
        for card in DECK
        if first <= card.month <= last
    )
    return Select(placeholder, put.to(f"from-{first}"), options)


def _label(words: Words, card: Card) -> str:
    """The card's name, with a number where others of its month have the same."""
    same = [each for each in DECK if each is card or cards.alike(each, card)]
    named = cards.label(words, card)
    return wording.one_of_equal(words, named, same.index(card) + 1) if len(same) > 1 else named
