"""A serial mailbox: jobs are done one after another, each to its end, whatever becomes of those who asked."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

T = TypeVar("T")


class Mailbox:
    """Holds a task only while there is something to do, so that a thousand quiet tables cost nothing."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[Callable[[], Awaitable[Any]], asyncio.Future[Any]]] = deque()
        self._worker: asyncio.Task[None] | None = None

    @property
    def idle(self) -> bool:
        """Whether nothing waits and nothing is being done."""
        return self._worker is None

    async def do(self, job: Callable[[], Awaitable[T]]) -> T:
        """The result of a job once its turn has come. Cancelling the wait does not cancel the job."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        answer.add_done_callback(_looked_at)
        self._waiting.append((job, answer))
        if self._worker is None:
            self._worker = asyncio.create_task(self._work())
        return await asyncio.shield(answer)

    async def settle(self) -> None:
        """Wait until every job has been done."""
        while self._worker is not None:
            await asyncio.shield(self._worker)

    async def _work(self) -> None:
        try:
            while self._waiting:
                job, answer = self._waiting.popleft()
                try:
                    answer.set_result(await job())
                except Exception as error:
                    answer.set_exception(error)
        finally:
            self._worker = None


def _looked_at(answer: asyncio.Future[Any]) -> None:
    """An asker who has gone leaves an error that nobody wants."""
    if not answer.cancelled():
        answer.exception()
