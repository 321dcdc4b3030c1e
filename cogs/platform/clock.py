"""The time, and waiting for it, as an argument: a test passes a clock that it moves by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import cached_property
from types import SimpleNamespace
from typing import Protocol

import aiohttp

from bot.service.watch.match_time import pulse
from bot.service.watch.wall_clock import WallClock


class Timer(Protocol):
    """A callback that waits for its time."""

    def cancel(self) -> None:
        """Take the callback back; nothing changes where it was called already."""


class Clock:
    """The clock of this machine. All spans are in seconds."""

    _first: tuple[datetime, float] | None = None

    @cached_property
    def day(self) -> WallClock:
        """The time of day, and what speaks against it."""
        return WallClock(self.machine, self.elapsed)

    def now(self) -> datetime:
        """The time of day, in UTC."""
        return self.day.now()

    def machine(self) -> datetime:
        """Return the time of this machine's clock, in UTC."""
        return datetime.now(UTC)

    def elapsed(self) -> float:
        """Seconds since some fixed moment, those included in which the machine slept."""
        return pulse()

    def listen(self, trace: aiohttp.TraceConfig) -> None:
        """Hear Discord's time of day in its answers to the requests of a session."""

        async def began(_: object, request: SimpleNamespace, __: object) -> None:
            request.began = self.elapsed()

        async def ended(_: object, request: SimpleNamespace, end: aiohttp.TraceRequestEndParams) -> None:
            try:
                date = parsedate_to_datetime(end.response.headers["Date"])
            except (KeyError, ValueError):
                return  # a proxy has answered, which tells no time
            self.heard(date.astimezone(UTC), self.elapsed() - request.began)

        trace.on_request_start.append(began)
        trace.on_request_end.append(ended)

    def heard(self, date: datetime, took: float) -> None:
        """Take Discord's word for the time, from an answer that took `took` seconds."""
        self.day.on_discord_date(date, took)

    def passing(self) -> datetime:
        """Return the time of day at the first look, plus the time since: nobody sets it.

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
