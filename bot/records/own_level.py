"""The strength of CPU players that suits somebody, from their matches alone with them.

It is no rating and moves none. It is computed from the stored results whenever it is asked for. Each match
corrects an estimate, and the offer follows the estimate in small steps, as nobody's first match says much.
The constants were tried by `python -m tests.level_simulation`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from math import exp, sqrt
from typing import NamedTuple

from bot.match.verdict import LEAST_MONTHS
from bot.records.ratings import SPAN

MATCHES = 100
"""The matches that are looked at: the latest ones."""
FIRST = 1000
"""The first offer: below the estimate, as somebody who loses their first match may not come back."""
BELIEF = 1200.0
"""The estimate for somebody of whom nothing is known."""
DOUBT = 600.0
"""The standard deviation of that. With 500 or 700 the simulated shares differ by a hundredth."""
FADING = 0.97
"""The weight of a match beside the one after it: people learn."""
LEAST_STEP = 20.0
"""Points by which the offer follows every win and every loss."""
MOST_STEP = 100.0
"""Points by which it follows a match at most; twice as many upwards from the third win in a row on."""
STREAK = 3
"""Wins in a row."""


class Past(NamedTuple):
    """The outcome of a match against CPU players."""

    against: int
    """The place of the strongest of them, or the strength to which they mixed levels."""
    won: float
    """The share of the CPU players that came behind; a tie is half."""
    months: int
    """The planned length of the match; a longer one says more."""


def offer(past: Sequence[Past], places: Sequence[int], least: int) -> int:
    """Return the strength that suits somebody with these matches, the earliest first.

    It is `least` or more, and never above the place after the strongest opponent they have beaten. `places`:
    those of the ladder, the weakest first.
    """
    found, mean, variance = float(FIRST), BELIEF, DOUBT**2
    row, ceiling = 0, FIRST
    for each in past:
        row = row + 1 if each.won == 1 else 0
        if each.won > 1 / 2:
            ceiling = max(ceiling, above(each.against, places))
        scale = sqrt(each.months / LEAST_MONTHS) / SPAN
        awaited = 1 / (1 + exp((each.against - mean) * scale))
        variance = 1 / (1 / variance + awaited * (1 - awaited) * scale**2)
        mean += variance * scale * (each.won - awaited)
        variance /= FADING
        found = min(max(found + _step(each, mean - found, row), least), ceiling)
    return round(found)


def above(points: int, places: Sequence[int]) -> int:
    """Return the first place above a strength; the last one where there is none."""
    return places[min(bisect_right(places, points), len(places) - 1)]


def _step(each: Past, ahead: float, row: int) -> float:
    """Return the step of the offer, never against the match; the estimate is `ahead` of it."""
    if each.won == 1 / 2:
        return 0.0
    if each.won > 1 / 2:
        return min(max(ahead, LEAST_STEP), 2 * MOST_STEP if row >= STREAK else MOST_STEP)
    return max(min(ahead, -LEAST_STEP), -MOST_STEP)
