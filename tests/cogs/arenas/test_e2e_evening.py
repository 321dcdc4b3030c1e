"""A whole evening of eight people; `python -m tests.arena_evening` plays a greater one, and watches it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.evening.evening import evening, plans
from tests.support.evening.guests import block

PEOPLE, MINUTES = 8, 30
LEAST = 20
"""Matches that they have played at the end."""


@pytest.mark.long
async def test_an_evening_keeps_every_promise(tmp_path: Path) -> None:
    """People come late, leave early, pause and stay away; one blocks another, and one is removed."""
    async with evening(tmp_path, plans(PEOPLE, MINUTES), MINUTES) as it:
        it.pace = 10.0
        first, *others = it.guests
        await block(first.player, others[-1].player)
        await it.open()
        await it.until(MINUTES / 2)
        await it.remove(others[1])
        await it.until(2 * MINUTES)
        assert await it.faults((first, others[-1])) == []
        assert len(it.record.bouts()) > LEAST
