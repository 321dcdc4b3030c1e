"""A bot without a library: raw REST calls and raw interactions, so that every limit can be overstepped."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from bot.sandbox.common.settings import Settings
from bot.sandbox.server import Server
from tests.sandbox.gateway.gateway_client import raw_gateway
from tests.support.sandbox.client import QUICK, Sandbox, start_server
from tests.support.sandbox.user import Outcome, SandboxUser

AGENT = "DiscordBot (https://example.invalid, 1) tests"


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of the API."""

    status: int
    body: Any
    headers: Mapping[str, str]

    @property
    def code(self) -> int:
        """Discord's error code."""
        code: int = self.body["code"]
        return code

    def field_codes(self) -> dict[str, list[str]]:
        """The field errors by their dotted path."""
        found: dict[str, list[str]] = {}

        def collect(node: Any, path: str) -> None:
            for key, value in node.items():
                if key == "_errors":
                    found[path] = [error["code"] for error in value]
                else:
                    collect(value, f"{path}.{key}" if path else key)

        collect(self.body.get("errors", {}), "")
        return found


@dataclass(slots=True)
class RawBot:
    """A connected bot."""

    server: Server
    sandbox: Sandbox
    session: aiohttp.ClientSession
    interactions: asyncio.Queue[Any] = field(default_factory=asyncio.Queue)
    events: list[Any] = field(default_factory=list)

    async def call(self, method: str, path: str, body: Any = None, **options: Any) -> Answer:
        """One REST call with the bot's token; `form` sends multipart instead of JSON."""
        headers = {"Authorization": f"Bot {self.server.token}", "User-Agent": AGENT}
        headers |= options.pop("headers", {})
        if "form" in options:
            options["data"] = options.pop("form")
        elif body is not None:
            options["json"] = body
        url = f"{self.server.url}/api/v10{path}"
        async with self.session.request(method, url, headers=headers, **options) as response:
            text = await response.text()
            return Answer(response.status, json.loads(text) if text else None, response.headers)

    async def callback(self, interaction: Any, kind: int, data: Any = None, **options: Any) -> Answer:
        """Answer an interaction."""
        body = {"type": kind} | ({} if data is None else {"data": data})
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback?with_response=1"
        return await self.call("POST", path, body, **options)

    def webhook(self, interaction: Any, rest: str = "") -> str:
        """The webhook path of an interaction's token."""
        return f"/webhooks/{self.server.world.application_id}/{interaction['token']}{rest}"

    async def next_interaction(self) -> Any:
        """The next interaction that a user started."""
        return await self.interactions.get()

    async def send(self, channel: str = "hanafuda", **body: Any) -> Answer:
        """A message of the bot."""
        return await self.call("POST", f"/channels/{self.sandbox.channel(channel)}/messages", body)

    async def register(self, *commands: Any) -> Answer:
        """Register global commands; `go` alone by default."""
        wanted = list(commands) or [{"name": "go", "description": "Goes"}]
        return await self.call("PUT", f"/applications/{self.server.world.application_id}/commands", wanted)

    async def started(
        self, user: SandboxUser, channel: str = "hanafuda"
    ) -> tuple[Any, asyncio.Task[Outcome]]:
        """An interaction of `/go`, and the user who waits for its end."""
        waiting = asyncio.create_task(user.command("go", channel=channel))
        return await self.next_interaction(), waiting

    async def pressed(
        self, user: SandboxUser, message: Any, custom_id: str = "press"
    ) -> tuple[Any, asyncio.Task[Outcome]]:
        """An interaction of a button, and the user who waits for its end."""
        waiting = asyncio.create_task(user.press(message, custom_id=custom_id))
        return await self.next_interaction(), waiting


def row(*components: Any) -> dict[str, Any]:
    """An action row."""
    return {"type": 1, "components": list(components)}


def button(custom_id: str = "press", **changes: Any) -> dict[str, Any]:
    """A button."""
    return {"type": 2, "style": 1, "label": "Press", "custom_id": custom_id} | changes


def form(payload: Any, *files: tuple[str, bytes]) -> aiohttp.FormData:
    """A multipart body with `payload_json` and files."""
    data = aiohttp.FormData(quote_fields=False)
    data.add_field("payload_json", json.dumps(payload), content_type="application/json")
    for index, (name, content) in enumerate(files):
        data.add_field(f"files[{index}]", content, filename=name, content_type="application/octet-stream")
    return data


@contextlib.asynccontextmanager
async def raw_bot(settings: Settings = QUICK, **launch: Any) -> AsyncIterator[RawBot]:
    """A sandbox with a raw bot that is connected and has one command, `/go`."""
    async with (
        start_server(settings, **launch) as (server, sandbox),
        aiohttp.ClientSession() as session,
        raw_gateway(server) as gateway,
    ):
        await gateway.begin()
        bot = RawBot(server, sandbox, session)

        async def listen() -> None:
            while isinstance(payload := await gateway.receive(), dict):
                bot.events.append(payload)
                if payload["t"] == "INTERACTION_CREATE":
                    bot.interactions.put_nowait(payload["d"])

        gateway.patience = None
        listener = asyncio.create_task(listen())
        await bot.register()
        try:
            yield bot
        finally:
            listener.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await listener
