"""`/koikoi problem mine`: decisions of one's own matches, asked again until they are answered rightly.

A button names the problem's row, which is looked up among those of the person who presses.
"""

from __future__ import annotations

from dataclasses import replace

from bot.i18n import Words
from bot.match import own_problems
from bot.match.own_problems import OwnProblem
from bot.screens.lessons import own_problems as screen
from bot.screens.lessons import problems as positions
from bot.screens.lessons.own_problems import Facts
from bot.storage import finished
from bot.storage import own_problems as stored
from bot.storage.settings.practice import practice
from bot.wording import own_problems as wording
from bot.wording import problems as shared
from bot.wording.finished import review as review_words
from cogs.content.controls import Button, Row, Rows, Style
from cogs.content.custom_id import BadCustomId, number
from cogs.content.message import MessageContent, RenderedMessage, render
from cogs.content.page_id import Page, PagePress
from cogs.content.pictures import Urgency
from cogs.content.review_state import Action, ReviewState
from cogs.hosting.services import Services
from cogs.messages.answer import Answer, heavy_work
from cogs.messages.hand_rows import look_of
from cogs.problem_rows import ANSWER, NEXT, OPEN, choice_button
from engine.rules.rule_sets import RuleSetId


class OwnProblemPage:
    """Answers the command, and every press under a problem of one's own."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def open(self, answer: Answer, rules: RuleSetId | None = None) -> None:
        """Show the user the next one of theirs; of one rule set, where that is named."""
        await answer.note(await self._next(answer, rules))

    @heavy_work
    async def pressed(self, answer: Answer, press: PagePress) -> None:
        """Answer one press. Raises BadCustomId, StorageError."""
        if press == PagePress(Page.MINE, OPEN):
            await answer.note(await self._next(answer, None))
        else:
            await answer.instead(await self._pressed(answer, press))

    async def _pressed(self, answer: Answer, press: PagePress) -> RenderedMessage:
        """The message after a press. Raises BadCustomId, StorageError."""
        if press == PagePress(Page.MINE, NEXT):
            return await self._next(answer, None)
        if press.action != ANSWER or len(press.state) != 2:
            raise BadCustomId(press)
        one, place = map(number, press.state)
        return await self._answered(answer, one, place)

    async def _next(self, answer: Answer, rules: RuleSetId | None) -> RenderedMessage:
        now = self._services.clock.now()
        mine = await self._services.store.read(stored.all_of, answer.user, rules)
        one = own_problems.next_of(mine, now)
        if one is None:
            return RenderedMessage(MessageContent(screen.nothing(answer.words, mine, now)))
        facts, words = await self._facts(answer, one), answer.words
        choices = tuple(
            choice_button(words, facts, place, PagePress(Page.MINE, ANSWER, (str(one.id), str(place))))
            for place in range(len(facts.choices))
        )
        return await self._rendered(words, facts, screen.text(words, facts), (choices,))

    async def _answered(self, answer: Answer, one: int, place: int) -> RenderedMessage:
        """Count the answer, if the problem is new or due, and explain it. Raises BadCustomId."""
        store, words = self._services.store, answer.words
        before = await store.read(stored.get, answer.user, one)
        if before is not None and place >= len(before.choices):
            raise BadCustomId(str(place))
        counted = await store.write(stored.answer, answer.user, one, self._services.clock.now(), place)
        if counted is None:
            return RenderedMessage(MessageContent(words.say(wording.GONE), (_next_button(words),)))
        facts = await self._facts(answer, counted[0])
        review = ReviewState(counted[0].match).press(Action.OPEN)
        rows = ((*_next_button(words), Button(words.say(review_words.BUTTON), review)),)
        first = before is not None and before.is_new
        told = screen.answer(words, facts, place, counted=counted[1], first=first)
        return await self._rendered(words, facts, told, rows)

    async def _facts(self, answer: Answer, one: OwnProblem) -> Facts:
        """The problem as its reader likes to see hands."""
        services, guild = self._services, None if answer.place is None else answer.place.guild
        course = await services.store.read(finished.course, one.match)
        likes = await services.store.read(practice, answer.user, guild)
        now = services.clock.now()
        look = look_of(likes, services.presenter.hands.emoji, now, listed=False)
        look = replace(look, hint=False, confirms=False)
        return Facts.of(answer.words, one, course.record, answer.person.name, (services.settings, look))

    async def _rendered(self, words: Words, facts: Facts, told: str, rows: Rows) -> RenderedMessage:
        if facts.hand.text_mode:
            return RenderedMessage(MessageContent(told, rows))
        scene, alt = positions.scene(words, facts), positions.alt(words, facts)
        content = MessageContent(told, rows, scene, alt, "problem.png")
        return await render(content, self._services.presenter.pictures, Urgency.PRESS)


def _next_button(words: Words) -> Row:
    return (Button(words.say(shared.NEXT_BUTTON), PagePress(Page.MINE, NEXT), Style.MAIN),)
