"""Discord's ids: 42 bits of milliseconds since 2015, 22 bits that keep ids of one millisecond apart."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from bot.sandbox.common.types import Snowflake

EPOCH_MS = 1_420_070_400_000


class Snowflakes:
    """Makes ids that encode the wall clock and strictly increase, even when the clock steps back.

    discord.py derives the age of messages and interactions from their ids, so the time in them must be true.
    """

    def __init__(self) -> None:
        self._last = 0

    def next(self) -> Snowflake:
        """A new id."""
        candidate = (int(time.time() * 1000) - EPOCH_MS) << 22
        self._last = max(candidate, self._last + 1)
        return Snowflake(self._last)


def created_at(snowflake: int) -> float:
    """The Unix time at which an id was made."""
    return ((snowflake >> 22) + EPOCH_MS) / 1000


def at_time(unix: float) -> Snowflake:
    """The smallest id that can be made at that time; seeds give old ids to things that were always there."""
    return Snowflake((int(unix * 1000) - EPOCH_MS) << 22)


def iso(unix: float) -> str:
    """A time as Discord writes it."""
    return datetime.fromtimestamp(unix, UTC).isoformat(timespec="microseconds")
