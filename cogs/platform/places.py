"""The places of commands and presses, and the commands that may be used there: one gate for all of them.

Discord shows a command with all its subcommands in a place or not at all, so what each of them needs is
looked at here, before it begins.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any

import discord
import structlog

from bot import permissions
from bot.i18n import Words
from bot.ids import ChannelId, GuildId, UserId
from bot.match.vocabulary import Place
from bot.permissions import invite_link
from bot.wording import notes
from cogs.platform.discord_errors import DISCORD_ERRORS, UNKNOWN_CHANNEL

ASK_SECONDS = 2.0
"""Seconds for the question whether a channel is still there: somebody waits for an answer."""
MOST_THREADS = 5000
"""Threads that are remembered so that Discord is not asked for them again."""
log = structlog.stdlib.get_logger(__name__)

ON_SERVERS = frozenset({"koikoi arena", "koikoi daily", "koikoi leaderboard", "koikoi settings"})
"""The commands that are about a server; all others work in direct messages, too."""


class PlaceKind(Enum):
    """The kinds of place in which Discord lets somebody use a command or press a button."""

    SERVER = "a server that has invited the bot"
    DIRECT = "the direct messages of one person with the bot"
    ELSEWHERE = "where the bot is not: other servers, direct messages with others, groups"


def place_kind_of(interaction: discord.Interaction[Any]) -> PlaceKind:
    """Return the kind of place where an interaction was made."""
    guild = interaction.guild_id
    if guild is None:
        return PlaceKind.DIRECT if interaction.context.dm_channel else PlaceKind.ELSEWHERE
    # A command may come by its user's own installation, to a server that has the bot as well.
    here = interaction.is_guild_integration() or interaction.client.get_guild(guild) is not None
    return PlaceKind.SERVER if here else PlaceKind.ELSEWHERE


def elsewhere(words: Words, interaction: discord.Interaction[Any]) -> str:
    """Return the answer to somebody who uses anything where the bot is not."""
    return notes.elsewhere(words, invite_link(interaction.application_id))


def refusal(words: Words, interaction: discord.Interaction[Any]) -> str | None:
    """Return the reason why a command cannot be obeyed in this place, in words; None where it can."""
    where = place_kind_of(interaction)
    if where is PlaceKind.ELSEWHERE:
        return elsewhere(words, interaction)
    command = interaction.command
    if where is PlaceKind.DIRECT and command is not None and command.qualified_name in ON_SERVERS:
        return words.say(notes.ON_SERVERS)
    return None


def place_of(interaction: discord.Interaction[Any], locale: str) -> Place | None:
    """Return the place of an interaction, and the language there; None where there is nothing of the bot.

    `locale`: the language of the user who made it, which direct messages with the bot have.
    """
    where = place_kind_of(interaction)
    if where is PlaceKind.ELSEWHERE or interaction.channel_id is None:
        return None
    channel = ChannelId(interaction.channel_id)
    if where is PlaceKind.DIRECT or interaction.guild_id is None:
        return Place(None, channel, locale)
    spoken = interaction.guild_locale.value if interaction.guild_locale is not None else ""
    return Place(GuildId(interaction.guild_id), channel, spoken)


def channels_of(interaction: discord.Interaction[Any]) -> frozenset[ChannelId]:
    """The channel in which an interaction was made, and the one of which it is a thread."""
    parent = getattr(interaction.channel, "parent_id", None)
    return frozenset(ChannelId(each) for each in (interaction.channel_id, parent) if each is not None)


def server_of(client: discord.Client, guild: GuildId | None) -> discord.Guild | None:
    """Return a server as Discord has told of it; None where it has not, or has an outage there."""
    server = None if guild is None else client.get_guild(guild)
    return None if server is None or server.unavailable else server


def deleted(
    client: discord.Client, guild: GuildId, channels: Iterable[int], role: int | None = None
) -> frozenset[int]:
    """Return those of some stored channels and a role that a server has no more.

    Nothing where the bot does not know the server just now. No thread is asked about: archived ones are
    never told of.
    """
    server = server_of(client, guild)
    if server is None:
        return frozenset()
    gone = {channel for channel in channels if server.get_channel(channel) is None}
    return frozenset(gone if role is None or server.get_role(role) is not None else {*gone, role})


async def is_gone(client: discord.Client, place: Place) -> bool:
    """Whether Discord says that a channel or thread was deleted. Raises nothing."""
    server = server_of(client, place.guild)
    if server is None or server.get_channel_or_thread(place.channel) is not None:
        return False
    try:  # an archived thread is there, and not known
        async with asyncio.timeout(ASK_SECONDS):
            await client.fetch_channel(place.channel)
    except discord.NotFound as error:
        return error.code == UNKNOWN_CHANNEL
    except DISCORD_ERRORS as error:
        log.info("channel lookup failed", channel=place.channel, error=repr(error))
    return False


@dataclass(frozen=True, slots=True)
class _Thread:
    """The fields of a thread that never change."""

    parent: int
    private: bool


class ChannelAccess:
    """The access of people to channels and threads of a server, as Discord tells.

    What is private to a channel is told, linked and opened nowhere else to anybody who does not see it.
    """

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._threads: OrderedDict[int, _Thread | None] = OrderedDict()
        """Threads that had to be asked for; None for what was deleted."""

    async def is_visible_to_reader(self, interaction: discord.Interaction[Any], place: Place) -> bool:
        """Whether the person of an interaction sees a place. Raises nothing."""
        if interaction.channel_id in {place.channel, place.home}:
            return True
        if place.guild is None or place.guild != interaction.guild_id:
            return await self.is_visible_to_user(UserId(interaction.user.id), place)
        return isinstance(interaction.user, discord.Member) and await self.is_visible_to_member(
            interaction.user, place
        )

    async def is_visible_to_user(self, user: UserId, place: Place) -> bool:
        """Whether somebody sees a place; False where Discord does not tell. Raises nothing."""
        server = server_of(self._client, place.guild)
        if server is None:
            return False
        try:
            async with asyncio.timeout(ASK_SECONDS):
                member = await server.fetch_member(user)
        except DISCORD_ERRORS as error:
            log.info("member lookup failed", user=user, error=repr(error))
            return False
        return await self.is_visible_to_member(member, place)

    async def is_visible_to_member(self, member: discord.Member, place: Place) -> bool:
        """Whether a member of the place's server sees it. Raises nothing."""
        server = server_of(self._client, place.guild)
        if server is None:
            return False
        channel = server.get_channel(place.home)
        thread = None
        if channel is None and (thread := await self._thread(server, place.channel)) is not None:
            channel = server.get_channel(thread.parent)
        if channel is None or not (granted := channel.permissions_for(member)).view_channel:
            return False
        if thread is None or not thread.private or granted.manage_threads:
            return True
        return await self._is_in(place.channel, member)

    async def is_private_thread(self, place: Place) -> bool:
        """Whether a place is a thread that not everybody in its channel sees. Raises nothing."""
        server = server_of(self._client, place.guild)
        if server is None or server.get_channel(place.channel) is not None:
            return False
        thread = await self._thread(server, place.channel)
        return thread is None or thread.private

    async def _is_in(self, thread: int, member: discord.Member) -> bool:
        try:
            async with asyncio.timeout(ASK_SECONDS):
                await self._client.http.get_thread_member(thread, member.id)
        except DISCORD_ERRORS as error:
            if not isinstance(error, discord.NotFound):
                log.info("thread member lookup failed", thread=thread, error=repr(error))
            return False
        return True

    async def _thread(self, server: discord.Guild, thread: int) -> _Thread | None:
        """Return a thread, also an archived one; None where Discord does not show it to the bot."""
        known = server.get_thread(thread)
        if known is None and thread not in self._threads:
            try:
                async with asyncio.timeout(ASK_SECONDS):
                    found = await self._client.fetch_channel(thread)
            except DISCORD_ERRORS as error:
                if not isinstance(error, discord.NotFound):
                    log.info("thread lookup failed", thread=thread, error=repr(error))
                    return None
                found = None
            self._remember(thread, found if isinstance(found, discord.Thread) else None)
        return self._threads[thread] if known is None else _Thread(known.parent_id, known.is_private())

    def _remember(self, number: int, thread: discord.Thread | None) -> None:
        self._threads[number] = None if thread is None else _Thread(thread.parent_id, thread.is_private())
        while len(self._threads) > MOST_THREADS:
            self._threads.popitem(last=False)


