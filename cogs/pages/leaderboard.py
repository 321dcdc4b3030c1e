"""`/koikoi leaderboard`: who stands where, for its reader alone or for everybody."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, cast

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.client import Client
from bot.i18n import Message, Words, mark_within
from bot.records.boards import Leaderboard, Measure, NoSuchPeriodError, Query, Scope, When
from bot.storage.records import boards as board_rows
from bot.views import UserId
from bot.wording import notes
from bot.wording.records import boards
from cogs.answer import Answer, Late
from cogs.command_text import RULES, described, description, name, renamed
from cogs.custom_id import BadCustomId
from cogs.face import Face, drawn
from cogs.failures import say
from cogs.pages import board_face
from cogs.pages.board_state import Action, Look, read
from cogs.pages.page_id import Page, PagePress
from cogs.pages.running import run
from cogs.people import place_of, user_of
from cogs.pictures import Urgency
from cogs.presenter import CogPresenter
from engine.rules import RuleSetId


class Show(StrEnum):
    """Who sees what a command answers."""

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
"""What the parameters of the command can be."""


class LeaderboardPage:
    """Answers the command, and every press under a list."""

    def __init__(self, client: Client) -> None:
        self._store = client.store
        self.presenter = cast("CogPresenter", client.presenter)

    async def open(self, answer: Answer, words: Words, query: Query) -> None:
        """Show a list to whoever asked for it."""
        board = await self._board(query, user_of(answer.interaction))
        face = board_face.private(words, board, Look.PICTURE)
        await answer.note(await drawn(face, self.presenter.pictures, Urgency.PRESS))

    async def post(self, answer: Answer, query: Query) -> None:
        """Show a list to everybody, in the language of the server."""
        place = place_of(answer.interaction)
        assert place is not None
        words = self.presenter.languages.pick(place.locale)
        face = board_face.public(words, await self._board(query, None))
        await answer.post(await drawn(face, self.presenter.pictures, Urgency.PRESS))

    async def pressed(self, answer: Answer, press: PagePress) -> None:
        """Answer one press."""
        words = self.presenter.languages.pick(answer.interaction.locale.value)
        try:
            face = await self._turned(answer, words, press)
        except (BadCustomId, NoSuchPeriodError):
            await say(answer, notes.old_button(words))
            return
        await answer.instead(await drawn(face, self.presenter.pictures, Urgency.PRESS))

    async def _turned(self, answer: Answer, words: Words, press: PagePress) -> Face:
        """What a press leads to. Raises BadCustomId, NoSuchPeriodError."""
        action, before = read(press)
        state = before.after(action, answer.chosen)
        if action is Action.HOW:
            return board_face.how(words, state)
        place = place_of(answer.interaction)
        if place is None:
            raise BadCustomId(press)
        asked = action is Action.OWN
        board = await self._board(state.query(place.guild, own=asked), user_of(answer.interaction))
        return board_face.private(words, board, state.look, asked=asked)

    async def _board(self, query: Query, viewer: UserId | None) -> Leaderboard:
        async with self._store.reading() as tx:
            return await board_rows.leaderboard(tx, query, viewer=viewer, now=datetime.now(UTC))


def add_to(group: app_commands.Group, page: LeaderboardPage) -> None:
    """Add the command to the group, and let presses under lists come to its page."""
    page.presenter.pages[Page.BOARD] = page

    @group.command(name=name("koikoi leaderboard"), description=description("koikoi leaderboard"))
    @described("rules", "period", "measure", "scope", "show")
    @renamed("rules", "period", "measure", "scope", "show")
    @app_commands.choices(rules=RULES, period=PERIODS, measure=MEASURES, scope=SCOPES, show=SHOWS)
    async def leaderboard(  # noqa: PLR0913, PLR0917 - one argument for each option of the command
        interaction: discord.Interaction[Client],
        rules: str | None = None,
        period: str | None = None,
        measure: str = Measure.RATING.value,
        scope: str = Scope.SERVER.value,
        show: str = Show.ME.value,
    ) -> None:
        """Show a list."""
        public = show == Show.EVERYBODY

        async def work(answer: Answer, words: Words) -> None:
            place = place_of(interaction)
            if place is None:
                await say(answer, notes.guild_only(words))
                return
            try:
                query = Query(
                    place.guild,
                    None if rules is None else RuleSetId(rules),
                    None if period is None else When(period),
                    Measure(measure),
                    Scope(scope),
                )
            except ValueError:  # no client offers that
                await say(answer, words.say(notes.UNKNOWN))
                return
            await (page.post(answer, query) if public else page.open(answer, words, query))

        await run(page.presenter, interaction, work, late=Late.POST if public else Late.NOTE)
