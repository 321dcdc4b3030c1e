"""All deadlines of all matches, and one task that sleeps until the next."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

from bot.match.hosted_match import DeadlineKind, Deadlines
from bot.match.vocabulary import MatchId

Ring = Callable[[MatchId, DeadlineKind, int], None]
"""Called with match, kind and mark of a deadline that is due; returns at once."""

LONGEST_SLEEP = 3600.0


class Clock:
    """Rings for deadlines that have come, and after `retry_seconds` again unless they are taken away."""

    def __init__(self, ring: Ring, *, now: Callable[[], datetime], retry_seconds: float) -> None:
        self._ring = ring
        self._now = now
        self._retry = timedelta(seconds=max(retry_seconds, 0.01))
        self._due: dict[MatchId, dict[DeadlineKind, tuple[int, datetime]]] = {}
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to ring."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Ring no more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    def set(self, match: MatchId, deadlines: Deadlines) -> None:
        """These are the deadlines of a match now, in place of all that it had."""
        if deadlines:
            self._due[match] = {
                kind: (deadline.mark, deadline.due_at) for kind, deadline in deadlines.items()
            }
        else:
            self._due.pop(match, None)
        self._changed.set()

    async def _run(self) -> None:
        while True:
            self._changed.clear()
            pause = self._ring_due()
            # Not `wait_for`: in Python 3.11 it can swallow the cancellation of `stop`.
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._changed.wait()

    def _ring_due(self) -> float:
        """Ring for what is due and return the seconds until something else is."""
        now = self._now()
        soonest = now + timedelta(seconds=LONGEST_SLEEP)
        for match, deadlines in list(self._due.items()):
            for kind, (mark, due) in list(deadlines.items()):
                if due <= now:
                    deadlines[kind] = (mark, now + self._retry)
                    self._ring(match, kind, mark)
                soonest = min(soonest, deadlines[kind][1])
        return max(0.0, (soonest - now).total_seconds())
