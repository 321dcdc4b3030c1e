"""The world as one user sees it: Discord's objects, and what the page needs beside them."""

from __future__ import annotations

from typing import Any

from bot.sandbox.common.types import THREAD_TYPES, ChannelType, CommandType, JsonObject
from bot.sandbox.world import installs
from bot.sandbox.world.message_objects import message_json
from bot.sandbox.world.model import Channel, Command, Guild, Message, User
from bot.sandbox.world.objects import channel_json, role_json, user_json
from bot.sandbox.world.permissions import ALL, Permission
from bot.sandbox.world.state import World


def user_view(user: User) -> JsonObject:
    """A user with the colour of their disc."""
    return user_json(user) | {"bot": user.bot, "color": user.color, "installed": user.installed}


def channel_view(world: World, channel: Channel, viewer: User) -> JsonObject:
    """A channel with what the viewer may do in it; direct messages are called as whom they are with."""
    bits = world.permissions(channel, viewer.id)
    thread = channel.type in THREAD_TYPES
    sending = Permission.SEND_MESSAGES_IN_THREADS if thread else Permission.SEND_MESSAGES
    managing = Permission.MANAGE_THREADS if thread else Permission.MANAGE_CHANNELS
    locked = channel.thread is not None and channel.thread.locked
    named = {"name": world.bot.username} if channel.type is ChannelType.DM else {}
    return (
        channel_json(world, channel)
        | named
        | {
            "can_send": bool(bits & sending) and (not locked or bool(bits & managing)),
            "can_use_commands": bool(bits & Permission.USE_APPLICATION_COMMANDS),
            "can_create_threads": not thread and bool(bits & Permission.CREATE_PUBLIC_THREADS),
            "can_manage": bool(bits & managing),
            "can_manage_messages": bool(bits & Permission.MANAGE_MESSAGES),
        }
    )


def visible_channels(world: World, guild: Guild, viewer: User) -> list[Channel]:
    """The channels and active threads of a guild that a user sees."""
    threads = [
        thread
        for thread in world.threads_of(guild)
        if thread.thread is not None and not thread.thread.archived
    ]
    return [
        channel
        for channel in [*world.guild_channels(guild), *threads]
        if world.can(channel, viewer.id, Permission.VIEW_CHANNEL)
    ]


def guild_view(world: World, guild: Guild, viewer: User) -> JsonObject:
    """A guild with its visible channels."""
    return {
        "id": str(guild.id),
        "name": guild.name,
        "preferred_locale": guild.preferred_locale,
        "owner_id": str(guild.owner_id),
        "unavailable": guild.unavailable,
        "bot_present": guild.bot_present,
        "roles": [role_json(role) for role in guild.roles.values()],
        "channels": [
            channel_view(world, channel, viewer) for channel in visible_channels(world, guild, viewer)
        ],
        "member_ids": [str(user_id) for user_id in guild.members],
    }


def message_view(world: World, message: Message, viewer: User) -> JsonObject:
    """A message, with its guild and the name of the command that it answers."""
    body = message_json(world, message, viewer=viewer.id)
    if message.guild_id is not None:
        body["guild_id"] = str(message.guild_id)
    if message.command_name is not None and message.interaction_metadata is not None:
        body["interaction_metadata"] = message.interaction_metadata | {"name": message.command_name}
    body["author"] = user_view(message.author)
    return body


def usable_commands(world: World, channel: Channel, viewer: User) -> list[Command]:
    """The commands that a user is offered in a channel; a guild's own hide global ones of the same name."""
    bits = world.permissions(channel, viewer.id)
    if not bits & Permission.USE_APPLICATION_COMMANDS:
        return []
    found: dict[tuple[CommandType, str], Command] = {}
    for scope in (None, channel.guild_id):
        for command in world.commands_in(scope):
            found[command.type, command.name] = command
    return [
        command
        for command in found.values()
        if installs.in_context(command, channel)
        and installs.owners(world, channel, viewer, installs.types_of(command))
        and (channel.guild_id is None or _permitted(command, bits))
    ]


def _permitted(command: Command, bits: Permission) -> bool:
    wanted = command.data.get("default_member_permissions")
    if wanted is None or bits == ALL:
        return True
    needed = int(wanted)
    return needed != 0 and bits & needed == needed


def command_view(command: Command, locale: str) -> JsonObject:
    """A command in a user's language."""
    body: JsonObject = _localized(command.data, locale)
    return body | {"id": str(command.id), "type": int(command.type)}


def _localized(data: Any, locale: str) -> Any:
    if isinstance(data, list):
        return [_localized(item, locale) for item in data]
    if not isinstance(data, dict):
        return data
    body = {
        key: _localized(value, locale) for key, value in data.items() if not key.endswith("_localizations")
    }
    for key in ("name", "description"):
        if key in data:
            body[f"localized_{key}"] = (data.get(f"{key}_localizations") or {}).get(locale) or data[key]
    return body
