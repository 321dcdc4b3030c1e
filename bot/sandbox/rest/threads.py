"""Threads: starting, joining, listing."""

from __future__ import annotations

from typing import Final

from bot.sandbox.changes import channels
from bot.sandbox.checks.fields import Node
from bot.sandbox.common.errors import FieldErrors, api_error
from bot.sandbox.common.types import PUBLIC_KINDS, ChannelType, JsonObject, Snowflake
from bot.sandbox.rest.channels import MAX_SLOWMODE
from bot.sandbox.rest.routing import EMPTY, Call, Reply, Routes
from bot.sandbox.world.model import Channel, Message
from bot.sandbox.world.objects import channel_json, member_json, thread_member_json
from bot.sandbox.world.permissions import Permission
from bot.sandbox.world.snowflakes import iso

ROUTES: Final = Routes()
_CHANNEL: Final = "/channels/{channel_id}"
_MEMBERS: Final = f"{_CHANNEL}/thread-members"


@ROUTES.add("POST", f"{_CHANNEL}/messages/{{message_id}}/threads")
async def start_from_message(call: Call) -> Reply:
    """A public thread on a message; it gets the message's id."""
    channel = _text_channel(call)
    message = call.world.message(channel, call.id("message_id"))
    return await _start(call, channel, message)


@ROUTES.add("POST", f"{_CHANNEL}/threads")
async def start_alone(call: Call) -> Reply:
    """A thread on its own; private (12) unless the type says otherwise, which announcement channels lack."""
    return await _start(call, _text_channel(call), None)


def _text_channel(call: Call) -> Channel:
    channel = call.world.channel(call.id("channel_id"))
    call.world.demand(channel)
    if channel.type not in PUBLIC_KINDS:
        raise api_error(50024)
    return channel


async def _start(call: Call, channel: Channel, message: Message | None) -> Reply:
    errors = FieldErrors()
    node = Node((await call.body()).object, errors)
    name = node.string("name", 100, low=1, required=True) or ""
    minutes = node.choice("auto_archive_duration", channels.ARCHIVE_MINUTES) or 1440
    slowmode = node.integer("rate_limit_per_user", 0, MAX_SLOWMODE) or 0
    kind = ChannelType(node.choice("type", (10, 11, 12)) or ChannelType.PRIVATE_THREAD)
    invitable = node.boolean("invitable", default=True)
    errors.raise_if_any()
    if message is not None:
        kind = PUBLIC_KINDS[channel.type]
    public = kind is PUBLIC_KINDS[channel.type]
    if not public and (kind, channel.type) != (ChannelType.PRIVATE_THREAD, ChannelType.TEXT):
        raise api_error(50024)
    call.world.demand(
        channel, Permission.CREATE_PUBLIC_THREADS if public else Permission.CREATE_PRIVATE_THREADS
    )
    plan = channels.ThreadPlan(name, call.world.bot, kind, minutes, slowmode, invitable, message)
    return Reply(201, channel_json(call.world, channels.start_thread(call.world, channel, plan)))


def _thread(call: Call) -> Channel:
    thread = call.world.channel(call.id("channel_id"))
    call.world.demand(thread)
    if thread.thread is None:
        raise api_error(50024)
    return thread


def _who(call: Call) -> Snowflake:
    """The user of the path; joining and leaving have a route of their own, `@me`."""
    return call.id("user_id") if "user_id" in call.params else call.world.bot.id


@ROUTES.add("PUT", f"{_MEMBERS}/@me")
@ROUTES.add("PUT", f"{_MEMBERS}/{{user_id}}")
async def add_member(call: Call) -> Reply:
    """Join, or add somebody; nobody can join an archived thread."""
    thread = _thread(call)
    user_id = _who(call)
    if thread.thread is not None and thread.thread.archived:
        raise api_error(50083)
    guild = call.world.guild_of(thread)
    if user_id != call.world.bot.id:
        call.world.demand(thread, Permission.SEND_MESSAGES_IN_THREADS)
        if guild is not None:
            call.world.member(guild, user_id)
    channels.join_thread(call.world, thread, user_id)
    return EMPTY


@ROUTES.add("DELETE", f"{_MEMBERS}/@me")
@ROUTES.add("DELETE", f"{_MEMBERS}/{{user_id}}")
async def remove_member(call: Call) -> Reply:
    """Leave, or remove somebody (MANAGE_THREADS, or the owner of a private thread)."""
    thread = _thread(call)
    user_id, bot_id = _who(call), call.world.bot.id
    state = thread.thread
    if state is not None and state.archived:
        raise api_error(50083)
    owns_private = (
        state is not None and thread.type is ChannelType.PRIVATE_THREAD and state.owner_id == bot_id
    )
    if user_id != bot_id and not owns_private:
        call.world.demand(thread, Permission.MANAGE_THREADS)
    channels.leave_thread(call.world, thread, user_id)
    return EMPTY


