"""The worth of a month's ends to somebody who wants to win the match: the chance to win it.

An end of the month is weighed by the chances that it leaves (`equity`), after the last one by the ranks. A
month under way brings points on average. It is weighed as a mix of usual months of the rule set, won and
lost, that brings the same average.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bot.opponents.equity import Won, chance_to_win, chances_by_winner, is_measured, usual_months
from engine.play.observation import Observation
from engine.play.standing import Standing, advance
from engine.rules.actions import Player
from engine.rules.month_end import EndReason
from engine.rules.options import Rules

LAST_MONTHS = 3
"""Decisions in the last months, this many, are made for the match. Before them, points win as many matches,
and more points. In these the difference is small: *master* in classic, over 300 sets of decks and 12 months,
won 58.5 % of matches so, and 59.4 % for points to the end (+- 4).
"""
OPEN = 0.001
"""A month under way is worth no less: a match that can still be won is better than one that is lost."""


class MatchValue:
    """Chances to win a match for the viewer of an observation, in a deal."""

    def __init__(self, seen: Observation) -> None:
        assert seen.viewer is not None and seen.dealer is not None
        self._rules, self._me, wins = seen.rules, seen.viewer, seen.season_wins
        self._at = Standing(seen.month, seen.months, seen.deal, seen.dealer, seen.scores, season_wins=wins)
        left = 1 + seen.months - seen.month
        usual = _usual(self._rules, seen.scores, left, seen.dealer, wins)
        self._won, self._lost = (_mean(usual, self._me, won=won) for won in (True, False))
        gain, self._loss = _points(self._rules, (self._me - seen.dealer) % self._rules.seats)
        self.swing = gain + self._loss
        """Points between a usual month that is won and one that is lost."""
        self.point = (self._won - self._lost) / self.swing
        """The chance that a point of a month in play adds."""

    def of_end(self, winner: int | None, points: int) -> float:
        """Return the chance after a month that `winner` has won, or nobody; `points`: of each payer."""
        return _after(self._rules, self._at, winner, points)[self._me]

    def of_month(self, points: float) -> float:
        """Return the chance in a month that brings the viewer these points on average."""
        # More than is usually won goes on along the same line: a month of eight points is no month of five.
        return min(1.0, max(OPEN, self._lost + (points + self._loss) * self.point))


def match_value(seen: Observation) -> MatchValue | None:
    """The chances in one of the last months; None before, and in a month alone, where points are what counts.

    None too where no months have been measured by these rules.

    The daily's list ranks by the points of its one month.
    """
    last = seen.months > 1 and seen.months - seen.month < LAST_MONTHS
    return MatchValue(seen) if last and is_measured(seen.rules) else None


_usual = lru_cache(maxsize=256)(chances_by_winner)


def _mean(usual: Sequence[Won], me: int, *, won: bool) -> float:
    """The chance of a player after months that they have won, or others."""
    rows = [each for each in usual if (each.winner == me) == won]
    return sum(each.chance * each.shares[me] for each in rows) / sum(each.chance for each in rows)


@lru_cache(maxsize=64)
def _points(rules: Rules, me: int) -> tuple[float, float]:
    """Return the gain of a month that this player wins, counted from the dealer, and the loss of one that
    others win.
    """
    seats, means = rules.seats, list[float]()
    for won in (True, False):
        rows = [each for each in usual_months(rules).results if (each.winner == me) == won]
        mean = sum(each.chance * each.points for each in rows) / sum(each.chance for each in rows)
        means.append(mean * (seats - 1) if won else mean)
    return means[0], means[1]


@lru_cache(maxsize=8192)
def _after(rules: Rules, at: Standing, winner: int | None, points: int) -> tuple[float, ...]:
    """The chances of all after a month that this player has won."""
    reason, by = (EndReason.VOID_EXHAUSTED, None) if winner is None else (EndReason.SHOBU, Player(winner))
    after = advance(rules, at, reason, by, points).standing
    if after.ranking is not None:
        firsts = [place == 1 for place in after.ranking]
        return tuple(first / sum(firsts) for first in firsts)
    left = 1 + after.months - after.month
    return chance_to_win(rules, after.scores, left, after.dealer, after.season_wins)
