"""Work that nobody waits for, or not to its end: kept alive until it is done, its faults logged."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import structlog

from bot.heavy_work import foreground

T = TypeVar("T")
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds before work is begun again that has failed, the first time and at most."""
log = structlog.stdlib.get_logger(__name__)


async def finish_even_if_cancelled(work: Coroutine[Any, Any, T]) -> T:
    """Return the result of some work, and finish it even where the wait is cancelled.

    Cancelling the wait does not stop it; what it then fails of is in the log.
    """
    task = asyncio.create_task(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        task.add_done_callback(_log_failure)
        raise


def mark_retrieved(answer: asyncio.Future[Any]) -> None:
    """Take note of an error, because an asker who has gone leaves one that nobody wants."""
    if not answer.cancelled():
        answer.exception()


def _log_failure(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.info("failed after its caller had gone", error=repr(error))


class BackgroundTasks:
    """The tasks that one owner has started; `close` ends them."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Any], *, name: str) -> asyncio.Task[Any]:
        """Run `work` as a task, which the log calls `name`; what it raises is logged."""
        task = asyncio.create_task(work, name=name, context=foreground())
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def keep(self, work: Callable[[], Coroutine[Any, Any, None]], *, name: str) -> None:
        """Run `work` as `start` does, and again after a pause that grows where it raises something.

        For what goes on as long as the bot: no fault may end it for good.
        """
        self.start(_kept(work, name), name=name)

    async def close(self) -> None:
        """Cancel every task that still runs, and wait for its end."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("background work failed", task=task.get_name(), exc_info=error)


async def _kept(work: Callable[[], Coroutine[Any, Any, None]], name: str) -> None:
    loop, pause = asyncio.get_running_loop(), FIRST_PAUSE
    while True:
        began = loop.time()
        try:
            await work()
        except Exception:
            if loop.time() - began > LONGEST_PAUSE:
                pause = FIRST_PAUSE
            log.exception("background work begins again", task=name, pause=pause)
        else:
            return
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)
