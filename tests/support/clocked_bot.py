"""The real bot and the real sandbox in the test's own event loop; the bot's clock is moved by hand."""

from __future__ import annotations

import contextlib
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from bot.sandbox.server import Server
from cogs.gateway.client import Client
from tests.support.e2e.in_process_bot import InProcessBot
from tests.support.e2e.scripted_player import Player
from tests.support.manager_fixture import numbered_secrets, put_new_database
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
    metrics_port: int | None = None

    async def player(self, index: int, locale: str = "en-US") -> Player:
        """One of the sandbox's five users."""
        return Player(await self.sandbox.user(index, locale), random.Random(index))


@contextlib.asynccontextmanager
async def clocked_bot(data: Path, **settings: float) -> AsyncIterator[ClockedBot]:
    """Connect a bot; `settings` are its own, without their prefix. It deals from known secrets."""
    clock = ManualClock()
    pauses = ("cpu_pause_min", "cpu_pause_max", "cpu_stop_pause")
    quick = (*pauses, "edit_seconds", "drawn_seconds", "post_seconds")
    usual: dict[str, float] = dict.fromkeys(quick, 0)
    async with start_server() as (server, sandbox):
        put_new_database(data)
        bot = InProcessBot(server, data, usual | settings, clock=clock, secret=numbered_secrets())
        await bot.start()
        try:
            assert bot.client is not None
            yield ClockedBot(bot.client, clock, server, sandbox, bot.metrics_port)
        finally:
            await bot.stop()
