"""Pictures, drawn in processes or threads: answers to a press first, then hands, heavy work, tables."""

from __future__ import annotations

import asyncio
import itertools
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum

from bot.heavy_work import in_background
from cogs.content.drawing_process import AHEAD, DrawingProcess
from images.pictures import draw
from images.scene.common import Scene

THREADS = min(4, os.cpu_count() or 1)
KEPT = 24
"""Pictures that are kept: a month's result stands on a table and on several hands at once."""


class Urgency(IntEnum):
    """The order in which pictures are drawn."""

    PRESS = 0
    HAND = 1
    BACKGROUND = 2
    """Every picture of heavy work, whatever it answers (`bot.heavy_work`)."""
    TABLE = 3


@dataclass(slots=True)
class _Drawing:
    """A picture that somebody waits for, in the place of the most urgent of them; None once it is begun."""

    scene: Scene
    future: asyncio.Future[bytes]
    urgency: Urgency | None


_Job = tuple[Urgency, int, _Drawing]


class Pictures:
    """Draws scenes off the event loop. Equal scenes share one picture while it is kept."""

    def __init__(self, processes: Sequence[DrawingProcess] = (), *, threads: int = THREADS) -> None:
        """Keep each of the `processes` busy; where there are none, draw in as many `threads`."""
        self._processes = processes
        self._places: Sequence[DrawingProcess | None] = [*processes] * AHEAD or [None] * threads
        self._pool = ThreadPoolExecutor(len(self._places), thread_name_prefix="picture")
        self._queue: asyncio.PriorityQueue[_Job] = asyncio.PriorityQueue()
        self._count = itertools.count()
        # To hash a scene takes microseconds, as it is deep: nothing here walks through all that there are.
        self._waiting: dict[Scene, _Drawing] = {}
        self._kept: dict[Scene, bytes] = {}
        self._workers: list[asyncio.Task[None]] = []

    @property
    def waiting(self) -> int:
        """Return the number of pictures that somebody waits for."""
        return len(self._waiting)

    @property
    def failing(self) -> int:
        """Return the number of processes that have failed to start, so that threads draw."""
        return sum(each.fails for each in self._processes)

    async def draw(self, scene: Scene, urgency: Urgency) -> bytes:
        """The PNG of a scene. Whatever the drawing raises, everybody who waits for it gets."""
        if (picture := self._kept.pop(scene, None)) is not None:
            self._kept[scene] = picture  # the last to be dropped
            return picture
        if in_background():
            urgency = max(urgency, Urgency.BACKGROUND)
        drawing = self._waiting.get(scene)
        if drawing is None:
            future = asyncio.get_running_loop().create_future()
            drawing = self._waiting[scene] = _Drawing(scene, future, urgency)
            self._put(drawing, urgency)
        elif drawing.urgency is not None and urgency < drawing.urgency:
            self._put(drawing, urgency)  # somebody presses for what a table waits for
        return await asyncio.shield(drawing.future)

    async def close(self) -> None:
        """Stop drawing; pictures not begun are never drawn."""
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)
        self._workers.clear()
        await asyncio.gather(*(process.close() for process in self._processes))
        for drawing in self._waiting.values():
            drawing.future.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _put(self, drawing: _Drawing, urgency: Urgency) -> None:
        drawing.urgency = urgency
        self._queue.put_nowait((urgency, next(self._count), drawing))
        if not self._workers:
            self._workers = [asyncio.create_task(self._work(place)) for place in self._places]

    async def _work(self, process: DrawingProcess | None) -> None:
        while True:
            _, _, drawing = await self._queue.get()
            if drawing.urgency is None:
                continue  # begun from a better place
            drawing.urgency, scene, future = None, drawing.scene, drawing.future
            try:
                picture = await self._drawn(scene, process)
            except Exception as error:
                if not future.done():
                    future.set_exception(error)
                    future.exception()  # the waiters tell; without any nobody is left to
            else:
                self._keep(scene, picture)
                with suppress(asyncio.InvalidStateError):
                    future.set_result(picture)
            del self._waiting[scene]

    async def _drawn(self, scene: Scene, process: DrawingProcess | None) -> bytes:
        """The PNG of a scene: of the process or, where that has none or there is none, of a thread."""
        picture = None if process is None else await process.draw(scene)
        if picture is None:
            picture = await asyncio.get_running_loop().run_in_executor(self._pool, draw, scene)
        return picture

    def _keep(self, scene: Scene, picture: bytes) -> None:
        self._kept[scene] = picture
        if len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
