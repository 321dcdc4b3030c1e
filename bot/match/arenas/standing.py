"""The standing of an arena: points, streaks and places, from what its matches came to.

- A win brings 2 points, from the second in a row on 3, and a draw 1. Of three players the first alone wins;
  those who share the first place draw.
- In an arena of one month a win is a win, so nobody would say koi-koi. There a month that somebody stops
  after their own koi-koi brings 1 point more.
- A win brings 1 point where a CPU player sits, a draw none. Such a match neither makes a streak nor ends one:
  nobody keeps a streak warm against a CPU player, or loses theirs for being odd.
- A match without a result changes nothing, streaks included. For the player who gave it up it is a loss:
  otherwise people would look at a hand, or an opponent, and choose.
- Ties in points go by wins, then by the points of the cards. People who are level in all three share a place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from bot.ids import MatchId, UserId
from bot.match.arenas.facts import Arena, Attendance, Bout, Evening
from bot.match.arenas.timing import awaited_until
from engine.rules.options import Rules

WIN, STREAK_WIN, DRAW = 2, 3, 1
"""Points against people: of a win, of one from the second in a row on, of a draw."""
CPU_WIN = 1
"""Points of a win where a CPU player sits at the table."""
DARED = 1
"""Points that a month brings in addition, stopped after an own koi-koi, where a match is one month."""
PODIUM = 3
"""The places on the podium."""


@dataclass(frozen=True, slots=True)
class Row:
    """One person's line."""

    place: int
    """From 1; people who are level in points, wins and points scored share it."""
    user: UserId
    name: str
    points: int = 0
    streak: int = 0
    """Wins in a row up to now."""
    wins: int = 0
    draws: int = 0
    losses: int = 0
    scored: int = 0
    """The points of the cards in all their matches."""
    plays: MatchId | None = None
    """The match that they play now."""
    attendance: Attendance = Attendance.IN
    best: int = 0
    """The most wins in a row of the evening."""

    @property
    def played(self) -> int:
        """Number of matches with a result."""
        return self.wins + self.draws + self.losses

    @property
    def merit(self) -> tuple[int, int, int]:
        """The values that order a standing: the greater, the better."""
        return self.points, self.wins, self.scored


def standing(evening: Evening) -> tuple[Row, ...]:
    """Everybody who has joined, by place. Points stay with those who pause, leave or are removed.

    People who are gone and have played nothing are left out. Level people stand in the order of joining.
    """
    tallies = tallied(evening.arena, evening.bouts)
    playing = {user: bout.match for bout in evening.bouts if bout.in_play for user in bout.users}
    rows = [
        replace(
            tallies.get(each.user, _NOTHING).row(each.user, each.name),
            plays=playing.get(each.user),
            attendance=each.attendance,
        )
        for each in sorted(evening.contestants, key=lambda one: (one.joined_at, one.user))
    ]
    kept = (row for row in rows if not row.attendance.gone or row.played or row.plays)
    return tuple(_placed(sorted(kept, key=lambda row: row.merit, reverse=True)))


def pays_courage(rules: Rules) -> bool:
    """Whether an arena by these rules pays for a month that is stopped after an own koi-koi."""
    return rules.months == 1


def podium(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Return the rows on the first three places, shared ones included; without a point nobody is there."""
    return tuple(row for row in rows if row.place <= PODIUM and row.points)


def counted(arena: Arena, bouts: Iterable[Bout]) -> list[Bout]:
    """Return the matches that have ended in time, in the order in which they did."""
    until = awaited_until(arena)
    ended = [
        (bout.ended_at, bout.match, bout)
        for bout in bouts
        if bout.ended_at is not None and bout.ended_at <= until
    ]
    return [bout for *_, bout in sorted(ended, key=lambda each: each[:2])]


@dataclass(slots=True)
class Tally:
    """The sum of somebody's matches so far."""

    points: int = 0
    streak: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    scored: int = 0
    best: int = 0

    def row(self, user: UserId, name: str) -> Row:
        """Return these sums as somebody's line, without a place."""
        sums = (self.points, self.streak, self.wins, self.draws, self.losses, self.scored)
        return Row(0, user, name, *sums, best=self.best)

    def add(self, *, first: bool, shared: bool, cpu: bool, scored: int) -> None:
        """Add a match: whether they came first and not alone, and whether a CPU player sat there."""
        self.scored += scored
        won, drawn = first and not shared, first and shared
        self.wins, self.draws, self.losses = self.wins + won, self.draws + drawn, self.losses + (not first)
        if cpu:
            self.points += CPU_WIN if won else 0
            return
        self.streak = self.streak + 1 if won else 0
        self.best = max(self.best, self.streak)
        self.points += (STREAK_WIN if self.streak > 1 else WIN) if won else DRAW if drawn else 0


_NOTHING = Tally()


def tallied(arena: Arena, bouts: Iterable[Bout]) -> dict[UserId, Tally]:
    """Return everybody's sums after matches of an arena, those of them that count."""
    tallies: defaultdict[UserId, Tally] = defaultdict(Tally)
    for bout in counted(arena, bouts):
        cpu = bout.cpu is not None
        if bout.ranking is None:
            if bout.gave_up is not None:
                tallies[bout.gave_up].add(first=False, shared=False, cpu=cpu, scored=0)
            continue
        shared = bout.ranking.count(1) > 1
        for user, place, scored in zip(bout.people, bout.ranking, bout.scores, strict=True):
            if user is not None:
                tallies[user].add(first=place == 1, shared=shared, cpu=cpu, scored=scored)
        if pays_courage(arena.rules) and not cpu:
            for user in bout.dared:
                tallies[user].points += DARED
    return tallies


def _placed(rows: list[Row]) -> Iterator[Row]:
    """Rows in their order with their places."""
    place = 1
    for _, level in groupby(rows, key=lambda row: row.merit):
        sharing = list(level)
        yield from (replace(row, place=place) for row in sharing)
        place += len(sharing)
