"""The world's things as Discord's JSON: users, guilds, roles, channels, threads, emojis, the application."""

from __future__ import annotations

from typing import Final

from bot.sandbox.common.types import ChannelType, JsonObject, Snowflake
from bot.sandbox.world.model import Channel, Command, Emoji, Guild, Member, Overwrite, Role, ThreadState, User
from bot.sandbox.world.snowflakes import iso
from bot.sandbox.world.state import World


def user_json(user: User) -> JsonObject:
    """A user object."""
    body: JsonObject = {
        "id": str(user.id),
        "username": user.username,
        "global_name": user.global_name,
        "discriminator": "0",
        "avatar": None,
        "banner": None,
        "accent_color": None,
        "avatar_decoration_data": None,
        "collectibles": None,
        "primary_guild": None,
        "public_flags": 0,
        "flags": 0,
    }
    if user.bot:
        # Bots without the new names keep a tag; the API says so with a discriminator of four digits.
        body |= {"bot": True, "discriminator": "0001"}
    return body


def self_json(world: World) -> JsonObject:
    """The bot's own user, with what only it may see."""
    return user_json(world.bot) | {
        "mfa_enabled": True,
        "locale": "en-US",
        "premium_type": 0,
        "email": None,
        "verified": True,
        "bio": "",
    }


def member_json(member: Member, *, with_user: bool = True) -> JsonObject:
    """A member object; messages and interactions carry it with or without its user."""
    body: JsonObject = {
        "roles": [str(role_id) for role_id in member.role_ids],
        "joined_at": iso(member.joined_at),
        "nick": member.nick,
        "avatar": None,
        "banner": None,
        "avatar_decoration_data": None,
        "collectibles": None,
        "premium_since": None,
        "communication_disabled_until": None,
        "pending": False,
        "flags": 0,
        "mute": False,
        "deaf": False,
    }
    if with_user:
        body["user"] = user_json(member.user)
    return body


