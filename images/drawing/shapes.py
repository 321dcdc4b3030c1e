"""Stencils with smooth edges: boxes with round corners, outlines, polygons, shadows. Kept once made.

Blending costs ten times as much as plain filling; a stencil says which small parts must be blended.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from images.drawing import pen
from images.drawing.cache import Cache
from images.drawing.pen import Point
from images.layouts.geometry import Box


@dataclass(frozen=True, slots=True)
class Part:
    """A part that must be blended: a mask (mode L), and where it lies from the stencil's corner."""

    mask: Image.Image
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Stencil:
    """A shape: parts to blend and boxes to fill, both counted from its corner."""

    blended: tuple[Part, ...]
    solid: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class _Key:
    sort: str
    width: int
    height: int
    radius: int = 0
    line: int = 0
    points: tuple[Point, ...] = ()


def _make(key: _Key) -> Stencil:
    if key.sort == "shadow":
        return _shadow(key)
    if key.sort == "imprint":
        return Stencil((Part(pen.blurred(key.width, key.height, key.radius), 0, 0),))
    if key.sort == "polygon":
        return Stencil((Part(pen.polygon(key.width, key.height, key.points), 0, 0),))
    rim = max(key.radius, key.line) + 1
    if key.height <= 3 * rim:
        return Stencil((Part(pen.rounded(key.width, key.height, key.radius, key.line), 0, 0),))
    # Only the ends have round corners; a box of twice their height has the same ones.
    ends = pen.rounded(key.width, 2 * rim, key.radius, key.line)
    upper = Part(ends.crop((0, 0, key.width, rim)), 0, 0)
    lower = Part(ends.crop((0, rim, key.width, 2 * rim)), 0, key.height - rim)
    between = key.height - 2 * rim
    if not key.line:
        return Stencil((upper, lower), (Box(0, rim, key.width, between),))
    sides = (Box(0, rim, key.line, between), Box(key.width - key.line, rim, key.line, between))
    return Stencil((upper, lower), sides)


def _shadow(key: _Key) -> Stencil:
    margin = pen.SHADOW_MARGIN
    mask = pen.shadow(key.width, key.height, key.radius)
    # What throws the shadow hides its middle, though not behind round corners.
    rim = margin + key.radius + 4
    wide, tall = mask.size
    boxes = (
        (0, 0, wide, rim),
        (0, tall - rim, wide, tall),
        (0, rim, rim, tall - rim),
        (wide - rim, rim, wide, tall - rim),
    )
    return Stencil(tuple(Part(mask.crop(part), part[0] - margin, part[1] - margin) for part in boxes))


def _weigh(stencil: Stencil) -> int:
    return 300 + sum(part.mask.width * part.mask.height for part in stencil.blended)


_stencils: Final[Cache[_Key, Stencil]] = Cache(_make, _weigh, most_bytes=8_000_000)


def rounded(width: int, height: int, radius: int) -> Stencil:
    """A filled box with round corners."""
    return _stencils.get(_Key("rounded", width, height, min(radius, width // 2, height // 2)))


def frame(width: int, height: int, radius: int, line: int) -> Stencil:
    """The outline of such a box, `line` thick, inside its size."""
    return _stencils.get(_Key("rounded", width, height, min(radius, width // 2, height // 2), line))


def disc(diameter: int) -> Stencil:
    """A filled circle."""
    return rounded(diameter, diameter, diameter // 2)


def polygon(width: int, height: int, points: tuple[Point, ...]) -> Stencil:
    """A filled polygon in a box of this size."""
    return _stencils.get(_Key("polygon", width, height, points=points))


def burst(side: int) -> Stencil:
    """The twelve-point burst of the light badge."""
    middle = side / 2
    turns = [(math.pi * i / 12, middle * (1.0 if i % 2 == 0 else 0.82)) for i in range(24)]
    return polygon(side, side, tuple((middle + math.sin(a) * r, middle - math.cos(a) * r) for a, r in turns))


def shadow(width: int, height: int, radius: int) -> Stencil:
    """The shadow round a box of this size, straight under it."""
    return _stencils.get(_Key("shadow", width, height, radius))


def imprint(width: int, height: int, radius: int) -> Stencil:
    """Return the imprint of a box of this size: flat, with a blurred edge."""
    return _stencils.get(_Key("imprint", width, height, radius))


def polyline(points: Sequence[Point], line: int) -> Stencil:
    """A line through points of the picture, with round corners and ends; not kept."""
    left = math.floor(min(x for x, _ in points)) - line
    top = math.floor(min(y for _, y in points)) - line
    width = math.ceil(max(x for x, _ in points)) + line - left
    height = math.ceil(max(y for _, y in points)) + line - top
    inside = [(x - left, y - top) for x, y in points]
    return Stencil((Part(pen.line(width, height, inside, line), left, top),))


def held_bytes() -> int:
    """The memory that all kept stencils occupy."""
    return _stencils.held_bytes
