"""The contact sheets: that they show the deck as it is now."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

import images.art
from images.art.sheets import SHEETS, encoded

FOLDER = Path(images.art.__file__).parent / "sheets"


def test_there_is_a_file_for_each_sheet() -> None:
    """The folder holds the sheets and nothing else."""
    assert {file.name for file in FOLDER.iterdir()} == {f"{name}.webp" for name in SHEETS}


@pytest.mark.outside
@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_is_what_the_command_writes(name: str) -> None:
    """Made again, a sheet looks like the committed one: a card that changed without it is found."""
    committed = Image.open(FOLDER / f"{name}.webp").convert("RGB")
    made = Image.open(io.BytesIO(encoded(SHEETS[name]()))).convert("RGB")
    assert committed.size == made.size
    difference = ImageChops.difference(committed, made)
    assert max(ImageStat.Stat(difference).mean) < 0.05, "run `python -m images.art`"


@pytest.mark.outside
def test_the_deck_is_seen_in_four_ways() -> None:
    """The first quarter has no colour; in the next two a pure red is no red any more, in the last it is."""
    sheet = SHEETS["seen"]()
    quarter = sheet.height // 4
    looks = [sheet.crop((0, quarter * n, sheet.width, quarter * (n + 1))) for n in range(4)]
    redness = []
    for look in looks:
        red, green, _ = look.split()
        levels = ImageChops.subtract(red, green).histogram()
        redness.append(max(level for level, count in enumerate(levels) if count))
    assert redness[0] == 0
    assert max(redness[1:3]) < 80
    assert redness[3] > 150
