"""A sandbox seen from outside, for tests that drive users: connecting, controlling, starting one."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any

import aiohttp

from bot.sandbox.common.settings import RateProfile, Settings
from bot.sandbox.server import Launch, Server
from tests.support.sandbox.messages import Json, buttons, find_button, selects, text_of, walk
from tests.support.sandbox.user import MessageOrId, Outcome, RefusedError, SandboxUser
from tests.support.waiting import MOST_SECONDS, until

__all__ = [
    "QUICK",
    "ROOT",
    "Json",
    "MessageOrId",
    "Outcome",
    "RefusedError",
    "Sandbox",
    "SandboxUser",
    "buttons",
    "find_button",
    "sandbox_process",
    "selects",
    "start_server",
    "text_of",
    "walk",
]

ROOT = Path(__file__).parents[3]
LOOK_SECONDS = 0.05
"""Seconds between two looks at a bot's log or its state."""


class Sandbox:
    """A running sandbox, seen from outside."""

    def __init__(self, url: str, session: aiohttp.ClientSession, world: Json) -> None:
        self.url = url
        self.session = session
        self.world = world
        self.users: list[Json] = world["users"]
        self.bot_user: Json = world["bot_user"]
        self._channels: dict[str, str] = {}
        self._people: list[SandboxUser] = []
        self.moving: Callable[[], object] = self._events
        """Returns a value that changes as long as something happens, for `waiting.until`."""

    @classmethod
    @contextlib.asynccontextmanager
    async def connect(cls, url: str) -> AsyncIterator[Sandbox]:
        """Connect to the sandbox at an address."""
        async with aiohttp.ClientSession() as session:
            async with session.get(f"{url}/client/world") as response:
                world = await response.json()
            sandbox = cls(url, session, world)
            await sandbox._learn_channels()
            try:
                yield sandbox
            finally:
                for person in sandbox._people:
                    await person.close()

    def _events(self) -> object:
        """Return the number of events on each screen: all that is seen of a sandbox of its own."""
        return [len(each.events) for each in self._people]

    async def _learn_channels(self) -> None:
        owner = self.users[0]["id"]
        async with self.session.ws_connect(f"{self.url}/client/ws?user={owner}") as socket:
            hello = await socket.receive_json(timeout=MOST_SECONDS)
        for guild in hello["data"]["guilds"]:
            for channel in guild["channels"]:
                self._channels[channel["name"]] = channel["id"]

    @property
    def guild(self) -> str:
        """The id of the first guild."""
        guild_id: str = self.world["guilds"][0]["id"]
        return guild_id

    def channel(self, name: str) -> str:
        """A channel's id by its name; ids are given back as they are."""
        return name if re.fullmatch(r"\d{15,}", name) else self._channels[name]

    async def user(self, index: int, locale: str = "en-US") -> SandboxUser:
        """One of the five users, with an open screen."""
        person = SandboxUser(self, self.users[index], locale)
        await person.open()
        self._people.append(person)
        return person

    async def request(self, method: str, path: str, body: Json | bytes | None = None) -> Any:
        """A call of the user side; raises RefusedError on anything but success."""
        sent: dict[str, Any] = {"data": body} if isinstance(body, bytes) else {"json": body}
        async with self.session.request(method, self.url + path, **sent) as response:
            data = await response.json() if response.content_type == "application/json" else None
            if response.status >= 400:
                refused = data or {}
                raise RefusedError(response.status, refused.get("error", ""), refused.get("message", ""))
            return data

    async def get(self, path: str) -> Json:
        """A GET of the user side."""
        found: Json = await self.request("GET", path)
        return found

    async def post(self, path: str, body: Json | bytes) -> Json:
        """A POST of the user side."""
        found: Json = await self.request("POST", path, body)
        return found

    async def control(self, action: str, **values: Any) -> Json:
        """An action of the page's bar."""
        return await self.post("/client/control", {"action": action, **values})

    async def add_server(self, name: str) -> None:
        """Another server of the same people, with a channel of that name, on the next shard."""
        await self.control("server_add", name=name.title(), channel=name)
        await self._learn_channels()

    async def add_channel(self, name: str) -> str:
        """Let the owner make another channel in the server; its id."""
        body = {"user": self.users[0]["id"], "guild": self.guild, "name": name}
        made = await self.post("/client/channels", body)
        await self._learn_channels()
        return str(made["id"])

    async def bot_ready(self) -> None:
        """Wait until the bot's gateway session is up and its commands are registered."""
        log = list[Json]()

        async def ready() -> bool:
            log[:] = await self.log()
            bot = (await self.get("/client/world"))["bot"]
            return bot["connected"] and await self._has_commands()

        def why() -> str:
            return "the bot is not ready; its log:\n" + "\n".join(line["text"] for line in log[-30:])

        await until(ready, why=why, every=LOOK_SECONDS)

    async def _has_commands(self) -> bool:
        query = f"user={self.users[0]['id']}&channel={next(iter(self._channels.values()))}"
        return bool((await self.get(f"/client/commands?{query}"))["commands"])

    async def traffic(self) -> Json:
        """Return the bot's requests so far."""
        return await self.get("/client/traffic")

    async def reset_traffic(self) -> None:
        """Count again."""
        await self.request("POST", "/client/traffic/reset")

    async def log(self, after: int = 0) -> list[Json]:
        """The bot's log lines."""
        lines: list[Json] = (await self.get(f"/client/log?after={after}"))["lines"]
        return lines

    async def wait_log(self, text: str) -> Json:
        """Wait until a line of the bot's log holds a text."""

        async def said() -> Json | None:
            return next((line for line in await self.log() if text in line["text"]), None)

        found = await until(said, why=f"no line with {text!r}", every=LOOK_SECONDS)
        assert found is not None
        return found

    async def fetch(self, url: str) -> bytes:
        """An attachment."""
        async with self.session.get(url) as response:
            response.raise_for_status()
            return await response.read()


