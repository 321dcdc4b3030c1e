"""Guilds, their members, roles and channels."""

from __future__ import annotations

from typing import Final

from bot.sandbox.common.errors import api_error, field_error
from bot.sandbox.rest.routing import Call, Reply, Routes
from bot.sandbox.world.objects import channel_json, guild_json, member_json, role_json

ROUTES: Final = Routes()


@ROUTES.add("GET", "/guilds/{guild_id}")
async def get_guild(call: Call) -> Reply:
    """A guild that the bot is in."""
    guild = call.world.guild(call.id("guild_id"))
    body = guild_json(guild)
    if call.query_flag("with_counts"):
        body |= {"approximate_member_count": len(guild.members), "approximate_presence_count": 1}
    return Reply(200, body)


@ROUTES.add("GET", "/guilds/{guild_id}/channels")
async def list_channels(call: Call) -> Reply:
    """The channels of a guild, without threads."""
    guild = call.world.guild(call.id("guild_id"))
    return Reply(200, [channel_json(call.world, channel) for channel in call.world.guild_channels(guild)])


@ROUTES.add("GET", "/guilds/{guild_id}/roles")
async def list_roles(call: Call) -> Reply:
    """All roles."""
    guild = call.world.guild(call.id("guild_id"))
    return Reply(200, [role_json(role) for role in guild.roles.values()])


@ROUTES.add("GET", "/guilds/{guild_id}/roles/{role_id}")
async def get_role(call: Call) -> Reply:
    """One role."""
    guild = call.world.guild(call.id("guild_id"))
    role = guild.roles.get(call.id("role_id"))
    if role is None:
        raise api_error(10011)
    return Reply(200, role_json(role))


@ROUTES.add("GET", "/guilds/{guild_id}/members/{user_id}")
async def get_member(call: Call) -> Reply:
    """One member; 10007 for a user who left."""
    guild = call.world.guild(call.id("guild_id"))
    return Reply(200, member_json(call.world.member(guild, call.id("user_id"))))


@ROUTES.add("GET", "/users/@me/guilds/{guild_id}/member")
async def get_own_member(call: Call) -> Reply:
    """The bot as a member."""
    guild = call.world.guild(call.id("guild_id"))
    return Reply(200, member_json(call.world.member(guild, call.world.bot.id)))


@ROUTES.add("GET", "/guilds/{guild_id}/members")
async def list_members(call: Call) -> Reply:
    """Members by id; needs the privileged members intent to be switched on."""
    if not call.world.settings.privileged_intents & 1 << 1:
        raise api_error(50001)
    guild = call.world.guild(call.id("guild_id"))
    limit = call.query_int("limit", 1, 1, 1000)
    after = call.query_id("after") or 0
    found = sorted(member.user.id for member in guild.members.values() if member.user.id > after)
    return Reply(200, [member_json(guild.members[user_id]) for user_id in found[:limit]])


@ROUTES.add("GET", "/guilds/{guild_id}/members/search")
async def search_members(call: Call) -> Reply:
    """Members whose name begins with a text."""
    guild = call.world.guild(call.id("guild_id"))
    limit = call.query_int("limit", 1, 1, 1000)
    query = call.request.query.get("query", "").lower()
    if not query:
        raise field_error(("query",), "BASE_TYPE_REQUIRED", "This field is required")
    names = (
        (member, (member.user.username, member.user.global_name or "", member.nick or ""))
        for member in guild.members.values()
    )
    found = [member for member, texts in names if any(text.lower().startswith(query) for text in texts)]
    return Reply(200, [member_json(member) for member in found[:limit]])
