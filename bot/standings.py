"""Leaderboards and ratings as plain values: what records tell about people, whoever keeps them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.views import UserId
from engine.rules import RuleSetId

MOST_ROWS = 10
"""Of a leaderboard; a picture shows no more."""
MOST_HISTORIES = 4
"""Of a rating chart; more lines than that cannot be told apart."""


class Period(StrEnum):
    """Which matches count."""

    ALL_TIME = "all_time"
    SEASON = "season"
    MONTH = "month"


class Scope(StrEnum):
    """Whose matches count."""

    SERVER = "server"
    EVERYWHERE = "everywhere"


@dataclass(frozen=True, slots=True)
class Standing:
    """One person of a leaderboard; equal ranks may repeat. `total` is in the unit of the rule set."""

    rank: int
    user: UserId
    name: str
    matches: int
    wins: int
    total: int
    rating: int | None = None
    """None where he has played no rated match."""


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The first of a rule set, best first, at most `MOST_ROWS`; `own` is whose row is marked."""

    rule_set: RuleSetId
    period: Period
    scope: Scope
    rows: tuple[Standing, ...]
    own: UserId | None = None

    @property
    def rated(self) -> bool:
        """Whether anybody has a rating to show."""
        return any(row.rating is not None for row in self.rows)


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A person's rating after his rated match number `match`, counted from 1; 0 is before the first."""

    match: int
    rating: float


@dataclass(frozen=True, slots=True)
class RatingHistory:
    """One person's ratings, `match` ascending, at least one."""

    user: UserId
    name: str
    points: tuple[RatingPoint, ...]


@dataclass(frozen=True, slots=True)
class RatingChart:
    """Ratings of a rule set, side by side, at most `MOST_HISTORIES`; none where nobody has played."""

    rule_set: RuleSetId
    histories: tuple[RatingHistory, ...]
