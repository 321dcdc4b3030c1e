"""Times of day: read as people type them, and made into moments of the zone in which they are meant.

An aware datetime whose `tzinfo` is a zone says both, and arithmetic on it is that of the clock. So whatever
repeats is counted on from what was meant, and never from the last moment: on a day that has no such time of
day that one moment differs, and none after it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

WEEK = timedelta(days=7)
_HALF = r"(?:[ap] ?\.? ?m\.?|午前|午後|오전|오후)"
_TYPED = re.compile(
    rf"(?P<before>{_HALF})? ?(?P<hour>\d{{1,2}})"
    r"(?: ?[:.h]? ?(?P<minute>\d\d)| ?(?:h|時|시)(?: ?(?P<spelt>\d{1,2}) ?[分분]?| ?(?P<half>[半반]))?)?"
    rf" ?(?P<after>{_HALF})?"
)
"""`8:30 pm`, `20.30`, `20h`, `午後8時半`, `오후 8시 30분`: an hour, its minutes, its half of the day."""
_DIGITS = re.compile(r"(?P<hour>\d\d)(?P<minute>\d\d)")
_NAMED: Mapping[str, time] = {
    **dict.fromkeys(("noon", "正午", "정오"), time(12)),
    **dict.fromkeys(("midnight", "真夜中", "자정"), time()),
}


def plain(typed: str) -> str:
    """Return what somebody has typed in usual signs: no full-width ones, no case, single blanks."""
    return " ".join(unicodedata.normalize("NFKC", typed).casefold().split())


def read(typed: str) -> time | None:
    """Return the time of day that somebody has typed, in any of the ways of the bot's languages.

    Four digits are one (`2030`); fewer are none without a sign or a word beside them: these are minutes.
    """
    said = plain(typed)
    if said in _NAMED:
        return _NAMED[said]
    if (digits := _DIGITS.fullmatch(said)) is not None:
        return _time(int(digits["hour"]), int(digits["minute"]))
    found = _TYPED.fullmatch(said)
    if found is None or said.isdecimal() or (found["before"] and found["after"]):
        return None
    minute = 30 if found["half"] else int(found["minute"] or found["spelt"] or 0)
    part = found["before"] or found["after"]
    return _time(int(found["hour"]), minute) if part is None else _of_half(part, int(found["hour"]), minute)


def _of_half(part: str, hour: int, minute: int) -> time | None:
    """Return a time of a half of the day, whose 12 stands for 0."""
    later = part[0] == "p" or part in {"午後", "오후"}
    return _time(hour % 12 + 12 * later, minute) if hour <= 12 else None


def _time(hour: int, minute: int) -> time | None:
    return time(hour, minute) if hour < 24 and minute < 60 else None


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
