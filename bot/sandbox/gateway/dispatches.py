"""Events of the world in the gateway's words: which dispatch, for which intents, with what in it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntFlag

from bot.sandbox.common.types import THREAD_TYPES, ChannelType, JsonObject, Snowflake
from bot.sandbox.world import events
from bot.sandbox.world.message_objects import MESSAGE_CONTENT, message_json, needs_intent
from bot.sandbox.world.model import Channel, Guild, Message
from bot.sandbox.world.objects import (
    channel_json,
    guild_create_json,
    guild_json,
    member_json,
    role_json,
    thread_member_json,
    user_json,
)
from bot.sandbox.world.permissions import Permission
from bot.sandbox.world.snowflakes import iso
from bot.sandbox.world.state import World


class Intent(IntFlag):
    """The intents that decide about anything here; bits and names are Discord's."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    GUILD_MESSAGE_REACTIONS = 1 << 10
    GUILD_MESSAGE_TYPING = 1 << 11
    DIRECT_MESSAGES = 1 << 12
    DIRECT_MESSAGE_REACTIONS = 1 << 13
    DIRECT_MESSAGE_TYPING = 1 << 14
    MESSAGE_CONTENT = MESSAGE_CONTENT


PRIVILEGED = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT
KNOWN_INTENTS = sum(1 << bit for bit in (*range(17), 20, 21, 24, 25))


@dataclass(frozen=True, slots=True)
class Dispatch:
    """One dispatch for sessions that have one of `intents` (0: everybody)."""

    name: str
    data: JsonObject
    intents: int = 0
    guild_id: Snowflake | None = None
    without_content: JsonObject | None = None
    """The data for sessions without the message content intent."""
    with_members: JsonObject | None = None
    """The data for sessions with the presences intent, where it differs."""

    def data_for(self, intents: int) -> JsonObject:
        """Return the data for a session with these intents."""
        if self.with_members is not None and intents & Intent.GUILD_PRESENCES:
            return self.with_members
        if self.without_content is not None and not intents & Intent.MESSAGE_CONTENT:
            return self.without_content
        return self.data


def guild_create(world: World, guild: Guild) -> Dispatch:
    """GUILD_CREATE, at the start of a session, after an outage, or when the bot joins."""
    return Dispatch(
        "GUILD_CREATE",
        guild_create_json(world, guild, with_members=False),
        Intent.GUILDS,
        guild.id,
        with_members=guild_create_json(world, guild, with_members=True),
    )


def dispatches(world: World, event: events.Event) -> Iterator[Dispatch]:
    """Yield the dispatches of an event, in order; nothing of a guild that it has left, but that it left."""
    for dispatch in _dispatches(world, event):
        guild = None if dispatch.guild_id is None else world.guilds.get(dispatch.guild_id)
        if guild is None or guild.bot_present or dispatch.name == "GUILD_DELETE":
            yield dispatch


def _dispatches(world: World, event: events.Event) -> Iterator[Dispatch]:
    match event:
        case events.MessageCreated(message):
            yield from _message(world, "MESSAGE_CREATE", message)
        case events.MessageUpdated(message):
            yield from _message(world, "MESSAGE_UPDATE", message)
        case events.MessageDeleted(message, silent):
            if _in_group(world, message.channel_id):
                return
            if not silent and (message.audience is not None or _bot_sees(world, message.channel_id)):
                yield _deletion(message)
        case events.MessagesDeleted(channel, messages):
            ids = [str(message.id) for message in messages]
            body = {"ids": ids, "channel_id": str(channel.id), "guild_id": str(channel.guild_id)}
            yield Dispatch("MESSAGE_DELETE_BULK", body, Intent.GUILD_MESSAGES, channel.guild_id)
        case events.ReactionChanged():
            yield from _reaction(world, event)
        case events.ReactionsCleared(message, emoji):
            yield from _cleared(world, message, emoji)
        case events.Typing(channel, user):
            if user is not world.bot and _bot_sees(world, channel.id):
                yield _typing(world, channel, user.id)
        case events.InteractionCreated(interaction, payload):
            # Where the bot is not, its users' own installation brings it interactions and nothing else.
            guild = None if interaction.by_user_alone else interaction.guild_id
            yield Dispatch("INTERACTION_CREATE", payload, 0, guild)
        case _:
            yield from _structure(world, event)