async def by_bot(server: Server, method: str, path: str, body: Any = None) -> Any:
    """Let the bot ask or do something of its own, and return the answer."""
    headers = {"Authorization": f"Bot {server.token}", "User-Agent": "DiscordBot (https://x.invalid, 1)"}
    async with (
        aiohttp.ClientSession(f"{server.url}/", headers=headers) as session,
        session.request(method, f"api/v10{path}", json=body) as response,
    ):
        assert response.ok
        return await response.json()


async def put_commands(server: Server, commands: list[Json]) -> None:
    """Tell Discord these commands of the application, as the bot or another program of its owner does."""
    await by_bot(server, "PUT", f"/applications/{server.world.application_id}/commands", commands)


QUICK = Settings(rate_profile=RateProfile.OFF, identify_seconds=0.0, max_concurrency=16, ack_seconds=12.0)
"""Settings that make nobody wait, and no press fail because the machine stood still for some seconds."""


@contextlib.asynccontextmanager
async def start_server(settings: Settings = QUICK, **launch: Any) -> AsyncIterator[tuple[Server, Sandbox]]:
    """A server in this process on a free port, and a connection to it."""
    async with (
        Server(Launch(port=0, settings=settings, **launch)) as server,
        Sandbox.connect(server.url) as sandbox,
    ):
        traffic = server.services.traffic

        def moving() -> object:
            return traffic.counts.total(), traffic.under_way, server.services.gateway.dispatched

        sandbox.moving = moving
        yield server, sandbox


@contextlib.asynccontextmanager
async def sandbox_process(
    *arguments: str, environment: Mapping[str, str] | None = None
) -> AsyncIterator[tuple[Sandbox, asyncio.subprocess.Process]]:
    """`koikoi sandbox --port 0 ...` as a process of its own, bot included."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "sandbox", "--port", "0", "--no-open", *arguments,
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        url = await _announced(process)
        async with Sandbox.connect(url) as sandbox:
            yield sandbox, process
    finally:
        if process.returncode is None:
            process.terminate()
            await process.wait()


async def _announced(process: asyncio.subprocess.Process) -> str:
    assert process.stdout is not None
    async for line in process.stdout:
        found = re.search(r"http://127\.0\.0\.1:\d+", line.decode())
        if found:
            return found[0]
    raise AssertionError(f"the sandbox ended with {await process.wait()}")
