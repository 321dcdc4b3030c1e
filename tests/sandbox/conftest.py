"""Fixtures: a sandbox on a free port, and a small real discord.py client connected to it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass

import discord
import discord.asset
import discord.gateway
import discord.http
import pytest
from discord import app_commands
from playwright.sync_api import Browser, Page

from bot.sandbox.redirection import redirect
from bot.sandbox.server import Server
from tests.support.page_fixtures import DESK, load, page_sandbox, patient
from tests.support.sandbox.client import Sandbox, start_server
from tests.support.waiting import until


class SmallBot(discord.Client):
    """A client with a command tree, synced at the start."""

    def __init__(self) -> None:
        intents = discord.Intents(guilds=True, guild_messages=True)
        super().__init__(intents=intents, max_messages=None)
        self.tree = app_commands.CommandTree(self)
        self.events: list[str] = []

    async def setup_hook(self) -> None:
        """Register the commands before the gateway connects."""
        await self.tree.sync()

    async def on_socket_event_type(self, name: str) -> None:
        """Keep the names of what the gateway sent."""
        self.events.append(name)


@dataclass(frozen=True, slots=True)
class Running:
    """A connected bot and its sandbox."""

    server: Server
    sandbox: Sandbox
    bot: SmallBot


@pytest.fixture
def discord_unchanged() -> Iterator[None]:
    """Undo the redirection after a test."""
    kept = (
        discord.http.Route.BASE,
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY,
        discord.asset.Asset.BASE,
    )
    yield
    discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY, discord.asset.Asset.BASE = kept


@contextlib.asynccontextmanager
async def running(bot: SmallBot, server: Server, sandbox: Sandbox) -> AsyncIterator[Running]:
    """Run a bot against a sandbox until the block ends."""
    redirect(server.url, server.token)
    task = asyncio.create_task(bot.start(server.token))
    try:
        await until(lambda: task.done() or server.gateway.online == (1, 1))
        if task.done():
            task.result()
        yield Running(server, sandbox, bot)
    finally:
        await bot.close()
        with contextlib.suppress(Exception):
            await task


@pytest.fixture
async def served() -> AsyncIterator[tuple[Server, Sandbox]]:
    """A sandbox without a bot."""
    async with start_server() as pair:
        yield pair


@pytest.fixture(scope="session")
def page_url() -> Iterator[str]:
    """The address of a sandbox whose bot is `page_bot`, the same for all modules: its start takes seconds."""
    with page_sandbox() as url:
        yield url


@pytest.fixture
def timeless(browser: Browser, page_url: str) -> Iterator[Page]:
    """The page in a wide window of its own, with a clock that a test can move on; it complains of nothing."""
    complaints: list[str] = []
    with browser.new_context(viewport=DESK, locale="en-US") as context:
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        context.clock.install()
        patient(context)
        page = context.new_page()
        load(page, page_url)
        yield page
    assert not complaints
