"""The sandbox as a server: wires its parts, listens on loopback, runs the bot as a child."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import signal
import tempfile
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias, TypedDict, Unpack

from aiohttp import web

from bot.sandbox.changes import channels
from bot.sandbox.changes.interactions import Interactions
from bot.sandbox.client.bot_process import BotProcess, LogRing, Spawn
from bot.sandbox.client.request import UserSide
from bot.sandbox.client.routes import ClientApi
from bot.sandbox.client.screens import Screens
from bot.sandbox.common.errors import CannotListenError
from bot.sandbox.common.guard import add_headers, make_guard
from bot.sandbox.common.settings import Settings
from bot.sandbox.common.traffic import Traffic
from bot.sandbox.gateway.connection import serve_gateway, serve_resumes
from bot.sandbox.gateway.sessions import RESUME_PATH, Gateway
from bot.sandbox.rest.faults import Faults
from bot.sandbox.rest.ratelimits import RateLimits
from bot.sandbox.rest.routing import Services
from bot.sandbox.rest.serve import Rest
from bot.sandbox.static import Static
from bot.sandbox.world.events import BotChanged
from bot.sandbox.world.files import FileStore
from bot.sandbox.world.seed import make_token
from bot.sandbox.world.state import World

log = logging.getLogger(__name__)

_HOST: Final = "127.0.0.1"
_CLOSE_SECONDS: Final = 1.0

Prepare: TypeAlias = Callable[[int, int, Mapping[int, str]], Sequence[str]]
"""From the ids of the guild and its first channel, and the people's names by their ids: a command."""


@dataclass(frozen=True, slots=True)
class Launch:
    """The command that starts a sandbox.

    Port 0 takes a free one; without `data` the bot's data are temporary.
    """

    port: int = 8765
    data: Path | None = None
    bot_command: Sequence[str] | None = None
    bot_environment: Mapping[str, str] = field(default_factory=dict)
    spawn: Spawn = asyncio.create_subprocess_exec
    fonts: Mapping[str, Path] = field(default_factory=dict)
    settings: Settings = field(default_factory=Settings)
    record: Path | None = None
    prepare: Prepare | None = None
    """Names a command that is run with the bot's environment before its first start."""


class LaunchOptions(TypedDict, total=False):
    """The fields of a launch as keywords."""

    port: int
    data: Path | None
    bot_command: Sequence[str] | None
    bot_environment: Mapping[str, str]
    spawn: Spawn
    fonts: Mapping[str, Path]
    settings: Settings
    record: Path | None
    prepare: Prepare | None


