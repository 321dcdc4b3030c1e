"""The number of presses that are being answered: whatever can wait gives way to them.

A bot that is behind acknowledges presses at once, before it works on them, and lets tables wait, then hands
that are refreshed. What waits is shown as it is by then: of several changes the newest alone.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from enum import Enum

from cogs.platform.clock import Clock

BUSY = 8
"""Presses under way from which on the bot is behind; at 250 tables two or three is usual."""


class Deferrable(Enum):
    """The kinds of work that wait for presses: from how many on, and for how many seconds at most."""

    HAND = (BUSY, 4.0)
    TABLE = (BUSY // 2, 15.0)

    @property
    def most(self) -> int:
        """Presses under way from which on it waits."""
        return self.value[0]

    @property
    def seconds(self) -> float:
        """Return the longest wait."""
        return self.value[1]


class PressLoad:
    """The presses of one process that are being answered, but for heavy work, which has a gate of its own."""

    def __init__(self) -> None:
        self._under_way: set[object] = set()
        self._changed = asyncio.Event()
        self._behind = asyncio.Event()
        self._queues = {kind: asyncio.Lock() for kind in Deferrable}
        self.waiting = dict.fromkeys(Deferrable, 0)
        """The number of messages that give way just now, by their kind."""

    @property
    def in_flight(self) -> int:
        """Presses that are being answered."""
        return len(self._under_way)

    def began(self, answer: object) -> None:
        """Count an answer that is being worked on."""
        self._under_way.add(answer)
        if self.in_flight >= BUSY:
            self._behind.set()

    def ended(self, answer: object) -> None:
        """Count an answer no more: it is given, or has turned out to be heavy work."""
        self._under_way.discard(answer)
        if self.in_flight < BUSY:
            self._behind.clear()
        self._changed.set()

    async def behind(self) -> None:
        """Wait until the bot is behind."""
        await self._behind.wait()

    async def yield_to_presses(self, kind: Deferrable, clock: Clock) -> None:
        """Wait until few presses are under way, no longer than it may; then one message goes on at a time."""
        if self.in_flight < kind.most and not self._queues[kind].locked():
            return
        self.waiting[kind] += 1
        try:
            with suppress(TimeoutError):
                async with clock.timeout(kind.seconds), self._queues[kind]:
                    while self.in_flight >= kind.most:
                        self._changed.clear()
                        await self._changed.wait()
                    await asyncio.sleep(0)  # presses that have just come in are counted first
        finally:
            self.waiting[kind] -= 1
