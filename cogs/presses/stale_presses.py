"""Presses that waited while the process stood still: Discord has told their users that they failed.

To count them now would be to play for somebody who may have pressed something else since.
"""

from __future__ import annotations

from collections import deque

import discord
import structlog

from bot.monitoring.metrics import Metrics
from bot.service.watch.match_time import STILL_SECONDS, MatchTime

AFTER_SECONDS = 5.0
"""The time after a standstill within which waiting presses come."""
KEPT = 64
"""Presses that came at once, by which the way from Discord to here is measured."""
log = structlog.stdlib.get_logger(__name__)


class StalePressDetector:
    """Tells which presses are too old, and listens to all others for how long they take.

    This machine's clock may be wrong. What Discord's says stands in a press's number; how far that is from
    the pulse of this machine is the same for all presses that come at once.
    """

    def __init__(self, time: MatchTime, metrics: Metrics) -> None:
        self._time = time
        self._metrics = metrics
        self._usual: deque[float] = deque(maxlen=KEPT)
        """The pulse at which a press came less the time of its number, in seconds."""

    def is_late(self, number: int) -> bool:
        """Whether the press of this number, which has come just now, waited through a standstill."""
        pulse, made = self._time.tick(), discord.utils.snowflake_time(number)
        woke = self._time.woke
        if woke is None or pulse - woke[0] > AFTER_SECONDS:
            self._usual.append(pulse - made.timestamp())
            return False
        if self._usual:
            age = pulse - made.timestamp() - min(self._usual)
        else:
            age = (self._time.wall() - made).total_seconds()
            if age > woke[1] + AFTER_SECONDS:
                # Older than the standstill: it is the clock that is wrong, and nobody knows by how much.
                return False
        if late := age > STILL_SECONDS:
            log.info("press came too late", seconds=round(age, 1))
            self._metrics.stale("late")
            self._metrics.missed()
        return late
