"""The time, and waiting for it, as an argument: a test passes a clock that it moves by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Protocol

from bot.service.watch.running_time import pulse


class Timer(Protocol):
    """A callback that waits for its time."""

    def cancel(self) -> None:
        """Take the callback back; nothing changes where it was called already."""


class Clock:
    """The clock of this machine. All spans are in seconds."""

    _first: tuple[datetime, float] | None = None

    def now(self) -> datetime:
        """The time of day, in UTC."""
        return datetime.now(UTC)

    def passing(self) -> datetime:
        """What the time of day was at the first look, and what has passed since: nobody sets it.

        The lives of tokens are measured by it.
        """
        if self._first is None:
            self._first = (self.now(), self.monotonic())
        return self._first[0] + timedelta(seconds=self.monotonic() - self._first[1])

    def monotonic(self) -> float:
        """Seconds since some fixed moment; they never go back."""
        return asyncio.get_running_loop().time()

    def pulse(self) -> float:
        """True seconds since some fixed moment, whatever a test does to the clock."""
        return pulse()

    async def sleep(self, seconds: float) -> None:
        """Wait for this many seconds."""
        await asyncio.sleep(seconds)

    def timeout(self, seconds: float) -> asyncio.Timeout:
        """Use as an async context manager: a body that takes longer ends with TimeoutError."""
        return asyncio.timeout(seconds)

    def call_later(self, seconds: float, callback: Callable[[], object]) -> Timer:
        """Call `callback` after this many seconds, unless the timer that is returned is cancelled before."""
        return asyncio.get_running_loop().call_later(seconds, callback)
