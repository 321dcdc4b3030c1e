"""All deadlines of all matches, and one task that sleeps until the next."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

from bot.ids import MatchId
from bot.match.hosted_match import DeadlineKind, Deadlines

Due = Callable[[MatchId, DeadlineKind, int], None]
"""Called with match, kind and round of a deadline that has come; returns at once."""

LONGEST_SLEEP = 3600.0
"""Seconds after which the time is looked at again, though no deadline comes before."""
_SPARE = 64
"""Moments that may lie in the queue for matches that have others by now, beside one for each match."""


class DeadlineScheduler:
    """Calls `due` for each deadline that has come, and every `retry_seconds` again until it is replaced."""

    def __init__(self, due: Due, *, now: Callable[[], datetime], retry_seconds: float) -> None:
        self._due = due
        self._now = now
        self._retry = timedelta(seconds=max(retry_seconds, 0.01))
        self._deadlines: dict[MatchId, dict[DeadlineKind, tuple[int, datetime]]] = {}
        """Round and moment of each; where it has come, the moment of the next call."""
        self._queue: list[tuple[datetime, MatchId]] = []
        """A heap: of each match its next moment, and moments that it had before."""
        self._until: datetime | None = None
        """The moment until which the task sleeps."""
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
        if not deadlines:
            self._deadlines.pop(match, None)
            return
        self._deadlines[match] = {kind: (each.round, each.due_at) for kind, each in deadlines.items()}
        self._enter(match)
        if self._until is None or _next(self._deadlines[match]) < self._until:
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
        while self._queue and self._queue[0][0] <= now:
            _, match = heapq.heappop(self._queue)
            self._fire(match, now)
        longest = now + timedelta(seconds=LONGEST_SLEEP)
        self._until = min(longest, self._queue[0][0]) if self._queue else longest
        return (self._until - now).total_seconds()

    def _fire(self, match: MatchId, now: datetime) -> None:
        """Call `due` for the deadlines of a match that have come; none where it has others by now."""
        deadlines = self._deadlines.get(match, {})
        come = [(kind, count) for kind, (count, due_at) in deadlines.items() if due_at <= now]
        for kind, count in come:
            deadlines[kind] = (count, now + self._retry)
        if come:
            self._enter(match)
        for kind, count in come:
            self._due(match, kind, count)

    def _enter(self, match: MatchId) -> None:
        """Put a match into the queue with its next moment; what it had before is dropped in its turn."""
        heapq.heappush(self._queue, (_next(self._deadlines[match]), match))
        if len(self._queue) > 2 * len(self._deadlines) + _SPARE:
            self._queue = [(_next(found), each) for each, found in self._deadlines.items()]
            heapq.heapify(self._queue)


def _next(deadlines: dict[DeadlineKind, tuple[int, datetime]]) -> datetime:
    return min(due_at for _, due_at in deadlines.values())
