"""Discord's permission bits and how roles and overwrites add up (reference, "Permissions")."""

from __future__ import annotations

from enum import IntFlag
from typing import TYPE_CHECKING

from bot.sandbox.types import THREAD_TYPES, ChannelType, Snowflake

if TYPE_CHECKING:
    from bot.sandbox.world.model import Channel, Guild, Member


class Permission(IntFlag):
    """The bits that anything here asks for."""

    CREATE_INVITE = 1 << 0
    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    SEND_TTS_MESSAGES = 1 << 12
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CHANGE_NICKNAME = 1 << 26
    MANAGE_ROLES = 1 << 28
    MANAGE_WEBHOOKS = 1 << 29
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    PIN_MESSAGES = 1 << 51
    BYPASS_SLOWMODE = 1 << 52


ALL = Permission((1 << 53) - 1)
NONE = Permission(0)

EVERYONE = (
    Permission.CREATE_INVITE
    | Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.CHANGE_NICKNAME
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)
"""What a new guild gives to everybody."""


def guild_permissions(guild: Guild, member: Member) -> Permission:
    """What the roles of a member give, before any channel is looked at."""
    if guild.owner_id == member.user.id:
        return ALL
    bits = guild.roles[guild.id].permissions
    for role_id in member.role_ids:
        bits |= guild.roles[role_id].permissions
    return ALL if bits & Permission.ADMINISTRATOR else Permission(bits)


def channel_permissions(guild: Guild, channel: Channel, member: Member) -> Permission:
    """What a member may do in a channel. Threads have their parent's overwrites: pass the parent."""
    bits = guild_permissions(guild, member)
    if bits & Permission.ADMINISTRATOR:
        return ALL
    everyone = channel.overwrites.get(guild.id)
    if everyone is not None:
        bits = Permission((bits & ~everyone.deny) | everyone.allow)
    allow, deny = NONE, NONE
    for role_id in member.role_ids:
        overwrite = channel.overwrites.get(role_id)
        if overwrite is not None:
            allow |= overwrite.allow
            deny |= overwrite.deny
    bits = Permission((bits & ~deny) | allow)
    own = channel.overwrites.get(member.user.id)
    return bits if own is None else Permission((bits & ~own.deny) | own.allow)


def effective(bits: Permission, channel_type: ChannelType) -> Permission:
    """The bits after the implicit denials: no view, nothing; no sending, no mentions, files or embeds."""
    if not bits & Permission.VIEW_CHANNEL:
        return NONE
    sending = (
        Permission.SEND_MESSAGES_IN_THREADS if channel_type in THREAD_TYPES else Permission.SEND_MESSAGES
    )
    if bits & sending:
        return bits
    return bits & ~(
        Permission.MENTION_EVERYONE
        | Permission.SEND_TTS_MESSAGES
        | Permission.ATTACH_FILES
        | Permission.EMBED_LINKS
    )


def thread_visible(bits: Permission, channel: Channel, user_id: Snowflake) -> bool:
    """Whether somebody who has these bits in the parent sees the thread."""
    if not bits & Permission.VIEW_CHANNEL:
        return False
    if channel.type is not ChannelType.PRIVATE_THREAD or channel.thread is None:
        return True
    return user_id in channel.thread.members or bool(bits & Permission.MANAGE_THREADS)
