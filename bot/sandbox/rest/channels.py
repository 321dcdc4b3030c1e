"""Channels themselves: reading, changing, deleting, overwrites, typing."""

from __future__ import annotations

from typing import Final

from bot.sandbox.changes import channels
from bot.sandbox.checks.fields import Node
from bot.sandbox.common import stand_ins
from bot.sandbox.common.errors import FieldErrors, NotServedError, api_error
from bot.sandbox.common.types import THREAD_TYPES
from bot.sandbox.rest.routing import EMPTY, Call, Reply, Routes
from bot.sandbox.world.events import ChannelUpdated, Typing
from bot.sandbox.world.model import Channel, Overwrite
from bot.sandbox.world.objects import channel_json
from bot.sandbox.world.permissions import Permission

ROUTES: Final = Routes()
_CHANNEL: Final = "/channels/{channel_id}"
MAX_SLOWMODE: Final = 21_600
_UNSERVED: Final = (
    "type", "parent_id", "permission_overwrites", "flags", "default_auto_archive_duration",
    "default_thread_rate_limit_per_user", "default_reaction_emoji", "default_sort_order",
    "default_forum_layout", "available_tags", "bitrate", "user_limit", "rtc_region", "video_quality_mode",
)  # fmt: skip


@ROUTES.add("GET", _CHANNEL)
async def get_channel(call: Call) -> Reply:
    """A channel or thread that the bot can see."""
    channel = call.world.channel(call.id("channel_id"))
    call.world.demand(channel)
    return Reply(200, channel_json(call.world, channel))


@ROUTES.add("PATCH", _CHANNEL)
async def edit_channel(call: Call) -> Reply:
    """Change a channel (MANAGE_CHANNELS) or a thread (its owner, or MANAGE_THREADS)."""
    channel = call.world.channel(call.id("channel_id"))
    call.world.demand(channel)
    if channel.guild_id is None:
        raise api_error(50003)
    errors = FieldErrors()
    node = Node((await call.body()).object, errors)
    if channel.type in THREAD_TYPES:
        _edit_thread(call, channel, node)
    else:
        _edit_text(call, channel, node)
    call.world.publish(ChannelUpdated(channel))
    return Reply(200, channel_json(call.world, channel))


def _refuse_unserved(node: Node, fields: tuple[str, ...]) -> None:
    """A field that exists, but not here, is never passed over in silence."""
    for field in fields:
        if node.given(field):
            raise NotServedError(f"the field {field} of a channel")


def _edit_text(call: Call, channel: Channel, node: Node) -> None:
    _refuse_unserved(node, _UNSERVED)
    nsfw = node.boolean("nsfw", default=channel.nsfw)
    name = node.string("name", 100, low=1)
    topic = node.string("topic", 1024)
    slowmode = node.integer("rate_limit_per_user", 0, MAX_SLOWMODE)
    position = node.integer("position", 0, 1000)
    node.errors.raise_if_any()
    call.world.demand(channel, Permission.MANAGE_CHANNELS)
    channel.name = name or channel.name
    channel.topic = topic if node.has("topic") else channel.topic
    channel.slowmode_seconds = channel.slowmode_seconds if slowmode is None else slowmode
    channel.nsfw = nsfw
    channel.position = channel.position if position is None else position


