"""Op 8, Request Guild Members: members of a guild in chunks."""

from __future__ import annotations

import time
from typing import Final

from bot.sandbox.checks.fields import parse_snowflake
from bot.sandbox.common.types import JsonObject
from bot.sandbox.gateway.dispatches import Intent
from bot.sandbox.gateway.sessions import Session
from bot.sandbox.world.model import Guild, Member
from bot.sandbox.world.objects import member_json
from bot.sandbox.world.state import World

_CHUNK: Final = 1000
_NONCE_BYTES: Final = 32
_ALL_MEMBERS_SECONDS: Final = 30.0


def request_members(world: World, session: Session, data: JsonObject) -> None:
    """Answer with GUILD_MEMBERS_CHUNK events, or RATE_LIMITED for a second query of everybody."""
    guild_id = parse_snowflake(data.get("guild_id"))
    guild = None if guild_id is None else world.guilds.get(guild_id)
    if guild is None or not guild.bot_present:
        return
    nonce = _read_nonce(data)
    if _asks_for_all(data):
        if not session.intents & Intent.GUILD_MEMBERS:
            return
        wait = session.all_members_asked.get(guild.id, 0.0) + _ALL_MEMBERS_SECONDS - time.monotonic()
        if wait > 0:
            meta = {"guild_id": str(guild.id), "nonce": nonce}
            session.dispatch("RATE_LIMITED", {"opcode": 8, "retry_after": wait, "meta": meta})
            return
        session.all_members_asked[guild.id] = time.monotonic()
    members, missing = _select(guild, data)
    chunks = [members[start : start + _CHUNK] for start in range(0, len(members), _CHUNK)] or [[]]
    for index, chunk in enumerate(chunks):
        body: JsonObject = {
            "guild_id": str(guild.id),
            "members": [member_json(member) for member in chunk],
            "chunk_index": index,
            "chunk_count": len(chunks),
        }
        if missing:
            body["not_found"] = missing
        if nonce is not None:
            body["nonce"] = nonce
        session.dispatch("GUILD_MEMBERS_CHUNK", body)


def _read_nonce(data: JsonObject) -> str | None:
    """Return the nonce by which the client tells its queries apart; one of more than 32 bytes is ignored."""
    nonce = data.get("nonce")
    return nonce if isinstance(nonce, str) and len(nonce.encode()) <= _NONCE_BYTES else None


def _asks_for_all(data: JsonObject) -> bool:
    return data.get("user_ids") is None and not data.get("query") and not data.get("limit")


def _select(guild: Guild, data: JsonObject) -> tuple[list[Member], list[str]]:
    wanted = data.get("user_ids")
    if wanted is not None:
        ids = [str(item) for item in (wanted if isinstance(wanted, list) else [wanted])][:100]
        by_id = {str(user_id): member for user_id, member in guild.members.items()}
        return [by_id[item] for item in ids if item in by_id], [item for item in ids if item not in by_id]
    query = str(data.get("query") or "").lower()
    found = [member for member in guild.members.values() if member.user.username.lower().startswith(query)]
    limit = data.get("limit")
    return (found[: min(limit, 100)] if isinstance(limit, int) and limit else found), []
