"""The texts on the pictures stand out from their ground, and the seasons' felts are equally light."""

from __future__ import annotations

from itertools import cycle
from typing import Final

import pytest
from PIL import Image

from images.drawing import theme
from images.drawing.compose import Placed
from images.drawing.theme import Felt, Pill, Rgb, Size
from images.pictures import paint
from tests.gallery import scenes
from tests.support.wording_views import ENGLISH

_SMALL: Final = 4.5
_LARGE: Final = 3.0
_SEASONS: Final = cycle((1, 4, 7, 10))


def _linear(level: int) -> float:
    share = level / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def _luminance(colour: Rgb) -> float:
    """As WCAG 2 has it, 0 to 1."""
    red, green, blue = map(_linear, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: Rgb, other: Rgb) -> float:
    """As WCAG 2 has it, 1 to 21."""
    dark, light = sorted(map(_luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def _lightness(colour: Rgb) -> float:
    """CIELAB L*, 0 to 100."""
    return float(116 * _luminance(colour) ** (1 / 3) - 16)


def _ground(image: Image.Image, one: Placed) -> Rgb:
    """The commonest colour where a text stands, its own apart."""
    ink = one.ink.grown(1)
    # Pillow looks through room for as many colours as it is told: it gets room for one a pixel, no more.
    found = image.crop((ink.x, ink.y, ink.right, ink.bottom)).getcolors(ink.w * ink.h) or []
    others = [(count, colour) for count, colour in found if colour != one.colour]
    colour = max(others)[1]
    assert isinstance(colour, tuple)
    return colour[0], colour[1], colour[2]


@pytest.mark.outside
def test_all_that_is_written_stands_out_from_its_ground() -> None:
    """Small letters 4.5:1, the largest 3:1, on every picture, in every season in turn."""
    weak: dict[tuple[Rgb, Rgb], str] = {}
    for (name, scene), month in zip(scenes.named(ENGLISH).items(), _SEASONS, strict=False):
        canvas = paint(scenes.in_month(scene, month))
        for one in (*canvas.placed, *canvas.letters):
            ground = _ground(canvas.image, one)
            if _contrast(one.colour, ground) < (_SMALL if one.size <= Size.TITLE else _LARGE):
                weak[one.colour, ground] = f"{name}: {one.text!r} {_contrast(one.colour, ground):.2f}"
    assert not weak


@pytest.mark.parametrize("felt", [theme.EVERGREEN, *theme.SEASONS])
def test_every_felt_bears_what_is_written_on_it(felt: Felt) -> None:
    """The felt's quiet and loud texts on ground and panel, and the texts of all chips."""
    for ground in (felt.ground, felt.panel):
        for colour in (felt.quiet, theme.WHITE, theme.STRAW, theme.PAPER):
            assert _contrast(colour, ground) >= _SMALL
    for pill in Pill:
        assert _contrast(*pill.colours(felt)) >= _SMALL


def test_the_felts_of_the_seasons_are_equally_light() -> None:
    """Ground, panel, chip, outline and quiet text of all of them, within one of L*."""
    for alike in zip(*(felt.colours for felt in (theme.EVERGREEN, *theme.SEASONS)), strict=True):
        light = [_lightness(colour) for colour in alike]
        assert max(light) - min(light) < 1


def test_the_felt_follows_the_month() -> None:
    """Spring is March to May, summer June to August, autumn September to November, then winter."""
    winter, spring, summer, autumn = theme.SEASONS
    year = [winter] * 2 + [spring] * 3 + [summer] * 3 + [autumn] * 3 + [winter]
    assert [theme.felt(month) for month in range(1, 13)] == year
    assert len(set(theme.SEASONS)) == 4
