"""The installation by which an interaction comes about, and the application's permissions there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import IntEnum

from bot.sandbox.common.types import ChannelType
from bot.sandbox.world.model import Channel, Command, User
from bot.sandbox.world.permissions import Permission
from bot.sandbox.world.state import World


class Context(IntEnum):
    """The contexts of interactions (reference, "Interaction Context Types")."""

    GUILD = 0
    BOT_DM = 1
    PRIVATE_CHANNEL = 2


class Install(IntEnum):
    """The installers of the application (reference, "Installation Contexts")."""

    GUILD = 0
    USER = 1


IN_PRIVATE = Permission.ATTACH_FILES | Permission.EMBED_LINKS | Permission.MENTION_EVERYONE
"""The bits of `app_permissions` in direct messages and groups (reference, "Interaction Object")."""
IN_BOT_DM = IN_PRIVATE | Permission.USE_EXTERNAL_EMOJIS
"""The bits in those with the application's own bot."""


def context_of(channel: Channel) -> Context:
    """The context of a channel."""
    if channel.guild_id is not None:
        return Context.GUILD
    return Context.BOT_DM if channel.type is ChannelType.DM else Context.PRIVATE_CHANNEL


def owners(world: World, channel: Channel, user: User, types: Collection[int]) -> dict[str, str]:
    """`authorizing_integration_owners`: whose installations, of these types, let a user act in a channel."""
    found: dict[str, str] = {}
    guild = world.guild_of(channel)
    if Install.GUILD in types:
        if guild is not None and guild.bot_present:
            found[str(int(Install.GUILD))] = str(guild.id)
        # Question: direct-command.
        elif channel.type is ChannelType.DM and _shares_guild(world, user):
            found[str(int(Install.GUILD))] = "0"
    if Install.USER in types and user.installed:
        found[str(int(Install.USER))] = str(user.id)
    return found


def types_of(command: Command) -> list[int]:
    """The installations with which a command comes; a guild's own is there for that guild alone."""
    types: list[int] = [Install.GUILD] if command.guild_id is not None else command.data["integration_types"]
    return types


def in_context(command: Command, channel: Channel) -> bool:
    """Whether a command is meant for the context of a channel. In groups only users' installations count."""
    context = context_of(channel)
    if context is Context.PRIVATE_CHANNEL and Install.USER not in types_of(command):
        return False
    contexts = command.data.get("contexts")
    if contexts is None:
        return context is Context.GUILD or bool(command.data.get("dm_permission"))
    return context in contexts


def by_user_alone(owned: Mapping[str, str]) -> bool:
    """Whether an interaction comes by a user's installation and no guild's."""
    return str(int(Install.GUILD)) not in owned


def app_permissions(world: World, channel: Channel, user: User) -> Permission:
    """Return the application's permissions where a user acts; without its bot no more than the user's."""
    context = context_of(channel)
    if context is not Context.GUILD:
        return IN_BOT_DM if context is Context.BOT_DM else IN_PRIVATE
    guild = world.guild_of(channel)
    if guild is not None and guild.bot_present:
        return world.computed(channel, world.bot.id)
    # Question: absent-rights.
    return world.computed(channel, user.id) & IN_BOT_DM


def _shares_guild(world: World, user: User) -> bool:
    return any(guild.bot_present and user.id in guild.members for guild in world.guilds.values())
