"""A bot of two shards for the tests of the page: the second one connects once somebody says something.

It runs as the sandbox's child.
"""

from __future__ import annotations

import asyncio
import os

import discord

from bot.sandbox.redirection import redirect

SHARDS = 2


class Half(discord.Client):
    """One of its shards."""

    def __init__(self, shard: int) -> None:
        super().__init__(intents=discord.Intents.default(), shard_id=shard, shard_count=SHARDS)
        self.heard = asyncio.Event()
        """Set once somebody has said something."""

    async def on_message(self, message: discord.Message) -> None:
        """Take note."""
        self.heard.set()


async def main() -> None:
    """Runs the bot against the sandbox that started it."""
    token = os.environ["KOIKOI_TOKEN"]
    redirect(os.environ["KOIKOI_DISCORD"], token)
    async with Half(0) as first, Half(1) as second, asyncio.TaskGroup() as group:
        group.create_task(first.start(token))
        await first.heard.wait()
        group.create_task(second.start(token))


if __name__ == "__main__":
    asyncio.run(main())
