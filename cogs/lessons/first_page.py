"""`/koikoi help`: how koi-koi is played in five lines, the tutorial by one press, the commands."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.i18n import Words
from bot.wording.learning import first_page
from cogs.content import shared_buttons
from cogs.content.message import MessageContent, RenderedMessage
from cogs.messages.answer import Answer, Answers
from cogs.messages.failures import run_command
from cogs.platform.command_text import description, name


def content(words: Words) -> MessageContent:
    """The page and its one button."""
    return MessageContent(first_page.text(words), ((shared_buttons.tutorial_button(words),),))


async def tell(answer: Answer) -> None:
    """Answer with the page."""
    await answer.note(RenderedMessage(content(answer.words)))


def add_to(group: app_commands.Group, answers: Answers) -> None:
    """Add the command to the group."""

    @group.command(name=name("koikoi help"), description=description("koikoi help"))
    async def help_(interaction: discord.Interaction[Any]) -> None:
        """Show the page."""
        await run_command(answers, interaction, tell)
