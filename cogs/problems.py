"""`/koikoi problem`: a position to decide, the answer explained, a streak kept.

A button names its problem, so a press is understood after a restart, and on a problem that somebody else has
shared. What is stored is which problems somebody has answered, and how that went; the first answer counts.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from discord import app_commands

from bot.match import problems
from bot.match.problems import ProblemId, Solved
from bot.screens.hand import Look
from bot.screens.lessons import problems as screen
from bot.screens.lessons.problems import Facts
from bot.storage import problems as answers_of
from bot.storage.settings.practice import practice
from bot.wording import people
from bot.wording import problems as wording
from cogs import problem_rows
from cogs.content.controls import Rows
from cogs.content.custom_id import BadCustomId
from cogs.content.message import MessageContent, RenderedMessage, render
from cogs.content.page_id import PagePress
from cogs.content.pictures import Urgency
from cogs.hosting.services import Services
from cogs.lessons.sheets import usual
from cogs.messages.answer import Answer, heavy_work
from cogs.messages.hand_rows import look_of
from cogs.own_problems import OwnProblemPage
from cogs.problem_rows import Asked
from engine.rules.rule_sets import RuleSetId


class ProblemPage:
    """Answers the command, and every press under a problem."""

    def __init__(self, services: Services, own: OwnProblemPage) -> None:
        self._services, self._own = services, own

    @heavy_work
    async def open(
        self,
        answer: Answer,
        rules: RuleSetId | None = None,
        number: app_commands.Range[int, 1, 9999] | None = None,
        mine: bool = False,
    ) -> None:
        """Show a problem to the user; None: by the server's usual rules, the first not yet answered.

        `mine`: one from their own matches, by any rules or by these, whatever the number.
        """
        if mine:
            await self._own.open(answer, rules)
            return
        rule_set = rules or (await usual(self._services, answer)).id
        if number is None:
            number = _next(rule_set, await self._solved(answer, rule_set))
        await answer.note(await self._question(answer, Asked(ProblemId(rule_set, number))))

    @heavy_work
    async def pressed(self, answer: Answer, press: PagePress) -> None:
        """Answer one press. Raises BadCustomId, StorageError."""
        asked = problem_rows.read(press)
        match press.action, asked.chosen:
            case problem_rows.OPEN, None:
                await answer.note(await self._question(answer, asked))
            case problem_rows.NEXT, None:
                rule_set, number = asked.which
                number = _next(rule_set, await self._solved(answer, rule_set), number)
                await answer.instead(await self._question(answer, Asked(ProblemId(rule_set, number))))
            case problem_rows.ANSWER, int():
                await answer.instead(await self._answered(answer, asked))
            case problem_rows.SHARE, _:
                await self._share(answer, asked)
            case _:
                raise BadCustomId(press)

    async def _solved(self, answer: Answer, rule_set: RuleSetId) -> Solved:
        return await self._services.store.read(answers_of.of, answer.user, rule_set)

    async def _facts(self, answer: Answer, asked: Asked, solved: Solved | None = None) -> Facts:
        """The problem as its reader likes to see hands. Raises LookupError where there is none."""
        guild = None if answer.place is None else answer.place.guild
        likes = await self._services.store.read(practice, answer.user, guild)
        emoji, now = self._services.presenter.hands.emoji, self._services.clock.now()
        look = replace(look_of(likes, emoji, now, listed=False), hint=False, confirms=False)
        done = solved or await self._solved(answer, asked.which.rule_set)
        return Facts.of(asked.which, answer.person.name, self._services.settings, look, done)

    async def _question(self, answer: Answer, asked: Asked) -> RenderedMessage:
        try:
            facts = await self._facts(answer, asked)
        except LookupError:
            rule_set, number = asked.which
            total = len(problems.problems(rule_set))
            return RenderedMessage(MessageContent(wording.none_such(answer.words, number, total)))
        words = answer.words
        posted = answer.has_shown(_posted_as(asked))
        rows = problem_rows.question(words, facts, sharing=_sharing(answer), posted=posted)
        return await self._rendered(answer, facts, screen.text(words, facts), rows)

    async def _answered(self, answer: Answer, asked: Asked) -> RenderedMessage:
        """Count the answer, if it is the first to this problem, and explain it."""
        right = asked.chosen == problems.numbered(asked.which).best
        now = self._services.clock.now()
        store = self._services.store
        solved, counted = await store.write(answers_of.answer, answer.person, asked.which, now, right=right)
        return await self._explained(answer, replace(asked, counted=counted), solved)

    async def _explained(self, answer: Answer, asked: Asked, solved: Solved | None = None) -> RenderedMessage:
        assert asked.chosen is not None
        facts, words = await self._facts(answer, asked, solved), answer.words
        posted = answer.has_shown(_posted_as(asked))
        rows = problem_rows.answered(words, facts, asked, sharing=_sharing(answer), posted=posted)
        told = screen.answer(words, facts, asked.chosen, counted=asked.counted)
        return await self._rendered(answer, facts, told, rows)

    async def _rendered(self, answer: Answer, facts: Facts, told: str, rows: Rows) -> RenderedMessage:
        if facts.hand.text_mode:
            return RenderedMessage(MessageContent(told, rows))
        content = MessageContent(
            content=told,
            rows=rows,
            scene=screen.scene(answer.words, facts),
            alt=screen.alt(answer.words, facts),
            file="problem.png",
        )
        return await render(content, self._services.presenter.pictures, Urgency.PRESS)

    async def _share(self, answer: Answer, asked: Asked) -> None:
        """Show everybody in the channel, once, the problem or how it went, without its answer."""
        await answer.show_to_everybody(_posted_as(asked), lambda: self._public(answer, asked))
        if asked.chosen is None:
            await answer.instead(await self._question(answer, asked))
        else:
            await answer.instead(await self._explained(answer, asked))

    async def _public(self, answer: Answer, asked: Asked) -> RenderedMessage:
        """One line on how the first answer went; before it, and where it counted before, the problem."""
        services, place = self._services, answer.place
        assert place is not None
        row = await services.manager.servers.row(place.guild)
        words = services.presenter.languages.pick(row.language or place.locale)
        who = people.somebody(words, answer.person.name)
        solved = await self._solved(answer, asked.which.rule_set)
        facts = Facts.of(asked.which, "", services.settings, Look(hint=False), solved)
        rows = problem_rows.shared(words, facts)
        if asked.counted and asked.chosen is not None:
            line = screen.shared_answer(words, facts, who, right=asked.chosen == facts.best)
            return RenderedMessage(MessageContent(line, rows))
        content = MessageContent(
            content=screen.shared(words, facts, who),
            rows=rows,
            scene=screen.scene(words, facts),
            alt=screen.alt(words, facts),
            file="problem.png",
        )
        return await render(content, services.presenter.pictures, Urgency.PRESS)


def _posted_as(asked: Asked) -> Hashable:
    """Return what is shared once: a problem to be solved, or how the first answer to it went."""
    return asked.which, asked.counted


def _sharing(answer: Answer) -> bool:
    """Whether there is anybody to share with: on a server."""
    return answer.place is not None and answer.place.guild is not None


def _next(rule_set: RuleSetId, solved: Solved, after: int = 0) -> int:
    """The first problem that is not answered; where all are, the one after that which was shown."""
    total = len(problems.problems(rule_set))
    return next((each for each in range(1, total + 1) if not solved.has(each)), after % total + 1)
