"""The permissions of a member: how roles and overwrites add up (reference, "Permissions")."""

from __future__ import annotations

from bot.sandbox.common.types import THREAD_TYPES, ChannelType, Snowflake
from bot.sandbox.world.model import Channel, Guild, Member
from bot.sandbox.world.permissions import ALL, NONE, Permission


def guild_permissions(guild: Guild, member: Member) -> Permission:
    """Return the permissions by the roles of a member, before any channel is looked at."""
    if guild.owner_id == member.user.id:
        return ALL
    bits = guild.roles[guild.id].permissions
    for role_id in member.role_ids:
        bits |= guild.roles[role_id].permissions
    return ALL if bits & Permission.ADMINISTRATOR else Permission(bits)


def channel_permissions(guild: Guild, channel: Channel, member: Member) -> Permission:
    """Return the permissions of a member in a channel.

    Threads have their parent's overwrites: pass the parent.
    """
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
