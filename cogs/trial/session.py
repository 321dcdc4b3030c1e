"""A gateway session that hears interactions and nothing else."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

import aiohttp
from aiohttp import WSCloseCode
from yarl import URL

from bot.shards import Shard
from cogs.platform.raw_client import Json, RawClient
from cogs.trial.wire import TroubleError

READY_SECONDS: Final = 30.0
_BEAT, _IDENTIFY = 1, 2


class Session:
    """An open session. It is not resumed: the trial ends with it."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, token: str, shard: Shard) -> None:
        self._socket = socket
        self._identify = {
            "token": token,
            "intents": 0,
            "properties": {"os": "linux", "browser": "koikoi", "device": "koikoi"},
            "shard": [shard.number, shard.count],
        }
        self._heard: asyncio.Queue[Json] = asyncio.Queue()
        self._sequence: int | None = None
        self._interval = 0.0
        self._last_beat = 0.0
        self._beats: asyncio.Task[None] | None = None
        self.ready = asyncio.Event()
        self.ended = asyncio.Event()

    async def listen(self) -> None:
        """Hear the gateway until it closes."""
        try:
            async for frame in self._socket:
                if frame.type is aiohttp.WSMsgType.TEXT:
                    await self._take(frame.json())
        finally:
            self.ended.set()
            self.hush()

    async def _take(self, told: Json) -> None:
        self._sequence = told.get("s") or self._sequence
        match told["op"]:
            case 0 if told["t"] == "READY":
                self.ready.set()
            case 0 if told["t"] == "INTERACTION_CREATE":
                self._heard.put_nowait(told["d"])
            case 1:
                await self._beat()
            case 10:
                self._interval = told["d"]["heartbeat_interval"] / 1000
                self._beats = asyncio.create_task(self._keep_beating())
                await self._socket.send_json({"op": _IDENTIFY, "d": self._identify})
            case 7 | 9:
                await self._socket.close(code=WSCloseCode.OK)

    async def _keep_beating(self) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                await self._beat()
                await asyncio.sleep(self._interval)

    async def _beat(self) -> None:
        self._last_beat = time.monotonic()
        await self._socket.send_json({"op": _BEAT, "d": self._sequence})

    async def next(self, fits: Callable[[Json], bool], seconds: float) -> Json | None:
        """Return the next interaction that fits; None where none comes in time. Raises TroubleError."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    heard = await self._heard_or_ended()
                    if fits(heard):
                        return heard
        return None

    async def _heard_or_ended(self) -> Json:
        waits = asyncio.ensure_future(self._heard.get()), asyncio.ensure_future(self.ended.wait())
        try:
            done, _ = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waits:
                each.cancel()
        if waits[0] not in done:
            raise TroubleError(f"The gateway has ended the session (code {self.code}).")
        return waits[0].result()

    @property
    def code(self) -> int | None:
        """The code with which the gateway closed."""
        return self._socket.close_code

    def hush(self) -> None:
        """Send no more heartbeats."""
        if self._beats is not None:
            self._beats.cancel()

    async def silence(self, most: float) -> float | None:
        """Send no more heartbeats, and return the intervals until the server closes; None after `most`."""
        self.hush()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(most * self._interval):
                await self.ended.wait()
                return (time.monotonic() - self._last_beat) / self._interval
        return None


@asynccontextmanager
async def session(client: RawClient, url: str, token: str, shard: Shard) -> AsyncIterator[Session]:
    """Inside, a session that is ready. Raises TroubleError."""
    try:
        socket = await client.connect(str(URL(url).with_query(v="10", encoding="json")))
    except (aiohttp.ClientError, TimeoutError) as error:
        raise TroubleError("The gateway cannot be reached.") from error
    made = Session(socket, token, shard)
    listener = asyncio.create_task(made.listen())
    try:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(READY_SECONDS):
                while not (made.ready.is_set() or made.ended.is_set()):
                    waits = [asyncio.create_task(each.wait()) for each in (made.ready, made.ended)]
                    await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
                    for each in waits:
                        each.cancel()
        if not made.ready.is_set():
            raise TroubleError(f"The gateway begins no session (code {made.code}).")
        yield made
    finally:
        await socket.close(code=WSCloseCode.OK)
        listener.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await listener
