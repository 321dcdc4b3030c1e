"""Skill, an estimate: points lost a decision, and points a month without luck, each with its 95 % interval.

Both are ratios of sums over matches. A match is one draw of chance, whose decisions and months hang together:
the intervals count matches, not decisions. Points without luck are points less luck of mean zero
(`bot.opponents.luck`), so their mean is that of the points, against the people who were met. They are
estimates, and part of no rating.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf, sqrt
from typing import NamedTuple, Self

from engine.rules.rule_sets import RuleSetId

LEAST_DECISIONS = 200
"""Decisions from which on there is an estimate: of three matches, half of an interval is 7 points a month."""
LEAST_MATCHES = 4
"""Matches that it takes, too: fewer tell nothing of how much they vary."""


class Figures(NamedTuple):
    """The figures of one player of a match, by which skill is estimated."""

    decisions: int
    lost: float
    """Points that all decisions lost, as the level *hard* judges them."""
    months: int
    points: int
    """Points won in the months, less those of the other player."""
    dealt: float
    """Points by luck in the deals; of mean zero (`bot.opponents.luck`)."""
    turned: float
    """Points by luck in the cards that the stock turned; of mean zero, too."""

    def without_luck(self, rules: RuleSetId) -> float:
        """Return the points less luck, as far as it counts by a rule set."""
        dealt, turned = SHARES[rules]
        return self.points - dealt * self.dealt - turned * self.turned


SHARES: Mapping[RuleSetId, tuple[float, float]] = {
    RuleSetId.CLASSIC: (0.88, 0.93),
    RuleSetId.LEAGUE: (0.77, 0.9),
    RuleSetId.ISHOKAI: (0.6, 0.8),
    RuleSetId.SANNIN: (0.95, 0.95),
}
"""The shares of luck in deals and in turned cards that are taken out of points, chosen once for all matches.

Any share leaves the mean as it is. These leave about the least variance in 340,000 months of *hard* against
*normal* (`python -m bot.opponents.train.estimates`).
"""


class Sums(NamedTuple):
    """The sums over matches of two numbers, and of their products: all that an estimate needs."""

    above: float
    below: float
    above_above: float
    above_below: float
    below_below: float


class Estimate(NamedTuple):
    """A ratio, and half of its 95 % interval."""

    value: float
    half: float


class Skill(NamedTuple):
    """The estimate of somebody's skill."""

    matches: int
    decisions: int
    lost: Estimate
    """Points that a decision loses on average."""
    gain: Estimate
    """Points a month without luck."""


class Tally(NamedTuple):
    """The matches of somebody, added up."""

    matches: int
    lost: Sums
    """Points lost, by decisions."""
    gain: Sums
    """Points without luck, by months."""

    @classmethod
    def of(cls, rules: RuleSetId, figures: Iterable[Figures]) -> Self:
        """Add matches of a rule set up."""
        played = list(figures)
        return cls(
            len(played),
            _added((each.lost, each.decisions) for each in played),
            _added((each.without_luck(rules), each.months) for each in played),
        )

    def skill(self) -> Skill | None:
        """Return the estimate; None where there is too little to estimate from."""
        if self.matches < LEAST_MATCHES or self.lost.below < LEAST_DECISIONS or not self.gain.below:
            return None
        matches, decisions = self.matches, round(self.lost.below)
        return Skill(matches, decisions, ratio(matches, self.lost), ratio(matches, self.gain))


def _added(pairs: Iterable[tuple[float, float]]) -> Sums:
    given = list(pairs)
    return Sums(
        sum(above for above, _ in given),
        sum(below for _, below in given),
        sum(above * above for above, _ in given),
        sum(above * below for above, below in given),
        sum(below * below for _, below in given),
    )


def ratio(matches: int, sums: Sums) -> Estimate:
    """Return the ratio of two sums over matches, with the spread of its matches around it."""
    value = sums.above / sums.below
    spread = sums.above_above - 2 * value * sums.above_below + value * value * sums.below_below
    free = matches - 1
    if free < 1:
        return Estimate(value, inf)
    # Sums of squares lose their last digits: nothing must come out below nothing.
    error = sqrt(max(0.0, spread) * matches / free) / sums.below
    return Estimate(value, _student(free) * error)


_STUDENT = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228),
    *(2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086),
)
"""Half of a 95 % interval in standard errors, by one less than the number of matches (Student's t)."""


def _student(free: int) -> float:
    """Return half of a 95 % interval in standard errors; beyond the table by its series, true to 0.002."""
    return _STUDENT[free - 1] if free <= len(_STUDENT) else 1.96 + 2.372 / free + 2.822 / free**2
