"""The length of months between equal CPU players, and the yaku that win them."""

from __future__ import annotations

from collections import Counter
from itertools import count
from statistics import median

from bot.opponents.ladder import MOST_SETS, Choose, played
from engine.rules.month_end import MonthEnd
from engine.rules.options import Rules
from engine.rules.yaku import YakuId


class Months:
    """Months that were played to their end, counted one after another."""

    def __init__(self, rules: Rules) -> None:
        self.plays: list[int] = []
        """For each month: how many cards were played from all hands."""
        self.won = 0
        """Months that somebody won."""
        self.yaku: Counter[YakuId] = Counter()
        """In how many of these the winner had each yaku."""
        self._rules = rules

    @property
    def median(self) -> float:
        """The median of the plays of a month."""
        return median(self.plays)

    @property
    def shares(self) -> dict[YakuId, float]:
        """The share of won months in which the winner had each yaku, the most frequent first."""
        return {yaku: times / self.won for yaku, times in self.yaku.most_common()}

    def add(self, end: MonthEnd) -> None:
        """Count a month."""
        dealt = self._rules.seats * self._rules.rule_set.hand_size
        self.plays.append(dealt - sum(map(len, end.hands)))
        if end.won_by is not None:
            self.won += 1
            self.yaku.update(end.yaku.keys())


def measured(rules: Rules, choose: Choose, months: int, seed: int) -> Months:
    """Play whole matches with one player in every seat until at least this many months are over."""
    found = Months(rules)
    for match in count(1 + (seed - 1) * MOST_SETS):
        for step in played(rules, [choose] * rules.seats, match):
            for end in step.ended:
                found.add(end)
        if len(found.plays) >= months:
            return found
    raise AssertionError("seeds do not end")


def report(found: Months) -> str:
    """Return what was measured, a line for each yaku."""
    head = f"{len(found.plays)} months, {found.won} won: a median of {found.median:g} plays"
    shares = (f"{yaku.value:<14}{share:6.1%}" for yaku, share in found.shares.items())
    return "\n".join((head, *shares))
