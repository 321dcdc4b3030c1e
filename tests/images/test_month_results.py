"""The three degrees of a month's result: what stands where, and the plants of grand ones."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops, ImageSequence, ImageStat

from bot.screens import month_result
from images.art.motifs.shell import CORNER_HEIGHT, CORNER_WIDTH
from images.drawing import sprites, theme
from images.drawing.compose import Canvas, Placed
from images.pictures import Unwanted, animated, draw, grand_month, paint
from images.pictures.winning_move import MOST_BYTES
from images.scene.result import MonthResultScene, WinningMoveScene
from tests.gallery import scenes
from tests.support.wording_views import ENGLISH

LONGEST_MS = 1500
"""The longest run of the winning card, the last picture apart, which stays."""
RESULTS = {
    name: scene for name, scene in scenes.named(ENGLISH).items() if isinstance(scene, MonthResultScene)
}


@pytest.mark.parametrize("month", range(1, 13))
def test_every_month_has_a_plant_for_the_corner(month: int) -> None:
    """A picture of its own, which runs off the lower right corner and leaves the upper left one free."""
    plant = sprites.original(f"corner-{month:02}")
    alpha = plant.getchannel("A")
    assert (plant.mode, plant.size) == ("RGBA", (CORNER_WIDTH, CORNER_HEIGHT))
    assert alpha.getpixel((0, 0)) == 0 and alpha.getpixel((CORNER_WIDTH - 80, CORNER_HEIGHT - 1)) == 255
    others = {sprites.original(f"corner-{other:02}").tobytes() for other in range(1, 13) if other != month}
    assert plant.tobytes() not in others


@pytest.mark.outside
@pytest.mark.parametrize("name", RESULTS)
def test_the_total_stands_under_the_points(name: str) -> None:
    """Both end at the same column; a small month has its total beside its cards, and no other points."""
    scene, canvas = RESULTS[name], paint(RESULTS[name])
    if scene.total is None or scene.small or not scene.rows:
        return
    total = next(placed for placed in canvas.placed if placed.text == scene.total and _large(placed))
    points = [placed for placed in canvas.placed if placed.text in {row.points for row in scene.rows}]
    above = [placed for placed in points if placed.ink.bottom < total.ink.y]
    assert all(abs(placed.ink.right - total.ink.right) < 8 for placed in above)
    assert above or scene.grand is not None


@pytest.mark.outside
def test_a_small_month_is_low_and_a_grand_one_is_night() -> None:
    """A small one is about half as high as wide; a grand one has its own ground."""
    for name, scene in RESULTS.items():
        canvas: Canvas = paint(scene)
        if scene.small:
            assert canvas.image.height <= 500, name
        grand = canvas.image.getpixel((4, 4)) == theme.NIGHT
        assert grand == (scene.grand is not None), name


def _large(placed: Placed) -> bool:
    return placed.size > theme.Size.NAME


@pytest.mark.outside
def test_a_winning_capture_is_short_light_and_ends_with_the_still_picture() -> None:
    """At most 1.5 s and 250 kB, shown once; its first frame says who won, and shows with what."""
    found = [moving for moving in map(month_result.moving, RESULTS.values()) if moving is not None]
    for scene in found:
        encoded = draw(scene)
        animation = Image.open(io.BytesIO(encoded))
        frames = [frame.convert("RGB") for frame in ImageSequence.Iterator(animation)]
        times = [ImageSequence.Iterator(animation)[n].info["duration"] for n in range(len(frames))]
        assert len(encoded) <= MOST_BYTES and sum(times) <= LONGEST_MS and b"NETSCAPE" not in encoded
        still = Image.open(io.BytesIO(draw(scene.still))).convert("RGB")
        assert _apart(frames[-1], still) < 0.5 < _apart(frames[0], still) * 10
        words = {placed.text for placed in _first(scene).placed}
        assert words == {placed.text for placed in paint(scene.still).placed}
    assert len(found) > 5


def test_a_winning_capture_that_nobody_waits_for_is_left_off() -> None:
    """Nothing is drawn after the frame at which it was not wanted any more."""
    with pytest.raises(Unwanted):
        animated(scenes.winning_move(ENGLISH), lambda: False)


def _apart(one: Image.Image, other: Image.Image) -> float:
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


def _first(scene: WinningMoveScene) -> Canvas:
    """Return the common part of all its frames."""
    assert scene.still.grand is not None
    canvas, _ = grand_month.without_fresh(scene.still, scene.still.grand)
    return canvas
