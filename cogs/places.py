"""Where commands and presses are made, and which commands may be used there: one gate for all of them.

Discord shows a command with all its subcommands in a place or not at all, so what each of them needs is
looked at here, before it begins.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

import discord

from bot.i18n import Words
from bot.permissions import invite_link
from bot.wording.finding import places as wording

ON_SERVERS = frozenset({"koikoi leaderboard", "koikoi settings"})
"""The commands that are about a server; all others work in direct messages, too."""


class Where(Enum):
    """The kinds of place in which Discord lets somebody use a command or press a button."""

    SERVER = "a server that has invited the bot"
    DIRECT = "the direct messages of one person with the bot"
    ELSEWHERE = "where the bot is not: other servers, direct messages with others, groups"


def where_of(interaction: discord.Interaction[Any]) -> Where:
    """Where an interaction was made."""
    guild = interaction.guild_id
    if guild is None:
        return Where.DIRECT if interaction.context.dm_channel else Where.ELSEWHERE
    # A command may come by its user's own installation, to a server that has the bot as well.
    here = interaction.is_guild_integration() or interaction.client.get_guild(guild) is not None
    return Where.SERVER if here else Where.ELSEWHERE


def elsewhere(words: Words, interaction: discord.Interaction[Any]) -> str:
    """What is said to whoever uses anything where the bot is not."""
    return wording.elsewhere(words, invite_link(interaction.application_id))


def refusal(words: Words, interaction: discord.Interaction[Any]) -> str | None:
    """Why a command cannot be obeyed in this place, in words; None where it can."""
    where = where_of(interaction)
    if where is Where.ELSEWHERE:
        return elsewhere(words, interaction)
    command = interaction.command
    if where is Where.DIRECT and command is not None and command.qualified_name in ON_SERVERS:
        return wording.on_servers(words)
    return None