def missing_permissions(interaction: discord.Interaction[Any]) -> list[str]:
    """The permissions a table needs that the bot lacks in this channel; by Discord's names."""
    granted = interaction.app_permissions.value
    if interaction.guild_id is None:
        return permissions.missing(granted, permissions.IN_DIRECT)
    thread = isinstance(interaction.channel, discord.Thread)
    return permissions.missing(granted, permissions.IN_THREAD if thread else permissions.IN_CHANNEL)


def channel_for_tables(interaction: discord.Interaction[Any], allowed: Collection[int]) -> ChannelId | None:
    """Return the first channel of the server in which bot and user may do what a table needs; None: in none.

    `allowed`: the channels in which the server has its tables; empty: in all.
    """
    server, user = interaction.guild, interaction.user
    if server is None or not isinstance(user, discord.Member):
        return None
    for channel in server.text_channels:
        if allowed and channel.id not in allowed:
            continue
        granted, own = channel.permissions_for(server.me), channel.permissions_for(user)
        lacks = permissions.missing(granted.value, permissions.IN_CHANNEL)
        if own.view_channel and own.send_messages and not lacks:
            return ChannelId(channel.id)
    return None


def may_write(interaction: discord.Interaction[Any], channel: int) -> bool:
    """Whether the person of an interaction may write in a channel, that of the interaction or another one.

    In direct messages everybody may; of a channel that the bot does not know Discord lets nobody post.
    """
    if interaction.guild_id is None:
        return True
    where, granted = interaction.channel, interaction.permissions
    if channel != interaction.channel_id:
        server = server_of(interaction.client, GuildId(interaction.guild_id))
        where = None if server is None else server.get_channel_or_thread(channel)
        if where is None or not isinstance(interaction.user, discord.Member):
            return True
        granted = where.permissions_for(interaction.user)
    if isinstance(where, discord.Thread):
        return granted.send_messages_in_threads
    return granted.send_messages


def may_open_threads(interaction: discord.Interaction[Any]) -> bool:
    """Whether threads can be opened where an interaction was made: a thread has none."""
    return isinstance(interaction.channel, discord.TextChannel)


def missing_for_thread(interaction: discord.Interaction[Any]) -> list[str]:
    """The permissions that a table in a thread of this channel needs and the bot lacks."""
    return permissions.missing(interaction.app_permissions.value, permissions.FOR_THREADS)


def missing_for_threads_of(client: discord.Client, guild: GuildId, channel: ChannelId) -> list[str]:
    """Return the permissions that tables in threads of a channel need and the bot lacks, as far as known."""
    server = server_of(client, guild)
    where = None if server is None else server.get_channel(channel)
    if server is None or where is None:
        return []
    return permissions.missing(where.permissions_for(server.me).value, permissions.FOR_THREADS)
