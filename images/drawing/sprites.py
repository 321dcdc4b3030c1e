"""The 48 faces and the back as small pictures, ready to paste; and the cards' emoji.

The sprites are lossless WebP files of 300 x 490 pixels, made from the drawings by `python -m images.art`.
"""

from __future__ import annotations

import io
import threading
from dataclasses import dataclass
from importlib import resources
from typing import Final

from PIL import Image, ImageDraw

from engine.cards.deck import Card, Kind
from images.art.crops import CROPS
from images.art.palette import Colour

BACK: Final = "back"
WIDTH: Final = 300
HEIGHT: Final = 490

# Widths that the layouts ask for and that lie so close together that one copy in memory serves both.
_SHARED: Final = {150: 148, 80: 76, 56: 58}

# Pillow keeps a pixel of an RGB picture in four bytes, one of a mask in one.
_PIXEL_BYTES: Final = 5


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """One card at one width: `target.paste(sprite.face, place, sprite.mask)`.

    Both pictures are shared; do not draw on them.
    """

    face: Image.Image
    """Mode RGB; outside the rounded corners it is the border's colour."""
    mask: Image.Image
    """Mode L, of the same size; 0 outside the rounded corners."""

    @property
    def width(self) -> int:
        """In pixels."""
        return self.face.width

    @property
    def height(self) -> int:
        """In pixels."""
        return self.face.height


class _Cache:
    """Every sprite that was asked for, by file and width; safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sprites: dict[tuple[str, int], Sprite] = {}

    def get(self, name: str, width: int) -> Sprite:
        key = (name, _SHARED.get(width, width))
        # A second thread that needs the same sprite waits rather than making it twice.
        with self._lock:
            sprite = self._sprites.get(key)
            if sprite is None:
                sprite = self._sprites[key] = _scaled(*key)
            return sprite

    def size(self) -> int:
        with self._lock:
            return sum(sprite.width * sprite.height * _PIXEL_BYTES for sprite in self._sprites.values())


_cache = _Cache()


def card(card: Card, width: int) -> Sprite:
    """The face of `card`, `width` pixels wide and `height_at(width)` high.

    Close widths share a copy: 150 gives 148, 80 gives 76, 56 gives 58; `Sprite.width` tells.
    """
    return _cache.get(card.id, width)


def back(width: int) -> Sprite:
    """The back of every card, with the widths of `card`."""
    return _cache.get(BACK, width)


def height_at(width: int) -> int:
    """The height in pixels of a card `width` pixels wide."""
    return round(width * HEIGHT / WIDTH)


def held_bytes() -> int:
    """The memory that the pixels of all sprites made so far occupy."""
    return _cache.size()


def original(name: str) -> Image.Image:
    """The committed sprite `name`, a card's id or "back": mode RGBA, 300 x 490; decoded anew at each call."""
    source = resources.files("images.art") / "sprites" / f"{name}.webp"
    picture = Image.open(io.BytesIO(source.read_bytes()))
    picture.load()
    return picture


def _scaled(name: str, width: int) -> Sprite:
    decoded = original(name)
    reduced = decoded.resize((width, height_at(width)), Image.Resampling.LANCZOS)
    face = Image.new("RGB", reduced.size, Colour.SUMI)
    face.paste(reduced, (0, 0), reduced)
    return Sprite(face, reduced.getchannel("A"))


_EMOJI: Final = 128
_EMOJI_RADIUS: Final = 18
_EMOJI_CROP: Final = 116
_EMOJI_CROP_RADIUS: Final = 12
_GOLD_EDGE: Final = 4


def emoji_png(card: Card) -> bytes:
    """The card as an application emoji: a PNG of 128 x 128, under the 256 KiB that Discord takes.

    It shows the square of `CROPS` in a dark frame, which has a gold edge where the card is a light.
    """
    emoji = Image.new("RGBA", (_EMOJI, _EMOJI))
    emoji.paste(Colour.SUMI, mask=_rounded(_EMOJI, _EMOJI_RADIUS))
    inset = (_EMOJI - _EMOJI_CROP) // 2
    if card.kind is Kind.LIGHT:
        edge = inset - _GOLD_EDGE
        side = _EMOJI - 2 * edge
        emoji.paste(Colour.GOLD, (edge, edge), _rounded(side, _EMOJI_CROP_RADIUS + _GOLD_EDGE))
    crop = CROPS[card.id]
    box = (crop.x, crop.y, crop.x + crop.side, crop.y + crop.side)
    size = (_EMOJI_CROP, _EMOJI_CROP)
    motif = original(card.id).resize(size, Image.Resampling.LANCZOS, box=box)
    emoji.paste(motif.convert("RGB"), (inset, inset), _rounded(_EMOJI_CROP, _EMOJI_CROP_RADIUS))
    encoded = io.BytesIO()
    emoji.save(encoded, "PNG", compress_level=9)
    return encoded.getvalue()


def _rounded(side: int, radius: int) -> Image.Image:
    """A square mask with smooth round corners, drawn large and reduced."""
    scale = 4
    mask = Image.new("L", (side * scale, side * scale))
    box = (0, 0, side * scale - 1, side * scale - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, radius * scale, fill=255)
    return mask.resize((side, side), Image.Resampling.BOX)
