"""What points of a month are worth to somebody who wants to win the match: the chance to win it.

Of two players. An end of the month is weighed by the chances that it leaves (`equity`). A month under way
that is worth so many points, on average, is weighed as one of the usual months of the rule set that are won
and lost, as often as gives that average.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from bot.opponents.equity import Result, chance_to_win, months_of
from engine.actions import Player
from engine.play.observation import Observation
from engine.rules.options import Rules


class MatchValue:
    """Chances to win a match for the viewer of an observation of two players, in a deal."""

    def __init__(self, seen: Observation) -> None:
        assert seen.viewer is not None and seen.dealer is not None and seen.rules.seats == 2
        self._rules, self._me = seen.rules, seen.viewer
        self._lead = seen.scores[seen.viewer] - seen.scores[1 - seen.viewer]
        self._left = seen.months - seen.month
        results = months_of(seen.rules.id).results
        dealer = seen.dealer
        won = [each for each in results if (dealer + each.winner) % 2 == self._me]
        lost = [each for each in results if (dealer + each.winner) % 2 != self._me]
        self._gain, self._won = _mean(won), self._usual(won, 1)
        self._loss, self._lost = _mean(lost), self._usual(lost, -1)

    def of_end(self, points: int) -> float:
        """After a month that brought the viewer so many points, or the other one, where negative."""
        step = 2 if self._rules.rule_set.losers_pay else 1
        dealer = self._me if points > 0 else 1 - self._me
        return _chance(self._rules, self._lead + step * points, self._left, dealer == self._me)

    @property
    def point(self) -> float:
        """What a point of a month under way adds to the chance."""
        return (self._won - self._lost) / (self._gain + self._loss)

    def of_month(self, points: float) -> float:
        """In a month that is worth so many points to the viewer."""
        # More than is usually won goes on along the same line: a month of eight points is no month of five.
        return min(1.0, max(0.0, self._lost + (points + self._loss) * self.point))

    def _usual(self, results: Iterable[Result], sign: int) -> float:
        """The chance after a month that ends in one of these ways, as often as they came."""
        rows = list(results)
        total = sum(each.chance for each in rows)
        return sum(each.chance * self.of_end(sign * each.points) for each in rows) / total


def _mean(results: Iterable[Result]) -> float:
    """The points of these ends of a month, on average."""
    rows = list(results)
    return sum(each.chance * each.points for each in rows) / sum(each.chance for each in rows)


@lru_cache(maxsize=8192)
def _chance(rules: Rules, lead: int, left: int, deals: bool) -> float:
    """The chance of a player with this lead, who deals next or does not."""
    return chance_to_win(rules, (lead, 0), left, Player(0) if deals else Player(1))[0]
