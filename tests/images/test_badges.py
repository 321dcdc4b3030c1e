"""The badges: that each has its sprite, how they are handed out, and how a profile shows them."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image

from images import draw
from images.drawing import sprites, theme
from images.drawing.compose import Canvas
from images.layouts.geometry import Box
from images.pictures import profile
from images.scene.profile import Badge, ProfileScene
from tests.gallery import scenes
from tests.support.wording_views import ENGLISH, EVERY


@pytest.mark.parametrize("badge", Badge)
def test_every_badge_has_its_sprite(badge: Badge) -> None:
    """128 x 128 with alpha: nothing in the corners, nothing to see through in the middle."""
    sprite = sprites.original(f"badge-{badge}")
    alpha = sprite.getchannel("A")
    assert (sprite.mode, sprite.size) == ("RGBA", (128, 128))
    assert {alpha.getpixel((x, y)) for x in (0, 127) for y in (0, 127)} == {0}
    assert alpha.crop((44, 44, 84, 84)).getextrema() == (255, 255)


def test_no_two_badges_look_alike() -> None:
    """Sixteen pictures, each its own."""
    assert len({sprites.original(f"badge-{badge}").tobytes() for badge in Badge}) == len(Badge) == 16


def test_a_badge_is_made_once_for_each_size() -> None:
    """A picture and its mask of the size that was asked for, the same object every time."""
    small = sprites.badge(Badge.GOKO, 96)
    assert (small.face.mode, small.mask.mode, small.face.size, small.mask.size) == (
        "RGB",
        "L",
        (96, 96),
        (96, 96),
    )
    assert sprites.badge(Badge.GOKO, 96) is small
    assert sprites.badge(Badge.GOKO, 48) is not small
    assert sprites.held_bytes() >= 96 * 96 * 5


def test_a_badge_that_is_not_earned_shows_nothing_of_its_picture() -> None:
    """Only the empty place, the same for all."""
    drawn = set()
    for badge in Badge:
        canvas = Canvas(100, 100, theme.PANEL)
        canvas.medallion(badge, Box(2, 2, 96, 96), earned=False)
        drawn.add(canvas.image.tobytes())
    assert len(drawn) == 1


def test_names_of_badges_are_never_shortened() -> None:
    """All sixteen names of a profile are written in full, in at most two lines."""
    for words in EVERY:
        scene = scenes.named(words)["profile-crowded"]
        assert isinstance(scene, ProfileScene)
        written = {placed.text for placed in profile.paint(scene).placed}
        for view in scene.badges:
            name = str(view.name)
            halves = {(name[:end].rstrip(), name[end:]) for end in range(1, len(name))}
            assert name in written or any(set(both) <= written for both in halves), name


def test_a_profiles_surfaces_have_the_exact_colours() -> None:
    """Felt, panels, the chart's paper and the empty places are flat in the PNG."""
    scene = scenes.named(ENGLISH)["profile-usual"]
    assert isinstance(scene, ProfileScene)
    none = replace(scene, badges=tuple(replace(view, earned=False) for view in scene.badges))
    shown = Image.open(io.BytesIO(draw(none))).convert("RGB")
    colours = {colour: count for count, colour in shown.getcolors(1 << 16) or ()}
    for colour in (theme.FELT, theme.PANEL, theme.PAPER, theme.CHIP):
        assert colours[colour] > 20_000
