"""A process of the bot: it waits for its shards, serves them, and waits again where it has lost them."""

from __future__ import annotations

import asyncio
import gc
import os
import platform
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from importlib.metadata import version

import aiohttp
import discord
import structlog

from bot.config import Settings
from bot.errors import BotError, ProcessEnd, StorageError, StorageErrorKind, TokenRefused
from bot.monitoring.metrics import Metrics, Snapshot
from bot.permissions import invite_link
from bot.service.health import HealthNote
from bot.storage import Store
from bot.storage.database import address
from bot.storage.database.migrate import bring_up, revisions
from bot.storage.owners.ownership import Ownership, own_shards
from cogs.content.drawing_process import processes
from cogs.content.pictures import Pictures
from cogs.gateway.clients import Clients
from cogs.gateway.metrics_port import serve_metrics
from cogs.gateway.reconnect import DEFAULT_TIMEOUTS, Timeouts, stopped
from cogs.gateway.redirection import redirect
from cogs.gateway.shared import Shared
from images.drawing import faces
from images.drawing.cache import return_large

TOO_MANY_REQUESTS = 429
AUTHENTICATION_FAILED = 4004
"""The gateway's close code for a token that was good at the login."""
Secret = Callable[[int], bytes]
log = structlog.stdlib.get_logger(__name__)


class UnreachableError(ProcessEnd):
    """Discord cannot be reached."""


async def of_the_system(_: Store) -> Secret:
    """Return the secret of a match: from the system's own source of chance."""
    return os.urandom


async def serve(
    settings: Settings,
    *,
    announce: Callable[[str], None],
    secrets: Callable[[Store], Awaitable[Secret]] = of_the_system,
    waits: Timeouts = DEFAULT_TIMEOUTS,
) -> None:
    """Serve the shards of this process until it is told to stop (SIGTERM, SIGINT, SIGHUP, cancellation).

    `announce` gets the link that invites the bot, once it is known. `secrets` gives, for an open database,
    the source of the bytes from which a match is dealt. `waits` are other times than the default. Raises
    ProcessEnd where it cannot go on, StorageError, TokenRefused.
    """
    redirect(settings)
    # There is nothing to hear at a table: no advice about libraries for voice.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    process = Process(settings, announce, secrets, waits)
    async with _end_told(process), serve_metrics(settings, process.metrics, process):
        with told_to_stop() as stop:
            await process.run(stop)


@asynccontextmanager
async def _end_told(process: Process) -> AsyncIterator[None]:
    """Log why the process ends, and that it has ended.

    A process that ends before it has started is told by its error alone, which is a sentence for its host.
    """
    try:
        yield
    except BaseException as error:
        if process.started:
            told = isinstance(error, ProcessEnd | BotError)
            log.info("stopping", reason=str(error) if told else type(error).__name__)
            log.info("stopped")
        raise
    log.info("stopped")


