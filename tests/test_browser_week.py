"""A week of simulated days, played by a scripted person and looked back at on a phone of 390 px."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.week import main

pytestmark = [pytest.mark.browser, pytest.mark.long]


async def test_a_person_plays_a_week_and_looks_back_at_it(tmp_path: Path) -> None:
    """The coach remembers mistakes, the level follows results, the review speaks first, the week is listed.

    All that the phone shows of it is whole: no text is cut, nothing lies beyond the edge, pictures are there.
    """
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    await main(tmp_path / "week", pictures)