class Server:
    """A running sandbox; an async context manager. It binds loopback and nothing else."""

    def __init__(self, launch: Launch) -> None:
        self._launch = launch
        self._stack = contextlib.AsyncExitStack()
        folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="koikoi-sandbox-")))
        files = folder / "files"
        files.mkdir()
        self._data = launch.data or folder / "data"
        self.port = launch.port
        self.token = make_token()
        self.world = World(launch.settings, FileStore(files), self.token)
        traffic = Traffic(launch.record)
        self.gateway = Gateway(self.world, "")
        self.interactions = Interactions(self.world, traffic)
        self.services = Services(self.world, self.gateway, self.interactions, RateLimits(), traffic)
        self.log = LogRing()
        self.bot = BotProcess(launch.bot_command, self.log, launch.spawn)
        self.bot.online = lambda: self.gateway.online
        self.bot.changed = lambda: self.world.publish(BotChanged())
        self.screens = Screens(self.world, self.bot, self.log)

    @property
    def url(self) -> str:
        """Return the address of the page."""
        return f"http://{_HOST}:{self.port}"

    def _application(self) -> web.Application:
        application = web.Application(middlewares=[make_guard(lambda: self.port)])
        application.on_response_prepare.append(add_headers)
        faults = Faults()
        side = UserSide(self.services, self.screens, self.bot, self.log, faults)
        rest = Rest(self.services, faults, lambda text: self.log.add("sandbox", text))
        application.add_routes(ClientApi(side).routes())
        application.add_routes(Static(self.world, self._launch.fonts).routes())
        application.router.add_route("*", "/api/{tail:.*}", rest.__call__)
        for end in ("", "/"):
            application.router.add_get(f"/gateway{end}", self._serve_gateway)
            application.router.add_get(f"/gateway{RESUME_PATH}{end}", self._serve_resumes)
        return application

    async def _serve_gateway(self, request: web.Request) -> web.StreamResponse:
        return await serve_gateway(self.world, self.gateway, request)

    async def _serve_resumes(self, request: web.Request) -> web.StreamResponse:
        return await serve_resumes(self.world, self.gateway, request)

    async def __aenter__(self) -> Server:
        try:
            return await self._start()
        except BaseException:
            await self._stack.aclose()
            raise

    async def _start(self) -> Server:
        runner = web.AppRunner(self._application(), access_log=None, shutdown_timeout=_CLOSE_SECONDS)
        await runner.setup()
        self._stack.push_async_callback(runner.cleanup)
        site = web.TCPSite(runner, _HOST, self._launch.port)
        try:
            await site.start()
        except OSError as error:
            why = "is in use" if error.errno == errno.EADDRINUSE else f"cannot be used: {error.strerror}"
            raise CannotListenError(f"Port {self._launch.port} {why}.") from error
        self.port = int(runner.addresses[0][1])
        self.world.files.base_url = self.url
        self.gateway.url = f"ws://{_HOST}:{self.port}/gateway"
        self._stack.callback(self.interactions.let_go)
        self._stack.push_async_callback(self.screens.close)
        self._stack.push_async_callback(self._close_gateway)
        housekeeping = asyncio.create_task(self._keep_house())
        self._stack.callback(housekeeping.cancel)
        self._stack.push_async_callback(self.bot.stop)
        self.bot.environment = {
            # In its own folder, whatever the settings of this machine name for a bot on the real Discord.
            "KOIKOI_DATABASE": "sqlite://",
            **self._launch.bot_environment,
            "KOIKOI_TOKEN": self.token,
            "KOIKOI_DISCORD": self.url,
            "KOIKOI_DATA": str(self._data),
        }
        return self

    async def prepare(self) -> str | None:
        """Run what is to be run before the bot's first start; what it said, if it failed."""
        if self._launch.prepare is None:
            return None
        people = {int(user.id): user.global_name or user.username for user in self.world.people}
        (guild,) = self.world.guilds.values()
        child = await asyncio.create_subprocess_exec(
            *self._launch.prepare(guild.id, guild.channel_ids[0], people),
            env={**os.environ, **self.bot.environment},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        try:
            said, _ = await child.communicate()
        except asyncio.CancelledError:
            child.terminate()
            await child.wait()
            raise
        return said.decode(errors="replace").strip() if child.returncode else None

    async def __aexit__(self, *error: object) -> None:
        await self._stack.aclose()

    async def _close_gateway(self) -> None:
        for session in list(self.gateway.sessions.values()):
            if session.sink is not None:
                session.sink.close(1001)
        await asyncio.sleep(0)

    async def _keep_house(self) -> None:
        while True:
            await asyncio.sleep(1)
            channels.archive_idle(self.world)
            self.gateway.forget_lost()
            self.interactions.sweep()


async def run_sandbox(
    *,
    open_browser: bool = False,
    announce: Callable[[str], None] = print,
    **launch: Unpack[LaunchOptions],
) -> int:
    """Serve until SIGINT, SIGTERM or SIGHUP. `announce` gets the page's address once the server listens."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, stop.set)
    async with Server(Launch(**launch)) as server:
        announce(server.url)
        preparing, stopping = asyncio.create_task(server.prepare()), asyncio.create_task(stop.wait())
        await asyncio.wait({preparing, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if preparing.done():
            if (trouble := preparing.result()) is not None:
                log.warning("not prepared: %s", trouble)
            await server.bot.start()
            if open_browser:
                await asyncio.to_thread(webbrowser.open, server.url)
            await stopping
        preparing.cancel()
        await asyncio.wait({preparing})
    return 0
