"""The strength of somebody against CPU players: an estimate from their matches alone with them.

It is no rating and moves none. It is computed from the stored results whenever it is asked for. The constants
were tried by `python -m tests.level_simulation`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from typing import NamedTuple

from bot.match.verdict import LEAST_MONTHS
from bot.records.ratings import SPAN

MATCHES = 100
"""The matches that are looked at: the latest ones."""
FIRST = 1350.0
"""The estimate for somebody of whom nothing is known: between *easy* and *normal*."""
DOUBT = 1000.0
"""The standard deviation of that: a newcomer may be nearly anything."""
FADING = 0.97
"""The weight of a match beside the one after it: people learn."""
FARTHEST = 6000.0
"""Points from `FIRST` beyond which nothing is looked for."""
HALVINGS = 16
"""Of the span that is left to the estimate: to a fifth of a point."""


class Past(NamedTuple):
    """The outcome of a match against a CPU player."""

    against: int
    """The place of that player, or the strength to which it mixed levels."""
    won: float
    """1 for a win, 0.5 for a tie, 0 for a loss."""
    months: int
    """The planned length of the match; a longer one says more."""


def estimate(past: Sequence[Past]) -> int:
    """The likeliest strength of somebody with these matches, the earliest first; on the scale of ratings."""
    low, high = FIRST - FARTHEST, FIRST + FARTHEST
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if _rises(past, middle):
            low = middle
        else:
            high = middle
    return round((low + high) / 2)


def _rises(past: Sequence[Past], points: float) -> bool:
    """Whether more than these points are likelier still."""
    slope, weight = (FIRST - points) / DOUBT**2, 1.0
    for each in reversed(past):
        scale = sqrt(each.months / LEAST_MONTHS) / SPAN
        awaited = 1 / (1 + exp((each.against - points) * scale))
        slope += weight * scale * (each.won - awaited)
        weight *= FADING
    return slope > 0
