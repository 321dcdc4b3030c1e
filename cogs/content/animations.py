"""Animations, drawn one after the other in a thread of their own, for as long as somebody waits for them.

A month takes seconds: between pictures of tables it would hold them up. Who asks again, or shows to everybody
what they have just looked at, gets what was drawn.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass

from bot.background_tasks import BackgroundTasks
from bot.ids import UserId
from images.pictures import Unwanted, animated
from images.scene.common import Scene

KEPT = 4
"""Animations that are kept, of a megabyte or two each."""


@dataclass(slots=True)
class _Drawing:
    """An animation in the making, and how many wait for it."""

    future: asyncio.Future[bytes]
    waiting: int = 0

    @property
    def wanted(self) -> bool:
        """Whether anybody waits for it still; asked in another thread."""
        return self.waiting > 0


class Animations:
    """Draws months off the event loop, and remembers who waits on which message."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="animation")
        self._background = BackgroundTasks()
        self._drawings: dict[Scene, _Drawing] = {}
        self._kept: OrderedDict[Scene, bytes] = OrderedDict()
        self._waiters: dict[UserId, tuple[int, asyncio.Task[bytes]]] = {}

    @property
    def drawing(self) -> int:
        """Return the number of animations that are being drawn or wait for their turn."""
        return len(self._drawings)

    async def draw(self, scene: Scene) -> bytes:
        """The animation. Cancelling the wait leaves it off where nobody else waits for it."""
        if (kept := self._kept.get(scene)) is not None:
            self._kept.move_to_end(scene)
            return kept
        drawing = self._drawings.get(scene)
        if drawing is None:
            drawing = _Drawing(asyncio.get_running_loop().create_future())
            self._drawings[scene] = drawing
            self._background.start(self._work(scene, drawing), name="animation")
        drawing.waiting += 1
        try:
            return await asyncio.shield(drawing.future)
        finally:
            drawing.waiting -= 1
            if not drawing.waiting and self._drawings.get(scene) is drawing:
                # A request from now on begins again: this one may have been left off already.
                del self._drawings[scene]

    async def draw_on(self, user: UserId, message: int, scene: Scene) -> bytes | None:
        """Return the animation for a message; None once its user has left it, or asked for another one."""
        self.leave(user)
        task = asyncio.ensure_future(self.draw(scene))
        self._waiters[user] = (message, task)
        try:
            await asyncio.wait((task,))
            return None if task.cancelled() else task.result()
        finally:
            task.cancel()  # where this wait itself was cancelled
            if self._waiters.get(user) == (message, task):
                del self._waiters[user]

    def leave(self, user: UserId, message: int | None = None) -> None:
        """Somebody waits for an animation no more: on this message, or on any."""
        waits = self._waiters.get(user)
        if waits is not None and message in (None, waits[0]):
            del self._waiters[user]
            waits[1].cancel()

    async def close(self) -> None:
        """Leave off whatever is being drawn."""
        for user in list(self._waiters):
            self.leave(user)
        for drawing in self._drawings.values():
            drawing.waiting = 0
            drawing.future.cancel()
        self._drawings.clear()
        await self._background.close()
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _work(self, scene: Scene, drawing: _Drawing) -> None:
        loop = asyncio.get_running_loop()
        try:
            made = await loop.run_in_executor(self._pool, animated, scene, lambda: drawing.wanted)
        except Unwanted:
            drawing.future.cancel()
        except Exception as error:
            with suppress(asyncio.InvalidStateError):
                drawing.future.set_exception(error)
                drawing.future.exception()  # those who wait tell; without any nobody is left to
        else:
            self._kept[scene] = made
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            with suppress(asyncio.InvalidStateError):
                drawing.future.set_result(made)
        finally:
            if self._drawings.get(scene) is drawing:
                del self._drawings[scene]
