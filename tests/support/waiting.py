"""Waiting for a condition, on however busy a machine.

A wait ends when its condition holds. It gives up when nothing moves any more, or after ten minutes: how long
something takes says how much else the machine has to do, and is no fault.
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar, overload

T = TypeVar("T")
STILL_SECONDS = 60.0
"""Seconds without any movement after which nothing is expected any more."""
MOST_SECONDS = 600.0
"""Seconds after which a wait gives up although something still moves; the time-out of what has one."""
LOOK_SECONDS = 0.01
"""Seconds between two looks."""
MOVING_SECONDS = 1.0
"""Seconds between two looks at what moves, which may be a whole database."""


class StandstillError(AssertionError):
    """A condition never held."""


class _Patience:
    """The time that a wait has left."""

    def __init__(self, why: Callable[[], object] | object, moving: Callable[[], object] | None) -> None:
        self._why, self._moving = why, moving
        self._began = self._looked = time.monotonic()
        self._last = moving() if moving else None
        self._still = 0.0

    def look(self) -> None:
        """Look whether anything moves. Raises StandstillError where there is nothing more to wait for."""
        now = time.monotonic()
        if self._moving and now - self._looked >= MOVING_SECONDS:
            self._looked, before, self._last = now, self._last, self._moving()
            # Where this process itself stood still, one look says no more than after a second.
            self._still = self._still + MOVING_SECONDS if self._last == before else 0.0
        if self._still > STILL_SECONDS:
            self._give_up("nothing moves")
        if now - self._began > MOST_SECONDS:
            self._give_up("ten minutes went by")

    def _give_up(self, reason: str) -> None:
        told = self._why() if callable(self._why) else self._why
        raise StandstillError(f"{told}: {reason}")


@overload
async def until(
    holds: Callable[[], Awaitable[T]],
    *,
    why: Callable[[], object] | str = "",
    moving: Callable[[], object] | None = None,
    every: float = LOOK_SECONDS,
    woken: asyncio.Event | None = None,
) -> T: ...


@overload
async def until(
    holds: Callable[[], T],
    *,
    why: Callable[[], object] | str = "",
    moving: Callable[[], object] | None = None,
    every: float = LOOK_SECONDS,
    woken: asyncio.Event | None = None,
) -> T: ...


async def until(
    holds: Callable[[], object],
    *,
    why: Callable[[], object] | str = "",
    moving: Callable[[], object] | None = None,
    every: float = LOOK_SECONDS,
    woken: asyncio.Event | None = None,
) -> object:
    """Return the first true value of `holds`. Raises StandstillError with `why` where none comes.

    `moving` returns a value that changes as long as work goes on, for example a count of rows and requests;
    without it only the ten minutes bound the wait. `every`: seconds between two looks; `woken` is set when
    something is new, which brings a look at once.
    """
    patience = _Patience(why or repr(holds), moving)
    while True:
        if woken is not None:
            woken.clear()
        found = holds()
        if inspect.isawaitable(found):
            found = await found
        if found:
            return found
        patience.look()
        if woken is None:
            await asyncio.sleep(every)
        else:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(woken.wait(), every)


def until_in_thread(
    holds: Callable[[], T],
    *,
    why: Callable[[], object] | str = "",
    pause: Callable[[float], object] = time.sleep,
) -> T:
    """Return the first true value of `holds` where no event loop runs. Raises StandstillError.

    `pause` lets so many seconds pass between two looks.
    """
    patience = _Patience(why or repr(holds), None)
    while not (found := holds()):
        patience.look()
        pause(LOOK_SECONDS)
    return found
