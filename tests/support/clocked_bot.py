"""The real bot and the real sandbox in the test's own event loop; the bot's clock is moved by hand."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

import discord
import discord.asset
import discord.gateway
import discord.http

from bot.config import Settings
from bot.sandbox.redirection import redirect
from bot.sandbox.server import Server
from bot.storage import Store
from cogs.client import Client
from tests.support.e2e.scripted_player import Player
from tests.support.manual_clock import ManualClock
from tests.support.sandbox.client import Sandbox, start_server

CHANNEL = "hanafuda"


@dataclass(frozen=True, slots=True)
class ClockedBot:
    """A bot that is connected."""

    client: Client
    clock: ManualClock
    server: Server
    sandbox: Sandbox

    async def player(self, index: int) -> Player:
        """One of the sandbox's five users."""
        return Player(await self.sandbox.user(index))


@contextlib.asynccontextmanager
async def clocked_bot(data: Path, **settings: float) -> AsyncIterator[ClockedBot]:
    """Connect a bot; `settings` are its own, without their prefix. It deals from known secrets."""
    numbers, clock = itertools.count(1), ManualClock()
    usual = {"cpu_pause_min": 0, "cpu_pause_max": 0, "edit_seconds": 0}
    chosen = Settings.model_validate({"data": data, **usual, **settings})
    async with start_server() as (server, sandbox):
        store = await Store.open(chosen.database)
        client = Client(chosen, store, clock=clock, secret=lambda size: next(numbers).to_bytes(size, "big"))
        try:
            async with connected(client, server):
                await sandbox.bot_ready()
                yield ClockedBot(client, clock, server, sandbox)
        finally:
            await store.close()


@contextlib.asynccontextmanager
async def connected(client: discord.Client, server: Server) -> AsyncIterator[None]:
    """Log a client in at a sandbox and hold its gateway connection; it is closed at the end."""
    with _discord_at(server):
        await client.login(server.token)
        run = asyncio.create_task(client.connect())
        try:
            while not server.gateway.connected:
                await asyncio.wait([run], timeout=0.01)
                assert not run.done()
            yield
        finally:
            run.cancel()
            await asyncio.wait([run])
            await client.close()


@contextlib.contextmanager
def _discord_at(server: Server) -> Iterator[None]:
    """Send the library to a sandbox, and back to Discord afterwards."""
    route, socket, asset = discord.http.Route, discord.gateway.DiscordWebSocket, discord.asset.Asset
    kept = route.BASE, socket.DEFAULT_GATEWAY, asset.BASE
    redirect(server.url, server.token)
    try:
        yield
    finally:
        route.BASE, socket.DEFAULT_GATEWAY, asset.BASE = kept
