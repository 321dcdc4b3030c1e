"""Messages of channels, and their pins."""

from __future__ import annotations

import time
from typing import Final

from bot.sandbox.changes import channels, messages
from bot.sandbox.checks.fields import parse_snowflake
from bot.sandbox.checks.mentions import DEFAULT_CHANNEL
from bot.sandbox.checks.message import Draft, DraftContext, read_draft
from bot.sandbox.common.errors import FieldErrors, api_error, field_error, limit_error
from bot.sandbox.common.types import SYSTEM_TYPES, JsonObject, MessageType, Snowflake
from bot.sandbox.rest.body import Body
from bot.sandbox.rest.routing import EMPTY, Call, Reply, Routes
from bot.sandbox.world.events import MessageUpdated, PinsChanged
from bot.sandbox.world.message_objects import fetched_json
from bot.sandbox.world.model import Channel, Message
from bot.sandbox.world.permissions import Permission
from bot.sandbox.world.snowflakes import created_at, iso
from bot.sandbox.world.state import World

ROUTES: Final = Routes()
_CHANNEL: Final = "/channels/{channel_id}"
_MESSAGES: Final = f"{_CHANNEL}/messages"
_MESSAGE: Final = f"{_MESSAGES}/{{message_id}}"
_BULK_SECONDS: Final = 14 * 24 * 3600


def _channel(call: Call, *needed: Permission) -> Channel:
    channel = call.world.channel(call.id("channel_id"))
    call.world.demand(channel, *needed)
    return channel


@ROUTES.add("GET", _MESSAGES)
async def list_messages(call: Call) -> Reply:
    """Messages, newest first; without READ_MESSAGE_HISTORY there are none."""
    world = call.world
    channel = _channel(call)
    limit = call.query_int("limit", 50, 1, 100)
    if not world.can(channel, world.bot.id, Permission.READ_MESSAGE_HISTORY):
        return Reply(200, [])
    found = _window(call, list(channel.messages.values()), limit)
    return Reply(200, [fetched_json(world, message) for message in found])


