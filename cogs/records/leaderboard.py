"""`/koikoi leaderboard`: who stands where, for its reader alone or for everybody."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from bot.i18n import Message, mark_within
from bot.ids import UserId
from bot.records.boards import Leaderboard, Measure, NoSuchPeriodError, Query, Scope, When
from bot.storage.arena_wins import ArenaWins
from bot.storage.records import boards as board_rows
from bot.wording import notes
from bot.wording.records import boards
from cogs.content.board_state import Action, read
from cogs.content.custom_id import BadCustomId
from cogs.content.message import MessageContent, render
from cogs.content.page_id import PagePress
from cogs.content.pictures import Urgency
from cogs.hosting.services import Services
from cogs.messages.answer import Answer, Deferral, heavy_work
from cogs.messages.failures import say
from cogs.messages.slash_commands import RULE_SET, Given, OneOf
from cogs.records import board_content
from engine.rules.rule_sets import RuleSetId


class Show(StrEnum):
    """The audiences of a command's answer."""

    ME = "me"
    EVERYBODY = "everybody"


SHOWN: Mapping[Show, Message] = {
    Show.ME: mark_within("value of a parameter", "Only me"),
    Show.EVERYBODY: mark_within("value of a parameter", "Everybody"),
}


PARAMETERS = {
    "rules": RULE_SET,
    "period": OneOf.said(boards.WHEN),
    "measure": OneOf.said(boards.MEASURES),
    "scope": OneOf.said(boards.SCOPES),
    "show": OneOf.said(SHOWN),
}
"""The choices for the command's parameters."""


def deferral(given: Given) -> Deferral:
    """Acknowledge the command for those who see its answer."""
    return Deferral.POST if given["show"] is Show.EVERYBODY else Deferral.NOTE


class LeaderboardPage:
    """Answers the command, and every press under a list."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._wins = ArenaWins()
        self._presenter = services.presenter

    async def asked(  # noqa: PLR0913, PLR0917 - one argument for each parameter of the command
        self,
        answer: Answer,
        rules: RuleSetId | None = None,
        period: When | None = None,
        measure: Measure = Measure.RATING,
        scope: Scope = Scope.SERVER,
        show: Show = Show.ME,
    ) -> None:
        """Show a list of the server to its reader, or to everybody. Raises MayNotWrite, PostedLately."""
        if answer.place is None or answer.place.guild is None:
            await say(answer, answer.words.say(notes.ON_SERVERS))
            return
        query = Query(answer.place.guild, rules, period, measure, scope)
        await (self.post(answer, query) if show is Show.EVERYBODY else self.open(answer, query))

    @heavy_work
    async def open(self, answer: Answer, query: Query) -> None:
        """Show a list to the person who asked for it."""
        board = await self._board(query, answer.user)
        text_mode = await self._services.manager.persons.reads_text(answer.user)
        content = board_content.private(answer.words, board, text_mode=text_mode)
        await answer.note(await render(content, self._presenter.pictures, Urgency.PRESS))

    @heavy_work
    async def post(self, answer: Answer, query: Query) -> None:
        """Show a list to everybody, in the language of the server. Raises MayNotWrite, PostedLately."""
        assert answer.place is not None
        row = await self._services.manager.servers.row(answer.place.guild)
        words = self._presenter.languages.pick(row.language or answer.place.locale)
        async with answer.posting():
            content = board_content.public(words, await self._board(query, None))
            await answer.post(await render(content, self._presenter.pictures, Urgency.PRESS))

    @heavy_work
    async def pressed(self, answer: Answer, press: PagePress) -> None:
        """Answer one press. Raises BadCustomId."""
        try:
            content = await self._pressed_content(answer, press)
        except NoSuchPeriodError as error:
            raise BadCustomId(press) from error
        await answer.instead(await render(content, self._presenter.pictures, Urgency.PRESS))

    async def _pressed_content(self, answer: Answer, press: PagePress) -> MessageContent:
        """Return the message after a press. Raises BadCustomId, NoSuchPeriodError."""
        action, before = read(press)
        state = before.after(action, answer.chosen)
        if answer.place is None or answer.place.guild is None:
            raise BadCustomId(press)
        board = await self._board(state.query(answer.place.guild), answer.user)
        if action is Action.HOW:
            return board_content.how(answer.words, board)
        text_mode = await self._services.manager.persons.reads_text(answer.user)
        return board_content.private(answer.words, board, text_mode=text_mode)

    async def _board(self, query: Query, viewer: UserId | None) -> Leaderboard:
        now = self._services.clock.now()
        won = self._wins.count if query.measure is Measure.ARENAS else None
        return await self._services.store.read(board_rows.leaderboard, query, viewer=viewer, now=now, won=won)
