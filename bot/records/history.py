"""The matches of somebody, a line each: the value behind histories and the choices of one's own matches."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.ids import MatchId, UserId
from bot.match.verdict import Ending
from bot.match.vocabulary import JoinNumber, Participant
from bot.records.played import Outcome
from engine.rules.presets import RulesName

PAGE = 10
"""Matches on one page."""


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A match that has ended, as somebody had it who played in it; the viewer may open it."""

    match: MatchId
    rules: RulesName
    """The preset where its values were played, else the rule set."""
    ended_at: datetime
    seats: tuple[Participant, ...]
    """By table number; nameless those of whom this viewer may not know."""
    mine: JoinNumber
    """The number of the one whose history it is."""
    how: Ending | None
    """None where older matches are counted first."""
    outcome: Outcome | None
    """None where it has no result."""
    scores: tuple[int, ...]
    """The player's own first, then by table number; empty if they are not known."""
    rated: bool

    @property
    def others(self) -> tuple[Participant, ...]:
        """Against whom they played."""
        return tuple(one for one in self.seats if one.number != self.mine)


@dataclass(frozen=True, slots=True)
class History:
    """A page of somebody's matches, the newest first."""

    user: UserId
    name: str
    own: bool
    """Whether the reader is the one whose history it is."""
    matches: tuple[PastMatch, ...] = ()
    page: int = 0
    total: int = 0
    hidden: bool = False
    """Whether they have opted out of what others see: then there is nothing for others."""
    time_zone: str | None = None
    """The reader's time zone; None: by their language."""

    @property
    def pages(self) -> int:
        """Return the number of pages, at least one."""
        return max(1, -(-self.total // PAGE))
