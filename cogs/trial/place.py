"""The channel of a trial, and the bot in it."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

import discord

from bot.shards import Shard
from cogs.doctor.application import portal_name
from cogs.platform.raw_client import Json
from cogs.trial.wire import Answer, TroubleError, Wire

NEEDED: Final = discord.Permissions(
    view_channel=True, send_messages=True, embed_links=True, attach_files=True, read_message_history=True
)
FOR_THREADS: Final = discord.Permissions(
    create_public_threads=True, send_messages_in_threads=True, manage_threads=True
)
FOR_OVERWRITES: Final = discord.Permissions(manage_roles=True)
DENIED: Final = discord.Permissions(send_messages=True, embed_links=True, attach_files=True)
"""The rights that a trial takes from the bot for a moment, to see what an answer needs."""
_TEXT_CHANNEL: Final = 0
_SLASH, _SUBCOMMAND = 1, 1


@dataclass(frozen=True, slots=True)
class Place:
    """A channel, and the bot as it is there; ids as Discord writes them."""

    shown: str
    """The channel and its server by their names."""
    channel: str
    guild: str
    bot: str
    application: str
    command: str
    """A command of the bot as a message mentions it; empty where it has none."""
    threads: bool
    """Whether the bot may open threads there, and remove them."""
    overwrites: bool
    """Whether the bot may set and remove an overwrite of its own there, and has none yet."""
    shard: Shard
    """The shard of its server."""
    names: frozenset[str]
    """Names that a report must not tell."""


async def find(wire: Wire, channel: int, shards: int) -> Place:
    """Look at the channel of that id. Raises TroubleError where no trial can be held in it."""
    application = (await _asked(wire, "/applications/@me", "its application")).body
    bot = (await _asked(wire, "/users/@me", "its user")).body
    there = (await _asked(wire, f"/channels/{channel}", "that channel")).body
    if there["type"] != _TEXT_CHANNEL or "guild_id" not in there:
        raise TroubleError("That is no text channel of a server.")
    if there.get("rate_limit_per_user"):
        raise TroubleError("Switch off the slow mode of that channel first.")
    guild = there["guild_id"]
    # A killed trial's is removed as soon as a new one begins, and must not keep that from beginning.
    written = there["permission_overwrites"]
    there["permission_overwrites"] = [each for each in written if not is_of_trial(each, bot["id"])]
    granted = await _granted(wire, there, bot["id"])
    if lacking := [portal_name(name) for name, wanted in NEEDED if wanted and not getattr(granted, name)]:
        raise TroubleError(f"The bot lacks permissions in that channel: {', '.join(lacking)}.")
    server = (await _asked(wire, f"/guilds/{guild}", "that server")).body["name"]
    commands = (await _asked(wire, f"/applications/{application['id']}/commands", "its commands")).body
    user = (application["name"], bot["username"], bot.get("global_name") or "")
    return Place(
        shown=f"{there['name']!r} of {server!r}",
        channel=str(channel),
        guild=guild,
        bot=bot["id"],
        application=application["id"],
        command=next((_mention(each) for each in commands if each["type"] == _SLASH), ""),
        threads=granted.is_superset(FOR_THREADS),
        overwrites=_may_overwrite(there, bot["id"], granted),
        shard=Shard(count=shards).of(int(guild)),
        names=frozenset({*user, there["name"], server}),
    )


async def _asked(wire: Wire, path: str, what: str) -> Answer:
    answer = await wire.call("GET", path, allowed=(HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND))
    if answer.status >= HTTPStatus.BAD_REQUEST:
        raise TroubleError(f"Discord does not show the bot {what} ({answer.said}).")
    return answer


async def _granted(wire: Wire, channel: Json, bot: str) -> discord.Permissions:
    """Return the bot's permissions in a channel, as Discord computes them."""
    guild = channel["guild_id"]
    member = (await _asked(wire, f"/guilds/{guild}/members/{bot}", "itself in that server")).body
    roles = (await _asked(wire, f"/guilds/{guild}/roles", "the roles of that server")).body
    own = {guild, *member["roles"]}
    granted = 0
    for role in roles:
        granted |= int(role["permissions"]) if role["id"] in own else 0
    if discord.Permissions(granted).administrator:
        return discord.Permissions.all()
    written = {each["id"]: each for each in channel["permission_overwrites"]}
    for targets in ({guild}, own - {guild}, {bot}):
        named = [written[each] for each in targets if each in written]
        for each in named:
            granted &= ~int(each["deny"])
        for each in named:
            granted |= int(each["allow"])
    return discord.Permissions(granted)


def is_of_trial(overwrite: Json, bot: str) -> bool:
    """Whether a channel's overwrite is one that a trial sets for the bot."""
    return [overwrite[each] for each in ("id", "allow", "deny")] == [bot, "0", str(DENIED.value)]


def _may_overwrite(channel: Json, bot: str, granted: discord.Permissions) -> bool:
    own = any(each["id"] == bot for each in channel["permission_overwrites"])
    # An administrator has every right, whatever an overwrite takes away.
    return granted.is_superset(FOR_OVERWRITES) and not granted.administrator and not own


def _mention(command: Json) -> str:
    """Return a command, or its first subcommand that can be used at once, as a message mentions it."""
    simple = (
        each["name"]
        for each in command.get("options", [])
        if each["type"] == _SUBCOMMAND and not any(below.get("required") for below in each.get("options", []))
    )
    return f"</{' '.join([command['name'], *list(simple)[:1]])}:{command['id']}>"
