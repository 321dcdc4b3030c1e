"""Presses: decoded, acknowledged, handed to the manager, answered, inside one error boundary."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol, cast

import discord
import structlog
from discord.ext import commands

from bot.errors import BotError, LobbyOver, NotInMatch
from bot.i18n import Words
from bot.ids import MatchId
from bot.match.views import MatchView, View
from bot.match.vocabulary import Cause, MadeBy, Occasion
from bot.screens.notes.about_match import Outside, stranger
from bot.wording import notes
from cogs.content import note_placement
from cogs.content.custom_id import BadCustomId, Press, parse_press
from cogs.content.page_id import Page, PagePress, is_page, parse_page
from cogs.hosting.match_access import admit, of_here
from cogs.hosting.services import Services
from cogs.hosting.take_up import taken_up
from cogs.messages.answer import Answer, Deferral
from cogs.messages.failures import guarded, say
from cogs.platform.places import PlaceKind, elsewhere, place_kind_of
from cogs.presses.stale_presses import StalePressDetector
from cogs.presses.verbs import VERBS
from engine.rules.actions import Declare, Ready

log = structlog.stdlib.get_logger(__name__)

ANSWERED = {discord.InteractionType.modal_submit, discord.InteractionType.component}
"""The types of interactions that are presses; commands come by another way."""


class PageHandler(Protocol):
    """Answers presses on one page."""

    async def pressed(self, answer: Answer, press: PagePress) -> None:
        """Answer one press; what a select was set to is in the interaction (`Answer.chosen`).

        May raise BadCustomId, and what `cogs.messages.failures` has words for.
        """


@dataclass(frozen=True, slots=True)
class PageSpec:
    """The handling of presses on a page."""

    handler: PageHandler
    match: Callable[[PagePress, str | None], MatchId | None]
    """Reads the match that a press or the value of its select names: the gate lets the press on to it.

    Raises BadCustomId.
    """


class Presses(commands.Cog):
    """Takes every press on every button and select of this bot, and its forms.

    The library finds none of them, as it keeps no views: each comes as a bare interaction.
    """

    def __init__(
        self, services: Services, pages: Mapping[Page, PageSpec], lateness: StalePressDetector
    ) -> None:
        self._services = services
        self._lateness = lateness
        self._answers = services.presenter.answers
        self._pages = pages

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Count the messages that come below tables and hands: what is buried is posted again."""
        self._services.presenter.count(message)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer one press, also on a control of another version, which Discord would call failed."""
        custom_id = str(cast("dict[str, Any]", interaction.data or {}).get("custom_id", ""))
        if interaction.type not in ANSWERED or self._lateness.is_late(interaction.id):
            return
        if place_kind_of(interaction) is PlaceKind.ELSEWHERE:
            await self._refuse(interaction, lambda words: elsewhere(words, interaction))
        elif interaction.type in {discord.InteractionType.modal_submit, discord.InteractionType.component}:
            if is_page(custom_id):
                await self._pressed_page(interaction, custom_id)
            else:
                await self._pressed(interaction, custom_id)

    async def _pressed(self, interaction: discord.Interaction[Any], custom_id: str) -> None:
        """Answer a press on a control of a match."""
        began = self._services.clock.monotonic()
        try:
            press = parse_press(custom_id)
        except BadCustomId:
            await self._refuse(interaction, notes.old_button)
            return
        if _is_somebody_elses(interaction):
            await self._refuse(interaction, lambda words: words.say(notes.FOREIGN_BUTTON))
            return
        spec = VERBS[press.verb]
        answer = self._answers.to(interaction, spec.deferral_on(private=_is_private(interaction)))
        answer.note_placement = note_placement.note_placement(
            interaction.message, press, answer.user, page=spec.page
        )
        await guarded(answer, self._handle(answer, press))
        if spec.plays:
            self._services.presenter.notes.played(answer.note_placement.key, interaction.id)
        if isinstance(press.move, Ready | Declare):
            return  # a line told that somebody holds a hand yaku
        log.info(
            "press",
            match=press.match,
            verb=press.verb.value,
            user=answer.user,
            ms=round((self._services.clock.monotonic() - began) * 1000),
        )

    async def _pressed_page(self, interaction: discord.Interaction[Any], custom_id: str) -> None:
        """Answer a press on a page, or a form."""
        try:
            press = parse_page(custom_id)
            spec = self._pages[press.page]
        except (BadCustomId, KeyError):
            await self._refuse(interaction, notes.old_button)
            return
        if _is_somebody_elses(interaction):
            await self._refuse(interaction, lambda words: words.say(notes.FOREIGN_BUTTON))
            return
        deferral = Deferral.UPDATE if _is_private(interaction) else Deferral.NOTE
        answer = self._answers.to(interaction, deferral)
        answer.note_placement = note_placement.of_page(interaction.message, answer.user)
        await guarded(answer, self._handle_page(answer, spec, press))
        log.info("page", page=press.page.value, action=press.action, user=answer.user)

    async def _handle_page(self, answer: Answer, spec: PageSpec, press: PagePress) -> None:
        if (match := spec.match(press, answer.chosen)) is not None:
            await admit(self._services, answer, match)
        await spec.handler.pressed(answer, press)

    async def _handle(self, answer: Answer, press: Press) -> None:
        services = self._services
        view = await of_here(services, answer, press.match)
        services.presenter.pressed(press.match, answer.user)
        binds_nobody = isinstance(view, MatchView) and view.binds_nobody and not view.set_aside
        channel, view = view.place.channel, await taken_up(services, answer, view)
        if view.place.channel != channel:
            # What is private belongs beside the table.
            await say(answer, notes.table_elsewhere(answer.words, view.place))
            return
        try:
            await VERBS[press.verb].handler(services, answer, press)
        except NotInMatch:
            standing = Outside.of(await services.manager.view(press.match))
            await say(answer, stranger(answer.words, standing))
        except LobbyOver:
            # Its message still shows the lobby: maybe a crash came between the end and the edit.
            view = await services.manager.view(press.match)
            services.presenter.tables.show(view, Cause(Occasion.RESTORED, made_by=MadeBy.DEFAULT))
            raise
        if view.arena is not None:
            # A token is good for nothing before its press is acknowledged.
            await answer.acknowledge()
            await services.presenter.arenas.pressed(view.arena, answer)
        if binds_nobody:
            await self._still_there(view, answer)

    async def _still_there(self, before: View, answer: Answer) -> None:
        """Extend the time of a match after a press that has changed nothing: its players are there."""
        manager = self._services.manager
        with suppress(BotError):  # the person who pressed has been answered
            if (await manager.view(before.match)).version == before.version:
                await manager.take_up(before.match, answer.user)

    async def _refuse(self, interaction: discord.Interaction[Any], why: Callable[[Words], str]) -> None:
        answer = self._answers.to(interaction, Deferral.NOTE)
        await guarded(answer, say(answer, why(answer.words)))
        log.info("button refused", user=answer.user)


def _is_private(interaction: discord.Interaction[Any]) -> bool:
    """Whether the message that was pressed on is one that its presser alone can see."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def _is_somebody_elses(interaction: discord.Interaction[Any]) -> bool:
    """Whether a private message was pressed by somebody who cannot see it; only a forger's client could."""
    message = interaction.message
    if message is None or not message.flags.ephemeral or message.interaction_metadata is None:
        return False
    return message.interaction_metadata.user.id != interaction.user.id
