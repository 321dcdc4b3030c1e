"""The free people of an arena: who waits since when, and from when on they are paired."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.ids import UserId
from bot.match.arenas.facts import Attendance, Evening
from bot.match.arenas.timing import usual_length


@dataclass(frozen=True, slots=True)
class Free:
    """Somebody who waits for a match. `not_before`: when they are paired at the earliest."""

    user: UserId
    name: str
    since: datetime
    not_before: datetime


def waiting(evening: Evening) -> tuple[Free, ...]:
    """Everybody who is in and plays nowhere, the longest waiting first.

    Somebody who gave a match up is free again when it would usually have ended: giving up saves no time for
    another match.
    """
    arena, usual = evening.arena, usual_length(evening.arena)
    taken, since, rests = set(evening.busy), dict[UserId, datetime](), dict[UserId, datetime]()
    for bout in evening.bouts:
        ended = bout.ended_at
        if ended is None:
            taken.update(bout.users)
            continue
        for user in bout.users:
            if user not in since or since[user] < ended:
                since[user] = ended
        if bout.gave_up is not None:
            until = bout.started_at + usual
            rests[bout.gave_up] = max(until, rests.get(bout.gave_up, until))
    found = []
    for each in evening.contestants:
        if each.attendance is Attendance.IN and each.user not in taken:
            free = max(each.since, arena.starts_at, since.get(each.user, arena.starts_at))
            not_before = max(free, rests.get(each.user, free))
            found.append((free, each.joined_at, Free(each.user, each.name, free, not_before)))
    return tuple(free for *_, free in sorted(found, key=lambda one: (one[0], one[1], one[2].user)))
