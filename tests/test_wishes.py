"""The ways from a wish to cards that `tests.wishes` measures, without pauses: each leads there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.e2e.e2e_stage import stage
from tests.wishes import WAYS, by_lobby, table, with_somebody

MOST: dict[object, int] = {by_lobby: 3, with_somebody: 5}
"""The presses of the ways that take more than one, at most."""


@pytest.mark.outside
@pytest.mark.parametrize("name", WAYS)
async def test_a_wish_against_a_cpu_player_takes_no_further_press(tmp_path: Path, name: str) -> None:
    """One command or press is all; a lobby's list is opened and chosen from."""
    way = WAYS[name]
    async with stage(tmp_path) as here:
        presses, seconds = await (await way(here)).granted()
        assert 0 < presses <= MOST.get(way, 1) and seconds > 0
        await here.must_be_clean()


def test_the_middle_of_several_runs_is_told_beside_an_older_one_s() -> None:
    """A line of each way, with the ratio of the newer work to the older."""
    runs = [[dict.fromkeys(WAYS, (taps, taps / 2)) for taps in each] for each in ((4, 4, 8), (1, 2, 1))]
    _, _, *lines = table(runs)
    assert lines == [f"| {name} | 4 → 1 | 2.0 → 0.5 | 0.25 |" for name in WAYS]
