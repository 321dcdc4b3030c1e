"""`/koikoi leaderboard`: who stands where, for its reader alone or for everybody."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.i18n import Message, mark_within
from bot.ids import UserId
from bot.records.boards import Leaderboard, Measure, NoSuchPeriodError, Query, Scope, When
from bot.storage.records import boards as board_rows
from bot.wording import notes
from bot.wording.records import boards
from cogs.content.board_state import Action, Look, read
from cogs.content.custom_id import BadCustomId
from cogs.content.message import MessageContent, render
from cogs.content.page_id import PagePress
from cogs.content.pictures import Urgency
from cogs.hosting.services import Services
from cogs.messages.answer import Answer, Answers, Deferral, heavy_work
from cogs.messages.failures import run_command, say
from cogs.platform.command_text import RULES, described, description, name, renamed
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


def _choices(said: Mapping[Any, Message]) -> list[Choice[str]]:
    return [Choice(name=locale_str(text.text, said=text), value=each.value) for each, text in said.items()]


PERIODS, MEASURES = _choices(boards.WHEN), _choices(boards.MEASURES)
SCOPES, SHOWS = _choices(boards.SCOPES), _choices(SHOWN)
"""The choices for the command's parameters."""


class LeaderboardPage:
    """Answers the command, and every press under a list."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._presenter = services.presenter

    @heavy_work
    async def open(self, answer: Answer, query: Query) -> None:
        """Show a list to the person who asked for it."""
        board = await self._board(query, answer.user)
        content = board_content.private(answer.words, board, Look.PICTURE)
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
        """Answer one press."""
        try:
            content = await self._pressed_content(answer, press)
        except (BadCustomId, NoSuchPeriodError):
            await say(answer, notes.old_button(answer.words))
            return
        await answer.instead(await render(content, self._presenter.pictures, Urgency.PRESS))

    async def _pressed_content(self, answer: Answer, press: PagePress) -> MessageContent:
        """Return the message after a press. Raises BadCustomId, NoSuchPeriodError."""
        action, before = read(press)
        state = before.after(action, answer.chosen)
        if action is Action.HOW:
            return board_content.how(answer.words, state)
        if answer.place is None or answer.place.guild is None:
            raise BadCustomId(press)
        asked = action is Action.OWN
        board = await self._board(state.query(answer.place.guild, own=asked), answer.user)
        return board_content.private(answer.words, board, state.look, asked=asked)

    async def _board(self, query: Query, viewer: UserId | None) -> Leaderboard:
        now = self._services.clock.now()
        return await self._services.store.read(board_rows.leaderboard, query, viewer=viewer, now=now)


def add_to(group: app_commands.Group, answers: Answers, page: LeaderboardPage) -> None:
    """Add the command to the group."""

    @group.command(name=name("koikoi leaderboard"), description=description("koikoi leaderboard"))
    @described("rules", "period", "measure", "scope", "show")
    @renamed("rules", "period", "measure", "scope", "show")
    @app_commands.choices(rules=RULES, period=PERIODS, measure=MEASURES, scope=SCOPES, show=SHOWS)
    async def leaderboard(  # noqa: PLR0913, PLR0917 - one argument for each option of the command
        interaction: discord.Interaction[Any],
        rules: str | None = None,
        period: str | None = None,
        measure: str = Measure.RATING.value,
        scope: str = Scope.SERVER.value,
        show: str = Show.ME.value,
    ) -> None:
        """Show a list."""
        public = show == Show.EVERYBODY

        async def work(answer: Answer) -> None:
            if answer.place is None or answer.place.guild is None:
                await say(answer, answer.words.say(notes.ON_SERVERS))
                return
            try:
                query = Query(
                    answer.place.guild,
                    None if rules is None else RuleSetId(rules),
                    None if period is None else When(period),
                    Measure(measure),
                    Scope(scope),
                )
            except ValueError:  # no client offers that
                await say(answer, answer.words.say(notes.UNKNOWN))
                return
            await (page.post(answer, query) if public else page.open(answer, query))

        await run_command(answers, interaction, work, Deferral.POST if public else Deferral.NOTE)