def _edit_thread(call: Call, thread: Channel, node: Node) -> None:
    world, state = call.world, thread.thread
    if state is None:
        return
    _refuse_unserved(node, ("applied_tags", "flags"))
    invitable = node.boolean("invitable", default=state.invitable)
    name = node.string("name", 100, low=1)
    minutes = node.choice("auto_archive_duration", channels.ARCHIVE_MINUTES)
    slowmode = node.integer("rate_limit_per_user", 0, MAX_SLOWMODE)
    locked = node.boolean("locked", default=state.locked)
    archived = node.boolean("archived", default=state.archived)
    node.errors.raise_if_any()
    manages = world.can(thread, world.bot.id, Permission.MANAGE_THREADS)
    waking = state.archived and not archived
    if state.locked and not manages:
        raise api_error(50013)
    # Anybody who may write may wake an unlocked thread; the rest is for its owner and moderators.
    if not manages and state.owner_id != world.bot.id:
        only_wakes = waking and set(node.data) <= {"archived"}
        if not only_wakes or not world.can(thread, world.bot.id, Permission.SEND_MESSAGES_IN_THREADS):
            raise api_error(50013)
    if locked != state.locked and not manages:
        raise api_error(50013)
    if state.archived and not waking:
        raise api_error(50083)
    thread.name = name or thread.name
    state.auto_archive_minutes = minutes or state.auto_archive_minutes
    thread.slowmode_seconds = thread.slowmode_seconds if slowmode is None else slowmode
    state.locked, state.invitable = locked, invitable
    channels.set_archived(world, thread, archived=archived)


@ROUTES.add("DELETE", _CHANNEL)
async def delete_channel(call: Call) -> Reply:
    """Remove a channel (MANAGE_CHANNELS) or a thread (MANAGE_THREADS)."""
    channel = call.world.channel(call.id("channel_id"))
    call.world.demand(channel)
    body = channel_json(call.world, channel)
    if channel.guild_id is None:
        return Reply(200, body)
    needed = Permission.MANAGE_THREADS if channel.type in THREAD_TYPES else Permission.MANAGE_CHANNELS
    call.world.demand(channel, needed)
    channels.delete_channel(call.world, channel)
    return Reply(200, body)


@ROUTES.add("PUT", f"{_CHANNEL}/permissions/{{overwrite_id}}")
async def set_overwrite(call: Call) -> Reply:
    """Set the permissions of a role or member in this channel; nobody gives or takes one that they lack."""
    world = call.world
    channel = world.channel(call.id("channel_id"))
    guild = world.guild_of(channel)
    if guild is None or channel.type in THREAD_TYPES:
        raise api_error(50024)
    world.demand(channel, Permission.MANAGE_ROLES)
    errors = FieldErrors()
    node = Node((await call.body()).object, errors)
    kind = node.choice("type", (0, 1), required=True)
    bits = {name: node.integer(name, 0, (1 << 63) - 1) or 0 for name in ("allow", "deny")}
    errors.raise_if_any()
    target = call.id("overwrite_id")
    if target not in (guild.members if kind else guild.roles):
        raise api_error(stand_ins.NOBODY_OVERWRITTEN)
    own = channel.overwrites.get(world.bot.id)
    free = own is not None and bool(own.allow & Permission.MANAGE_ROLES)
    if (bits["allow"] | bits["deny"]) & ~int(world.computed(channel, world.bot.id)) and not free:
        raise api_error(50013)
    channel.overwrites[target] = Overwrite(
        target, bool(kind), Permission(bits["allow"]), Permission(bits["deny"])
    )
    world.publish(ChannelUpdated(channel))
    return EMPTY


@ROUTES.add("DELETE", f"{_CHANNEL}/permissions/{{overwrite_id}}")
async def delete_overwrite(call: Call) -> Reply:
    """Remove an overwrite."""
    channel = call.world.channel(call.id("channel_id"))
    call.world.demand(channel, Permission.MANAGE_ROLES)
    if channel.overwrites.pop(call.id("overwrite_id"), None) is None:
        raise api_error(stand_ins.NOBODY_OVERWRITTEN)
    call.world.publish(ChannelUpdated(channel))
    return EMPTY


@ROUTES.add("POST", f"{_CHANNEL}/typing")
async def typing(call: Call) -> Reply:
    """Show that the bot types."""
    channel = call.world.channel(call.id("channel_id"))
    sending = (
        Permission.SEND_MESSAGES_IN_THREADS if channel.type in THREAD_TYPES else Permission.SEND_MESSAGES
    )
    call.world.demand(channel, sending)
    call.world.publish(Typing(channel, call.world.bot))
    return EMPTY
