"""Two processes, four shards, one PostgreSQL: harm of every kind in the midst of play."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.chaos.split_run import split_run

pytestmark = pytest.mark.postgresql


@pytest.mark.parametrize("harms", [["kill", "rolling"], ["take_over", "cut"], ["swallow"]], ids="-".join)
async def test_matches_go_on_whatever_befalls_a_process(tmp_path: Path, harms: list[str]) -> None:
    """Nothing is lost or doubled, nobody's time runs out; who is cut off falls silent; the others go on."""
    async with split_run(tmp_path, 1, harms, short=True) as run:
        report = await run.run(len(harms))
    assert report.kills == len(harms)
    assert report.matches
