"""The common part of the user side's handlers: the user, the place, and the body."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from aiohttp import web

from bot.sandbox.checks.fields import parse_snowflake
from bot.sandbox.client.bot_process import BotProcess, LogRing
from bot.sandbox.client.screens import Screens
from bot.sandbox.common.errors import bad_request, forbidden, unknown
from bot.sandbox.common.incoming import parse_json
from bot.sandbox.common.types import LOCALES, JsonObject, Snowflake
from bot.sandbox.rest.faults import Faults
from bot.sandbox.rest.routing import Services
from bot.sandbox.world.model import Channel, Guild, User
from bot.sandbox.world.permissions import Permission
from bot.sandbox.world.state import World


@dataclass(frozen=True, slots=True)
class UserSide:
    """The objects that the handlers work with."""

    services: Services
    screens: Screens
    bot: BotProcess
    log: LogRing
    faults: Faults

    @property
    def world(self) -> World:
        """The state."""
        return self.services.world


async def read_object(request: web.Request) -> JsonObject:
    """The JSON object of a request. The content type is demanded: a form of another site cannot send it."""
    if request.content_type != "application/json":
        raise bad_request("Content-Type must be application/json")
    try:
        body = parse_json(await request.read())
    except ValueError as error:
        raise bad_request("the body is no JSON") from error
    if not isinstance(body, dict):
        raise bad_request("the body is no object")
    return body


def read_id(value: Any, what: str) -> Snowflake:
    """An id that must be there."""
    number = parse_snowflake(value)
    if number is None:
        raise bad_request(f"{what} needs an id")
    return number


def read_text(body: JsonObject, key: str) -> str:
    """A text that must be there."""
    value = body.get(key)
    if not isinstance(value, str) or not value:
        raise bad_request(f"{key} is missing")
    return value


def read_locale(value: Any) -> str:
    """One of Discord's client languages."""
    locale = value or "en-US"
    if locale not in LOCALES:
        raise bad_request(f"no locale {locale!r}")
    return str(locale)


def find_user(world: World, value: Any) -> User:
    """One of the people; the bot acts through its API alone."""
    user = world.users.get(read_id(value, "user"))
    if user is None or user.bot:
        raise unknown("user")
    return user


def find_channel(world: World, value: Any, user: User, *needed: Permission) -> Channel:
    """A channel that a user sees and may do these things in."""
    channel = world.channels.get(read_id(value, "channel"))
    if channel is None or not world.can(channel, user.id, Permission.VIEW_CHANNEL):
        raise unknown("channel")
    if not world.can(channel, user.id, *needed):
        raise forbidden("missing permissions in this channel")
    return channel


def find_guild(world: World, value: Any) -> Guild:
    """A guild."""
    guild = world.guilds.get(read_id(value, "guild"))
    if guild is None:
        raise unknown("guild")
    return guild
