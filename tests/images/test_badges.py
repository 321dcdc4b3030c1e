"""The badges: that each has its sprite, how they are handed out, and how a profile shows them."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from bot.records.achievements import Achievement
from images import draw
from images.drawing import sprites, theme
from images.drawing.compose import Canvas
from images.layouts.geometry import Box
from images.pictures import profile
from images.scene.profile import ProfileScene
from tests.gallery import scenes
from tests.support.wording_views import ENGLISH, EVERY


@pytest.mark.parametrize("badge", Achievement)
def test_every_badge_has_its_sprite(badge: Achievement) -> None:
    """128 x 128 with alpha: nothing in the corners, nothing to see through in the middle."""
    sprite = sprites.original(f"badge-{badge}")
    alpha = sprite.getchannel("A")
    assert (sprite.mode, sprite.size) == ("RGBA", (128, 128))
    assert {alpha.getpixel((x, y)) for x in (0, 127) for y in (0, 127)} == {0}
    assert alpha.crop((44, 44, 84, 84)).getextrema() == (255, 255)


def test_no_two_badges_look_alike() -> None:
    """Sixteen pictures, each its own."""
    assert (
        len({sprites.original(f"badge-{badge}").tobytes() for badge in Achievement}) == len(Achievement) == 16
    )


def test_a_badge_is_made_once_for_each_size() -> None:
    """A picture and its mask of the size that was asked for, the same object every time."""
    small = sprites.badge(Achievement.GOKO, 96)
    assert (small.face.mode, small.mask.mode, small.face.size, small.mask.size) == (
        "RGB",
        "L",
        (96, 96),
        (96, 96),
    )
    assert sprites.badge(Achievement.GOKO, 96) is small
    assert sprites.badge(Achievement.GOKO, 48) is not small
    assert sprites.held_bytes() >= 96 * 96 * 5


def test_a_badge_that_is_not_earned_is_pale() -> None:
    """The shape is there, without its colours: all its pixels are dark, and grey as the panel is."""
    for badge in Achievement:
        canvas = Canvas(80, 80, theme.PANEL)
        canvas.medallion(badge, Box(5, 5, 70, 70), earned=False)
        ground = Image.new("RGB", canvas.image.size, theme.PANEL)
        beyond = ImageChops.difference(canvas.image, ground).tobytes()
        offsets = set(zip(beyond[::3], beyond[1::3], beyond[2::3], strict=True))
        assert len(offsets) > 20
        assert all(max(each) - min(each) <= 1 and max(each) <= 80 for each in offsets)


def test_how_near_a_badge_is_stands_on_it() -> None:
    """Only where it can be counted and has begun."""
    for words in EVERY:
        scene = scenes.named(words)["profile-usual"]
        assert isinstance(scene, ProfileScene)
        written = {placed.text for placed in profile.paint(scene).placed}
        assert [str(view.near) for view in scene.badges if view.near] == ["11/12", "3/4"]
        assert {"11/12", "3/4"} <= written


def test_a_profiles_surfaces_have_the_exact_colours() -> None:
    """Felt, panels and the chart's paper are flat in the PNG."""
    scene = scenes.named(ENGLISH)["profile-usual"]
    assert isinstance(scene, ProfileScene)
    none = replace(scene, badges=tuple(replace(view, earned=False) for view in scene.badges))
    shown = Image.open(io.BytesIO(draw(none))).convert("RGB")
    colours = {colour: count for count, colour in shown.getcolors(1 << 16) or ()}
    for colour in (theme.FELT, theme.PANEL, theme.PAPER):
        assert colours[colour] > 20_000
