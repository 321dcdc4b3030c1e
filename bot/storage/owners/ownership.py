"""Whose the shards are: of a process that is alone on its database, all of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol

from bot.config import Settings
from bot.storage.database.server_lock import served
from bot.storage.owners.notices import LocalNotices, Notices

IDENTIFY_SECONDS = 5.5


class Ownership(Protocol):
    """What a process has while it serves its shards."""

    @property
    def notices(self) -> Notices:
        """Carries what this process tells and hears."""

    @property
    def leads(self) -> bool:
        """Whether what must happen once is this process's to do."""

    async def led(self) -> None:
        """Return when it leads."""

    async def lost(self) -> None:
        """Return when the locks are lost."""

    async def identify_turn(self, shard: int, max_concurrency: int) -> None:
        """Return when this shard may identify."""


class Alone:
    """A process that is alone."""

    def __init__(self) -> None:
        self.notices: Notices = LocalNotices()
        self.leads = True
        self._free: dict[int, float] = {}

    async def led(self) -> None:
        """At once."""

    async def lost(self) -> None:
        """Never."""
        await asyncio.get_running_loop().create_future()

    async def identify_turn(self, shard: int, max_concurrency: int) -> None:
        """Wait for the bucket."""
        loop = asyncio.get_running_loop()
        bucket = shard % max_concurrency
        now = loop.time()
        begins = max(now, self._free.get(bucket, now))
        self._free[bucket] = begins + IDENTIFY_SECONDS
        await asyncio.sleep(begins - now)


@asynccontextmanager
async def owned(settings: Settings, *, patient: bool = False) -> AsyncIterator[Ownership]:
    """Serve the shards of the settings inside. `patient`: a database that is away is waited for."""
    del patient
    with served(settings):
        yield Alone()
