"""The ownership of shards: a process has it while it serves some, on a file or on a server's database."""

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
from bot.storage.owners.exclusive import exclusive_server
from bot.storage.owners.lock_connection import LockConnection
from bot.storage.owners.locks import Connection, Holder
from bot.storage.owners.notices import LocalNotices, Notice, Notices, Subject
from bot.storage.owners.watchdog import Watchdog

IDENTIFY_SECONDS = 5.5
"""The pause between two IDENTIFY of the same bucket; Discord asks for five seconds."""
LASTING = frozenset({StorageErrorKind.POOLED, StorageErrorKind.NEWER, StorageErrorKind.OLDER})
"""Errors that waiting does not repair."""
TRY_SECONDS = 0.5
"""The pause between two requests for locks that somebody else holds."""
TELL_SECONDS = 60.0
"""The pause between two equal log lines about the holders."""
LONGEST_PAUSE = 5.0
"""Between two attempts to reach a server that was there before."""
log = structlog.stdlib.get_logger("koikoi.owners")


class Ownership(Protocol):
    """The rights of a process while it serves its shards."""

    @property
    def notices(self) -> Notices:
        """Carries what this process tells and hears."""

    @property
    def is_leader(self) -> bool:
        """Whether what must happen once for all processes is this one's to do."""

    async def wait_until_leader(self) -> None:
        """Return when it leads."""

    async def lost(self) -> None:
        """Return when the shards may be another's; never where there is no other."""

    async def identify_turn(self, shard: int, max_concurrency: int) -> None:
        """Return when this shard may identify; its bucket is taken for `IDENTIFY_SECONDS` from then on."""


class SingleProcess:
    """The ownership of a process that has its database for itself."""

    def __init__(self) -> None:
        self.notices: Notices = LocalNotices()
        self.is_leader = True
        self._free: dict[int, float] = {}
        """By bucket: when the next may identify, by the loop's time."""

    async def wait_until_leader(self) -> None:
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


class MultiProcess:
    """Ownership on PostgreSQL: this process's shard locks, on a connection of their own."""

    def __init__(self, connection: Connection) -> None:
        self._heard = _NotifyChannel()
        self.lock_connection = LockConnection(connection, self._heard.receive)
        self._heard.send = self.lock_connection.notify

    @property
    def notices(self) -> Notices:
        """Carries what this process tells and hears."""
        return self._heard

    @property
    def is_leader(self) -> bool:
        """Whether what must happen once for all processes is this one's to do."""
        return self.lock_connection.is_leader and not self.lock_connection.lost.is_set()

    async def wait_until_leader(self) -> None:
        """Return when it leads."""
        await self.lock_connection.became_leader.wait()

    async def lost(self) -> None:
        """Return when the shards may be another's."""
        await self.lock_connection.lost.wait()

    async def identify_turn(self, shard: int, max_concurrency: int) -> None:
        """Return when this shard may identify."""
        await self.lock_connection.acquire_bucket(shard % max_concurrency, IDENTIFY_SECONDS)


class _NotifyChannel(LocalNotices):
    """Notices within this process and, through the server, to the others."""

    def __init__(self) -> None:
        super().__init__()
        self._name = secrets.token_hex(4)
        self.send: Callable[[str], None] = lambda _: None

    async def publish(self, notice: Notice, by: Callable[[Notice], None] | None = None) -> None:
        """Tell everybody but `by`."""
        await super().publish(notice, by)
        self.send(f"{self._name} {notice.subject.value} {notice.number}")

    def receive(self, text: str) -> None:
        """Pass on what the server has brought, unless it is our own or nobody's."""
        try:
            name, subject, number = text.split(" ")
            notice = Notice(Subject(subject), int(number))
        except ValueError:
            log.debug("malformed notice", size=len(text))
            return
        if name != self._name:
            self.deliver(notice)


@asynccontextmanager
async def own_shards(settings: Settings, *, patient: bool = False) -> AsyncIterator[Ownership]:
    """Wait until the shards of the settings are this process's; inside they are, until they are lost.

    `patient`: a server that is away is waited for. Raises DataFolderError, StorageError.
    """
    database = address.of(settings)
    with DataLock(settings.data):
        if isinstance(database, Path):
            yield SingleProcess()
            return
        async with AsyncExitStack() as stack:
            connection = await _acquire(database, settings.sharding, stack, patient=patient)
            ownership = MultiProcess(connection)
            stack.push_async_callback(ownership.lock_connection.stop)
            await ownership.lock_connection.start()
            yield ownership


async def _acquire(url: URL, sharding: Sharding, stack: AsyncExitStack, *, patient: bool) -> Connection:
    """A connection that holds all locks of the shards, closed with `stack`."""
    wait_log, pause = _WaitLog(), TRY_SECONDS
    while True:
        try:
            await _upgrade_schema(url, wait_log)
            async with AsyncExitStack() as opened:
                watchdog = Watchdog()
                connection = await watchdog.run(partial(_open, url, sharding, opened, watchdog))
                patient = True
                while (holder := await watchdog.run(partial(_take, connection, sharding))) is not None:
                    wait_log.warn(str(holder))
                    await asyncio.sleep(TRY_SECONDS)
                stack.push_async_exit(opened.pop_all())
                return connection
        except StorageError as trouble:
            if not patient or trouble.kind in LASTING:
                raise
            log.warning("the database is unreachable: waiting for it", pause=pause, why=trouble.why)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)


async def _upgrade_schema(url: URL, wait_log: _WaitLog) -> None:
    """Bring the database to this version's schema while nobody serves it. Raises StorageError.

    A process of an older version would go on and fail on what it does not know.
    """
    while await (watchdog := Watchdog()).run(partial(pending, url, watchdog.watch)):
        try:
            await asyncio.to_thread(_bring_up, url)
        except DataFolderError:
            wait_log.warn("an older version serves the database, which this one has to change")
            await asyncio.sleep(TRY_SECONDS)


def _bring_up(url: URL) -> None:
    with exclusive_server(url):
        bring_up(url)


def _open(url: URL, sharding: Sharding, opened: AsyncExitStack, watchdog: Watchdog) -> Connection:
    """Connect, under a name by which others know who holds the locks. Blocks. Raises StorageError."""
    name = f"koikoi {sharding.process} of {sharding.processes}, {socket.gethostname()}, {os.getpid()}"
    try:
        with translate_errors():
            made = server.single(url, watchdog.watch).raw_connection()
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
        if holder is None and not locks.still_held(connection):
            raise StorageError(StorageErrorKind.POOLED)
    except psycopg.Error as error:
        raise StorageError(StorageErrorKind.UNAVAILABLE) from error
    return holder


class _WaitLog:
    """The log of reasons for waiting: each as soon as it holds, and again once a minute."""

    def __init__(self) -> None:
        self._at: dict[str, float] = {}

    def warn(self, reason: str) -> None:
        """Log a reason, unless that was done within the last minute."""
        now = time.monotonic()
        self._at = {each: at for each, at in self._at.items() if now - at < TELL_SECONDS}
        if reason not in self._at:
            self._at[reason] = now
            log.warning("waiting", reason=reason)
