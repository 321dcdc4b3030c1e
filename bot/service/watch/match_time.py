"""The time by which matches run: it passes while the bot runs, whatever becomes of this machine's clock.

Deadlines are moments of it, and steps are given it. What people read, and what a match leaves in its log, is
the time of day. Both are the same until this machine's clock is set, or the process stands still.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import structlog

from bot.match.hosted_match import Change, HostedMatch

STILL_SECONDS = 3.0
"""The time after which an idle process counts as one that stood still: Discord tells people that their
presses failed.
"""
LEAST_AHEAD = timedelta(seconds=2)
"""The least difference that counts: the clock of a machine is corrected in small steps."""
log = structlog.stdlib.get_logger("koikoi.time")


def utc_now() -> datetime:
    """The time of this machine, in UTC."""
    return datetime.now(UTC)


def pulse() -> float:
    """Seconds since some fixed moment, with those in which the machine slept as far as it counts them."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


class MatchTime:
    """Begins as the time of day, then goes by `monotonic`, and stops where the process stood still.

    `wall` is the time of day; `monotonic` gives seconds that never go back. `pulse` gives true seconds, also
    where a test moves the other two. Somebody has to call `tick` every second or so while the process runs.
    """

    def __init__(
        self,
        wall: Callable[[], datetime] = utc_now,
        monotonic: Callable[[], float] = time.monotonic,
        pulse: Callable[[], float] = pulse,
    ) -> None:
        self.wall = wall
        self._monotonic = monotonic
        self._pulse = pulse
        self._moment = wall()
        """The moment of the last look."""
        self._looked: tuple[float, float] | None = None
        """The pulse and the monotonic time then; None: nobody has looked yet."""
        self.woke: tuple[float, float] | None = None
        """The last time when it went on, by the pulse, and the seconds of the standstill before."""

    def now(self) -> datetime:
        """The moment with which deadlines are compared."""
        self.tick()
        return self._moment

    def ahead(self) -> timedelta:
        """Return the time by which the time of day is later; none where that is less than `LEAST_AHEAD`."""
        ahead = self.wall() - self.now()
        return ahead if abs(ahead) >= LEAST_AHEAD else timedelta(0)

    def tick(self) -> float:
        """Let pass what has passed since somebody looked, unless the process stood still; the pulse now."""
        pulse, monotonic = self._pulse(), self._monotonic()
        if self._looked is None:
            self._moment, self._looked = self.wall(), (pulse, monotonic)
        before, self._looked = self._looked, (pulse, monotonic)
        still = pulse - before[0]
        if still > STILL_SECONDS:
            self.woke = (pulse, still)
            log.warning("the process stood still", seconds=round(still, 1))
        else:
            self._moment += timedelta(seconds=monotonic - before[1])
        return pulse


def with_wall_dates(change: Change, before: HostedMatch, ahead: timedelta) -> Change:
    """A change whose dates are of the time of day, which is `ahead` of the time that its step was given."""
    if not ahead:
        return change
    new: dict[str, datetime] = {
        name: getattr(change.after, name) + ahead
        for name in ("found_at", "started_at", "ended_at")
        if getattr(change.after, name) not in (None, getattr(before, name))
    }
    return replace(
        change,
        after=replace(change.after, **new),  # type: ignore[arg-type]  # all are moments
        made=tuple(replace(each, at=each.at + ahead) for each in change.made),
        agreements=tuple(replace(each, at=each.at + ahead) for each in change.agreements),
    )


def in_wall_time(hosted: HostedMatch, ahead: timedelta) -> HostedMatch:
    """The match as people read of it: its deadlines are of the time of day."""
    if not ahead:
        return hosted
    moved = {kind: replace(each, due_at=each.due_at + ahead) for kind, each in hosted.deadlines.items()}
    return replace(hosted, deadlines=moved)
