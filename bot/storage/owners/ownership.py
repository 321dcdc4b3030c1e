"""Whose the shards are: what a process has while it serves some, on a file or on a server's database."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Protocol

import psycopg
import structlog
from sqlalchemy import URL

from bot.config import Settings
from bot.errors import StorageError, StorageErrorKind
from bot.shards import Sharding
from bot.storage.database import address, server
from bot.storage.database.errors import translate_errors
from bot.storage.database.lock import DataFolderError, DataLock
from bot.storage.database.migrate import bring_up, pending
from bot.storage.owners import locks
from bot.storage.owners.exclusive import alone
from bot.storage.owners.holding import Holding
from bot.storage.owners.line import Line
from bot.storage.owners.locks import Connection, Holder
from bot.storage.owners.notices import LocalNotices, Notice, Notices, Subject

IDENTIFY_SECONDS = 5.5
"""So long after one IDENTIFY none of the same bucket follows; Discord asks for five seconds."""
TRY_SECONDS = 0.5
"""How often locks are asked for that somebody else holds."""
TELL_SECONDS = 60.0
"""How often the same is told of who holds them."""
LONGEST_PAUSE = 5.0
"""Between two attempts to reach a server that was there before."""
log = structlog.stdlib.get_logger("koikoi.owners")


class Ownership(Protocol):
    """What a process has while it serves its shards."""

    @property
    def notices(self) -> Notices:
        """Carries what this process tells and hears."""

    @property
    def leads(self) -> bool:
        """Whether what must happen once for all processes is this one's to do."""

    async def led(self) -> None:
        """Return when it leads."""

    async def lost(self) -> None:
        """Return when the shards may be another's; never where there is no other."""

    async def identify_turn(self, shard: int, max_concurrency: int) -> None:
        """Return when this shard may identify; its bucket is taken for `IDENTIFY_SECONDS` from then on."""


class Alone:
    """The ownership of a process that has its database for itself."""

    def __init__(self) -> None:
        self.notices: Notices = LocalNotices()
        self.leads = True
        self._free: dict[int, float] = {}
        """By bucket: when the next may identify, by the loop's time."""

    async def led(self) -> None:
        """Return at once."""

    async def lost(self) -> None:
        """Never return."""
        await asyncio.get_running_loop().create_future()

    async def identify_turn(self, shard: int, max_concurrency: int) -> None:
        """Return when this shard may identify."""
        loop, bucket = asyncio.get_running_loop(), shard % max_concurrency
        begins = max(loop.time(), self._free.get(bucket, 0.0))
        self._free[bucket] = begins + IDENTIFY_SECONDS
        await asyncio.sleep(begins - loop.time())


class AmongOthers:
    """Ownership on PostgreSQL: this process's shard locks, on a connection of their own."""

    def __init__(self, connection: Connection) -> None:
        self._heard = _Wire()
        self.holding = Holding(connection, self._heard.arrived)
        self._heard.send = self.holding.tell

    @property
    def notices(self) -> Notices:
        """Carries what this process tells and hears."""
        return self._heard

    @property
    def leads(self) -> bool:
        """Whether what must happen once for all processes is this one's to do."""
        return self.holding.leads and not self.holding.lost.is_set()

    async def led(self) -> None:
        """Return when it leads."""
        await self.holding.led.wait()

    async def lost(self) -> None:
        """Return when the shards may be another's."""
        await self.holding.lost.wait()

    async def identify_turn(self, shard: int, max_concurrency: int) -> None:
        """Return when this shard may identify."""
        await self.holding.turn(shard % max_concurrency, IDENTIFY_SECONDS)


class _Wire(LocalNotices):
    """Notices within this process and, through the server, to the others."""

    def __init__(self) -> None:
        super().__init__()
        self._name = secrets.token_hex(4)
        self.send: Callable[[str], None] = lambda _: None

    async def tell(self, notice: Notice, by: Callable[[Notice], None] | None = None) -> None:
        """Tell everybody but `by`."""
        await super().tell(notice, by)
        self.send(f"{self._name} {notice.subject.value} {notice.number}")

    def arrived(self, text: str) -> None:
        """Pass on what the server has brought, unless it is our own or nobody's."""
        try:
            name, subject, number = text.split(" ")
            notice = Notice(Subject(subject), int(number))
        except ValueError:
            log.debug("a notice means nothing", size=len(text))
            return
        if name != self._name:
            self.pass_on(notice)


