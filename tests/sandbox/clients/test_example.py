"""The example of the sandbox's page: a whole test of another bot, run as it is printed there."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import aiohttp
import discord
import pytest

from bot.sandbox import redirect
from bot.sandbox.server import Launch, Server
from tests.support.sandbox.client import ROOT


class MyBot(discord.Client):
    """A bot that greets one channel when it is ready."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.default())
        self.greeted = asyncio.Event()
        self.greeted_in = 0

    async def on_ready(self) -> None:
        """Greet the first channel that text can be sent to."""
        channel = next(each for guild in self.guilds for each in guild.text_channels)
        await channel.send("Hello")
        self.greeted_in = channel.id
        self.greeted.set()


async def test_the_example_of_the_page_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example is a function of the names above it; discord.py is given back its own addresses."""
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    monkeypatch.setattr(
        discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    )
    monkeypatch.setattr(discord.asset.Asset, "BASE", discord.asset.Asset.BASE)
    page = (ROOT / "bot" / "sandbox" / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    names: dict[str, Any] = {
        "Launch": Launch, "MyBot": MyBot, "Server": Server, "aiohttp": aiohttp, "asyncio": asyncio,
        "redirect": redirect,
    }  # fmt: skip
    exec(example, names)
    await names["test_greets"]()
