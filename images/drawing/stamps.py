"""Cards on a picture, with their shadows: what all cards of one size share is kept, the rest is pasted.

Blending costs ten times as much as plain pasting: only a card's ends, which are round, and the part of its
shadow that is seen need it. Nothing is kept of a single card but its sprite: cards lie at ten sizes, plain
and faded, and where two hundred tables are played a store of all of them, made ready to paste, is too small.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PIL import Image

from images.drawing import pen
from images.drawing.cache import Cache
from images.drawing.sprites import Sprite

SHADOW_OFFSET: Final = (2, 3)
"""A shadow lies a little to the right of its card and below it."""
_RADIUS: Final = 17 / 300
"""Of a card's corners, in its widths."""
_BLACK: Final = (0, 0, 0)


def radius(width: int) -> int:
    """The radius of the corners of a card that is so many pixels wide."""
    return round(width * _RADIUS)


@dataclass(frozen=True, slots=True)
class _Shade:
    """A part of a shadow (mode L), and where it lies from the card's corner."""

    mask: Image.Image
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class _Size:
    """What all cards of one size share: their shadow where it is seen, and how high their round ends are."""

    shades: tuple[_Shade, ...]
    end: int


def lay(ground: Image.Image, sprite: Sprite, place: tuple[int, int], face: Image.Image | None = None) -> None:
    """Put a card with its shadow on a picture (mode RGB), its upper left corner at `place`.

    `face`: what it shows in place of the sprite's own face (mode RGB, of the same size).
    """
    shown = sprite.face if face is None else face
    x, y = place
    wide, tall = shown.size
    size = _sizes.get((wide, tall))
    for shade in size.shades:
        left, top = x + shade.x, y + shade.y
        ground.paste(_BLACK, (left, top, left + shade.mask.width, top + shade.mask.height), shade.mask)
    upper, lower = (0, 0, wide, size.end), (0, tall - size.end, wide, tall)
    for end in (upper, lower):
        ground.paste(shown.crop(end), (x, y + end[1]), sprite.mask.crop(end))
    ground.paste(shown.crop((0, size.end, wide, tall - size.end)), (x, y + size.end))


def held_bytes() -> int:
    """What is kept of all sizes weighs."""
    return _sizes.held_bytes


def _made(key: tuple[int, int]) -> _Size:
    """The shadow without what lies under the card, in four parts: ends with the round corners, sides."""
    wide, tall = key
    margin, end = pen.SHADOW_MARGIN, radius(wide) + 2
    mask = pen.shadow(wide, tall, radius(wide))
    dx, dy = SHADOW_OFFSET[0] - margin, SHADOW_OFFSET[1] - margin
    # In the shadow's own coordinates: where the card's ends stop, and its left and right edges.
    upper, lower, left, right = end - dy, tall - end - dy, -dx, wide - dx
    boxes = (
        (0, 0, mask.width, upper),
        (0, lower, mask.width, mask.height),
        (0, upper, left, lower),
        (right, upper, mask.width, lower),
    )
    return _Size(tuple(_Shade(mask.crop(box), box[0] + dx, box[1] + dy) for box in boxes), end)


_sizes: Final[Cache[tuple[int, int], _Size]] = Cache(
    _made,
    lambda size: sum(shade.mask.width * shade.mask.height for shade in size.shades),
    most_bytes=1_000_000,
)
