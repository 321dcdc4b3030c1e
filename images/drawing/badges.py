"""The badges of a profile as small pictures, ready to paste.

Their sprites are lossless WebP files of 128 x 128 pixels, made from the drawings by `python -m images.art`.
"""

from __future__ import annotations

import io
from importlib import resources
from typing import Final

from PIL import Image

from images.art.palette import Colour
from images.drawing.cache import Cache
from images.drawing.sprites import Sprite
from images.scene.profile import Badge

SIDE: Final = 128
_PIXEL_BYTES: Final = 5


def image(badge: Badge, size: int) -> Sprite:
    """The badge, `size` pixels wide and high: `target.paste(sprite.face, place, sprite.mask)`."""
    return _badges.get((badge, size))


def original(badge: Badge) -> Image.Image:
    """The committed sprite: mode RGBA, 128 x 128; decoded anew at each call."""
    source = resources.files("images.art") / "sprites" / f"badge-{badge}.webp"
    picture = Image.open(io.BytesIO(source.read_bytes()))
    picture.load()
    return picture


def held_bytes() -> int:
    """The memory that the pixels of all badges made so far occupy."""
    return _badges.held_bytes


def _scaled(key: tuple[Badge, int]) -> Sprite:
    badge, size = key
    decoded = original(badge)
    reduced = decoded.resize((size, size), Image.Resampling.LANCZOS)
    face = Image.new("RGB", reduced.size, Colour.SUMI)
    face.paste(reduced, (0, 0), reduced)
    return Sprite(face, reduced.getchannel("A"))


_badges: Final[Cache[tuple[Badge, int], Sprite]] = Cache(
    _scaled, lambda sprite: sprite.width * sprite.height * _PIXEL_BYTES, most_bytes=3_000_000
)
