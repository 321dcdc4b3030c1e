"""Lists of things that nobody here has: some clients ask for them at the start, and they are truly empty."""

from __future__ import annotations

from typing import Any, Final

from bot.sandbox.rest.routing import Call, Reply, Routes

ROUTES: Final = Routes()

_EMPTY: Final[dict[str, Any]] = {
    "/guilds/{guild_id}/emojis": [],
    "/guilds/{guild_id}/stickers": [],
    "/guilds/{guild_id}/scheduled-events": [],
    "/guilds/{guild_id}/soundboard-sounds": {"items": []},
    "/applications/{application_id}/guilds/{guild_id}/commands/permissions": [],
    "/soundboard-default-sounds": [],
    "/sticker-packs": {"sticker_packs": []},
    "/voice/regions": [],
}


async def _answer(call: Call) -> Reply:
    if "guild_id" in call.params:
        call.world.guild(call.id("guild_id"))
    return Reply(200, _EMPTY[call.route.template])


for _template in _EMPTY:
    ROUTES.add("GET", _template)(_answer)
