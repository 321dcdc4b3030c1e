"""A small HTTP server for the people who look after the bot: `/metrics` and `/healthz`, and nothing else.

It runs in the bot's own event loop: where that stands still, nobody is answered, and a probe notices. A bot
whose port is closed never imports this module.
"""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack

from aiohttp import web
from prometheus_client import generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from bot.background_tasks import BackgroundTasks
from bot.monitoring.metrics import Metrics

METRICS, HEALTH = "/metrics", "/healthz"
LOOK_SECONDS = 0.25
"""The pause between two measurements of the event loop's delay."""


class CannotListenError(Exception):
    """The port cannot be had; the text says why, without a full stop."""


class Endpoint:
    """Answers on a port from `open` to `close`.

    `health` says whether the bot is well, in lines; `look` is waited for before metrics are told.
    """

    def __init__(
        self,
        host: str,
        port: int,
        metrics: Metrics,
        health: Callable[[], tuple[bool, Sequence[str]]],
        look: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self.host = host
        self.port = port
        """The port that listens; 0 takes a free port, which stands here once it is open."""
        self._metrics = metrics
        self._health = health
        self._look = look
        self._stack = AsyncExitStack()

    async def open(self) -> None:
        """Begin to answer. Raises CannotListenError."""
        async with AsyncExitStack() as stack:
            await self._listen(stack)
            background = BackgroundTasks()
            stack.push_async_callback(background.close)
            background.keep(self._watch_loop, name="delay of the loop")
            self._stack = stack.pop_all()

    async def close(self) -> None:
        """Let the port go."""
        await self._stack.aclose()

    async def _listen(self, stack: AsyncExitStack) -> None:
        application = web.Application()
        application.router.add_get(METRICS, self._serve_metrics)
        application.router.add_get(HEALTH, self._serve_health)
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        stack.push_async_callback(runner.cleanup)
        try:
            await web.TCPSite(runner, self.host, self.port).start()
        except OSError as error:
            why = "is in use" if error.errno == errno.EADDRINUSE else f"cannot be used: {error.strerror}"
            raise CannotListenError(f"port {self.port} of {self.host} {why}") from error
        self.port = int(runner.addresses[0][1])

    async def _serve_metrics(self, _: web.Request) -> web.Response:
        if self._look is not None:
            await self._look()
        body = generate_latest(self._metrics.registry)
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _serve_health(self, _: web.Request) -> web.Response:
        """Answer what `koikoi health` says: 200, or 503 with what is wrong."""
        well, lines = self._health()
        return web.Response(text="\n".join([*lines, ""]), status=200 if well else 503)

    async def _watch_loop(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LOOK_SECONDS
            await asyncio.sleep(LOOK_SECONDS)
            self._metrics.loop_delayed(max(0.0, loop.time() - due))
