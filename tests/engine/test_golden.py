"""The golden playthroughs still say what they said."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from engine.play.observation import Observation
from tests.engine.golden import CONSTANT, HERE, PUBLIC, RECORDS, SEAT, render


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_playthrough(path: Path) -> None:
    """Every seat's observation at every step is what the text says; a leak shows as a changed line."""
    assert render(path) == (HERE / f"{path.stem}.txt").read_text("ascii")


def test_every_field_is_printed() -> None:
    """No field of an observation is missing from the playthroughs."""
    printed = {*CONSTANT, *SEAT, *(name for names in PUBLIC for name in names)}
    assert printed == {each.name for each in fields(Observation)}


def test_nothing_is_left_over() -> None:
    """Each record has its text, and each text its record."""
    assert {path.stem for path in RECORDS} == {path.stem for path in HERE.glob("*.txt")}
