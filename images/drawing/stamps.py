"""Cards with their shadows, cut into parts that are quickly pasted.

Blending costs ten times as much as plain pasting: only ends and sides need it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PIL import Image

from images.drawing import pen


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a card with its shadow, and where it lies from the card's corner."""

    face: Image.Image
    mask: Image.Image | None
    """None: nothing shows through."""
    x: int
    y: int

    @property
    def bytes(self) -> int:
        """What it weighs: four bytes a pixel, and one more where there is a mask."""
        return self.face.width * self.face.height * (4 if self.mask is None else 5)


@dataclass(frozen=True, slots=True)
class Stamp:
    """A card and its shadow. Its pictures are shared; do not draw on them."""

    width: int
    height: int
    parts: tuple[Part, ...]

    @property
    def bytes(self) -> int:
        """What it weighs."""
        return sum(part.bytes for part in self.parts)


def stamp(face: Image.Image, outline: Image.Image, radius: int, offset: tuple[int, int]) -> Stamp:
    """A face (mode RGB) within its outline (mode L, corners of `radius`), its shadow `offset` from it."""
    edge = pen.SHADOW_MARGIN + max(offset)
    size = (face.width + 2 * edge, face.height + 2 * edge)
    shade, lying = Image.new("RGBA", size), Image.new("RGBA", size)
    dark = pen.shadow(face.width, face.height, radius)
    first = edge - pen.SHADOW_MARGIN
    shade.putalpha(_within(size, dark, first + offset[0], first + offset[1]))
    lying.paste(face, (edge, edge))
    lying.putalpha(_within(size, outline, edge, edge))
    parts = _cut(Image.alpha_composite(shade, lying), edge, radius + 2)
    return Stamp(face.width, face.height, tuple(parts))


def _cut(whole: Image.Image, edge: int, rim: int) -> Iterator[Part]:
    """The ends and sides, which are blended, and the middle, which is not."""
    wide, tall = whole.size
    upper, lower = edge + rim, tall - edge - rim
    ends = ((0, 0, wide, upper), (0, lower, wide, tall))
    sides = ((0, upper, edge, lower), (wide - edge, upper, wide, lower))
    for box in (*ends, *sides):
        part = whole.crop(box)
        yield Part(part.convert("RGB"), part.getchannel("A"), box[0] - edge, box[1] - edge)
    yield Part(whole.crop((edge, upper, wide - edge, lower)).convert("RGB"), None, 0, rim)


def _within(size: tuple[int, int], mask: Image.Image, x: int, y: int) -> Image.Image:
    """A mask within a larger one."""
    placed = Image.new("L", size)
    placed.paste(mask, (x, y))
    return placed