def role_json(role: Role) -> JsonObject:
    """A role object."""
    body: JsonObject = {
        "id": str(role.id),
        "name": role.name,
        "description": None,
        "permissions": str(int(role.permissions)),
        "position": role.position,
        "color": role.color,
        "colors": {"primary_color": role.color, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": role.managed,
        "mentionable": role.mentionable,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
    if role.bot_id is not None:
        body["tags"] = {"bot_id": str(role.bot_id)}
    return body


def overwrite_json(overwrite: Overwrite) -> JsonObject:
    """A permission overwrite."""
    return {
        "id": str(overwrite.id),
        "type": int(overwrite.is_member),
        "allow": str(int(overwrite.allow)),
        "deny": str(int(overwrite.deny)),
    }


def _optional_id(value: Snowflake | None) -> str | None:
    return None if value is None else str(value)


def channel_json(world: World, channel: Channel, *, gateway: bool = False) -> JsonObject:
    """A channel or thread object. Inside GUILD_CREATE (`gateway`) channels carry no guild id."""
    body: JsonObject = {
        "id": str(channel.id),
        "type": int(channel.type),
        "flags": 0,
        "last_message_id": _optional_id(channel.last_message_id),
        "last_pin_timestamp": None if channel.last_pin_at is None else iso(channel.last_pin_at),
    }
    if channel.type is ChannelType.DM:
        return body | _recipients(world, channel)
    if channel.type is ChannelType.GROUP_DM:
        owner = {"owner_id": str(channel.recipient_ids[0]), "icon": None, "name": channel.name}
        return body | _recipients(world, channel) | owner
    body |= {
        "name": channel.name,
        "parent_id": _optional_id(channel.parent_id),
        "rate_limit_per_user": channel.slowmode_seconds,
    }
    if not gateway:
        body["guild_id"] = str(channel.guild_id)
    if channel.thread is not None:
        return body | _thread_fields(channel, channel.thread, world.bot.id)
    return body | {
        "position": channel.position,
        "topic": channel.topic,
        "nsfw": channel.nsfw,
        "permission_overwrites": [overwrite_json(overwrite) for overwrite in channel.overwrites.values()],
        "default_thread_rate_limit_per_user": 0,
    }


def _recipients(world: World, channel: Channel) -> JsonObject:
    return {"recipients": [user_json(world.users[user_id]) for user_id in channel.recipient_ids]}


def _thread_fields(channel: Channel, thread: ThreadState, bot_id: Snowflake) -> JsonObject:
    metadata: JsonObject = {
        "archived": thread.archived,
        "archive_timestamp": iso(thread.archived_at),
        "auto_archive_duration": thread.auto_archive_minutes,
        "locked": thread.locked,
        "create_timestamp": iso(thread.created_at),
    }
    if channel.type is ChannelType.PRIVATE_THREAD:
        metadata["invitable"] = thread.invitable
    body: JsonObject = {
        "owner_id": str(thread.owner_id),
        "thread_metadata": metadata,
        "message_count": thread.message_count,
        "member_count": min(len(thread.members), 50),
        "total_message_sent": thread.total_sent,
    }
    if bot_id in thread.members:
        body["member"] = thread_member_json(channel, bot_id)
    return body


def thread_member_json(channel: Channel, user_id: Snowflake) -> JsonObject:
    """A user's place in a thread."""
    joined = channel.thread.members[user_id] if channel.thread else 0.0
    return {"id": str(channel.id), "user_id": str(user_id), "join_timestamp": iso(joined), "flags": 0}


_GUILD_CONSTANTS: Final[JsonObject] = {
    "icon": None,
    "description": None,
    "home_header": None,
    "splash": None,
    "discovery_splash": None,
    "features": [],
    "banner": None,
    "application_id": None,
    "region": "deprecated",
    "afk_channel_id": None,
    "afk_timeout": 300,
    "system_channel_id": None,
    "system_channel_flags": 0,
    "widget_enabled": False,
    "widget_channel_id": None,
    "verification_level": 0,
    "default_message_notifications": 1,
    "mfa_level": 0,
    "explicit_content_filter": 0,
    "max_presences": None,
    "max_members": 500_000,
    "max_stage_video_channel_users": 50,
    "max_video_channel_users": 25,
    "vanity_url_code": None,
    "premium_tier": 0,
    "premium_subscription_count": 0,
    "rules_channel_id": None,
    "safety_alerts_channel_id": None,
    "public_updates_channel_id": None,
    "premium_progress_bar_enabled": False,
    "nsfw": False,
    "nsfw_level": 0,
    "emojis": [],
    "stickers": [],
    "incidents_data": None,
}
"""The fields of every guild object that no guild of the sandbox fills."""


def guild_json(guild: Guild) -> JsonObject:
    """A guild object as REST gives it."""
    return _GUILD_CONSTANTS | {
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner_id),
        "roles": [role_json(role) for role in guild.roles.values()],
        "preferred_locale": guild.preferred_locale,
    }


def guild_create_json(world: World, guild: Guild, *, with_members: bool) -> JsonObject:
    """GUILD_CREATE. Without the presences intent the member list holds the bot alone."""
    shown = guild.members.values() if with_members else [guild.members[world.bot.id]]
    threads = [
        channel_json(world, thread)
        for thread in world.threads_of(guild)
        if thread.thread is not None
        and not thread.thread.archived
        and world.permissions(thread, world.bot.id)
    ]
    return guild_json(guild) | {
        "joined_at": iso(guild.members[world.bot.id].joined_at),
        "large": False,
        "unavailable": False,
        "member_count": len(guild.members),
        "members": [member_json(member) for member in shown],
        "channels": [channel_json(world, channel, gateway=True) for channel in world.guild_channels(guild)],
        "threads": threads,
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def emoji_json(world: World, emoji: Emoji) -> JsonObject:
    """An application emoji."""
    return {
        "id": str(emoji.id),
        "name": emoji.name,
        "roles": [],
        "user": user_json(world.bot),
        "require_colons": True,
        "managed": False,
        "animated": emoji.animated,
        "available": True,
    }


_LIMITED: Final = {1 << 1: 1 << 15, 1 << 8: 1 << 13, 1 << 15: 1 << 19}
"""The application's flags of privileged intents, by intent: of a bot that is in fewer than 100 servers."""


def application_flags(world: World) -> int:
    """The flags of the application: those of the privileged intents that its owner has switched on."""
    granted = world.settings.privileged_intents
    return sum(flag for intent, flag in _LIMITED.items() if granted & intent)


def application_json(world: World) -> JsonObject:
    """The application as its own bot sees it."""
    flags = application_flags(world)
    return {
        "id": str(world.application_id),
        "name": "Koi-Koi",
        "icon": None,
        "description": "",
        "type": None,
        "bot": user_json(world.bot),
        "summary": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": f"{world.application_id:064x}",
        "flags": flags,
        "flags_new": str(flags),
        "hook": True,
        "is_monetized": False,
        "integration_types_config": {"0": {}, "1": {}},
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user_json(world.people[0]),
        "approximate_guild_count": sum(guild.bot_present for guild in world.guilds.values()),
        "approximate_user_install_count": sum(user.installed for user in world.people),
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": ["applications.commands", "bot"],
    } | world.application


def command_json(world: World, command: Command) -> JsonObject:
    """A registered command with all its localisations."""
    body: JsonObject = {
        "id": str(command.id),
        "application_id": str(world.application_id),
        "version": str(command.version),
    }
    if command.guild_id is not None:
        body["guild_id"] = str(command.guild_id)
    return body | command.data
