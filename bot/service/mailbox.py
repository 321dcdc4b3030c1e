"""A serial mailbox: jobs are done one after another, each to its end, even if the caller has gone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from bot.background_tasks import mark_retrieved
from bot.heavy_work import foreground

T = TypeVar("T")


class Mailbox:
    """An `asyncio.Lock`, which is first come first served, and the tasks that wait for it or hold it."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._tasks = set[asyncio.Task[Any]]()

    @property
    def idle(self) -> bool:
        """Whether no job waits and none is being done."""
        return not self._tasks

    async def do(self, job: Callable[[], Awaitable[T]]) -> T:
        """Return the result of a job once its turn has come. Cancelling the wait does not cancel the job.

        Raises what the job raises, CancelledError if the job ends by that.
        """
        task = asyncio.create_task(self._in_turn(job), context=foreground())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(mark_retrieved)
        return await asyncio.shield(task)

    async def settle(self) -> None:
        """Wait until every job has been done."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def _in_turn(self, job: Callable[[], Awaitable[T]]) -> T:
        async with self._lock:
            return await job()
