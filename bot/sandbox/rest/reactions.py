"""Reactions."""

from __future__ import annotations

from typing import Final

from bot.sandbox.changes import channels
from bot.sandbox.checks.emoji import is_unicode_emoji
from bot.sandbox.checks.fields import parse_snowflake
from bot.sandbox.common.errors import api_error
from bot.sandbox.common.types import JsonObject, Snowflake
from bot.sandbox.rest.routing import EMPTY, Call, Reply, Routes
from bot.sandbox.world.events import ReactionChanged, ReactionsCleared
from bot.sandbox.world.model import Channel, Message, Reaction, User
from bot.sandbox.world.objects import user_json
from bot.sandbox.world.permissions import Permission
from bot.sandbox.world.state import World

ROUTES: Final = Routes()
_ALL: Final = "/channels/{channel_id}/messages/{message_id}/reactions"
_ONE: Final = f"{_ALL}/{{emoji_name}}"


def read_reaction_emoji(world: World, text: str) -> JsonObject:
    """`name:id` of an application emoji, or a standard emoji."""
    name, _, number = text.rpartition(":")
    emoji_id = parse_snowflake(number) if name else None
    if emoji_id is not None and emoji_id in world.emojis:
        emoji = world.emojis[emoji_id]
        return {"id": str(emoji.id), "name": emoji.name, "animated": emoji.animated}
    if emoji_id is not None or not is_unicode_emoji(text):
        raise api_error(10014)
    return {"id": None, "name": text}


def _same(first: JsonObject, second: JsonObject) -> bool:
    return (first["id"], None if first["id"] else first["name"]) == (
        second["id"],
        None if second["id"] else second["name"],
    )


def find_reaction(message: Message, emoji: JsonObject) -> Reaction | None:
    """The reactions with one emoji."""
    return next((reaction for reaction in message.reactions if _same(reaction.emoji, emoji)), None)


def react(world: World, message: Message, user: User, emoji: JsonObject) -> None:
    """Add somebody's reaction."""
    reaction = find_reaction(message, emoji)
    if reaction is None:
        if len(message.reactions) >= 20:
            raise api_error(30010)
        reaction = Reaction(emoji)
        message.reactions.append(reaction)
    if user.id not in reaction.user_ids:
        reaction.user_ids.append(user.id)
        world.publish(ReactionChanged(message, user, emoji, added=True))


def unreact(world: World, message: Message, user: User, emoji: JsonObject) -> None:
    """Take somebody's reaction back."""
    reaction = find_reaction(message, emoji)
    if reaction is None or user.id not in reaction.user_ids:
        raise api_error(10014)
    reaction.user_ids.remove(user.id)
    if not reaction.user_ids:
        message.reactions.remove(reaction)
    world.publish(ReactionChanged(message, user, emoji, added=False))


def _message(call: Call, *needed: Permission) -> tuple[Channel, Message]:
    channel = call.world.channel(call.id("channel_id"))
    call.world.demand(channel, Permission.READ_MESSAGE_HISTORY, *needed)
    message = call.world.message(channel, call.id("message_id"))
    if call.request.method != "GET":
        channels.refuse_archived(channel)
    return channel, message


@ROUTES.add("PUT", f"{_ONE}/@me")
async def add_own(call: Call) -> Reply:
    """React; ADD_REACTIONS is needed only for an emoji that nobody used yet."""
    channel, message = _message(call)
    emoji = read_reaction_emoji(call.world, call.params["emoji_name"])
    if find_reaction(message, emoji) is None:
        call.world.demand(channel, Permission.ADD_REACTIONS)
    react(call.world, message, call.world.bot, emoji)
    return EMPTY


@ROUTES.add("DELETE", f"{_ONE}/@me")
async def remove_own(call: Call) -> Reply:
    """Take the bot's reaction back."""
    _, message = _message(call)
    unreact(call.world, message, call.world.bot, read_reaction_emoji(call.world, call.params["emoji_name"]))
    return EMPTY


@ROUTES.add("DELETE", f"{_ONE}/{{user_id}}")
async def remove_other(call: Call) -> Reply:
    """Take somebody's reaction away."""
    _, message = _message(call, Permission.MANAGE_MESSAGES)
    user = call.world.user(call.id("user_id"))
    unreact(call.world, message, user, read_reaction_emoji(call.world, call.params["emoji_name"]))
    return EMPTY


@ROUTES.add("GET", _ONE)
async def list_users(call: Call) -> Reply:
    """Return the users who reacted with an emoji."""
    _, message = _message(call)
    reaction = find_reaction(message, read_reaction_emoji(call.world, call.params["emoji_name"]))
    limit = call.query_int("limit", 25, 1, 100)
    after = call.query_id("after") or Snowflake(0)
    ids = [] if reaction is None else sorted(user for user in reaction.user_ids if user > after)
    return Reply(200, [user_json(call.world.users[user_id]) for user_id in ids[:limit]])


@ROUTES.add("DELETE", _ALL)
async def clear_all(call: Call) -> Reply:
    """Remove every reaction."""
    _, message = _message(call, Permission.MANAGE_MESSAGES)
    message.reactions.clear()
    call.world.publish(ReactionsCleared(message))
    return EMPTY


@ROUTES.add("DELETE", _ONE)
async def clear_one(call: Call) -> Reply:
    """Remove every reaction with one emoji."""
    _, message = _message(call, Permission.MANAGE_MESSAGES)
    reaction = find_reaction(message, read_reaction_emoji(call.world, call.params["emoji_name"]))
    if reaction is not None:
        message.reactions.remove(reaction)
        call.world.publish(ReactionsCleared(message, reaction.emoji))
    return EMPTY
