"""Counted matches as one person had them: the values that profiles and achievements are counted from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from bot.ids import MatchId
from bot.records.results import Feats
from engine.rules.rule_sets import RuleSetId
from engine.rules.yaku import YakuId


class Outcome(StrEnum):
    """The result of a match for somebody: won is the first place held alone, drawn the first place shared."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


class Meeting(NamedTuple):
    """A match as somebody had it who sat in it too and now asks; `outcome` is between the two alone."""

    outcome: Outcome
    net: int


class Played(NamedTuple):
    """A counted match as one of its people had it. `here`: in the server from which it is looked at.

    The ratings are those in its server, before and after it, and the one over all servers after it; None
    where the match moved none. `met` is how the one who asks had it, None where they did not sit in it.
    """

    match: MatchId
    here: bool
    rules: RuleSetId
    ended_at: datetime
    outcome: Outcome
    net: int
    months: int
    """Months that somebody won."""
    months_won: int
    points_won: int
    best_month: int
    calls: int
    calls_won: int
    feats: Feats
    rating_before: float | None = None
    rating: float | None = None
    overall: float | None = None
    met: Meeting | None = None


class Scored(NamedTuple):
    """A yaku in a month of a counted match that its maker won. `dealt`: of the dealt hand, no capture."""

    match: MatchId
    deal: int
    yaku: YakuId
    points: int
    dealt: bool = False


def outcome(place: int, *, shared: bool) -> Outcome:
    """Return the result of a match for the player of this place; `shared`: others are first, too."""
    if place != 1:
        return Outcome.LOST
    return Outcome.DRAWN if shared else Outcome.WON


def between(mine: int, other: int) -> Outcome:
    """Return the result of a match between two of its people, by their places."""
    if mine == other:
        return Outcome.DRAWN
    return Outcome.WON if mine < other else Outcome.LOST


def runs(played: Iterable[Played]) -> Iterator[int]:
    """Yield the wins one after another up to each match; a draw ends a run too."""
    run = 0
    for one in played:
        run = run + 1 if one.outcome is Outcome.WON else 0
        yield run