@ROUTES.add("GET", f"{_MEMBERS}/{{user_id}}")
async def get_member(call: Call) -> Reply:
    """One member of a thread; 10007 for anybody else."""
    thread = _thread(call)
    user_id = call.id("user_id")
    if thread.thread is None or user_id not in thread.thread.members:
        raise api_error(10007)
    return Reply(200, _member(call, thread, user_id))


@ROUTES.add("GET", _MEMBERS)
async def list_members(call: Call) -> Reply:
    """The members of a thread."""
    thread = _thread(call)
    ids = list(thread.thread.members) if thread.thread else []
    return Reply(200, [_member(call, thread, user_id) for user_id in ids])


def _member(call: Call, thread: Channel, user_id: Snowflake) -> JsonObject:
    body = thread_member_json(thread, user_id)
    guild = call.world.guild_of(thread)
    if call.query_flag("with_member") and guild is not None and user_id in guild.members:
        body["member"] = member_json(guild.members[user_id])
    return body


@ROUTES.add("GET", "/guilds/{guild_id}/threads/active")
async def list_active(call: Call) -> Reply:
    """The threads of a guild that are not archived, newest first."""
    guild = call.world.guild(call.id("guild_id"))
    threads = [thread for thread in call.world.threads_of(guild) if not _archived(thread)]
    return Reply(200, _listed(call, sorted(threads, key=lambda thread: -thread.id)))


@ROUTES.add("GET", f"{_CHANNEL}/threads/archived/public")
async def list_archived_public(call: Call) -> Reply:
    """Archived public threads of a channel."""
    return _list_archived(call, PUBLIC_KINDS[_text_channel(call).type])


@ROUTES.add("GET", f"{_CHANNEL}/threads/archived/private")
async def list_archived_private(call: Call) -> Reply:
    """Archived private threads of a channel (MANAGE_THREADS)."""
    channel = _text_channel(call)
    call.world.demand(channel, Permission.MANAGE_THREADS)
    return _list_archived(call, ChannelType.PRIVATE_THREAD)


@ROUTES.add("GET", f"{_CHANNEL}/users/@me/threads/archived/private")
async def list_archived_joined(call: Call) -> Reply:
    """Archived private threads that the bot is in, by id; `before` is an id here."""
    limit, before = _limit(call), call.query_id("before")
    threads = [
        thread
        for thread in _archived_in(call, ChannelType.PRIVATE_THREAD)
        if thread.thread is not None and call.world.bot.id in thread.thread.members
    ]
    threads = [thread for thread in threads if before is None or thread.id < before]
    return Reply(200, _listed(call, sorted(threads, key=lambda thread: -thread.id), limit))


def _limit(call: Call) -> int:
    return call.query_int("limit", 50, 2, 100)


def _list_archived(call: Call, kind: ChannelType) -> Reply:
    """Threads by the time at which they were archived, the latest first; `before` is such a time."""
    limit, before = _limit(call), call.query_time("before")
    threads = _archived_in(call, kind)
    if before is not None:
        threads = [thread for thread in threads if iso(_archived_at(thread)) < iso(before)]
    return Reply(200, _listed(call, sorted(threads, key=lambda thread: -_archived_at(thread)), limit))


def _archived_in(call: Call, kind: ChannelType) -> list[Channel]:
    channel = _text_channel(call)
    call.world.demand(channel, Permission.READ_MESSAGE_HISTORY)
    guild = call.world.guild_of(channel)
    found = [] if guild is None else call.world.threads_of(guild)
    return [
        thread
        for thread in found
        if thread.parent_id == channel.id and thread.type is kind and _archived(thread)
    ]


def _archived(thread: Channel) -> bool:
    return thread.thread is not None and thread.thread.archived


def _archived_at(thread: Channel) -> float:
    return 0.0 if thread.thread is None else thread.thread.archived_at


def _listed(call: Call, threads: list[Channel], limit: int | None = None) -> JsonObject:
    """The visible ones of some threads, and the bot's place in them."""
    bot_id = call.world.bot.id
    every = [thread for thread in threads if call.world.can(thread, bot_id, Permission.VIEW_CHANNEL)]
    visible = every[:limit]
    joined = [thread for thread in visible if thread.thread and bot_id in thread.thread.members]
    return {
        "threads": [channel_json(call.world, thread) for thread in visible],
        "members": [thread_member_json(thread, bot_id) for thread in joined],
        "has_more": len(every) > len(visible),
    }
