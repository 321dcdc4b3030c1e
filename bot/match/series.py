"""A series: what is remembered when the same people play again. Pure values.

Each match holds the standing before it: the wins of its people, and `Carried`. A series is open, and counts
for as long as the same people go on, or it is best of three or five:

- It ends when somebody has two (three) wins.
- A draw is played again. A second draw in a row counts for nobody, and the match is used up.
- After as many matches as decide it without such draws (3 or 5 of two people, 4 or 7 of
  three) it ends as it stands.
- A match without a result changes nothing.

Six hours after its last match a series of either kind is over, as it stands. It belongs to everybody in the
lobby, CPU players and those who lose the draw for the seats included: with somebody else it begins again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from bot.ids import MatchId, UserId
from bot.match import absence
from bot.match.hosted_match import Carried, HostedMatch
from bot.match.vocabulary import JoinNumber, Status
from engine.rules.actions import Player

LENGTHS = (3, 5)
"""Of how many matches a series can be the best."""
PAUSE = timedelta(hours=6)
"""The time after the end of a match in which the next one of its series must be opened."""


@dataclass(frozen=True, slots=True)
class Continuation:
    """The terms that a lobby is opened with: how long its series is, and what it carries on."""

    best_of: int | None = None
    carried: Carried | None = None
    wins: Mapping[UserId, int] = field(default_factory=dict)
    cpu_wins: tuple[int, ...] = ()
    """Wins of the CPU players, by joining number."""


NEW = Continuation()


@dataclass(frozen=True, slots=True)
class Standing:
    """The standing of a series at a match: once that is over, its result included."""

    best_of: int | None = None
    first: MatchId | None = None
    """The match with which the series began; None: this one."""
    number: int = 1
    """The number of the match in the series, from 1; a repeated draw keeps its number."""
    replay: bool = False
    """Whether this match plays a drawn one again."""
    wins: tuple[int, ...] = ()
    """By joining number; in a lobby those of the awaited come last."""
    won_by: JoinNumber | None = None
    """The winner of this match; None before its end, and where nobody has won alone."""
    over: bool = False
    """Whether this match has a result."""
    until: datetime | None = None
    """Once this match has ended: when the series is over, if it is not by then."""

    @property
    def is_shown(self) -> bool:
        """Whether it says more than the match itself: it is of a chosen length, or not the first match."""
        return self.best_of is not None or self.first is not None

    @property
    def plays_again(self) -> bool:
        """Whether the next match plays this one again, as it was drawn."""
        return self.over and self.won_by is None and self.best_of is not None and not self.replay

    @property
    def used(self) -> int:
        """Matches that one of its people has won, or that were drawn twice."""
        return self.number if self.over and not self.plays_again else self.number - 1

    @property
    def decided(self) -> bool:
        """Whether it has ended with this match, because somebody has won it or all its matches are played."""
        if self.best_of is None or not self.over:
            return False
        needed = self.best_of // 2 + 1
        return max(self.wins) >= needed or self.used > len(self.wins) * (needed - 1)

    @property
    def winner(self) -> JoinNumber | None:
        """Return the winner; None while it goes on, and where several share the lead at its end."""
        most = max(self.wins, default=0)
        if not self.decided or self.wins.count(most) > 1:
            return None
        return JoinNumber(self.wins.index(most))


FIRST = Standing()
"""Of the first match of an open series."""


def goes_on(hosted: HostedMatch) -> bool:
    """Say whether a match carries a series on: the same people play, and the host has chosen no other length.

    In a lobby the awaited count as there.
    """
    carried = hosted.carried
    if carried is None or carried.best_of != hosted.best_of:
        return False
    wins = [*(entry.wins for entry in hosted.entries), *_awaited(hosted)]
    return None not in wins and len(wins) == carried.people


def begun(hosted: HostedMatch) -> HostedMatch:
    """Return the match as it begins: without what it does not carry on."""
    entries = hosted.entries
    if goes_on(hosted) and hosted.carried is not None and len(entries) == hosted.carried.people:
        return hosted
    anew = tuple(replace(entry, wins=None) for entry in entries)
    return replace(hosted, carried=None, entries=anew)


def standing(hosted: HostedMatch) -> Standing:
    """Return how the series of a match stands."""
    carried = hosted.carried if goes_on(hosted) else None
    here = tuple((entry.wins or 0) if carried else 0 for entry in hosted.entries)
    over, won_by = hosted.status is Status.OVER, _winner(hosted)
    ended = hosted.ended_at if hosted.progress is not None else None
    return Standing(
        best_of=hosted.best_of,
        first=carried.first if carried else None,
        number=carried.used + 1 if carried else 1,
        replay=carried is not None and carried.replay,
        wins=(
            *(count + (number == won_by) for number, count in enumerate(here)),
            *(wins or 0 for wins in (_awaited(hosted) if carried else ())),
        ),
        won_by=won_by,
        over=over,
        until=None if ended is None else ended + PAUSE,
    )


def _winner(hosted: HostedMatch) -> JoinNumber | None:
    """Return who has won a match that is over; None where nobody has the first place alone."""
    places = absence.places(hosted) if hosted.status is Status.OVER else None
    first = [Player(seat) for seat, place in enumerate(places or ()) if place == 1]
    return hosted.entry_at(first[0]).who.number if len(first) == 1 else None


def _awaited(hosted: HostedMatch) -> tuple[int | None, ...]:
    """Return the wins of those who are invited and have not come; None for somebody new in the series."""
    return tuple(hosted.invited_wins.get(user) for user in hosted.invited if hosted.entry_of(user) is None)
