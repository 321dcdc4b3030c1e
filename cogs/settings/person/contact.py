"""Rows of a person's panel: their language, and whose invitations they take."""

from __future__ import annotations

from collections.abc import Callable

from bot.i18n import Languages, Words
from bot.ids import UserId
from bot.match.vocabulary import Challenges
from bot.service.persons import Persons
from bot.wording.settings import person as wording
from bot.wording.settings import values
from cogs.content.controls import MOST_PICKED, Option, Picker, Rows, Select
from cogs.messages.answer import Answer
from cogs.settings.panel import PanelRow, Put, Said
from cogs.settings.person.own import Own

AUTOMATIC = "auto"


class LanguageRow(PanelRow[Own]):
    """The row of the language of what somebody alone reads."""

    name = "language"
    title = wording.LANGUAGE_TITLE
    about = wording.LANGUAGE_ABOUT

    def __init__(
        self, persons: Persons, languages: Languages, look_again: Callable[[UserId, str], None]
    ) -> None:
        """`languages`: those that can be chosen; `look_again` shows somebody's hands again, in a language."""
        self._persons = persons
        self._look_again = look_again
        self._languages = languages

    def standing(self, words: Words, state: Own) -> str:
        """The language, or that it is Discord's."""
        return wording.language(words, state.language)

    def controls(self, words: Words, state: Own, put: Put) -> Rows:
        """A select of languages, each by its own name."""
        label, about = wording.automatic(words)
        lines = [Option(label, AUTOMATIC, about, chosen=state.language is None)]
        for each in self._languages:
            chosen = each.locale == state.language
            lines.append(Option(values.language_name(each.locale), each.locale, "", chosen=chosen))
        return ((Select(words.say(self.title), put.chosen(), tuple(lines)),),)

    async def change(self, answer: Answer, state: Own, wanted: str, put: Put) -> Said[Own]:
        """Store the choice; this very answer is in the new language."""
        if wanted == AUTOMATIC or wanted in {each.locale for each in self._languages}:
            chosen = None if wanted == AUTOMATIC else wanted
            await self._persons.speak(answer.user, answer.person.name, chosen)
            answer.speak()
            self._look_again(answer.user, answer.locale)
        return Said()


class ChallengesRow(PanelRow[Own]):
    """The row of who may invite somebody."""

    name = "challenges"
    title = wording.CHALLENGES_TITLE
    about = wording.CHALLENGES_ABOUT
    WHO, BLOCKED = "who", "blocked"

    def __init__(self, persons: Persons) -> None:
        self._persons = persons

    def standing(self, words: Words, state: Own) -> str:
        """Everybody, nobody, or everybody but some."""
        return wording.challenges(words, state.challenges, state.blocked)

    def controls(self, words: Words, state: Own, put: Put) -> Rows:
        """A select of the two, and Discord's select of people, with the blocked ones marked."""
        lines = []
        for each in Challenges:
            label, about = wording.challenge_choice(words, each)
            lines.append(Option(label, each.value, about, chosen=each is state.challenges))
        shown = state.blocked[:MOST_PICKED]
        return (
            (Select(words.say(self.title), put.to(self.WHO), tuple(lines)),),
            (Picker(words.say(wording.BLOCKED_PLACEHOLDER), put.to(self.BLOCKED), chosen=shown),),
        )

    async def change(self, answer: Answer, state: Own, wanted: str, put: Put) -> Said[Own]:
        """Store who may invite, or who is blocked from now on."""
        if wanted == self.WHO and answer.chosen in set(Challenges):
            await self._persons.take_challenges(answer.user, answer.person.name, Challenges(answer.chosen))
        elif wanted == self.BLOCKED:
            picked = {user: name for user, name in answer.people.items() if user != answer.user}
            gone = [user for user in state.blocked[:MOST_PICKED] if user not in picked]
            await self._persons.unblock(answer.user, gone)
            await self._persons.block(answer.user, answer.person.name, picked)
        return Said()
