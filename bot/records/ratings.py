"""Ratings: the belief about somebody's skill, and its changes by matches and ends of seasons.

The constants were chosen by `python -m tests.season_simulation --worlds 500`. It has thirty regulars, the
best of whom beats the middle of them in 58 of 100 matches of three months. Each plays 24 matches a season,
and four seasons come before the one that is looked at. "Order" is the rank correlation of a list with true
strength, 1 at best.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

from openskill.models import BradleyTerryFull

LUCK = 3.0
"""The factor on the library's beta, 25/6: a match has more chance than it supposes.

Taken once: order 0.37 instead of 0.42, and somebody with fewer than ten matches leads 11 % of the lists, not
3 %. Taken six times order is 0.46, but a newcomer as strong as the best is first in 11 % of seasons only.
"""
CAUTION = 1.0
"""The sigmas by which a shown rating lies below mu; the library's own ordinal takes 3.

With 3, and LUCK 1, a list tells who plays much (correlation 0.55 with the number of matches) before it tells
who plays well (0.32); so it is 0.14 and 0.42. With 0, those of few matches lead 7 % of the lists.
"""
FIRST_SHOWN = 1000.0
"""The shown rating of a newcomer."""
POINT = 60.0
"""Shown points of one unit of skill: a season's first has about 1570, 1650 before `damped`."""
PULL = 2 / 3
"""The part by which a season's end moves mu back to the middle.

The figures here are from before `damped`; with it, over 500 seasons: 15.8 %, 16.6 %, order 0.40.
Somebody as strong as the best regular is then first in 15.8 % of seasons as a newcomer and in 16.0 % where
they were there before; by chance alone in 3.2 %. With matches of twelve months: 23 % and 24 %. Half of the
way back: 14.8 % and 16.6 %; where nothing is pulled and reopened: 7 % and 21 %. Order is 0.42 (twelve months:
0.65), where nothing is pulled 0.57 (0.80), and 0.37 (0.58) where every season begins again.
"""
REOPENING = 1 / 4
"""The part by which a season's end moves sigma back to a newcomer's.

All the way: the newcomer is first in 12.8 % of seasons, against 15.0 % where they were there before. Not at
all: in 20.8 % against 17.8 %, for luck then carries newcomers further than others.
"""
PROVISIONAL = 5
"""Rated matches below which somebody is provisional: in a season one in nine of those who play at all.

No number of matches makes a rating sure. The shown rating of a newcomer correlates with their strength by
0.19 after 5 matches of three months, 0.35 after 20, 0.57 after 100 (of twelve months: 0.34, 0.57, 0.80). With
ten in place of five, order would be 0.44 instead of 0.42, but 29 % instead of 11 % would be on no list.
"""
MODEL = BradleyTerryFull(beta=LUCK * 25 / 6)
"""Everybody is compared with everybody, of two players or three; a tie is half a win, and the second of three
equals stays where they are.

With two players Plackett-Luce is the same, to the last digit. With three it orders a little better (0.46, not
0.43). But being level with the first can bring less than being second alone, and sannin has ties in 27 % of
its matches of three months. Thurstone-Mosteller orders worse (0.38 and 0.37).
"""


SPAN = POINT * MODEL.beta * sqrt(2)
"""Shown points ahead with which somebody wins e matches for one that they lose, both skills being sure."""


@dataclass(frozen=True, slots=True)
class Skill:
    """A belief: most likely `mu`, with the standard deviation `sigma`."""

    mu: float
    sigma: float


NEW = Skill(MODEL.mu, MODEL.sigma)
"""The skill of somebody of whom nothing is known."""


def rated(
    skills: Sequence[Skill], places: Sequence[int], *, model: BradleyTerryFull = MODEL
) -> tuple[Skill, ...]:
    """Return the skills after one match with these places: 1 is the first, equal ones are a tie.

    Raises ValueError for a single player, and unless each has a place.
    """
    if len(skills) != len(places):
        raise ValueError(f"{len(skills)} players cannot have {len(places)} places")
    teams = [[model.rating(skill.mu, skill.sigma)] for skill in skills]
    after = model.rate(teams, ranks=[float(place) for place in places])
    return tuple(Skill(rating.mu, rating.sigma) for (rating,) in after)


def expected(ahead: float) -> float:
    """The share of matches of three months that somebody wins who stands this far ahead, in shown points."""
    return 1 / (1 + exp(-ahead / SPAN))


def distance(share: float) -> float:
    """Return how many shown points ahead somebody stands who wins this share of matches of three months."""
    return SPAN * log(share / (1 - share))


def damped(before: Skill, after: Skill, nth: int) -> Skill:
    """The skill after a match that is the `nth` (from 1) of the same two people: it moves one nth as far.

    Without that, a middling player whom one partner lets win once a day is first in 70 % of 150 seasons. With
    it they are first in 12 %, and with five such matches a day in 17 %. The order of honest lists stays at
    0.38.
    """
    mu = before.mu + (after.mu - before.mu) / nth
    return Skill(mu, before.sigma + (after.sigma - before.sigma) / nth)


def shown(skill: Skill, *, caution: float = CAUTION) -> float:
    """Return the rating in lists: 1000 for a newcomer, about 1500 for a good player."""
    return FIRST_SHOWN + POINT * (_ordinal(skill, caution) - _ordinal(NEW, caution))


def pulled(skill: Skill, seasons: int, *, pull: float = PULL, reopening: float = REOPENING) -> Skill:
    """Return the skill after this number of season ends, one after another; 0: as it is."""
    for _ in range(seasons):
        mu = skill.mu + pull * (NEW.mu - skill.mu)
        skill = Skill(mu, skill.sigma + reopening * (NEW.sigma - skill.sigma))
    return skill


def _ordinal(skill: Skill, caution: float) -> float:
    return MODEL.rating(skill.mu, skill.sigma).ordinal(caution)
