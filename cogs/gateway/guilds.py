"""Notices which servers have invited the bot and which have put it out, also while it did not run."""

from __future__ import annotations

import discord
import structlog
from discord.ext import commands

from bot.errors import StorageError
from bot.ids import GuildId
from bot.service.manager import Manager
from bot.storage.database.set_aside import SetAside
from cogs.platform.discord_errors import DISCORD_ERRORS

GONE = {10004, 50001}
"""Discord's codes for a server that is deleted, and for one that we have no part in."""
log = structlog.stdlib.get_logger(__name__)


class Guilds(commands.Cog):
    """Tells the manager about servers."""

    def __init__(self, client: discord.Client, manager: Manager, aside: SetAside) -> None:
        self._client = client
        self._aside = aside
        self._manager = manager

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Find out, as a session begins, what happened before it. An outage has put nobody out."""
        here = {GuildId(guild.id) for guild in self._client.guilds}
        try:
            await self._manager.present_in(here)
            missing = await self._manager.servers.missing(here)
        except StorageError as error:
            log.warning("servers are not compared", trouble=str(error))
            return
        log.info("servers known", here=len(here), missing=len(missing))
        for guild in missing:
            with self._aside.doing("lost guilds", guild):
                if await self._has_put_us_out(guild):
                    log.info("guild lost meanwhile", guild=guild)
                    await self._manager.leave_guild(guild)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Note a server that has invited the bot, maybe again."""
        log.info("guild joined", guild=guild.id)
        await self._came(guild)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Note a server that has come up: after an outage, at a session's start, or because it invited us."""
        await self._came(guild)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """End the matches of a server that removed us or was deleted; an outage is another event."""
        log.info("guild lost", guild=guild.id)
        await self._manager.leave_guild(GuildId(guild.id))

    async def _came(self, guild: discord.Guild) -> None:
        try:
            await self._manager.servers.note(came=[GuildId(guild.id)])
        except StorageError as error:
            # The next session finds it out.
            log.warning("server is not stored", guild=guild.id, trouble=str(error))

    async def _has_put_us_out(self, guild: GuildId) -> bool:
        """Whether Discord says so: that a session's list lacks a guild may have other reasons."""
        try:
            await self._client.fetch_guild(guild, with_counts=False)
        except (discord.NotFound, discord.Forbidden) as error:
            return error.code in GONE
        except DISCORD_ERRORS as error:
            log.info("server lookup failed", guild=guild, error=repr(error))
        return False