def _window(call: Call, shown: list[Message], limit: int) -> list[Message]:
    around, before, after = (call.query_id(name) for name in ("around", "before", "after"))
    if around is not None:
        older = [message for message in shown if message.id <= around][-(limit // 2 + 1) :]
        newer = [message for message in shown if message.id > around][: limit // 2]
        return [*older, *newer][::-1]
    if before is not None:
        return [message for message in shown if message.id < before][-limit:][::-1]
    if after is not None:
        return [message for message in shown if message.id > after][:limit][::-1]
    return shown[-limit:][::-1]


@ROUTES.add("GET", _MESSAGE)
async def get_message(call: Call) -> Reply:
    """One message; ephemeral ones are not found."""
    channel = _channel(call, Permission.READ_MESSAGE_HISTORY)
    # Question: private-by-channel, deleted-twice.
    return Reply(200, fetched_json(call.world, call.world.message(channel, call.id("message_id"))))


@ROUTES.add("POST", _MESSAGES)
async def create_message(call: Call) -> Reply:
    """A new message of the bot."""
    world = call.world
    world.channel(call.id("channel_id"))
    body = await call.body()
    channel = _channel(call)
    draft = read_draft(body.object, body.uploads, DraftContext(world.emojis, mentions=DEFAULT_CHANNEL))
    messages.demand_sendable(world, channel, draft, world.bot.id)
    if draft.empty:
        raise api_error(50006)
    _refuse_closed(world, channel)
    channels.wake(world, channel)
    message = messages.create(world, channel, draft, messages.Origin(world.bot))
    shown = fetched_json(world, message)
    return Reply(200, shown | ({} if message.nonce is None else {"nonce": message.nonce}))


def _refuse_closed(world: World, channel: Channel) -> None:
    # Question: message-to-installer.
    for user_id in channel.recipient_ids:
        if world.users[user_id].closed_dms:
            raise api_error(50007)


@ROUTES.add("PATCH", _MESSAGE)
async def edit_message(call: Call) -> Reply:
    """Change one of the bot's own messages, or with MANAGE_MESSAGES the flags of anybody's."""
    world = call.world
    world.message(_channel(call), call.id("message_id"))
    body = await call.body()
    channel = _channel(call)
    message = world.message(channel, call.id("message_id"))
    _refuse_edit(world, channel, message, body)
    draft = read_draft(body.object, body.uploads, DraftContext(world.emojis, existing=message))
    if messages.result_is_empty(message, draft):
        raise api_error(50006)
    if draft.uploads and not world.can(channel, world.bot.id, Permission.ATTACH_FILES):
        raise api_error(50013)
    # Question: old-edit.
    _count_old_edit(world, message)
    return Reply(200, fetched_json(world, messages.edit(world, message, draft)))


def _refuse_edit(world: World, channel: Channel, message: Message, body: Body) -> None:
    if message.author is not world.bot:
        given = set(body.object)
        if body.uploads or "flags" not in given or not given <= {"flags", "allowed_mentions"}:
            raise api_error(50005)
        world.demand(channel, Permission.MANAGE_MESSAGES)
    if message.type in SYSTEM_TYPES:
        raise api_error(50021)
    channels.refuse_archived(channel)


def _count_old_edit(world: World, message: Message) -> None:
    """Messages older than an hour take few edits; the number is undocumented."""
    now, window = time.time(), world.settings.edit_age_seconds
    if now - message.timestamp < window:
        return
    message.old_edits = [moment for moment in message.old_edits if now - moment < window]
    if len(message.old_edits) >= world.settings.old_edit_limit:
        # Question: old-edits-wait.
        raise limit_error(30046, message.old_edits[0] + window - now if message.old_edits else window)
    message.old_edits.append(now)


@ROUTES.add("DELETE", _MESSAGE)
async def delete_message(call: Call) -> Reply:
    """Remove a message: one's own, or anybody's with MANAGE_MESSAGES."""
    world = call.world
    channel = _channel(call)
    message = world.message(channel, call.id("message_id"))
    if message.type is MessageType.THREAD_STARTER:
        raise api_error(50021)
    if message.author is not world.bot:
        world.demand(channel, Permission.MANAGE_MESSAGES)
    channels.refuse_archived(channel)
    messages.delete(world, message)
    return EMPTY


@ROUTES.add("POST", f"{_MESSAGES}/bulk-delete")
async def bulk_delete(call: Call) -> Reply:
    """Remove 2-100 messages that are younger than two weeks."""
    world = call.world
    channel = _channel(call)
    if channel.guild_id is None:
        raise api_error(50003)
    world.demand(channel, Permission.MANAGE_MESSAGES)
    ids = _read_ids((await call.body()).object)
    if not 2 <= len(ids) <= 100:
        raise api_error(50016)
    oldest = time.time() - _BULK_SECONDS
    if any(created_at(item) < oldest for item in ids):
        raise api_error(50034)
    channels.refuse_archived(channel)
    messages.delete_many(world, channel, [channel.messages[item] for item in ids if item in channel.messages])
    return EMPTY


def _read_ids(data: JsonObject) -> list[Snowflake]:
    """The different ids of a bulk deletion."""
    if not isinstance(data.get("messages"), list):
        raise field_error(("messages",), "BASE_TYPE_REQUIRED", "This field is required")
    errors = FieldErrors()
    ids: list[Snowflake] = []
    for index, item in enumerate(data["messages"]):
        number = parse_snowflake(item)
        if number is None:
            errors.add(("messages", index), "NUMBER_TYPE_COERCE", f'Value "{item}" is not snowflake.')
        else:
            ids.append(number)
    errors.raise_if_any()
    return list(dict.fromkeys(ids))


@ROUTES.add("GET", f"{_MESSAGES}/pins")
async def list_pins(call: Call) -> Reply:
    """Pinned messages, the latest pin first; `before` is the time of a pin."""
    before = call.query_time("before")
    pinned = _pinned(call)
    if before is not None:
        # Compared as written: an answer rounds to microseconds, and nobody may get the same pin twice.
        pinned = [message for message in pinned if iso(message.pinned_at or 0) < iso(before)]
    limit = call.query_int("limit", 50, 1, 50)
    items = [
        {"pinned_at": iso(message.pinned_at or 0), "message": fetched_json(call.world, message)}
        for message in pinned[:limit]
    ]
    return Reply(200, {"items": items, "has_more": len(pinned) > limit})


@ROUTES.add("GET", f"{_CHANNEL}/pins")
async def list_pins_as_messages(call: Call) -> Reply:
    """The latest 50 pins the old way, as bare messages; deprecated, but clients still ask for it."""
    return Reply(200, [fetched_json(call.world, message) for message in _pinned(call)[:50]])


def _pinned(call: Call) -> list[Message]:
    channel = _channel(call)
    if not call.world.can(channel, call.world.bot.id, Permission.READ_MESSAGE_HISTORY):
        return []
    pinned = [message for message in channel.messages.values() if message.pinned_at is not None]
    return sorted(pinned, key=lambda message: -(message.pinned_at or 0))


@ROUTES.add("PUT", f"{_MESSAGES}/pins/{{message_id}}")
@ROUTES.add("PUT", f"{_CHANNEL}/pins/{{message_id}}")
async def pin(call: Call) -> Reply:
    """Pin a message; a notice of it appears in the channel."""
    world = call.world
    channel = _channel(call, Permission.PIN_MESSAGES, Permission.READ_MESSAGE_HISTORY)
    message = world.message(channel, call.id("message_id"))
    if message.type in SYSTEM_TYPES:
        raise api_error(50021)
    channels.refuse_archived(channel)
    if message.pinned_at is not None:
        return EMPTY
    if sum(other.pinned_at is not None for other in channel.messages.values()) >= 250:
        raise api_error(30003)
    message.pinned_at = channel.last_pin_at = time.time()
    world.publish(MessageUpdated(message))
    world.publish(PinsChanged(channel))
    notice = messages.Origin(world.bot, type=MessageType.PIN_NOTICE, names=message)
    messages.create(world, channel, Draft(), notice)
    return EMPTY


@ROUTES.add("DELETE", f"{_MESSAGES}/pins/{{message_id}}")
@ROUTES.add("DELETE", f"{_CHANNEL}/pins/{{message_id}}")
async def unpin(call: Call) -> Reply:
    """Take a pin away."""
    channel = _channel(call, Permission.PIN_MESSAGES, Permission.READ_MESSAGE_HISTORY)
    message = call.world.message(channel, call.id("message_id"))
    channels.refuse_archived(channel)
    if message.pinned_at is not None:
        message.pinned_at = None
        call.world.publish(MessageUpdated(message))
        call.world.publish(PinsChanged(channel))
    return EMPTY
