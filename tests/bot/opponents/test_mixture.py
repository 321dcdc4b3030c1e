"""CPU players that mix levels, and the places by which they do."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from bot.match.vocabulary import Character, CpuLevel, CpuPlayer
from bot.opponents import mixture
from bot.opponents.places import PLACES, next_rung, rung_number, rungs
from bot.records import ratings
from engine.rules.rule_sets import RuleSetId
from tests.bot.opponents.observations import walk

RULE_SETS = tuple(RuleSetId)
CLASSIC = RuleSetId.CLASSIC


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_everybody_has_a_place_and_a_rung(rule_set: RuleSetId) -> None:
    """The ladder goes up, and *normal* is the anchor at 1500."""
    assert set(PLACES[rule_set]) == set(CpuPlayer) == set(rungs(rule_set))
    ascending = [PLACES[rule_set][each] for each in rungs(rule_set)]
    assert ascending == sorted(ascending)
    assert PLACES[rule_set][CpuPlayer.NORMAL] == 1500


def test_the_next_rung_is_the_one_above_the_strongest_that_was_beaten() -> None:
    """Nobody who has beaten a stronger one is sent back while there is somebody above."""
    ladder = rungs(CLASSIC)
    assert next_rung(CLASSIC, ()) is ladder[0]
    assert next_rung(CLASSIC, ladder[:3]) is ladder[3]
    assert next_rung(CLASSIC, {ladder[4]}) is ladder[5]
    assert next_rung(CLASSIC, {ladder[1], ladder[4]}) is ladder[5]
    assert next_rung(CLASSIC, {ladder[-1]}) is ladder[0]
    assert next_rung(CLASSIC, ladder) is None
    assert [rung_number(CLASSIC, each) for each in ladder] == [*range(1, 13)]


@pytest.mark.parametrize("rule_set", RULE_SETS)
@pytest.mark.parametrize("character", Character)
def test_a_mixture_is_of_two_neighbours_by_how_near_they_are(
    rule_set: RuleSetId, character: Character
) -> None:
    """A quarter of the way up one decision in four is the stronger one's; at a step all are its own."""
    ladder, chance = mixture.steps(rule_set, character), Random(1)
    for low, high in pairwise(ladder):
        if high.points - low.points < 40:
            continue
        points = low.points + (high.points - low.points) // 4
        made = Counter(mixture.decides(rule_set, character, points, chance) for _ in range(2000))
        blind = 0.75 * low.blunders + 0.25 * high.blunders
        assert made[None] == pytest.approx(2000 * blind, abs=90)
        assert set(made) <= {low.cpu, high.cpu, None}
        if low.cpu is not high.cpu:
            assert made[high.cpu] == pytest.approx(500, abs=90)
    top = {mixture.decides(rule_set, character, 9000, chance) for _ in range(50)}
    assert top == {ladder[-1].cpu} and not ladder[-1].blunders


def test_nothing_is_stronger_than_the_strongest_and_the_weakest_still_sees_its_cards() -> None:
    """Below all levels it makes any legal move in three of five decisions at most."""
    least, most = mixture.bounds(CLASSIC)
    assert most == max(PLACES[CLASSIC].values())
    even = Character.EVEN
    made = Counter(mixture.decides(CLASSIC, even, least - 500, Random(n)) for n in range(2000))
    assert made[None] == pytest.approx(1200, abs=90) and made[CpuPlayer.EASY] == 2000 - made[None]


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_character_is_drawn_that_can_be_so_strong(rule_set: RuleSetId) -> None:
    """The number that is told is that by which it plays."""
    least, most = mixture.bounds(rule_set)
    for points in range(least, most + 1, 20):
        for character in mixture.characters(rule_set, points):
            ladder = mixture.steps(rule_set, character)
            assert ladder[0].points <= points <= ladder[-1].points
        assert mixture.by_chance(rule_set, points).character in mixture.characters(rule_set, points)


def test_the_chance_is_that_of_the_match_and_of_the_question() -> None:
    """After a restart it is the same; in another match and at another question it is not."""
    first, *_, last = walk("classic")
    seed = bytes(32)
    one = mixture.chance_of(seed, first).random()
    assert mixture.chance_of(seed, first).random() == one
    assert one not in {
        mixture.chance_of(seed, last).random(),
        mixture.chance_of(bytes([1] * 32), first).random(),
    }


def test_a_distance_on_the_scale_is_a_share_of_matches() -> None:
    """The share of matches of three months that is won."""
    assert ratings.expected(0) == 0.5
    assert ratings.expected(ratings.distance(0.58)) == pytest.approx(0.58)
    assert ratings.distance(0.58) == pytest.approx(342, abs=2)
    assert CpuLevel.EASY in {each.level for each in rungs(CLASSIC)[:2]}
