"""Channels and threads come, change and go; used by the API and by the page alike."""

from __future__ import annotations

import time
from dataclasses import dataclass

from bot.sandbox.changes import messages
from bot.sandbox.checks.message import Draft
from bot.sandbox.common import stand_ins
from bot.sandbox.common.errors import api_error
from bot.sandbox.common.types import (
    OPEN_THREADS,
    THREAD_TYPES,
    ChannelType,
    MessageFlags,
    MessageType,
    Snowflake,
)
from bot.sandbox.world.events import (
    ChannelCreated,
    ChannelDeleted,
    ChannelUpdated,
    GuildPresence,
    MessageUpdated,
    ThreadMembersChanged,
)
from bot.sandbox.world.model import Channel, Guild, Message, ThreadState, User
from bot.sandbox.world.state import World

ARCHIVE_MINUTES = frozenset({60, 1440, 4320, 10080})


@dataclass(frozen=True, slots=True)
class ThreadPlan:
    """A thread that somebody wants to start."""

    name: str
    owner: User
    type: ChannelType = ChannelType.PUBLIC_THREAD
    archive_minutes: int = 1440
    slowmode_seconds: int = 0
    invitable: bool = True
    message: Message | None = None


def create_channel(world: World, guild: Guild, name: str) -> Channel:
    """A new text channel at the end of a guild's list."""
    channel = Channel(world.ids.next(), ChannelType.TEXT, name, guild.id, len(guild.channel_ids))
    world.channels[channel.id] = channel
    guild.channel_ids.append(channel.id)
    world.publish(ChannelCreated(channel))
    return channel


def delete_channel(world: World, channel: Channel) -> None:
    """Remove a channel, its threads and all files in them."""
    guild = world.guild_of(channel)
    if guild is not None and channel.type not in THREAD_TYPES:
        for thread in [thread for thread in world.threads_of(guild) if thread.parent_id == channel.id]:
            delete_channel(world, thread)
    messages.drop_files(world, channel)
    for message in [found for found in world.ephemerals.values() if found.channel_id == channel.id]:
        messages.delete(world, message, silent=True)
    # Listeners still need to know who could see it: forget it last.
    world.publish(ChannelDeleted(channel))
    world.channels.pop(channel.id, None)
    if guild is not None and channel.id in guild.channel_ids:
        guild.channel_ids.remove(channel.id)


def delete_guild(world: World, guild: Guild) -> None:
    """Remove a guild with everything in it; the bot hears of the guild alone."""
    world.publish(GuildPresence(guild, deleted=True))
    for channel in [found for found in world.channels.values() if found.guild_id == guild.id]:
        messages.drop_files(world, channel)
        del world.channels[channel.id]
    for message in [found for found in world.ephemerals.values() if found.guild_id == guild.id]:
        messages.delete(world, message, silent=True)
    for command in world.commands_in(guild.id):
        del world.commands[command.id]
    del world.guilds[guild.id]


def start_thread(world: World, parent: Channel, plan: ThreadPlan) -> Channel:
    """Start a thread, on a message (then with its id) or on its own."""
    if plan.message is not None and plan.message.id in world.channels:
        raise api_error(160004)
    now = time.time()
    state = ThreadState(plan.owner.id, plan.archive_minutes, now, now, now, invitable=plan.invitable)
    state.members[plan.owner.id] = now
    thread_id = world.ids.next() if plan.message is None else plan.message.id
    thread = Channel(thread_id, plan.type, plan.name, parent.guild_id, parent_id=parent.id, thread=state)
    thread.slowmode_seconds = plan.slowmode_seconds
    world.channels[thread.id] = thread
    world.publish(ChannelCreated(thread))
    if plan.message is not None:
        plan.message.flags |= MessageFlags.HAS_THREAD
        world.publish(MessageUpdated(plan.message))
    elif plan.type in OPEN_THREADS:
        notice = messages.Origin(plan.owner, type=MessageType.THREAD_CREATED)
        messages.create(world, parent, Draft(content=plan.name), notice)
    return thread


def set_archived(world: World, thread: Channel, *, archived: bool) -> None:
    """Archive a thread or wake it; the caller publishes."""
    state = thread.thread
    if state is not None and state.archived != archived:
        state.archived = archived
        state.archived_at = time.time()
        state.active_at = time.time()


def archive_idle(world: World) -> None:
    """Archive the threads in which nothing was said for their time. Edits and presses are no activity."""
    now = time.time()
    for channel in list(world.channels.values()):
        state = channel.thread
        if state is None or state.archived:
            continue
        if now - state.active_at >= state.auto_archive_minutes * world.settings.thread_minute_seconds:
            set_archived(world, channel, archived=True)
            world.publish(ChannelUpdated(channel))


def join_thread(world: World, thread: Channel, user_id: Snowflake) -> None:
    """Make a user a member of a thread."""
    if thread.thread is not None and user_id not in thread.thread.members:
        thread.thread.members[user_id] = time.time()
        world.publish(ThreadMembersChanged(thread, added=(user_id,)))


def leave_thread(world: World, thread: Channel, user_id: Snowflake) -> None:
    """Take a user out of a thread."""
    if thread.thread is not None and thread.thread.members.pop(user_id, None) is not None:
        world.publish(ThreadMembersChanged(thread, removed=(user_id,)))


def refuse_archived(channel: Channel) -> None:
    """Refuse changes and reactions in an archived thread."""
    if channel.thread is not None and channel.thread.archived:
        raise api_error(stand_ins.ARCHIVED)


def refuse_locked(channel: Channel) -> None:
    """An answer to an interaction cannot open an archived thread that is locked (50083)."""
    if channel.thread is not None and channel.thread.locked:
        refuse_archived(channel)


def wake(world: World, channel: Channel) -> None:
    """A new message takes its thread out of the archive."""
    # Question: archived-post.
    if channel.thread is not None and channel.thread.archived:
        channel.thread.archived = False
        channel.thread.archived_at = time.time()
        world.publish(ChannelUpdated(channel))
