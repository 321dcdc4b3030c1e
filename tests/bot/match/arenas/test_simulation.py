"""The simulation of arenas, on a few evenings; its figures are in `tests.arena_simulation`."""

from __future__ import annotations

import pytest

from tests.arena_simulation import SPREAD, WIDE, Hall, Strategy, night, world
from tests.support.arenas import arena_of


def test_an_evening_is_full_and_the_same_for_the_same_seed() -> None:
    """Everybody plays eight matches or more, and waits less than half a minute in the mean."""
    hall = Hall(world(3), arena_of()).run()
    assert all(row.played >= 8 for row in hall.rows())
    assert not [bout for bout in hall.bouts.values() if bout.in_play]
    one, again = (night(SPREAD, Strategy.HONEST, 3, 3) for _ in range(2))
    assert one == again
    assert one.waited < 30


def test_strength_shows_as_in_a_round_robin() -> None:
    """Of wide strengths the strongest third has more than half of the first places, here and there."""
    nights = [night(WIDE, Strategy.HONEST, 3, seed) for seed in range(4)]
    assert all(sum(shares) / 4 > 0.5 for shares in zip(*(each[:2] for each in nights), strict=True))


@pytest.mark.outside
@pytest.mark.parametrize("months", [1, 3])
@pytest.mark.parametrize("strategy", [Strategy.ODD, Strategy.ABANDON])
def test_what_is_sure_to_lose_loses(strategy: Strategy, months: int) -> None:
    """People who block everybody, or who give up, have less than without."""
    with_it = sum(night(SPREAD, strategy, months, seed).points for seed in range(4))
    assert with_it < sum(night(SPREAD, Strategy.HONEST, months, seed).points for seed in range(4))
