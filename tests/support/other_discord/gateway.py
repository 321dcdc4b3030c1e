"""SimCord's events behind a socket: heartbeats, IDENTIFY, and everything that its gateway would send."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import aiohttp
import discord
from aiohttp import web
from simcord.backend import Backend, serializers
from simcord.gateway import ShardRouter

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 0, 1, 2, 6, 9, 10, 11
BEAT_MILLISECONDS = 41_250
Event = dict[str, Any]


class _Receiver(Mapping[str, Callable[[Event], None]]):
    """Stands where SimCord expects discord.py's parsers of events: here each is sent as a frame."""

    def __init__(self, intents: discord.Intents, send: Callable[[str, Event], None]) -> None:
        self.intents = intents
        self.guilds = ()
        self._send = send

    @property
    def parsers(self) -> Mapping[str, Callable[[Event], None]]:
        """All events go the same way."""
        return self

    def __getitem__(self, event: str) -> Callable[[Event], None]:
        return lambda data: self._send(event, data)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


class Gateway:
    """Serves the sockets of the bot."""

    def __init__(self, backend: Backend, token: str) -> None:
        self._backend = backend
        self._token = token
        self.url = ""
        self.sessions = 0
        """The number of sessions that were begun."""
        self.online = 0
        """The number of sessions that are there now."""

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one socket to its end."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        frames = asyncio.Queue[Event]()
        writer = asyncio.create_task(_write(socket, frames))
        frames.put_nowait({"op": HELLO, "d": {"heartbeat_interval": BEAT_MILLISECONDS}})
        feeds: list[Callable[[str, Mapping[str, Any]], None]] = []
        try:
            async for frame in socket:
                if frame.type is aiohttp.WSMsgType.TEXT:
                    self._take(frame.json(), frames, feeds)
        finally:
            writer.cancel()
            for feed in feeds:
                self._backend.subscribers.remove(feed)
            self.online -= len(feeds)
        return socket

    def _take(self, command: Event, frames: asyncio.Queue[Event], feeds: list[Any]) -> None:
        """Take a command of the bot."""
        if command["op"] == HEARTBEAT:
            frames.put_nowait({"op": HEARTBEAT_ACK})
        elif command["op"] == RESUME:
            frames.put_nowait({"op": INVALID_SESSION, "d": False})
        elif command["op"] == IDENTIFY:
            feeds.append(self._begin(command["d"], frames))
            self.sessions += 1
            self.online += 1

    def _begin(self, wish: Event, frames: asyncio.Queue[Event]) -> Callable[[str, Mapping[str, Any]], None]:
        """Begin a session: READY and the servers. Returns what takes all further events."""
        assert wish["token"] == self._token
        shard, count = wish.get("shard", (0, 1))
        sent = 0

        def send(event: str, data: Event) -> None:
            nonlocal sent
            sent += 1
            if event == "READY":
                data["resume_gateway_url"] = self.url  # SimCord's has no host
            frames.put_nowait({"op": DISPATCH, "t": event, "s": sent, "d": data})

        receiver = _Receiver(discord.Intents._from_value(wish["intents"]), send)
        router = ShardRouter(self._backend, receiver, lambda *_: None, count, (shard,))
        router.identify(shard)
        for guild in self._backend.guilds.values():
            router.feed("GUILD_CREATE", serializers.guild_create_payload(self._backend, guild))
        self._backend.subscribers.append(router.feed)
        return router.feed


async def _write(socket: web.WebSocketResponse, frames: asyncio.Queue[Event]) -> None:
    while True:
        await socket.send_json(await frames.get())
