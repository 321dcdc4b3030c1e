"""`/koikoi privacy`: what is stored about whom and why, in short, and in full as files."""

from __future__ import annotations

from typing import cast

import discord
from discord import app_commands

from bot import legal
from bot.i18n import Words
from bot.wording import privacy as privacy_words
from cogs.client import Client
from cogs.command_text import description, name
from cogs.messages.answer import Answer
from cogs.messages.content import MessageContent
from cogs.pages.running import run
from cogs.papers import Paper, WithPapers
from cogs.presenter import CogPresenter


class Privacy:
    """Tells it."""

    def __init__(self, client: Client) -> None:
        self.presenter = cast("CogPresenter", client.presenter)
        self._settings = client.settings

    async def tell(self, answer: Answer, words: Words) -> None:
        """Answer with the note."""
        papers = (
            Paper(document.file, legal.text(document, words, self._settings).encode())
            for document in legal.Document
        )
        face = MessageContent(privacy_words.summary(words, self._settings))
        await answer.note(WithPapers(face, None, papers=tuple(papers)))


def add_to(group: app_commands.Group, privacy: Privacy) -> None:
    """Add the command to the group."""

    @group.command(name=name("koikoi privacy"), description=description("koikoi privacy"))
    async def tell(interaction: discord.Interaction[Client]) -> None:
        """Show the note."""
        await run(privacy.presenter, interaction, privacy.tell)
