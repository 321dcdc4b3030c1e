"""The times of an arena: its plan and reminder, a match's length, the last start, how long it is awaited."""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.match.arenas.facts import Arena

REMINDER = timedelta(minutes=10)
"""The time before the start at which people are reminded; who opens one later than that needs no reminder."""
WAITS = timedelta(minutes=30)
"""The time for which an arena waits at its hour until another one of its server is over; then it lapses."""
MOST_AHEAD = timedelta(days=7)
"""The time before its start at which an arena is planned at most, unless it is weekly."""
MONTH_LASTS = timedelta(minutes=2.5)
"""The usual time of a month between two people.

Two *normal* players answer 12 questions a month (400 matches of three months), which takes people ten seconds
each. The rest goes by while they look at its end.
"""
LAST_MINUTES = timedelta(minutes=5)
"""The time before the end in which no match begins, unless it usually takes less."""
MONTH_AWAITED = timedelta(minutes=20)
"""The time for which a month in play is awaited for each of its players once time is up.

Each has eight turns of two minutes, and some bank. So a match counts that ends within its clock, even if all
its players take all their time.
"""
PATIENCE = timedelta(seconds=45)
"""The time after which a free player takes what is left: the same opponent again, or a CPU player.

Until then another match may end. An arena looks for pairs every few seconds, so 60 seconds hold.
"""


def too_far_ahead(starts_at: datetime, now: datetime, *, weekly: bool) -> bool:
    """Whether an arena would begin later than one may be planned."""
    return starts_at - now > MOST_AHEAD and not weekly


def usual_length(arena: Arena) -> timedelta:
    """Return the time that a match of this arena usually takes."""
    return MONTH_LASTS * arena.rules.months


def last_start(arena: Arena) -> datetime:
    """Return the time from which on no match begins: one that begins before usually ends before time is up.

    Matches of more than two months may be in play then; they are awaited.
    """
    return arena.ends_at - min(LAST_MINUTES, usual_length(arena))


def awaited_until(arena: Arena) -> datetime:
    """Return the time until which matches in play are awaited; those that end later do not count."""
    return arena.ends_at + MONTH_AWAITED * arena.rules.months * arena.rules.seats
