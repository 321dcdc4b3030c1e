"""What people may know of a deal of the day: frozen values, without anything that others must not see."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.match.views import MatchView
from bot.match.vocabulary import CpuPlayer
from bot.opponents.review import PlayersReview
from engine.rules.options import Rules


@dataclass(frozen=True, slots=True)
class Today:
    """The deal of a server's day as somebody may know it: nothing of its decks that they have not seen.

    `day`: as 2026-11-24. `view` and `points` are of their own month: None before they have begun, or before
    it is over.
    """

    day: str
    ends_at: datetime
    rules: Rules
    cpu: CpuPlayer
    commitment: str
    """The digest of what its decks are made by: lower-case hex, 64 digits."""
    announced: bool
    """Whether somebody here read that on the day before."""
    tomorrow: str
    """The commitment of the next day's deal."""
    begun: int
    finished: int
    """How many people have begun, and how many of them have finished."""
    earlier: str | None
    """The last day before it whose deal can be reviewed."""
    view: MatchView | None
    points: int | None
    streak: int = 0
    """Days in succession that the person has played here, up to now; 0 where they have no streak."""


@dataclass(frozen=True, slots=True)
class Made:
    """What somebody has made of a deal, beside the others whom everybody may see in its list.

    `better_than` of the `others` have fewer points. `streak`: 0 where it has gone on since.
    """

    day: str
    rules: Rules
    points: int
    better_than: int
    others: int
    streak: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of a day's list; `hidden`: nobody else sees it."""

    rank: int
    name: str
    points: int
    own: bool
    hidden: bool


@dataclass(frozen=True, slots=True)
class Standings:
    """Who has finished a deal, the best first."""

    day: str
    over: bool
    rules: Rules
    rows: tuple[Standing, ...]
    finished: int
    """How many have, those too who are not shown."""
    announced: bool
    commitment: str

    @property
    def own(self) -> Standing | None:
        """The line of the reader."""
        return next((row for row in self.rows if row.own), None)


@dataclass(frozen=True, slots=True)
class Review:
    """A deal whose day is over: who made what of it, and all that its decks came from.

    `record` is that of the viewer's own month, or else of the deal before anybody moved; `mine` what their
    decisions lost, None where they have not finished.
    """

    standings: Standings
    secret: str
    record: dict[str, Any]
    mine: PlayersReview | None
