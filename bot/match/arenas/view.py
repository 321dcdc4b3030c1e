"""An arena as everybody may see it: what screens, sentences and presses need."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime

from bot.ids import MatchId, UserId
from bot.match.arenas.facts import Arena, ArenaStatus, Attendance, Bout, Evening
from bot.match.arenas.standing import Row, counted, standing
from bot.match.arenas.timing import awaited_until
from bot.match.arenas.waiting import Free, waiting

WEEKLY_LEAST = 3
"""People who must have joined a weekly arena; with fewer it is skipped."""


@dataclass(frozen=True, slots=True)
class ArenaView:
    """An arena with its standing."""

    arena: Arena
    host_name: str
    rows: tuple[Row, ...]
    """Everybody, by place; before the start in the order of joining, all with place 1."""
    playing: tuple[Bout, ...]
    """The matches in play, the oldest first."""
    waiting: tuple[Free, ...]
    """People who wait for a match, the longest waiting first; empty unless the arena runs."""
    finished: int
    """Number of matches that have ended with a result."""

    @property
    def people(self) -> tuple[Row, ...]:
        """Rows of those who have not left and were not removed."""
        return tuple(row for row in self.rows if not row.attendance.gone)

    @property
    def awaited(self) -> tuple[Bout, ...]:
        """Matches in play for whose end the arena waits once time is up: those that are not set aside."""
        return tuple(bout for bout in self.playing if not bout.set_aside)

    def row_of(self, user: UserId) -> Row | None:
        """Somebody's row; None where they have never joined."""
        return next((row for row in self.rows if row.user == user), None)

    def bout(self, match: MatchId) -> Bout | None:
        """A match in play; None where it has ended or belongs elsewhere."""
        return next((bout for bout in self.playing if bout.match == match), None)

    def bout_of(self, user: UserId) -> Bout | None:
        """The match that somebody plays now."""
        return next((bout for bout in self.playing if user in bout.people), None)

    def name_of(self, user: UserId) -> str:
        """Somebody's name; empty where they have deleted themself."""
        row = self.row_of(user)
        return "" if row is None else row.name

    def without_names(self, users: Collection[UserId]) -> ArenaView:
        """Return this arena with some people's names left out, as if they had deleted themselves."""
        return replace(
            self, rows=tuple(replace(row, name="") if row.user in users else row for row in self.rows)
        )


def view_of(evening: Evening, host_name: str) -> ArenaView:
    """Return the view of an arena with these facts."""
    arena = evening.arena
    playing = [bout for bout in evening.bouts if bout.in_play]
    return ArenaView(
        arena=arena,
        host_name=host_name,
        rows=standing(evening),
        playing=tuple(sorted(playing, key=lambda bout: (bout.started_at, bout.match))),
        waiting=waiting(evening) if arena.status is ArenaStatus.RUNNING else (),
        finished=sum(bout.ranking is not None for bout in counted(arena, evening.bouts)),
    )


def is_skipped(evening: Evening) -> bool:
    """Whether a weekly arena does not begin at its start, since fewer than three are in."""
    there = sum(each.attendance is Attendance.IN for each in evening.contestants)
    return evening.arena.weekly and there < WEEKLY_LEAST


def over_at(evening: Evening, now: datetime) -> datetime:
    """Return the time when an arena is over that ends now: no match that its rows have as ended is later.

    One may have ended after `now` was read, or by a clock that is a little ahead.
    """
    return max([now, *(bout.ended_at for bout in evening.bouts if bout.ended_at is not None)])


def is_over(evening: Evening, now: datetime) -> bool:
    """Whether a closing arena is over: no match is awaited any more, or time for that is up, too."""
    if evening.arena.status is not ArenaStatus.CLOSING:
        return not evening.arena.status.live
    awaited = any(bout.in_play and not bout.set_aside for bout in evening.bouts)
    return not awaited or now >= awaited_until(evening.arena)
