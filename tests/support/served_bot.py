"""The bot of `bot_main`: one whose work in the background is quick, and that says how its loop fares."""

from __future__ import annotations

import asyncio
import gc
import random
import signal
from datetime import timedelta
from functools import partialmethod

import sqlalchemy as sa

from bot import log
from bot.config import Settings
from bot.opponents.thinker import Thinker
from bot.service import housekeeping, judging
from bot.storage import Store, own_problems
from bot.storage.database.schema import matches
from cogs.gateway.process import Secret, of_the_system, serve
from tests.support import short_search

MOMENT = 0.005
LOOK_SECONDS = 1.0
BUDGET, SLICE = 0.4, 0.1
"""Seconds of the processor for one person's problems, and those after which what was played is stored."""


class Stopwatch:
    """Sleeps for moments, and remembers by how much it overslept at most."""

    def __init__(self) -> None:
        self.longest = 0.0

    async def run(self) -> None:
        """Until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            before = loop.time()
            await asyncio.sleep(MOMENT)
            self.longest = max(self.longest, loop.time() - before - MOMENT)

    def tell(self) -> None:
        """Say it, and begin again."""
        print(f"longest pause {self.longest * 1000:.0f} ms, {gc.get_freeze_count()} set aside", flush=True)
        self.longest = 0.0


def hurry() -> None:
    """Judge matches as soon as they end, and think about nothing for long."""
    judging.SETTLED = timedelta(0)
    housekeeping.MINUTE = housekeeping.LOOK_SECONDS = LOOK_SECONDS
    own_problems.BUDGET, own_problems.SLICE = BUDGET, SLICE
    setattr(Thinker, "__init__", partialmethod(Thinker.__init__, search=short_search.choose))  # noqa: B010 - mypy


async def main(seed: str | None) -> None:
    """Run until told to stop."""
    if seed is not None:
        hurry()
    settings = Settings()
    log.configure(settings.log_level, settings.log_format)
    watch = Stopwatch()
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR2, watch.tell)
    watching = asyncio.create_task(watch.run())

    async def seeded(store: Store) -> Secret:
        latest = await store.read(lambda tx: tx.scalar(sa.select(sa.func.max(matches.c.id))))
        return random.Random(f"{seed}.{latest}").randbytes

    try:
        await serve(settings, announce=print, secrets=of_the_system if seed is None else seeded)
    finally:
        watching.cancel()
