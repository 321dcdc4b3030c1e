"""`/koikoi privacy`: what is stored about whom and why, in short, and in full as files."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot import legal
from bot.config import Settings
from cogs.content.message import Document, MessageContent, RenderedMessage
from cogs.messages.answer import Answer, Answers
from cogs.messages.failures import run_command
from cogs.platform.command_text import description, name


class Privacy:
    """Answers `/koikoi privacy`."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    async def tell(self, answer: Answer) -> None:
        """Answer with the note."""
        papers = (
            Document(document.file, legal.text(document, answer.words, self._settings).encode())
            for document in legal.Document
        )
        content = MessageContent(legal.summary(answer.words, self._settings))
        await answer.note(RenderedMessage(content, documents=tuple(papers)))


def add_to(group: app_commands.Group, answers: Answers, privacy: Privacy) -> None:
    """Add the command to the group."""

    @group.command(name=name("koikoi privacy"), description=description("koikoi privacy"))
    async def tell(interaction: discord.Interaction[Any]) -> None:
        """Show the note."""
        await run_command(answers, interaction, privacy.tell)
