"""All deadlines of all matches, and one task that sleeps until the next."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

from bot.ids import MatchId
from bot.match.hosted_match import DeadlineKind, Deadlines

Due = Callable[[MatchId, DeadlineKind, int], None]
"""Called with match, kind and round of a deadline that has come; returns at once."""

LONGEST_SLEEP = 3600.0
"""Seconds after which the time is looked at again, though no deadline comes before."""


class DeadlineScheduler:
    """Calls `due` for each deadline that has come, and every `retry_seconds` again until it is replaced."""

    def __init__(self, due: Due, *, now: Callable[[], datetime], retry_seconds: float) -> None:
        self._due = due
        self._now = now
        self._retry = timedelta(seconds=max(retry_seconds, 0.01))
        self._deadlines: dict[MatchId, dict[DeadlineKind, tuple[int, datetime]]] = {}
        """Round and moment of each; where it has come, the moment of the next call."""
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the task that waits for deadlines and calls `due`."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """End that task and wait for its end."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    def set(self, match: MatchId, deadlines: Deadlines) -> None:
        """Replace all deadlines of a match; none: forget the match."""
        if deadlines:
            self._deadlines[match] = {kind: (each.round, each.due_at) for kind, each in deadlines.items()}
        else:
            self._deadlines.pop(match, None)
        self._changed.set()

    def wake(self) -> None:
        """Compare the deadlines with the time at once: somebody has set it."""
        self._changed.set()

    async def _run(self) -> None:
        while True:
            self._changed.clear()
            pause = self._fire_due()
            # Not `wait_for`: in Python 3.11 it can swallow the cancellation of `stop`.
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._changed.wait()

    def _fire_due(self) -> float:
        """Call `due` for each deadline that has come. Gives the seconds until the next one comes."""
        now = self._now()
        soonest = now + timedelta(seconds=LONGEST_SLEEP)
        for match, deadlines in list(self._deadlines.items()):
            for kind, (count, due_at) in list(deadlines.items()):
                if due_at <= now:
                    deadlines[kind] = (count, now + self._retry)
                    self._due(match, kind, count)
                soonest = min(soonest, deadlines[kind][1])
        return max(0.0, (soonest - now).total_seconds())