def _structure(world: World, event: events.Event) -> Iterator[Dispatch]:
    match event:
        case events.ChannelCreated(channel) | events.ChannelUpdated(channel) | events.ChannelDeleted(channel):
            yield from _channel(world, event, channel)
        case events.ThreadMembersChanged(thread, added, removed):
            yield from _thread_members(world, thread, added, removed)
        case events.PinsChanged(channel):
            yield from _pins(world, channel)
        case events.GuildUpdated(guild):
            yield Dispatch("GUILD_UPDATE", guild_json(guild), Intent.GUILDS, guild.id)
        case events.RoleUpdated(guild, role):
            change: JsonObject = {"guild_id": str(guild.id), "role": role_json(role)}
            yield Dispatch("GUILD_ROLE_UPDATE", change, Intent.GUILDS, guild.id)
        case events.GuildPresence(guild, deleted):
            yield _presence(world, guild, deleted=deleted)
        case events.MemberChanged():
            yield _member(world, event)
        case _:
            return


def _in_group(world: World, channel_id: Snowflake) -> bool:
    channel = world.channels.get(channel_id)
    return channel is not None and channel.type is ChannelType.GROUP_DM


def _bot_sees(world: World, channel_id: Snowflake) -> bool:
    channel = world.channels.get(channel_id)
    return channel is not None and world.can(channel, world.bot.id, Permission.VIEW_CHANNEL)


def _message(world: World, name: str, message: Message) -> Iterator[Dispatch]:
    if _in_group(world, message.channel_id):
        return
    body = _message_data(world, name, message, blank=False)
    if message.audience is not None or message.guild_id is None:
        # Ephemeral messages travel as if they were direct ones: without guild and member.
        yield Dispatch(name, body, Intent.DIRECT_MESSAGES, message.guild_id)
        return
    if not _bot_sees(world, message.channel_id) and message.author is not world.bot:
        return
    differs = needs_intent(world, message) or message.reference is not None
    blank = _message_data(world, name, message, blank=True) if differs else None
    yield Dispatch(name, body, Intent.GUILD_MESSAGES, message.guild_id, without_content=blank)


def _message_data(world: World, name: str, message: Message, *, blank: bool) -> JsonObject:
    body = message_json(world, message, blank=blank)
    if message.nonce is not None and name == "MESSAGE_CREATE":
        body["nonce"] = message.nonce
    if message.audience is not None or message.guild_id is None:
        return body
    guild = world.guilds[message.guild_id]
    body["guild_id"] = str(guild.id)
    member = guild.members.get(message.author.id)
    if member is not None:
        body["member"] = member_json(member, with_user=False)
    for mention in body["mentions"]:
        mentioned = guild.members.get(Snowflake(int(mention["id"])))
        if mentioned is not None:
            mention["member"] = member_json(mentioned, with_user=False)
    return body


def _deletion(message: Message) -> Dispatch:
    body = {"id": str(message.id), "channel_id": str(message.channel_id)}
    if message.audience is not None or message.guild_id is None:
        return Dispatch("MESSAGE_DELETE", body, Intent.DIRECT_MESSAGES, message.guild_id)
    return Dispatch(
        "MESSAGE_DELETE", body | {"guild_id": str(message.guild_id)}, Intent.GUILD_MESSAGES, message.guild_id
    )


def _reaction(world: World, event: events.ReactionChanged) -> Iterator[Dispatch]:
    message = event.message
    if not _bot_sees(world, message.channel_id):
        return
    body: JsonObject = {
        "user_id": str(event.user.id),
        "channel_id": str(message.channel_id),
        "message_id": str(message.id),
        "emoji": event.emoji,
        "burst": False,
        "type": 0,
    }
    intent = Intent.DIRECT_MESSAGE_REACTIONS
    if message.guild_id is not None:
        intent = Intent.GUILD_MESSAGE_REACTIONS
        body["guild_id"] = str(message.guild_id)
        member = world.guilds[message.guild_id].members.get(event.user.id)
        if event.added and member is not None:
            body["member"] = member_json(member)
    if event.added:
        body["message_author_id"] = str(message.author.id)
    name = "MESSAGE_REACTION_ADD" if event.added else "MESSAGE_REACTION_REMOVE"
    yield Dispatch(name, body, intent, message.guild_id)


def _cleared(world: World, message: Message, emoji: JsonObject | None) -> Iterator[Dispatch]:
    """All reactions of a message went at once: one dispatch, not one for each of them."""
    if not _bot_sees(world, message.channel_id):
        return
    body: JsonObject = {"channel_id": str(message.channel_id), "message_id": str(message.id)}
    intent = Intent.DIRECT_MESSAGE_REACTIONS
    if message.guild_id is not None:
        intent = Intent.GUILD_MESSAGE_REACTIONS
        body["guild_id"] = str(message.guild_id)
    name = "MESSAGE_REACTION_REMOVE_ALL"
    if emoji is not None:
        name, body["emoji"] = "MESSAGE_REACTION_REMOVE_EMOJI", emoji
    yield Dispatch(name, body, intent, message.guild_id)


