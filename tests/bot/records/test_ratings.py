"""Ratings: who wins rises, ties draw together, seasons' ends draw to the middle, every run says the same."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.records.ratings import NEW, Skill, pulled, rated, shown
from tests import season_simulation
from tests.support.waiting import MOST_SECONDS

skills = st.builds(Skill, st.floats(0, 60), st.floats(0.5, 10))
tables = st.lists(skills, min_size=2, max_size=3)
CLOSE = 1e-9


def close(skill: Skill) -> object:
    """Return a skill that is equal to this one but for rounding."""
    return pytest.approx((skill.mu, skill.sigma), abs=CLOSE)


def test_a_newcomer_is_shown_as_a_thousand() -> None:
    """Exactly, so that nobody begins with 999."""
    assert (NEW.mu, NEW.sigma) == (25, 25 / 3)
    assert shown(NEW) == 1000


@given(skills, st.floats(0.001, 10))
def test_what_is_shown_grows_with_skill_and_with_certainty(skill: Skill, more: float) -> None:
    """More mu is more, more sigma is less."""
    assert (
        shown(Skill(skill.mu + more, skill.sigma)) > shown(skill) > shown(Skill(skill.mu, skill.sigma + more))
    )


@given(tables)
def test_the_first_rises_and_the_last_falls(table: list[Skill]) -> None:
    """Whatever was believed of them."""
    after = rated(table, range(1, len(table) + 1))
    assert after[0].mu > table[0].mu
    assert after[-1].mu < table[-1].mu


@given(tables, st.data())
def test_a_better_place_is_never_worse(table: list[Skill], data: st.DataObject) -> None:
    """With ties too: the higher somebody comes among the same others, the higher the rating."""
    others = [data.draw(st.integers(1, 3)) for _ in table[1:]]
    after = [rated(table, [place, *(2 * other for other in others)])[0] for place in range(1, 8)]
    assert all(better.mu >= worse.mu for better, worse in pairwise(after))
    assert after[0].mu > after[-1].mu
    assert len({skill.sigma for skill in after}) == 1


@given(skills, skills)
def test_a_tie_draws_together(one: Skill, other: Skill) -> None:
    """The one believed better falls, the other rises; equals stay where they are."""
    for after, before, rival in zip(rated([one, other], [1, 1]), (one, other), (other, one), strict=True):
        assert (after.mu - before.mu) * (rival.mu - before.mu) >= 0
    for middle in rated([one] * 3, [1, 1, 1]):
        assert middle.mu == pytest.approx(one.mu, abs=CLOSE)
    second = rated([one] * 3, [1, 2, 3])[1]
    assert second.mu == pytest.approx(one.mu, abs=CLOSE)


@given(tables, st.data())
def test_seats_do_not_matter(table: list[Skill], data: st.DataObject) -> None:
    """Equal people with equal places come to equal skills, in whatever order they are named."""
    places = [data.draw(st.integers(1, 3)) for _ in table]
    after = rated(table, places)
    for order in permutations(range(len(table))):
        again = rated([table[at] for at in order], [places[at] for at in order])
        for at, skill in zip(order, again, strict=True):
            assert (skill.mu, skill.sigma) == close(after[at])


@given(tables, st.data())
def test_only_the_order_of_places_matters(table: list[Skill], data: st.DataObject) -> None:
    """Two firsts and a third are two firsts and a second."""
    places = [data.draw(st.integers(1, 3)) for _ in table]
    dense = [sorted(set(places)).index(place) + 1 for place in places]
    assert rated(table, places) == rated(table, dense)


def test_these_matches_come_to_these_numbers() -> None:
    """A library that rates otherwise would change what everybody has seen: it must not come unnoticed."""
    won, lost = rated([NEW, NEW], [1, 2])
    assert (won.mu, won.sigma) == close(Skill(26.63443941123586, 8.27064365072796))
    assert (lost.mu, lost.sigma) == close(Skill(23.36556058876414, 8.27064365072796))
    one, two, three = rated([Skill(27, 5), NEW, Skill(24, 6)], [2, 1, 2])
    assert (one.mu, one.sigma) == close(Skill(26.299382800760643, 4.980391415979814))
    assert (two.mu, two.sigma) == close(Skill(28.463677034608175, 8.188705474896606))
    assert (three.mu, three.sigma) == close(Skill(23.213066190945973, 5.959165169456053))


@pytest.mark.parametrize(("table", "places"), [([NEW], [1]), ([NEW, NEW], [1]), ([NEW, NEW], []), ([], [])])
def test_a_match_needs_players_and_their_places(table: list[Skill], places: list[int]) -> None:
    """Anything else is refused."""
    with pytest.raises(ValueError, match=r"places|at least 2"):
        rated(table, places)


def test_the_better_of_two_is_found_in_the_long_run() -> None:
    """A player who wins six of ten matches stands above, and both are known better than at the beginning."""
    chance, pair = random.Random(7), (NEW, NEW)
    for _ in range(400):
        one, other = rated(pair, (1, 2) if chance.random() < 0.6 else (2, 1))
        pair = (one, other)
    assert shown(pair[0]) > shown(NEW) > shown(pair[1])
    assert max(skill.sigma for skill in pair) < NEW.sigma / 2


@given(skills, st.integers(0, 40), st.integers(0, 40))
def test_seasons_ends_add_up(skill: Skill, some: int, more: int) -> None:
    """One after another or all at once is the same to the last bit; none changes nothing."""
    assert pulled(pulled(skill, some), more) == pulled(skill, some + more)
    assert pulled(skill, 0) is skill


@given(skills, st.integers(1, 40))
def test_seasons_ends_draw_towards_a_newcomer(skill: Skill, seasons: int) -> None:
    """Never past it, and nobody overtakes anybody of the same certainty."""
    after = pulled(skill, seasons)
    for before, now, middle in ((skill.mu, after.mu, NEW.mu), (skill.sigma, after.sigma, NEW.sigma)):
        assert abs(now - middle) <= abs(before - middle)
        assert (now - middle) * (before - middle) >= 0
    better = pulled(Skill(skill.mu + 1, skill.sigma), seasons)
    assert better.mu >= after.mu
    assert better.sigma == after.sigma


def test_a_newcomer_stays_one_over_all_seasons() -> None:
    """Exactly; and after many seasons everybody is nearly one."""
    assert pulled(NEW, 100) == NEW
    assert shown(pulled(Skill(40, 3), 100)) == pytest.approx(1000)


STORY = """
from bot.records.ratings import NEW, pulled, rated
people = [NEW] * 3
for number in range(1, 60):
    places = [1 + number % 3, 1 + number % 2, 1 + number % 5]
    people = [pulled(skill, number % 7 == 0) for skill in rated(people, places)]
print(people)
"""


def test_every_run_comes_to_the_same_bits() -> None:
    """Whatever the seed of Python's hashes."""
    told = set()
    for seed in ("0", "1", "12345"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        ran = subprocess.run(
            [sys.executable, "-c", STORY], env=env, check=True, capture_output=True, timeout=MOST_SECONDS
        )
        told.add(ran.stdout)
    assert len(told) == 1


def test_the_simulation_runs_as_its_seed_says() -> None:
    """A short season: the same worlds, the same outcomes, a complete list."""
    server = season_simulation.Server(matches=8, seasons=2)
    system = season_simulation.System(least=1)
    ((new, old),) = season_simulation.both(server, [system], 5)
    assert season_simulation.both(server, [system], 5) == [(new, old)]
    assert new.listed == old.listed == 1
    assert new != old
