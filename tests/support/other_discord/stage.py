"""A world of SimCord that is open at a port, with the bot as the program that `koikoi run` starts."""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import discord
from aiohttp import web
from simcord import ChannelHandle, MemberActor

from bot.sandbox.client.bot_process import BotProcess, LogRing
from tests.support.command_process import environment
from tests.support.e2e.e2e_stage import BOT, QUICK_BOT
from tests.support.other_discord.gateway import Gateway
from tests.support.other_discord.rest import PREFIX, Rest, as_json
from tests.support.other_discord.world import World, is_thinking
from tests.support.processes.forked import spawn
from tests.support.waiting import until

TOKEN = "other.sandbox.discord"
"""A token that the bot sends to this machine alone."""
TOO_LATE = "press came too late"


class OtherStage:
    """A server of SimCord with a channel, its people and the bot."""

    def __init__(self) -> None:
        self.world = World()
        self.rest = Rest(self.world.backend, TOKEN)
        self.gateway = Gateway(self.world.backend, TOKEN)
        self.said: list[str] = []
        """Every line of the bot's log."""
        lines = LogRing()
        lines.subscribe(lambda line: self.said.append(line.text))
        self._process = BotProcess(BOT, lines, spawn)
        self.server = self.world.create_guild("Hanafuda")
        self._managers = self.server.create_role(
            "Managers", permissions=discord.Permissions(manage_guild=True)
        )
        self.channel: ChannelHandle = self.server.create_text_channel("hanafuda")

    def member(self, name: str, *, manages: bool) -> MemberActor:
        """Somebody new in the server, which they manage or not."""
        return self.server.add_member(self.world.create_user(name), roles=[self._managers] if manages else [])

    @property
    def log(self) -> str:
        """Everything that the bot said."""
        return "\n".join(self.said)

    @property
    def late(self) -> int:
        """The number of presses that the bot let lie, since its process had stood still before them."""
        return sum(TOO_LATE in line for line in self.said)

    def moving(self) -> object:
        """Return a value that changes as long as the bot does anything."""
        return len(self.world.http_requests), len(self.said)

    async def start(self) -> None:
        """Start the bot, and wait until it is connected."""
        before = self.gateway.sessions
        await self._process.start()
        await until(
            lambda: (self.gateway.sessions > before and self.gateway.online) or not self._process.running,
            why=lambda: f"the bot is not connected:\n{self.log}",
            moving=self.moving,
        )
        assert self._process.running, self.log

    async def stop(self) -> None:
        """End the bot as a host does."""
        await self._process.stop()

    def lead_to(self, host: str, port: int, settings: Mapping[str, str]) -> None:
        """Let the bot find this Discord at a port."""
        self.gateway.url = f"ws://{host}:{port}/gateway"
        address = {"discord": f"http://{host}:{port}", "token": TOKEN}
        self._process.environment = environment(**{**QUICK_BOT, **settings, **address})

    async def limits(self, _: web.Request) -> web.Response:
        """Answer how many sessions may begin: of the gateway SimCord has no route."""
        limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        return as_json({"url": self.gateway.url, "shards": 1, "session_start_limit": limit})

    def must_be_clean(self) -> None:
        """Nothing failed: no interaction, no request, nothing that the log calls a fault."""
        backend = self.world.backend
        unanswered = [
            each for each in backend.interactions.values() if not each.responded or is_thinking(backend, each)
        ]
        assert len(unanswered) == self.late, unanswered
        assert self.rest.refused == []
        assert "Traceback" not in self.log, self.log
        assert "incident" not in self.log, self.log
        assert not [token for token in backend.interaction_tokens if token in self.log]
        assert not re.search(r"kk\d+:", self.log)


@contextlib.asynccontextmanager
async def other_stage(data: Path, **settings: str) -> AsyncIterator[OtherStage]:
    """Open a world, and start the bot in it for the first time; `settings` are the bot's, by their names."""
    here = OtherStage()
    app = web.Application(client_max_size=2**26)
    app.router.add_get("/gateway", here.gateway.serve)
    app.router.add_get(f"{PREFIX}/gateway/bot", here.limits)
    app.router.add_route("*", f"{PREFIX}/{{path:.*}}", here.rest.answer)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        host, port, *_ = runner.addresses[0]
        here.lead_to(host, port, {**settings, "data": str(data)})
        await here.start()
        try:
            yield here
        finally:
            await here.stop()
    finally:
        await runner.cleanup()
