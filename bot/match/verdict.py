"""Whether a finished match counts for lists and moves ratings: the words that everybody needs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Ending(StrEnum):
    """The end of a match."""

    PLAYED = "played"
    RESIGNED = "resigned"
    CLAIMED = "claimed"
    ABORTED = "aborted"


class Unrated(StrEnum):
    """The reasons why a match moves no rating; where several hold, the first of this list is told."""

    ABORTED = "aborted"
    CPU = "cpu"
    """A CPU player took part."""
    ABSENT = "absent"
    """Not everybody has played a card."""
    MARKED = "marked"
    """A manager of the server has taken it out of the lists."""
    BARRED = "barred"
    """The managers keep one of its people out of the server's lists."""
    OFTEN = "often"
    """The people of this match have played as many matches as count on one day."""
    STAND_IN = "stand_in"
    """A CPU player has played for somebody who was absent at the end."""
    UNCLOCKED = "unclocked"
    """Nobody's time could run out."""
    SHORT = "short"
    """The match has fewer months than ratings take."""
    OPTIONS = "options"
    """House rules that are not the server's default."""
    CASUAL = "casual"
    """The server's tables are not rated."""


UNCOUNTED = {
    *(Unrated.ABORTED, Unrated.CPU, Unrated.ABSENT),
    *(Unrated.MARKED, Unrated.BARRED, Unrated.OFTEN),
}
"""The reasons that leave a match out of all lists; the others keep it from moving ratings only."""
LEAST_MONTHS = 3
"""Of a match that moves ratings: a shorter one is mostly luck."""
MOST_A_DAY = 5
"""Matches of the same people that count on one day of their server."""


@dataclass(frozen=True, slots=True)
class RatingMove:
    """The change of a rating of a match's server; `matches`: how many have moved that rating by then."""

    before: float
    after: float
    matches: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a finished match moved ratings.

    `ratings` are by table number; None for somebody who is in no list (opted out, deleted), all of them where
    none moved or where they are not known yet.
    """

    unrated: Unrated | None
    ratings: tuple[RatingMove | None, ...] = ()
