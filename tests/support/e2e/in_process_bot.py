"""The real bot in a test's event loop: Manager, SQLite, discord.py and the cogs, wired as in `koikoi run`.

Nothing of it is replaced: it logs in at a sandbox over HTTP and holds a real gateway socket; but a scene that
a bot of this process has drawn is not drawn again. What a process of its own would add (signals, `kill`, a
whole start) has tests with processes.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import io
import logging
import os
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest import mock

import discord
import discord.asset
import discord.gateway
import discord.http
from pydantic import SecretStr

from bot import log
from bot.config import LogFormat, LogLevel, Settings
from bot.sandbox.client.bot_process import LogRing
from bot.sandbox.redirection import redirect
from bot.sandbox.server import Server
from bot.service.watch.match_time import pulse
from bot.storage import Store
from bot.storage.database import address
from bot.storage.database.lock import DataLock
from bot.storage.owners.ownership import Ownership, SingleProcess, own_shards
from cogs.content import pictures
from cogs.gateway.client import Client
from cogs.gateway.clients import CLOSING_SECONDS, Clients
from cogs.gateway.metrics_port import serve_metrics
from cogs.gateway.shared import Shared
from cogs.messages import emojis
from cogs.platform.clock import Clock
from cogs.platform.load import PressLoad
from images.drawing.sprites import emoji_png
from images.pictures import draw
from images.scene.common import Scene
from tests.support.command_process import logging_kept
from tests.support.processes import databases
from tests.support.waiting import until

MOST_STILL_SECONDS = 1.0
PICTURES = 600
"""The number of drawn pictures that are kept, of 80 kB each."""
Secret = Callable[[int], bytes]


class MovableClock(Clock):
    """The time of an event loop and of the bot in it, which a test moves forward by hand.

    `asyncio.sleep`, timeouts and timers that wait in this loop come due at once when it is moved past them.
    """

    def __init__(self, begins: datetime | None = None) -> None:
        """`begins`: the time of day now, which is not before the true one; None: the true one."""
        self._ahead = 0.0 if begins is None else (begins - datetime.now(UTC)).total_seconds()
        self._pulse, self._seen = 0.0, pulse()
        self.in_threads = 0
        """The number of calls that the loop has given to threads and that have not come back."""

    def machine(self) -> datetime:
        """The time of day, in UTC."""
        return datetime.now(UTC) + timedelta(seconds=self._ahead)

    def elapsed(self) -> float:
        """True seconds, and those by which it was moved."""
        return pulse() + self._ahead

    def heard(self, date: datetime, took: float) -> None:
        """Hear that as much time has passed at Discord, which is not moved by hand."""
        super().heard(date + timedelta(seconds=self._ahead), took)

    def pulse(self) -> float:
        """True seconds, but where the machine stood still: the bot of a busy machine takes every press.

        What a bot does that stood still has tests with processes.
        """
        seen = pulse()
        self._pulse += min(seen - self._seen, MOST_STILL_SECONDS)
        self._seen = seen
        return self._pulse

    def move(self, seconds: float) -> None:
        """Let seconds pass."""
        self._ahead += seconds
        asyncio.get_running_loop().call_soon(lambda: None)  # it looks at its timers now

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """The running loop goes by this clock, and counts what it gives to threads."""
        loop = asyncio.get_running_loop()
        true_time, run_in_executor = loop.time, loop.run_in_executor

        def counted(*call: Any) -> asyncio.Future[Any]:
            future = run_in_executor(*call)
            self.in_threads += 1
            future.add_done_callback(self._one_less)
            return future

        vars(loop).update(time=lambda: true_time() + self._ahead, run_in_executor=counted)
        try:
            yield
        finally:
            del vars(loop)["time"], vars(loop)["run_in_executor"]

    def _one_less(self, _: asyncio.Future[Any]) -> None:
        self.in_threads -= 1


class SharedClock(MovableClock):
    """A clock by which the local Discord goes, too: its messages grow old, and its tokens die."""

    def heard(self, date: datetime, took: float) -> None:
        """Hear the time that Discord's answer names: it has been moved as this one was."""
        Clock.heard(self, date, took)

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """The running loop, and everything of this process that asks for seconds, goes by this clock."""
        true_time = time.time
        with super().running(), mock.patch.object(time, "time", lambda: true_time() + self._ahead):
            yield


