"""A CPU player between two levels: decision by decision one of them plays, by a chance that is handed in.

The steps of a character are its levels and, below its *easy*, three that make any legal move now and then.
A strength between two steps is a mixture of both. None is stronger than *master*.
"""

from __future__ import annotations

import secrets
from functools import cache
from random import Random
from typing import NamedTuple

from bot.match.vocabulary import Character, CpuLevel, CpuPlayer
from bot.opponents.places import BLUNDERS, PLACES
from engine.play.observation import Observation
from engine.rules.rule_sets import RuleSetId


class Step(NamedTuple):
    """A strength that is no mixture."""

    points: int
    cpu: CpuPlayer
    blunders: float = 0.0
    """The share of decisions in which it makes any legal move."""


@cache
def steps(rule_set: RuleSetId, character: Character) -> tuple[Step, ...]:
    """The steps of a character, the weakest first."""
    easy = CpuPlayer.of(CpuLevel.EASY, character)
    places = PLACES[rule_set]
    weaker = (Step(places[easy] - lost, easy, share) for share, lost in BLUNDERS[rule_set].items())
    levels = (Step(places[each], each) for each in CpuPlayer if each.character is character)
    return tuple(sorted((*weaker, *levels)))


def bounds(rule_set: RuleSetId) -> tuple[int, int]:
    """The least and the greatest strength that a mixture has."""
    found = [step.points for character in Character for step in steps(rule_set, character)]
    return min(found), max(found)


def by_chance(rule_set: RuleSetId, points: int) -> CpuPlayer:
    """Draw a CPU player to mix levels: each character that has such a strength is as likely."""
    return nearest(rule_set, secrets.choice(characters(rule_set, points)), points)


def characters(rule_set: RuleSetId, points: int) -> tuple[Character, ...]:
    """The characters that can be so strong and so weak; all where the strength is out of `bounds`."""
    spans = {each: steps(rule_set, each) for each in Character}
    found = (each for each, span in spans.items() if span[0].points <= points <= span[-1].points)
    return tuple(found) or tuple(Character)


def nearest(rule_set: RuleSetId, character: Character, points: int) -> CpuPlayer:
    """The CPU player of a character that comes nearest to a strength."""
    return min(steps(rule_set, character), key=lambda step: abs(step.points - points)).cpu


def chance_of(seed: bytes, seen: Observation) -> Random:
    """The chance by which a mixture decides what it is asked, by the match's seed: after a restart the same.

    Nobody knows the seed before the match is over.
    """
    return Random(f"{seed.hex()} level {seen.n} {seen.viewer}")  # noqa: S311 - the seed is random


def decides(rule_set: RuleSetId, character: Character, points: int, chance: Random) -> CpuPlayer | None:
    """The CPU player that makes one decision of a mixture; None: any legal move is as good."""
    step = _step(steps(rule_set, character), points, chance)
    return None if chance.random() < step.blunders else step.cpu


def _step(ordered: tuple[Step, ...], points: int, chance: Random) -> Step:
    above = next((n for n, step in enumerate(ordered) if step.points > points), len(ordered))
    if above in {0, len(ordered)}:
        return ordered[min(above, len(ordered) - 1)]
    low, high = ordered[above - 1], ordered[above]
    return high if chance.random() < (points - low.points) / (high.points - low.points) else low