def _pins(world: World, channel: Channel) -> Iterator[Dispatch]:
    if not _bot_sees(world, channel.id):
        return
    pinned = None if channel.last_pin_at is None else iso(channel.last_pin_at)
    body: JsonObject = {"channel_id": str(channel.id), "last_pin_timestamp": pinned}
    if channel.guild_id is None:
        yield Dispatch("CHANNEL_PINS_UPDATE", body, Intent.DIRECT_MESSAGES)
    else:
        body["guild_id"] = str(channel.guild_id)
        yield Dispatch("CHANNEL_PINS_UPDATE", body, Intent.GUILDS, channel.guild_id)


def _typing(world: World, channel: Channel, user_id: Snowflake) -> Dispatch:
    body: JsonObject = {"channel_id": str(channel.id), "user_id": str(user_id), "timestamp": int(time.time())}
    if channel.guild_id is None:
        return Dispatch("TYPING_START", body, Intent.DIRECT_MESSAGE_TYPING)
    body["guild_id"] = str(channel.guild_id)
    body["member"] = member_json(world.guilds[channel.guild_id].members[user_id])
    return Dispatch("TYPING_START", body, Intent.GUILD_MESSAGE_TYPING, channel.guild_id)


def _channel(world: World, event: events.Event, channel: Channel) -> Iterator[Dispatch]:
    kind = "THREAD" if channel.type in THREAD_TYPES else "CHANNEL"
    if channel.guild_id is None or (kind == "THREAD" and not _bot_sees(world, channel.id)):
        return
    body = channel_json(world, channel)
    match event:
        case events.ChannelCreated():
            name = f"{kind}_CREATE"
            body |= {"newly_created": True} if kind == "THREAD" else {}
        case events.ChannelUpdated():
            name = f"{kind}_UPDATE"
        case _:
            name = f"{kind}_DELETE"
            if kind == "THREAD":
                body = {key: body[key] for key in ("id", "guild_id", "parent_id", "type")}
    yield Dispatch(name, body, Intent.GUILDS, channel.guild_id)


def _thread_members(
    world: World, thread: Channel, added: tuple[Snowflake, ...], removed: tuple[Snowflake, ...]
) -> Iterator[Dispatch]:
    if thread.guild_id is None:
        return
    members = world.guilds[thread.guild_id].members
    joined = [
        thread_member_json(thread, user_id) | {"member": member_json(members[user_id]), "presence": None}
        for user_id in added
        if user_id in members
    ]
    body: JsonObject = {
        "id": str(thread.id),
        "guild_id": str(thread.guild_id),
        "member_count": len(thread.thread.members) if thread.thread else 0,
        "added_members": joined,
        "removed_member_ids": [str(user_id) for user_id in removed],
    }
    if world.bot.id in added:
        # A thread that the bot comes into is told again, now with the bot's own place in it.
        yield Dispatch("THREAD_CREATE", channel_json(world, thread), Intent.GUILDS, thread.guild_id)
    # Without the members intent a session hears of itself alone.
    intents = Intent.GUILDS if world.bot.id in (*added, *removed) else Intent.GUILD_MEMBERS
    yield Dispatch("THREAD_MEMBERS_UPDATE", body, intents, thread.guild_id)


def _presence(world: World, guild: Guild, *, deleted: bool) -> Dispatch:
    if guild.bot_present and not guild.unavailable and not deleted:
        return guild_create(world, guild)
    body: JsonObject = {"id": str(guild.id)}
    if guild.unavailable and guild.bot_present and not deleted:
        body["unavailable"] = True
    return Dispatch("GUILD_DELETE", body, Intent.GUILDS, guild.id)


def _member(world: World, event: events.MemberChanged) -> Dispatch:
    guild_id = event.guild.id
    own = event.member.user is world.bot
    if event.updated:
        body = {"guild_id": str(guild_id)} | member_json(event.member)
        return Dispatch("GUILD_MEMBER_UPDATE", body, 0 if own else Intent.GUILD_MEMBERS, guild_id)
    if event.present:
        body = {"guild_id": str(guild_id)} | member_json(event.member)
        return Dispatch("GUILD_MEMBER_ADD", body, Intent.GUILD_MEMBERS, guild_id)
    gone: JsonObject = {"guild_id": str(guild_id), "user": user_json(event.member.user)}
    return Dispatch("GUILD_MEMBER_REMOVE", gone, Intent.GUILD_MEMBERS, guild_id)
