"""Random presses, commands and forgeries on random tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.chaos import fuzz_run

# Whatever may be dealt is pressed on.
pytestmark = [pytest.mark.outside, pytest.mark.dealt_by_chance]


def test_random_acts_break_nothing(tmp_path: Path) -> None:
    """No exception, no failed press, no hand in public, and no state that the engine did not make."""
    report = fuzz_run.run(tmp_path, number=1)
    assert report.acts > 50
