"""Who pressed, and where."""

from __future__ import annotations

from typing import Any

import discord

from bot import permissions
from bot.match.vocabulary import ChannelId, GuildId, Person, Place, UserId


def person_of(interaction: discord.Interaction[Any]) -> Person:
    """The presser at this moment; the interaction's id is his part of the seed (record.md)."""
    user = interaction.user
    return Person(UserId(user.id), user.display_name, interaction.locale.value, interaction.id)


def user_of(interaction: discord.Interaction[Any]) -> UserId:
    """The presser's id."""
    return UserId(interaction.user.id)


def place_of(interaction: discord.Interaction[Any]) -> Place | None:
    """Where the interaction was made and its public language; None outside of guilds."""
    if interaction.guild_id is None or interaction.channel_id is None:
        return None
    locale = interaction.guild_locale.value if interaction.guild_locale is not None else ""
    return Place(GuildId(interaction.guild_id), ChannelId(interaction.channel_id), locale)


def missing_permissions(interaction: discord.Interaction[Any]) -> list[str]:
    """What the bot may not do in this channel, of what a table needs; by Discord's names."""
    thread = isinstance(interaction.channel, discord.Thread)
    return permissions.missing(interaction.app_permissions.value, thread=thread)


def may_manage(interaction: discord.Interaction[Any]) -> bool:
    """Whether whoever made it may manage the server, now."""
    return interaction.permissions.manage_guild
