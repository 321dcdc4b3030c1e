"""`/koikoi replay` and every press under a replay: a match that has ended, step by step, all hands open."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import discord
import structlog
from discord import app_commands
from discord.app_commands import Choice

from bot.errors import NoFinishedMatch, StorageError, TooManyRequests
from bot.i18n import Words
from bot.ids import GuildId, MatchId, UserId
from bot.records import periods
from bot.records.finished import FinishedMatch, Viewer
from bot.screens.finished import replay as screen
from bot.screens.finished import review
from bot.storage import history
from bot.storage.settings.practice import practice
from bot.wording.finished import history as wording
from cogs.content.message import RenderedMessage, render
from cogs.content.note_placement import NotePlacement
from cogs.content.page_id import PagePress
from cogs.content.pictures import Urgency
from cogs.content.post import Post
from cogs.content.replay_state import Action, FromReview, ReplayState, read
from cogs.finished import replay_content
from cogs.hosting.match_access import viewer_of
from cogs.hosting.services import Services
from cogs.messages.answer import Answer, Answers, heavy_work

MOST_CHOICES = 25
"""The most rows that Discord offers somebody who types."""
TYPING_SECONDS = 2.0
"""For how long an offer waits for its turn; Discord drops it after three."""
SEARCHED = 200
"""The number of their latest matches that are searched for what somebody types."""
log = structlog.stdlib.get_logger(__name__)


class ReplayPage:
    """Answers the command, and every press under a replay."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._presenter = services.presenter

    @heavy_work
    async def open(self, answer: Answer, match: MatchId, step: int = 0) -> None:
        """Show a replay to the person who asked for it, as the one note that they have of the match.

        Raises NoFinishedMatch, MatchNotOver, StorageError.
        """
        message = await self._private(answer, ReplayState(match, step))
        answer.note_placement = NotePlacement((match, answer.user))
        await answer.note(message)

    @heavy_work
    async def show(self, answer: Answer, state: ReplayState) -> None:
        """Show a step in place of the private message that was pressed on. Raises as `open` does."""
        await answer.instead(await self._private(answer, state))

    @heavy_work
    async def pressed(self, answer: Answer, press: PagePress) -> None:
        """Answer one press. Raises BadCustomId, and as `open` does."""
        action, state = read(press)
        if action is Action.OPEN:
            await self.open(answer, state.match, state.step)
            return
        found, replay = await self._services.finished.replay(
            state.match, await viewer_of(self._services, answer, state.match)
        )
        state = state.after(action, answer.chosen, replay)
        if action is Action.POST:
            await self._post(answer, found, state)
        await self.show(answer, state)

    async def _private(self, answer: Answer, state: ReplayState) -> RenderedMessage:
        """A step as its reader likes it."""
        viewer = await viewer_of(self._services, answer, state.match)
        found, replay = await self._services.finished.replay(state.match, viewer)
        likes = await self._services.store.read(practice, answer.user, viewer.guild)
        state = replace(state, step=min(state.step, len(replay.steps) - 1))
        costly = await self._costly(state, viewer)
        facts = screen.Facts(replay, likes.month_marks, state.match, likes.deck, costly)
        post = Post.DONE if answer.has_shown((state.match, state.step)) else Post.OFFERED
        post = post if found.public_in(viewer.guild) else Post.NEVER
        content = replay_content.private(answer.words, facts, state, post=post, text_mode=likes.text_mode)
        return await render(content, self._presenter.pictures, Urgency.PRESS)

    async def _costly(self, state: ReplayState, viewer: Viewer) -> review.Costly:
        """Return the moves made at this step that the review names, where the replay was opened from it."""
        if not isinstance(state.origin, FromReview):
            return ()
        _, replay, judged = await self._services.finished.review(state.match, viewer)
        return review.costly_at(judged, state.origin.player, replay, state.step)

    async def _post(self, answer: Answer, found: FinishedMatch, state: ReplayState) -> None:
        """Show a step to everybody, once: in the server in which it was played, in that one's language."""
        place = answer.place
        if place is None or not found.public_in(place.guild):
            raise NoFinishedMatch
        await answer.show_to_everybody(
            (state.match, state.step), lambda: self._public(place.guild, place.locale, state)
        )

    async def _public(self, guild: GuildId | None, locale: str, state: ReplayState) -> RenderedMessage:
        row = await self._services.manager.servers.row(guild)
        words = self._presenter.languages.pick(row.language or locale)
        _, replay = await self._services.finished.replay(state.match, Viewer(None, guild))
        content = replay_content.public(words, screen.Facts(replay, match=state.match), state)
        return await render(content, self._presenter.pictures, Urgency.PRESS)

    async def choices(
        self, words: Words, locale: str, user: UserId, typed: str
    ) -> list[Choice[str | int | float]]:
        """Return somebody's own matches that their typed text may mean, the newest first."""
        heavy = self._services.heavy
        try:
            async with heavy.turn(user, seconds=TYPING_SECONDS):
                found = await self._services.store.read(history.page, user, Viewer(user, None), 0, SEARCHED)
        except (StorageError, TooManyRequests) as error:
            log.info("matches cannot be offered", error=error.code)
            return []
        zone = periods.zone(found.time_zone, locale)
        offered = ((one.match, wording.choice(words, one, zone)) for one in found.matches)
        wanted = typed.strip().casefold()
        meant = ((match, said) for match, said in offered if wanted in said.casefold())
        some = itertools.islice(meant, MOST_CHOICES)
        return [Choice(name=said, value=str(match)) for match, said in some]


class MatchParameter(app_commands.Transformer[Any]):
    """A finished match by its number; the matches of the person who types are suggested."""

    def __init__(self, page: ReplayPage, answers: Answers) -> None:
        self._page = page
        self._answers = answers

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> MatchId:
        """Return the match that somebody means. Raises NoFinishedMatch where the text names no single one."""
        meant = wording.read(value)
        if meant is None:
            raise NoFinishedMatch
        return meant

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: str | float, /
    ) -> list[Choice[str | int | float]]:
        """Return the user's own matches that the text may mean, in their language."""
        locale = self._answers.locale_of(interaction)
        words = self._answers.languages.pick(locale)
        return await self._page.choices(words, locale, UserId(interaction.user.id), str(value))
