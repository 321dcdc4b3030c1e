"""A connection on which a thread waits for a server's answers, and what ends that where none come.

A way that takes everything and lets nothing through looks like a server that thinks. The system's own limits
are for what was not confirmed, which such a way does.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

import structlog

from bot.storage.database.server import abort
from bot.storage.owners.locks import Connection

T = TypeVar("T")
SILENT_SECONDS = 5.0
"""The time that an answer is waited for; all that is asked here is answered at once."""
LOOK_SECONDS = 0.25
log = structlog.stdlib.get_logger("koikoi.owners")


class Watchdog:
    """The connection of one thread at a time."""

    def __init__(self) -> None:
        self._connection: Connection | None = None
        self._asked_at = 0.0
        self._ended = False

    def watch(self, connection: Connection) -> None:
        """Watch over a connection from now on; called in the thread."""
        self._connection, self._asked_at = connection, time.monotonic()
        if self._ended:
            abort(connection)

    async def run(self, work: Callable[[], T]) -> T:
        """Return the result of `work` in a thread; it may open the connection.

        Where it gets no answer, or nobody waits for it any more, the connection is ended. Raises what `work`
        raises, then too.
        """
        self._asked_at = time.monotonic()
        task = asyncio.ensure_future(asyncio.to_thread(work))
        try:
            while not task.done():
                await asyncio.wait({task}, timeout=LOOK_SECONDS)
                self._check(task)
        finally:
            if not task.done():
                self._abort()
                with suppress(Exception):
                    await task
        return task.result()

    def _check(self, task: asyncio.Future[T]) -> None:
        silent = time.monotonic() - self._asked_at >= SILENT_SECONDS
        if silent and self._connection is not None and not self._ended and not task.done():
            log.warning("the server does not answer while this process waits for its locks")
            self._abort()

    def _abort(self) -> None:
        self._ended = True
        if self._connection is not None:
            abort(self._connection)
