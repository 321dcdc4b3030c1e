"""The time, and waiting for it, as an argument: a test passes a clock that it moves by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol


class Timer(Protocol):
    """Something that will happen at its time."""

    def cancel(self) -> None:
        """It does not happen after all; nothing changes where it has happened."""


class Clock:
    """The clock of this machine. All spans are in seconds."""

    def now(self) -> datetime:
        """The time of day, in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Seconds since some fixed moment; they never go back."""
        return asyncio.get_running_loop().time()

    async def sleep(self, seconds: float) -> None:
        """Wait so long."""
        await asyncio.sleep(seconds)

    def timeout(self, seconds: float) -> asyncio.Timeout:
        """Use as an async context manager: its body ends with TimeoutError if it takes longer."""
        return asyncio.timeout(seconds)

    def call_later(self, seconds: float, callback: Callable[[], object]) -> Timer:
        """Call something after so long, unless the timer that comes back is cancelled."""
        return asyncio.get_running_loop().call_later(seconds, callback)