class InProcessBot:
    """A bot on a sandbox and a data folder; it can be started and stopped again and again."""

    def __init__(
        self,
        server: Server,
        data: Path,
        settings: Mapping[str, str | float],
        *,
        clock: Clock,
        secret: Secret = os.urandom,
        believes: bool = False,
    ) -> None:
        """`believes` that its shards are its own, and asks nobody."""
        self._believes = believes
        self._server = server
        self._data = data
        self._settings = dict(settings)
        self._clock = clock
        self._secret = secret
        self._running: contextlib.AsyncExitStack | None = None
        self.client: Client | None = None
        """The client while the bot runs."""
        self._load = PressLoad()
        self.metrics_port: int | None = None
        """The port of its metrics; None where it has none."""

    async def start(self) -> None:
        """Start, and wait until the gateway and the commands are there."""
        assert self._running is None
        async with contextlib.AsyncExitStack() as stack:
            self.client = await stack.enter_async_context(self._serving())
            stack.callback(setattr, self, "client", None)
            self._running = stack.pop_all()

    async def stop(self) -> None:
        """End as after SIGTERM: what was asked is finished, then the database is closed."""
        running, self._running = self._running, None
        if running is not None:
            await running.aclose()

    @contextlib.asynccontextmanager
    async def _serving(self) -> AsyncIterator[Client]:
        settings = self._read_settings()
        with bot_log(self._server.log), _drawn_once():
            async with (_believing if self._believes else own_shards)(settings) as ownership:
                store = await Store.open(address.of(settings))
                try:
                    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
                    shared = Shared(ownership, self._clock, self._secret)
                    self._load = shared.load
                    async with Clients(settings, store, shared) as clients:
                        outside = serve_metrics(settings, shared.metrics, clients)
                        async with outside as self.metrics_port, self._connected(clients):
                            yield clients.all[0]
                finally:
                    await store.close()

    @contextlib.asynccontextmanager
    async def _connected(self, clients: Clients) -> AsyncIterator[None]:
        """All of them are connected inside."""
        async with contextlib.AsyncExitStack() as stack:
            for client in clients.all:
                online = functools.partial(getattr, client.connection, "online")
                await stack.enter_async_context(connected(client, self._server, online))
            yield

    @property
    def answering(self) -> int:
        """Return the number of presses that it is answering."""
        return self._load.in_flight

    async def stored(self) -> None:
        """Wait until what is being written to the database now has been written."""
        if self.client is not None:
            await self.client.store.write(lambda _: None)

    def _read_settings(self) -> Settings:
        token = SecretStr(self._server.token)
        own = {"token": token, "discord": self._server.url, "data": self._data}
        given = {**databases.setting(self._data), **self._settings}
        return _checked(tuple(sorted(given.items()))).model_copy(update=own)


@functools.cache
def _checked(given: tuple[tuple[str, str | float], ...]) -> Settings:
    """Settings that many tests share: to check them takes a sixth of a bot's start."""
    return Settings.model_validate(dict(given))


@contextlib.asynccontextmanager
async def connected(
    client: discord.Client, server: Server, online: Callable[[], bool] = lambda: True
) -> AsyncIterator[None]:
    """Logged in at a sandbox and connected inside, closed in the order of `cogs.gateway` afterwards.

    `online` tells what the client itself thinks of its connection.
    """
    with _discord_at(server):
        await client.login(server.token)
        run = asyncio.create_task(client.connect())
        try:
            await until(lambda: run.done() or bool(server.gateway.shards and online()), every=0.002)
            if run.done():
                run.result()
            yield
        finally:
            run.cancel()
            await asyncio.wait([run], timeout=1)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CLOSING_SECONDS):
                    await client.close()
            _stop_heartbeats(client)


def _stop_heartbeats(client: discord.Client) -> None:
    """End the heartbeats of `client`: the library forgets those of a connection cancelled before it is ready.

    One that outlived its loop would fail in its thread 41 s later, in the middle of another test.
    """
    for thread in threading.enumerate():
        if (
            isinstance(thread, discord.gateway.KeepAliveHandler)
            and thread.ws._connection is client._connection
        ):
            thread.stop()


@contextlib.asynccontextmanager
async def _believing(settings: Settings) -> AsyncIterator[Ownership]:
    """Yield the ownership of a process that asks nobody whose the shards are."""
    with DataLock(settings.data):
        yield SingleProcess()


@contextlib.contextmanager
def _drawn_once() -> Iterator[None]:
    """Equal scenes, and emoji, are drawn once in this process: prepared matches begin alike in many tests.

    Bots of one process need not end in the order in which they began: the first alone changes anything.
    """
    if vars(pictures)["draw"] is _drawn:
        yield
        return
    with mock.patch.object(pictures, "draw", _drawn), mock.patch.object(emojis, "emoji_png", _emoji):
        yield


@functools.lru_cache(maxsize=PICTURES)
def _drawn(scene: Scene) -> bytes:
    return draw(scene)


_emoji = functools.cache(emoji_png)


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


class _Lines(io.TextIOBase):
    """The stream of the log's handler: the sandbox's log, and standard error as `BotProcess` does."""

    def __init__(self, ring: LogRing) -> None:
        self._ring = ring

    def write(self, text: str) -> int:
        """Take whole lines, as a handler writes them."""
        for line in text.splitlines():
            self._ring.add("err", line)
        return sys.stderr.write(text)


@contextlib.contextmanager
def bot_log(ring: LogRing) -> Iterator[None]:
    """Send the log of this process, in the bot's own form, to a sandbox's log."""
    with logging_kept():
        log.configure(LogLevel.INFO, LogFormat.CONSOLE)
        (handler,) = logging.getLogger().handlers
        assert isinstance(handler, logging.StreamHandler)
        handler.setStream(_Lines(ring))
        yield
