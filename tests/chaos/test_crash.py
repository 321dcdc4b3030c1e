"""`kill -9` of the bot, the sandbox living on, at random moments of matches of every rule set."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.chaos.crash_run import crash_run

pytestmark = [pytest.mark.outside, pytest.mark.databases]

KILLS = 6
"""In each of two parts, so that workers share them: twelve. `python -m tests.soak` makes a hundred."""


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
async def test_matches_go_on_after_every_kill(tmp_path: Path, seed: int) -> None:
    """Nothing is lost or doubled, no clock unfair; tables and hands are shown again as the rows have them."""
    async with crash_run(tmp_path, seed=seed, short=True) as run:
        report = await run.run(KILLS)
    assert report.kills == KILLS
    assert report.matches
