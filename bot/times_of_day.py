"""Times of day: each moment is made of what a clock on a wall shall show, and of the zone of that clock.

An aware datetime whose `tzinfo` is a zone says both, and arithmetic on it is that of the clock. So whatever
repeats is counted on from what was meant, and never from the last moment: on a day that has no such time of
day that one moment differs, and none after it.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

WEEK = timedelta(days=7)


def moment(meant: datetime) -> datetime:
    """Return the moment in UTC at which a clock of its zone shows this: the first one where it comes twice.

    Where clocks are put forward over it, it is as much later as they are put forward.
    """
    return meant.astimezone(UTC)


def in_zone(shown: str, zone: ZoneInfo) -> datetime:
    """Return what a clock of a zone shows, from its text; `shown_in` writes it."""
    return datetime.fromisoformat(shown).replace(tzinfo=zone)


def shown_in(meant: datetime) -> tuple[str, str]:
    """Return what a clock shows as a text, and the name of its zone."""
    zone = meant.tzinfo.key if isinstance(meant.tzinfo, ZoneInfo) else "UTC"
    return meant.replace(tzinfo=None).isoformat(), zone


def midnight(day: date, zone: ZoneInfo) -> datetime:
    """Return the moment at which a day begins in a zone."""
    return moment(datetime.combine(day, time(), zone))


def next_at(at: time, zone: ZoneInfo, now: datetime) -> datetime:
    """Return when a clock of a zone shows a time of day next, in that zone."""
    today = now.astimezone(zone).date()
    days = (datetime.combine(today + timedelta(days=n), at, zone) for n in range(3))
    return next(each for each in days if moment(each) > now)


def weekly(meant: datetime, after: datetime) -> datetime:
    """Return what is meant first after a moment, in its zone, by what is repeated every week."""
    while moment(meant) <= after:
        meant += WEEK
    return meant