class Process:
    """Serves what it owns, as often as it comes to own it."""

    def __init__(
        self,
        settings: Settings,
        announce: Callable[[str], None],
        secrets: Callable[[Store], Awaitable[Secret]],
        waits: Timeouts,
    ) -> None:
        self.metrics = Metrics()
        self._settings = settings
        self._announce: Callable[[str], None] | None = None if settings.discord else announce
        self._secrets = secrets
        self._waits = waits
        self._clients: Clients | None = None
        self._served = False
        """Whether all was served once: from then on a database that is away is waited for."""
        self.started = False
        """Whether the process has had its database once."""

    @property
    def note(self) -> HealthNote | None:
        """Return the last times when each part was well; None while it waits for what it is to serve."""
        return None if self._clients is None else self._clients.note

    @property
    def online(self) -> bool:
        """Whether the gateway serves every shard now."""
        return self._clients is not None and self._clients.online

    @property
    def store(self) -> Store | None:
        """The open database; None while there is none."""
        return None if self._clients is None else self._clients.store

    def snapshot(self) -> Snapshot:
        """Return the present state of the process, as far as it knows by itself."""
        return Snapshot() if self._clients is None else self._clients.snapshot()

    async def run(self, stop: asyncio.Event) -> None:
        """Wait for the shards and serve them, until `stop`. Raises what `serve` does."""
        while not stop.is_set():
            owns = asyncio.Event()
            work = asyncio.create_task(self._own(owns, stop))
            told = asyncio.create_task(stop.wait())
            try:
                await asyncio.wait({work, told}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                told.cancel()
                if not work.done():
                    stop.set()
                    if not owns.is_set():
                        work.cancel()  # it has nothing to finish
                    await asyncio.wait({work})
            if work.cancelled():
                return
            try:
                work.result()
            except StorageError as trouble:
                if not self._served or trouble.kind is not StorageErrorKind.UNAVAILABLE:
                    raise
                log.warning("the database has gone away again before all was served")

    async def _own(self, owns: asyncio.Event, stop: asyncio.Event) -> None:
        """Wait for the shards, and serve them until they are lost or `stop` is set."""
        async with own_shards(self._settings, patient=self._served) as ownership:
            owns.set()
            database = address.of(self._settings)
            await asyncio.to_thread(bring_up, database)
            store = await Store.open(database)
            self._tell_start()
            try:
                await self._serve(store, ownership, stop)
            finally:
                await store.close()

    def _tell_start(self) -> None:
        """Log what runs, the first time that it has its database."""
        if self.started:
            return
        self.started = True
        settings = self._settings
        log.info(
            "started",
            version=version("koikoi"),
            python=platform.python_version(),
            database=address.display_name(address.of(settings)),
            revision=revisions()[-1],
            data=str(settings.data.absolute()),
            shards=str(settings.sharding),
            raqm=faces.shapes_scripts(),
        )

    async def _serve(self, store: Store, ownership: Ownership, stop: asyncio.Event) -> None:
        secret = await self._secrets(store)
        pictures = Pictures(processes(self._settings))
        shared = Shared(ownership, secret=secret, waits=self._waits, metrics=self.metrics, pictures=pictures)
        async with Clients(self._settings, store, shared) as clients:
            self._clients = clients
            try:
                with _reached():
                    await self._until(clients, ownership, stop)
            finally:
                self._clients = None

    async def _until(self, clients: Clients, ownership: Ownership, stop: asyncio.Event) -> None:
        """Be connected until told to stop, or until what is served may be another's."""
        work = asyncio.create_task(self._work(clients))
        ends = [asyncio.create_task(stop.wait()), lost := asyncio.create_task(ownership.lost())]
        try:
            await asyncio.wait({work, *ends}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            ended = work.done()
            if lost.done() and not lost.cancelled():
                log.warning("the database's locks are lost: nothing is served until they are taken again")
                await clients.give_up()
            # First nothing new comes in, then what came is finished.
            await stopped(work, *ends)
        if ended:
            await work

    async def _work(self, clients: Clients) -> None:
        """Log in and serve for as long as Discord lets us."""
        assert self._settings.token is not None
        return_large()
        await clients.login(self._settings.token.get_secret_value())
        _set_aside()
        self._served = True
        application = clients.all[0].application_id
        if self._announce is not None and application is not None:
            self._announce(invite_link(application))
            self._announce = None
        await clients.run()


@contextmanager
def told_to_stop() -> Iterator[asyncio.Event]:
    """An event that SIGTERM, SIGINT and SIGHUP set, while this is open; the first one is logged.

    SIGHUP comes when a terminal closes. A process that was started to outlive its terminal ignores it.
    """
    loop, stop = asyncio.get_running_loop(), asyncio.Event()

    def told(number: signal.Signals) -> None:
        if not stop.is_set():
            log.info("stopping", reason=number.name)
        stop.set()

    signals = [signal.SIGTERM, signal.SIGINT]
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signals.append(signal.SIGHUP)
    for number in signals:
        loop.add_signal_handler(number, told, number)
    try:
        yield stop
    finally:
        for number in signals:
            loop.remove_signal_handler(number)


@contextmanager
def _reached() -> Iterator[None]:
    """Inside, what says that there is no way to Discord is UnreachableError, a refused token TokenRefused."""
    try:
        yield
    except (discord.LoginFailure, discord.ConnectionClosed) as error:
        if isinstance(error, discord.LoginFailure) or error.code == AUTHENTICATION_FAILED:
            raise TokenRefused from error
        raise
    except (aiohttp.ClientError, TimeoutError, discord.HTTPException, discord.GatewayNotFound) as error:
        if (why := _unreachable(error)) is None:
            raise
        raise UnreachableError(f"Discord cannot be reached: {why}.") from error


def _unreachable(error: Exception) -> str | None:
    """Return the reason why there is no way to Discord; None where it was there, and refused what we asked
    for.
    """
    if not isinstance(error, discord.HTTPException) or isinstance(error, discord.DiscordServerError):
        return str(error) or "it does not answer"
    if error.status == TOO_MANY_REQUESTS:
        # What comes back is a whole page, written by a guard before Discord.
        return "it refuses this machine for too many requests; try again in an hour"
    return None


def _set_aside() -> None:
    """Take what the start has made, and the process keeps, out of the garbage collection.

    A full collection goes through all that there is while every thread waits: through the libraries alone
    that takes 0.1 s, again and again.
    """
    gc.unfreeze()  # what an earlier start has made, and nobody has any more
    gc.collect()
    gc.freeze()
