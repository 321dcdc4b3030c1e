"""The settings of playing: hands as texts without a picture; a question before each card.

Both are off by default.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from bot.i18n import Words
from bot.ids import UserId
from bot.match.vocabulary import Hints
from bot.service.persons import Persons
from bot.wording.lessons import tip
from bot.wording.settings import person
from cogs.content.controls import Button, Rows, Style
from cogs.messages.answer import Answer
from cogs.settings.panel import PanelRow, Put, Said, SwitchRow
from cogs.settings.person.own import Own


class HandSwitch(SwitchRow[Own]):
    """A switch of how hands are shown; those that are open show it at once."""

    def __init__(self, persons: Persons, look_again: Callable[[UserId], None]) -> None:
        self._persons = persons
        self._look_again = look_again

    @abstractmethod
    async def store(self, answer: Answer, *, on: bool) -> None:
        """Store what is wanted."""

    async def switch(self, answer: Answer, state: Own, *, on: bool) -> None:
        """Store what is wanted and show it."""
        await self.store(answer, on=on)
        self._look_again(answer.user)


class TextRow(HandSwitch):
    """The row of the hands that are texts."""

    name = "text"
    title = person.TEXT_TITLE
    about = person.TEXT_ABOUT

    def on(self, state: Own) -> bool:
        """Whether hands are texts."""
        return state.text_mode

    def stands(self, words: Words, *, on: bool) -> str:
        """Say whether hands are texts."""
        return person.text(words, on=on)

    async def store(self, answer: Answer, *, on: bool) -> None:
        """Store what is wanted."""
        await self._persons.read_texts(answer.user, answer.person.name, text=on)


class ConfirmRow(HandSwitch):
    """The row of the question before each card."""

    name = "confirm"
    title = person.CONFIRM_TITLE
    about = person.CONFIRM_ABOUT

    def on(self, state: Own) -> bool:
        """Whether there is a question."""
        return state.confirm_plays

    def stands(self, words: Words, *, on: bool) -> str:
        """Say whether there is a question."""
        return person.confirm(words, on=on)

    async def store(self, answer: Answer, *, on: bool) -> None:
        """Store what is wanted."""
        await self._persons.confirm_plays(answer.user, answer.person.name, confirm=on)


class HintsRow(PanelRow[Own]):
    """The row for the cases in which one's own hands have tips."""

    name = "hints"
    title = tip.ROW_TITLE
    about = tip.ROW_ABOUT

    def __init__(self, persons: Persons, look_again: Callable[[UserId], None]) -> None:
        self._persons = persons
        self._look_again = look_again

    def standing(self, words: Words, state: Own) -> str:
        """Return the case in which there are tips, in words."""
        return tip.standing(words, state.hints)

    def controls(self, words: Words, state: Own, put: Put) -> Rows:
        """A button for each other choice."""
        others = (each for each in Hints if each is not state.hints)
        return (tuple(Button(tip.standing(words, each), put.to(each.value), Style.MAIN) for each in others),)

    async def change(self, answer: Answer, state: Own, wanted: str, put: Put) -> Said[Own]:
        """Store the choice; hands that are open show it at once."""
        if wanted in set(Hints):
            await self._persons.choose_hints(answer.user, answer.person.name, Hints(wanted))
            self._look_again(answer.user)
        return Said()
