"""A clock that stands still until a test moves it: what waits for hours is over in a moment."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from cogs.platform.clock import Clock

START = datetime(2026, 11, 22, 12, tzinfo=UTC)
TURNS = 20
"""Turns of the event loop in which what a moment has woken comes to its next wait."""


@dataclass(eq=False)
class _Timer:
    at: float
    callback: Callable[[], object]
    timers: list[_Timer]

    def cancel(self) -> None:
        with suppress(ValueError):
            self.timers.remove(self)


class ManualClock(Clock):
    """Sleeps, timeouts and timers of its users come due as `move` passes them, in order."""

    def __init__(self) -> None:
        self._passed = 0.0
        self._timers: list[_Timer] = []

    def machine(self) -> datetime:
        """Noon of some day, and what has passed since."""
        return START + timedelta(seconds=self._passed)

    def elapsed(self) -> float:
        """Seconds that have passed."""
        return self._passed

    def heard(self, date: datetime, took: float) -> None:
        """Hear that it is as late at Discord: its time is not moved by hand."""
        super().heard(self.machine(), 0.0)

    def monotonic(self) -> float:
        """Seconds that have passed."""
        return self._passed

    async def sleep(self, seconds: float) -> None:
        """Wait until the clock is moved so far."""
        over = asyncio.Event()
        if seconds <= 0:
            over.set()
        timer = self.call_later(seconds, over.set)
        try:
            await over.wait()
            await asyncio.sleep(0)
        finally:
            timer.cancel()

    def timeout(self, seconds: float) -> asyncio.Timeout:
        """End a body when the clock is moved so far."""
        timeout = asyncio.timeout(None)

        def expire() -> None:
            with suppress(RuntimeError):  # its body has ended
                timeout.reschedule(asyncio.get_running_loop().time())

        self.call_later(seconds, expire)
        return timeout

    def call_later(self, seconds: float, callback: Callable[[], object]) -> _Timer:
        """Call something when the clock is moved so far."""
        timer = _Timer(self._passed + seconds, callback, self._timers)
        self._timers.append(timer)
        return timer

    async def move(self, seconds: float = 0) -> None:
        """Let seconds pass, and whatever is due on the way happen."""
        end = self._passed + seconds
        await _turns()
        while due := [timer for timer in self._timers if timer.at <= end]:
            first = min(due, key=lambda timer: timer.at)
            self._passed = max(self._passed, first.at)
            first.cancel()
            first.callback()
            await _turns()
        self._passed = end


async def _turns() -> None:
    for _ in range(TURNS):
        await asyncio.sleep(0)
