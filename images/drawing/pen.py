"""The one place where Pillow's drawing is called: masks of shapes and of text (mode L), nothing coloured.

`compose` pastes them on pictures. Shapes are drawn large and reduced: Pillow does not smooth edges.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw, ImageFilter, ImageFont

Point = tuple[float, float]
Written = Sequence[tuple[str, ImageFont.FreeTypeFont]]

SHADOW_MARGIN: Final = 12
"""The distance that a shadow reaches beyond its object."""

_SHADOW_BLUR: Final = 5
_SHADOW_ALPHA: Final = 90
_IMPRINT_ALPHA: Final = 170
_SCALE: Final = 4
_PAD: Final = 8


def rounded(width: int, height: int, radius: int, outline: int = 0) -> Image.Image:
    """Return a box with round corners; only its `outline`, in pixels, unless that is 0."""
    mask = Image.new("L", (width * _SCALE, height * _SCALE))
    pen = ImageDraw.Draw(mask)
    outer = (0, 0, width * _SCALE - 1, height * _SCALE - 1)
    pen.rounded_rectangle(outer, radius * _SCALE, fill=255)
    if outline:
        inset = outline * _SCALE
        inner = (inset, inset, width * _SCALE - 1 - inset, height * _SCALE - 1 - inset)
        pen.rounded_rectangle(inner, max(0, radius - outline) * _SCALE, fill=0)
    return mask.resize((width, height), Image.Resampling.BOX)


def polygon(width: int, height: int, points: Sequence[Point]) -> Image.Image:
    """A filled polygon in a box of this size."""
    mask = Image.new("L", (width * _SCALE, height * _SCALE))
    ImageDraw.Draw(mask).polygon([(x * _SCALE, y * _SCALE) for x, y in points], fill=255)
    return mask.resize((width, height), Image.Resampling.BOX)


def line(width: int, height: int, points: Sequence[Point], thickness: int) -> Image.Image:
    """A line through points, with round corners and ends, in a box of this size."""
    mask = Image.new("L", (width * _SCALE, height * _SCALE))
    pen = ImageDraw.Draw(mask)
    large = [(x * _SCALE, y * _SCALE) for x, y in points]
    pen.line(large, fill=255, width=thickness * _SCALE, joint="curve")
    radius = thickness * _SCALE / 2
    for x, y in large:
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
    return mask.resize((width, height), Image.Resampling.BOX)


def shadow(width: int, height: int, radius: int) -> Image.Image:
    """The blurred shadow of a box with round corners, SHADOW_MARGIN larger than it on every side."""
    margin = SHADOW_MARGIN
    mask = Image.new("L", (width + 2 * margin, height + 2 * margin))
    box = (margin, margin, margin + width - 1, margin + height - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, radius, fill=_SHADOW_ALPHA)
    return mask.filter(ImageFilter.GaussianBlur(_SHADOW_BLUR))


def blurred(width: int, height: int, radius: int) -> Image.Image:
    """A faint box with round corners whose edge fades out within its size."""
    mask = Image.new("L", (width, height))
    margin = _SHADOW_BLUR + 3
    box = (margin, margin, width - 1 - margin, height - 1 - margin)
    ImageDraw.Draw(mask).rounded_rectangle(box, radius, fill=_IMPRINT_ALPHA)
    return mask.filter(ImageFilter.GaussianBlur(_SHADOW_BLUR))


def write(runs: Written, size: int) -> tuple[Image.Image, int, int, float]:
    """Runs of text in one line: the mask of the ink, its left and top from the pen, and the advance."""
    advances = [font.getlength(text) for text, font in runs]
    # Room for letters that reach beyond their advance and for marks over and under the line.
    left, base = _PAD + size // 2, round(1.4 * size) + _PAD
    mask = Image.new("L", (math.ceil(sum(advances)) + 2 * left, 2 * (size + _PAD)))
    pen = ImageDraw.Draw(mask)
    at = float(left)
    for (text, font), advance in zip(runs, advances, strict=True):
        pen.text((at, base), text, fill=255, font=font, anchor="ls")
        at += advance
    box = mask.getbbox() or (left, base, left + 1, base + 1)
    return mask.crop(box), box[0] - left, box[1] - base, sum(advances)
