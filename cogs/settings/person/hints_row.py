"""The row of `/koikoi me` about the tips on one's own hands."""

from __future__ import annotations

from collections.abc import Callable

from bot.i18n import Words
from bot.match.vocabulary import Hints, UserId
from bot.service.persons import Persons
from bot.wording.learning import tip
from cogs.content.controls import Button, Rows, Style
from cogs.messages.answer import Answer
from cogs.settings.panel import PanelRow, Put, Said
from cogs.settings.person.own import Own


class HintsRow(PanelRow[Own]):
    """When one's own hands have tips."""

    name = "hints"

    def __init__(self, persons: Persons, look_again: Callable[[UserId], None]) -> None:
        self._persons = persons
        self._look_again = look_again

    def title(self, words: Words) -> str:
        """The title of the row."""
        return words.say(tip.ROW_TITLE)

    def about(self, words: Words) -> str:
        """What the setting decides."""
        return words.say(tip.ROW_ABOUT)

    def standing(self, words: Words, state: Own) -> str:
        """When there are tips, in words."""
        return tip.standing(words, state.hints)

    def controls(self, words: Words, state: Own, put: Put) -> Rows:
        """A button for each other choice."""
        others = (each for each in Hints if each is not state.hints)
        return (
            tuple(Button(tip.choose_button(words, each), put.to(each.value), Style.MAIN) for each in others),
        )

    async def change(self, answer: Answer, state: Own, wanted: str, put: Put) -> Said[Own]:
        """Store the choice; hands that are open show it at once."""
        if wanted in set(Hints):
            await self._persons.choose_hints(answer.user, answer.person.name, Hints(wanted))
            self._look_again(answer.user)
        return Said()
