"""Matches in threads: Discord archives a thread in which nobody writes, and takes nothing in it then.

Edits and presses are no activity for Discord. So whatever is written where a match is played goes through
`unarchived`: a thread that turns out to be archived is taken out of the archive, and the request made again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import discord
import structlog

from cogs.platform.discord_errors import ARCHIVED, DISCORD_ERRORS, is_refused

R = TypeVar("R")
DAY: Final = 1440
WEEK: Final = 10080
"""Minutes without a message after which Discord puts a thread away, as it takes them."""
log = structlog.stdlib.get_logger(__name__)


async def open_thread(channel: discord.TextChannel, name: str, minutes: int) -> discord.Thread:
    """Open a public thread for `DAY` or `WEEK` minutes of silence. Raises what Discord says."""
    # An announcement channel has threads of its own kind, and takes no others.
    kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
    return await channel.create_thread(name=name, type=kind, auto_archive_duration=minutes)  # type: ignore[arg-type]


async def unarchived(client: discord.Client, channel: int, request: Callable[[], Awaitable[R]]) -> R:
    """Make a request that writes in a channel, if need be again after its thread was woken.

    Raises what Discord says: of the request, or of the waking where that may succeed later.
    """
    try:
        return await request()
    except discord.HTTPException as error:
        if error.code != ARCHIVED or not await _wake(client, channel):
            raise
    return await request()


async def _wake(client: discord.Client, channel: int) -> bool:
    """Take a thread out of the archive; False where the bot may not, as one that is locked."""
    try:
        thread = await client.fetch_channel(channel)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=False)
    except DISCORD_ERRORS as error:
        log.info("thread stays archived", channel=channel, error=repr(error))
        if not is_refused(error):
            raise
        return False
    return True
