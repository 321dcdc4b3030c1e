"""A gateway client of its own for the tests: every frame by hand, so that every rule can be broken."""

from __future__ import annotations

import contextlib
import json
import zlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import aiohttp
import zstandard

from bot.sandbox.gateway.dispatches import Intent
from bot.sandbox.server import Server
from tests.support.waiting import MOST_SECONDS

INTENTS = int(Intent.GUILDS | Intent.GUILD_MESSAGES)


@dataclass(slots=True)
class RawGateway:
    """One connection."""

    server: Server
    socket: aiohttp.ClientWebSocketResponse
    compress: str | None
    sequence: int = 0
    session_id: str = ""
    patience: float | None = MOST_SECONDS
    _inflater: Any = None

    def __post_init__(self) -> None:
        if self.compress == "zlib-stream":
            self._inflater = zlib.decompressobj()
        elif self.compress == "zstd-stream":
            self._inflater = zstandard.ZstdDecompressor().decompressobj()

    async def receive(self) -> Any:
        """The next payload; an int when the server closed with that code."""
        message = await self.socket.receive(timeout=self.patience)
        if message.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED, aiohttp.WSMsgType.CLOSING):
            return message.data or self.socket.close_code
        raw = message.data
        if isinstance(raw, bytes):
            if self.compress == "zlib-stream":
                assert raw.endswith(b"\x00\x00\xff\xff")
            raw = self._inflater.decompress(raw).decode()
        payload = json.loads(raw)
        if payload.get("t") == "READY":
            self.session_id, self.sequence = payload["d"]["session_id"], 0
        if payload.get("s") is not None:
            assert payload["s"] > self.sequence
            self.sequence = payload["s"]
        return payload

    async def send(self, op: int, data: Any = None) -> None:
        """Send one payload."""
        await self.socket.send_json({"op": op, "d": data})

    async def until(self, name: str) -> Any:
        """Receive until an event of that name."""
        while True:
            payload = await self.receive()
            assert isinstance(payload, dict), payload
            if payload["t"] == name:
                return payload["d"]

    async def until_op(self, op: int) -> Any:
        """Receive until a payload with that op."""
        while True:
            payload = await self.receive()
            assert isinstance(payload, dict), payload
            if payload["op"] == op:
                return payload

    async def closed(self) -> int:
        """Receive until the server closes; its code."""
        while True:
            payload = await self.receive()
            if isinstance(payload, int):
                return payload

    async def identify(self, **changes: Any) -> None:
        """IDENTIFY with everything right, unless changed."""
        data = {"token": self.server.token, "intents": INTENTS, "properties": {}} | changes
        await self.send(2, data)

    async def begin(self, **changes: Any) -> None:
        """IDENTIFY and wait for the guild."""
        await self.identify(**changes)
        await self.until("GUILD_CREATE")

    async def resume(self, session_id: str, sequence: int) -> None:
        """RESUME."""
        await self.send(6, {"token": self.server.token, "session_id": session_id, "seq": sequence})


@contextlib.asynccontextmanager
async def raw_gateway(
    server: Server, compress: str | None = None, *, url: str | None = None
) -> AsyncIterator[RawGateway]:
    """Connect, to the default gateway unless `url` is given, and read HELLO."""
    query = "?v=10&encoding=json" + (f"&compress={compress}" if compress else "")
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect((url or server.gateway.url) + query, max_msg_size=0) as socket,
    ):
        gateway = RawGateway(server, socket, compress)
        assert (await gateway.receive())["op"] == 10
        yield gateway
