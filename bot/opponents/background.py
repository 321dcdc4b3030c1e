"""A process for work that nobody waits for: it comes after everything else, and is there only while needed.

One process, started anew by `spawn`, of a low priority. What it does are functions of modules, with what they
are given and what they return. Each may take some seconds of the processor, however long it waits for them;
after that the system ends the process (SIGPROF). Where the bot is killed the process ends as well, lest it
work on beside that of the next start.
"""

from __future__ import annotations

import asyncio
import functools
import os
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing import get_context, parent_process
from typing import TypeVar, TypeVarTuple

from pebble import ProcessExpired, ProcessPool

T = TypeVar("T")
Args = TypeVarTuple("Args")

MOST_SECONDS = 120.0
"""Seconds of the processor for one piece of work; a long match takes one."""
RENEWED = 500
"""The number of pieces after which the process is replaced by a fresh one."""
IDLE_SECONDS = 300.0
"""The time after which the process ends that has nothing to do."""
NICE = 10
"""The priority of the process (`os.nice`): a tenth of a core where others want all of it."""


def spawned(renewed: int, begin: Callable[[], object]) -> ProcessPool:
    """One process that calls `begin`, and is replaced by a fresh one after a number of pieces of work.

    A fresh interpreter: a copy of this process would have its threads' locks, not its threads.
    """
    context = get_context("spawn")
    return ProcessPool(
        max_workers=1, max_tasks=renewed, initializer=_begun, initargs=(begin,), context=context
    )


def _begun(then: Callable[[], object]) -> None:
    end_with_parent()
    then()


def end_with_parent() -> None:
    """End this process when that ends which has started it, whatever it is about: nobody waits for it."""
    parent = parent_process()
    assert parent is not None

    def end() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=end, name="end with parent", daemon=True).start()


async def end(pool: ProcessPool) -> None:
    """End a process, whatever it is about."""
    pool.stop()  # type: ignore[no-untyped-call]  # typed in part
    await asyncio.to_thread(pool.join)


class WorkLostError(Exception):
    """A piece of work took too long, or its process has died."""


class BackgroundProcess:
    """Holds the process; none before there is work. What several give it, it does one after another."""

    def __init__(self, *, most_seconds: float = MOST_SECONDS) -> None:
        self._most = most_seconds
        self._pool: ProcessPool | None = None
        self._used, self._busy = 0.0, 0

    @property
    def runs(self) -> bool:
        """Whether there is a process."""
        return self._pool is not None

    async def run(self, work: Callable[[*Args], T], *args: *Args) -> T:
        """Return what a function returns, called in the process. Raises what it does, and WorkLostError."""
        pool = self.start()
        self._busy += 1
        try:
            # Where the wait is cancelled, pebble stops the process.
            made: T = await asyncio.wrap_future(pool.schedule(_limited, args=(self._most, work, *args)))
        except ProcessExpired as error:
            raise WorkLostError(repr(error)) from error
        finally:
            self._used, self._busy = time.monotonic(), self._busy - 1
        return made

    async def rest(self, after: float = IDLE_SECONDS) -> None:
        """End the process if it has had nothing to do for some seconds; the next work starts another."""
        if self._pool is not None and not self._busy and time.monotonic() - self._used >= after:
            await self.close()

    async def close(self) -> None:
        """End the process, whatever it is about."""
        pool, self._pool = self._pool, None
        if pool is not None:
            await end(pool)

    def start(self) -> ProcessPool:
        """Start the process where there is none. Raises OSError or RuntimeError where none can be had now."""
        try:
            if self._pool is None or not self._pool.active:
                self._pool = spawned(RENEWED, functools.partial(begin, NICE))
            assert self._pool.active
        except BaseException:
            self._pool = None
            raise
        return self._pool


def begin(nice: int) -> None:
    """Take a priority, in the process."""
    os.nice(nice)


def _limited(most_seconds: float, work: Callable[[*Args], T], *args: *Args) -> T:
    """Do the work, in the process, which ends if that takes longer."""
    signal.setitimer(signal.ITIMER_PROF, most_seconds)
    try:
        return work(*args)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
