"""Users, the gateway's address, direct message channels."""

from __future__ import annotations

from typing import Final

from bot.sandbox.checks.fields import Node
from bot.sandbox.common.errors import FieldErrors, api_error
from bot.sandbox.common.types import JsonObject
from bot.sandbox.rest.routing import Call, Reply, Routes
from bot.sandbox.world.access import guild_permissions
from bot.sandbox.world.model import Guild, User
from bot.sandbox.world.objects import channel_json, self_json, user_json

ROUTES: Final = Routes()


@ROUTES.add("GET", "/users/@me")
async def get_self(call: Call) -> Reply:
    """The bot's own user; discord.py's login begins here."""
    return Reply(200, self_json(call.world))


@ROUTES.add("GET", "/users/{user_id}")
async def get_user(call: Call) -> Reply:
    """Any user."""
    return Reply(200, user_json(call.world.user(call.id("user_id"))))


@ROUTES.add("GET", "/users/@me/guilds")
async def get_own_guilds(call: Call) -> Reply:
    """The guilds that the bot is in."""
    counted = call.query_flag("with_counts")
    guilds = [guild for guild in call.world.guilds.values() if guild.bot_present]
    return Reply(200, [_own_guild(guild, call.world.bot, counted=counted) for guild in guilds])


def _own_guild(guild: Guild, bot: User, *, counted: bool) -> JsonObject:
    body: JsonObject = {
        "id": str(guild.id),
        "name": guild.name,
        "icon": None,
        "banner": None,
        "owner": guild.owner_id == bot.id,
        "permissions": str(int(guild_permissions(guild, guild.members[bot.id]))),
        "features": [],
    }
    if counted:
        body |= {"approximate_member_count": len(guild.members), "approximate_presence_count": 1}
    return body


@ROUTES.add("POST", "/users/@me/channels")
async def open_private_channel(call: Call) -> Reply:
    """The direct messages with a user."""
    errors = FieldErrors()
    node = Node((await call.body()).object, errors)
    recipient = node.snowflake("recipient_id", required=True)
    errors.raise_if_any()
    if recipient is None or recipient == call.world.bot.id:
        raise api_error(50007)
    call.world.user(recipient)
    return Reply(200, channel_json(call.world, call.world.private_channel(recipient)))


@ROUTES.add("GET", "/gateway", open_=True)
async def get_gateway(call: Call) -> Reply:
    """Return the gateway's address."""
    return Reply(200, {"url": call.services.gateway.url})


@ROUTES.add("GET", "/gateway/bot")
async def get_gateway_bot(call: Call) -> Reply:
    """Return the gateway's address and how many sessions may start."""
    gateway = call.services.gateway
    advised = call.world.settings.advised_shards
    answer = {"url": gateway.url, "shards": advised, "session_start_limit": gateway.start_limit()}
    return Reply(200, answer)
