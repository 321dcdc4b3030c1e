"""A serial mailbox: jobs are done one after another, each to its end, whatever becomes of those who asked."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from bot.heavy_work import foreground
from bot.service.background import looked_at

T = TypeVar("T")


class Mailbox:
    """Holds a task only while there is something to do, so that a thousand quiet matches cost nothing."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[Callable[[], Awaitable[Any]], asyncio.Future[Any]]] = deque()
        self._worker: asyncio.Task[None] | None = None

    @property
    def idle(self) -> bool:
        """Whether no job waits and none is being done."""
        return self._worker is None and not self._waiting

    async def do(self, job: Callable[[], Awaitable[T]]) -> T:
        """The result of a job once its turn has come. Cancelling the wait does not cancel the job.

        Raises what the job raises, CancelledError where it ends by that.
        """
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        answer.add_done_callback(looked_at)
        self._waiting.append((job, answer))
        if self._worker is None:
            self._worker = asyncio.create_task(self._work(), context=foreground())
        return await asyncio.shield(answer)

    async def settle(self) -> None:
        """Wait until every job has been done."""
        while self._worker is not None:
            await asyncio.shield(self._worker)

    async def _work(self) -> None:
        """Do the jobs in turn until none waits. However one ends, the next one is done."""
        worker = self._worker
        assert worker is not None
        try:
            while self._waiting:
                job, answer = self._waiting.popleft()
                try:
                    answer.set_result(await job())
                except asyncio.CancelledError:
                    answer.cancel()
                    if worker.cancelling():
                        raise
                except BaseException as error:
                    answer.set_exception(error)
        finally:
            # Only the end of the whole loop leaves jobs behind: nobody may wait for them for ever.
            for _, answer in self._waiting:
                answer.cancel()
            self._waiting.clear()
            self._worker = None
