"""Waiting for a condition, on however busy a machine.

A wait ends when its condition holds. It gives up when nothing moves any more, or after ten minutes: how long
something takes says how much else the machine has to do, and is no fault.
"""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")
STILL_SECONDS = 60.0
"""Seconds without any movement after which nothing is expected any more."""
MOST_SECONDS = 600.0
"""Seconds after which a wait gives up although something still moves."""
LOOK_SECONDS = 0.01
"""Seconds between two looks."""
MOVING_SECONDS = 1.0
"""Seconds between two looks at what moves, which may be a whole database."""


class StandstillError(AssertionError):
    """A condition never held."""


async def until(
    holds: Callable[[], T | Awaitable[T]],
    *,
    why: Callable[[], object] | str = "",
    moving: Callable[[], object] | None = None,
    every: float = LOOK_SECONDS,
) -> T:
    """Return the first true value of `holds`. Raises StandstillError with `why` where none comes.

    `moving` returns a value that changes as long as work goes on, for example a count of rows and requests;
    without it only the ten minutes bound the wait. `every`: seconds between two looks.
    """
    began = moved = looked = time.monotonic()
    last = moving() if moving else None
    while True:
        found = holds()
        if inspect.isawaitable(found):
            found = await found
        if found:
            return found
        now = time.monotonic()
        if moving and now - looked >= MOVING_SECONDS:
            looked = now
            if (state := moving()) != last:
                last, moved = state, now
        still = moving is not None and now - moved > STILL_SECONDS
        if still or now - began > MOST_SECONDS:
            told = why() if callable(why) else why
            raise StandstillError(f"{told or holds}: {'nothing moves' if still else 'ten minutes went by'}")
        await asyncio.sleep(every)
