"""Cards on a picture, with their shadows: what all cards of one size share is kept, the rest is pasted.

Blending costs ten times as much as plain pasting: only a card's ends, which are round, and the part of its
shadow that is seen need it. Nothing is kept of a single card but its sprite. Cards lie at ten sizes, plain
and faded, and at two hundred tables a store of all of them, made ready to paste, would be too small. But for
the few that always lie turned alike, in a lobby and on a list: to turn one takes as long as a hand.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageChops, ImageFilter

from engine.cards.deck import Card
from images.drawing import pen, sprites, theme
from images.drawing.cache import Cache
from images.drawing.sprites import Sprite
from images.scene.common import DeckFace

SHADOW_OFFSET: Final = (2, 3)
"""A shadow lies a little to the right of its card and below it."""
_RADIUS: Final = 17 / 300
"""Of a card's corners, in its widths."""
_BLACK: Final = (0, 0, 0)


def radius(width: int) -> int:
    """Return the radius of the corners of a card of this width in pixels."""
    return round(width * _RADIUS)


@dataclass(frozen=True, slots=True)
class _Shade:
    """A part of a shadow (mode L), and where it lies from the card's corner."""

    mask: Image.Image
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class _Size:
    """The common parts of all cards of one size: their shadow where it is seen, and the mask of their ends.

    `ends` are two masks (mode L) of the ground at the round ends, with their distances from the top.
    """

    shades: tuple[_Shade, ...]
    ends: tuple[tuple[Image.Image, int], ...]


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
    # To put the ground back round the corners takes half as long as to leave them out.
    kept = [
        (ground.crop((x, y + at, x + wide, y + at + mask.height)), (x, y + at), mask)
        for mask, at in size.ends
    ]
    ground.paste(shown, place)
    for corners, spot, mask in kept:
        ground.paste(corners, spot, mask)


@dataclass(frozen=True, slots=True)
class Turned:
    """A card that is turned, without what is empty round it, and its shade, which lies under it.

    Both lie where they say in a box as `wide` and `tall` as the card could be, round its middle.
    """

    face: Image.Image
    mask: Image.Image
    x: int
    y: int
    shade: _Shade
    wide: int
    tall: int


def turned(card: Card, width: int, face: DeckFace, degrees: float) -> Turned:
    """Return a card that is turned by `degrees`; positive is to the left. Few are, always the same: kept."""
    return _turned.get((card, width, face, degrees))


def held_bytes() -> int:
    """Return the bytes that are kept of all sizes, and of the turned cards."""
    return _sizes.held_bytes + _turned.held_bytes + _leans.held_bytes


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
    shades = tuple(_Shade(mask.crop(box), box[0] + dx, box[1] + dy) for box in boxes)
    outside = ImageChops.invert(sprites.outline(wide, tall))
    ends = ((0, end), (tall - end, tall))
    return _Size(shades, tuple((outside.crop((0, top, wide, low)), top) for top, low in ends))


_sizes: Final[Cache[tuple[int, int], _Size]] = Cache(
    _made,
    lambda size: sum(
        mask.width * mask.height
        for mask in (*(shade.mask for shade in size.shades), *(end for end, _ in size.ends))
    ),
    most_bytes=1_000_000,
)


def _turn(key: tuple[Card, int, DeckFace, float]) -> Turned:
    card, width, dress, degrees = key
    sprite = sprites.card(card, width, dress)
    lean = _leans.get((sprite.width, sprite.height, degrees))
    face = Image.new("RGB", (lean.wide, lean.tall), theme.CARD_BORDER)
    face.paste(sprite.face, ((lean.wide - sprite.width) // 2, (lean.tall - sprite.height) // 2))
    face = face.rotate(degrees, Image.Resampling.BICUBIC).crop(lean.seen)
    return Turned(face, lean.mask, *lean.seen[:2], lean.shade, lean.wide, lean.tall)


@dataclass(frozen=True, slots=True)
class _Lean:
    """The common parts of all cards of one size that are turned alike.

    `seen`: the box of the mask in a box as `wide` and `tall` as the card could be.
    """

    mask: Image.Image
    seen: tuple[int, int, int, int]
    shade: _Shade
    wide: int
    tall: int


def _lean(key: tuple[int, int, float]) -> _Lean:
    width, height, degrees = key
    across, down = _margins(width, height, degrees)
    mask = Image.new("L", (width + 2 * across, height + 2 * down))
    mask.paste(sprites.outline(width, height), (across, down))
    mask = mask.rotate(degrees, Image.Resampling.BICUBIC)
    shade = mask.point([level * 90 // 255 for level in range(256)]).filter(ImageFilter.GaussianBlur(5))
    seen, dark = mask.getbbox(), shade.getbbox()
    assert seen is not None and dark is not None
    return _Lean(mask.crop(seen), seen, _Shade(shade.crop(dark), *dark[:2]), *mask.size)


_leans: Final[Cache[tuple[int, int, float], _Lean]] = Cache(
    _lean,
    lambda made: 2 * made.wide * made.tall,
    most_bytes=2_000_000,
)


def _margins(width: int, height: int, degrees: float) -> tuple[int, int]:
    """Return the extra width and height on each side of a card when it is turned, with its shadow."""
    sine, cosine = abs(math.sin(math.radians(degrees))), abs(math.cos(math.radians(degrees)))
    extra = (
        (width * cosine + height * sine - width) / 2,
        (width * sine + height * cosine - height) / 2,
    )
    across, down = (max(0, math.ceil(each)) + pen.SHADOW_MARGIN + 4 for each in extra)
    return across, down


_turned: Final[Cache[tuple[Card, int, DeckFace, float], Turned]] = Cache(
    _turn,
    lambda made: 4 * made.mask.width * made.mask.height,
    most_bytes=2_000_000,
)