@asynccontextmanager
async def owned(settings: Settings, *, patient: bool = False) -> AsyncIterator[Ownership]:
    """Wait until the shards of the settings are this process's; inside they are, until they are lost.

    `patient`: a server that is away is waited for. Raises DataFolderError, StorageError.
    """
    database = address.of(settings)
    with DataLock(settings.data):
        if isinstance(database, Path):
            yield Alone()
            return
        async with AsyncExitStack() as stack:
            connection = await _had(database, settings.sharding, stack, patient=patient)
            ownership = AmongOthers(connection)
            stack.push_async_callback(ownership.holding.stop)
            await ownership.holding.start()
            yield ownership


async def _had(url: URL, sharding: Sharding, stack: AsyncExitStack, *, patient: bool) -> Connection:
    """A connection that holds all locks of the shards, closed with `stack`."""
    told, pause = _Told(), TRY_SECONDS
    while True:
        try:
            await _brought_up(url, told)
            async with AsyncExitStack() as opened:
                line = Line()
                connection = await line.answer(partial(_open, url, sharding, opened, line))
                patient = True
                while (holder := await line.answer(partial(_take, connection, sharding))) is not None:
                    told.tell(str(holder))
                    await asyncio.sleep(TRY_SECONDS)
                stack.push_async_exit(opened.pop_all())
                return connection
        except StorageError as trouble:
            if not patient or trouble.kind is StorageErrorKind.POOLED:
                raise
            log.warning("the database is not there: waiting for it", pause=pause, why=trouble.why)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)


async def _brought_up(url: URL, told: _Told) -> None:
    """Bring the database to this version's schema while nobody serves it. Raises StorageError.

    A process of an older version would go on and fail on what it does not know.
    """
    while await (line := Line()).answer(partial(pending, url, line.opened)):
        try:
            await asyncio.to_thread(_bring_up, url)
        except DataFolderError:
            told.tell("an older version serves the database, which this one has to change")
            await asyncio.sleep(TRY_SECONDS)


def _bring_up(url: URL) -> None:
    with alone(url):
        bring_up(url)


def _open(url: URL, sharding: Sharding, opened: AsyncExitStack, line: Line) -> Connection:
    """Connect, under a name by which others know who holds the locks. Blocks. Raises StorageError."""
    name = f"koikoi {sharding.process} of {sharding.processes}, {socket.gethostname()}, {os.getpid()}"
    try:
        with translate_errors():
            made = server.single(url, line.opened).raw_connection()
        connection = made.driver_connection
        assert connection is not None
        made.detach()  # from SQLAlchemy, which would roll back at its end what was never begun
        opened.callback(connection.close)
        connection.autocommit = True
        connection.execute("SELECT set_config('application_name', %s, false)", (name[:63],))
    except psycopg.Error as error:
        raise StorageError(StorageErrorKind.UNAVAILABLE) from error
    return connection  # type: ignore[no-any-return]  # psycopg's own


def _take(connection: Connection, sharding: Sharding) -> Holder | None:
    """Take the locks. Blocks. Raises StorageError."""
    try:
        holder = locks.take(connection, sharding)
        if holder is None and not locks.kept(connection):
            raise StorageError(StorageErrorKind.POOLED)
    except psycopg.Error as error:
        raise StorageError(StorageErrorKind.UNAVAILABLE) from error
    return holder


class _Told:
    """Why somebody waits, in the log: each reason as soon as it holds, and again once a minute."""

    def __init__(self) -> None:
        self._at: dict[str, float] = {}

    def tell(self, reason: str) -> None:
        """Log a reason, unless that was done within the last minute."""
        now = time.monotonic()
        self._at = {each: at for each, at in self._at.items() if now - at < TELL_SECONDS}
        if reason not in self._at:
            self._at[reason] = now
            log.warning("waiting", reason=reason)
