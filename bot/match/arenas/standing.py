"""The standing of an arena: points, streaks and places, from what its matches came to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.ids import MatchId, UserId
from bot.match.arenas.facts import Attendance, Evening


@dataclass(frozen=True, slots=True)
class Row:
    """One person's line. `halves`: points doubled, for a match against a CPU player brings half points."""

    place: int
    """From 1; people who are level in points, wins and points scored share it."""
    user: UserId
    name: str
    halves: int = 0
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

    @property
    def points(self) -> float:
        """Points: whole or a half."""
        return self.halves / 2

    @property
    def played(self) -> int:
        """Number of matches with a result."""
        return self.wins + self.draws + self.losses


def standing(evening: Evening) -> tuple[Row, ...]:
    """Everybody who has joined, by place. Points stay with those who pause, leave or are removed.

    People who are gone and have played nothing are left out.
    """
    raise NotImplementedError


def podium(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Return the rows on the first three places, shared ones included; without a point nobody is there."""
    raise NotImplementedError
