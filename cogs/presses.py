"""Presses: decoded, acknowledged, handed to the manager, answered, inside one error boundary."""

from __future__ import annotations

import re
import time
from collections.abc import Awaitable, Callable
from typing import Any, cast

import discord
import structlog
from discord.ext import commands

from bot.client import Client
from bot.errors import LobbyOver, NotInMatch
from bot.screens.notes.about_match import Outside, stranger
from bot.views import Cause, ChannelId, MadeBy, Occasion
from bot.wording import notes
from cogs.answer import Answer, Late
from cogs.controls import LISTENER, Control
from cogs.custom_id import TEMPLATE, BadCustomId, Press, Verb, parse_press
from cogs.failures import guarded, say
from cogs.hand_presses import HandPresses
from cogs.note_presses import NotePresses
from cogs.pages.page_id import is_page, parse_page
from cogs.people import user_of
from cogs.presenter import CogPresenter
from cogs.rule_presses import RulePresses
from cogs.table_presses import TablePresses

log = structlog.stdlib.get_logger(__name__)

Handler = Callable[[Answer, Press], Awaitable[None]]


class Presses(commands.Cog, name=LISTENER):
    """Takes every press on every button and select of this bot."""

    def __init__(self, client: Client) -> None:
        presenter = cast("CogPresenter", client.presenter)
        self._client = client
        self._languages = presenter.languages
        self._tables = presenter.tables
        self._answers = presenter.answers
        self._pages = presenter.pages
        self._handlers: dict[Verb, Handler] = {
            **TablePresses(client.manager, presenter).handlers(),
            **HandPresses(client.manager, presenter).handlers(),
            **NotePresses(client.manager, presenter).handlers(),
            **RulePresses(client.manager, presenter).handlers(),
        }

    async def pressed(self, interaction: discord.Interaction[Any], custom_id: str) -> None:
        """Answer one press. Raises nothing."""
        began = time.monotonic()
        words = self._languages.pick(interaction.locale.value)
        if is_page(custom_id):
            await self._turned(interaction, custom_id)
            return
        try:
            press = parse_press(custom_id)
        except BadCustomId:
            await self._refuse(interaction, notes.old_button(words))
            return
        if _is_another_s(interaction):
            await self._refuse(interaction, notes.foreign_button(words))
            return
        answer = self._answers.to(interaction, _late(interaction, press))
        await guarded(answer, words, self._handle(answer, press))
        log.info(
            "press",
            match=press.match,
            verb=press.verb.value,
            user=interaction.user.id,
            ms=round((time.monotonic() - began) * 1000),
        )

    async def _turned(self, interaction: discord.Interaction[Any], custom_id: str) -> None:
        """Answer a press on a page."""
        words = self._languages.pick(interaction.locale.value)
        try:
            press = parse_page(custom_id)
            page = self._pages[press.page]
        except (BadCustomId, KeyError):
            await self._refuse(interaction, notes.old_button(words))
            return
        if _is_another_s(interaction):
            await self._refuse(interaction, notes.foreign_button(words))
            return
        answer = self._answers.to(interaction, Late.UPDATE if _is_private(interaction) else Late.NOTE)
        await guarded(answer, words, page.pressed(answer, press))
        log.info("page", page=press.page.value, action=press.action, user=interaction.user.id)

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Count what buries a table."""
        self._tables.count(ChannelId(message.channel.id), message.id)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer presses on controls of another version, which Discord would call failed; and forms."""
        custom_id = str(cast("dict[str, Any]", interaction.data or {}).get("custom_id", ""))
        if interaction.type is discord.InteractionType.modal_submit:
            await self._turned(interaction, custom_id)
            return
        if interaction.type is not discord.InteractionType.component:
            return
        if re.fullmatch(TEMPLATE, custom_id) is None:
            words = self._languages.pick(interaction.locale.value)
            await self._refuse(interaction, notes.old_button(words))

    async def _handle(self, answer: Answer, press: Press) -> None:
        try:
            await self._handlers[press.verb](answer, press)
        except NotInMatch:
            words = self._languages.pick(answer.interaction.locale.value)
            standing = Outside.of(await self._client.manager.view(press.match))
            await say(answer, stranger(words, standing))
        except LobbyOver:
            # Its message still shows the lobby: maybe a crash came between the end and the edit.
            view = await self._client.manager.view(press.match)
            self._tables.show(view, Cause(Occasion.RESTORED, made_by=MadeBy.DEFAULT))
            raise

    async def _refuse(self, interaction: discord.Interaction[Any], why: str) -> None:
        words = self._languages.pick(interaction.locale.value)
        answer = self._answers.to(interaction, Late.NOTE)
        await guarded(answer, words, say(answer, why))
        log.info("button refused", user=user_of(interaction))


_NOTES = {Verb.YAKU, Verb.MORE, Verb.RULES, Verb.LOG, Verb.SHUFFLES, Verb.REMATCH}


def _late(interaction: discord.Interaction[Any], press: Press) -> Late:
    """How a slow answer is acknowledged: by a message of its own, or by leaving the pressed one as it is."""
    opens_hand = press.verb is Verb.HAND and not _is_private(interaction)
    return Late.NOTE if opens_hand or press.verb in _NOTES else Late.UPDATE


def _is_private(interaction: discord.Interaction[Any]) -> bool:
    """Whether the message that was pressed on is one that its presser alone can see."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def _is_another_s(interaction: discord.Interaction[Any]) -> bool:
    """Whether a private message was pressed by somebody who cannot see it; only a forger's client could."""
    message = interaction.message
    if message is None or not message.flags.ephemeral or message.interaction_metadata is None:
        return False
    return message.interaction_metadata.user.id != interaction.user.id


async def setup(client: Client) -> None:
    """Called by the client when it loads this extension."""
    client.add_dynamic_items(Control)
    cast("CogPresenter", client.presenter).start(client.manager)
    await client.add_cog(Presses(client))
