"""The faces, standard and clear, the back and the badges as small pictures to paste; and the cards' emoji.

They are lossless WebP files, made from the drawings by `python -m images.art`: a card of 300 x 490 pixels, a
badge of 128 x 128.
"""

from __future__ import annotations

import hashlib
import io
import threading
from dataclasses import dataclass
from importlib import resources
from typing import Final

import PIL.WebPImagePlugin  # noqa: F401  # known now: looking for it, Pillow would load all its formats
from PIL import Image, ImageColor

from engine.cards.deck import Card, Kind
from images.art.crops import CROPS
from images.art.palette import Colour
from images.drawing import pen
from images.drawing.cache import Cache
from images.layouts.geometry import card_height
from images.scene.common import DeckFace
from images.scene.profile import Badge

BACK: Final = "back"
_MOST_BYTES: Final = 14_000_000

_COLOURS: Final = 20
"""Of one card at one width."""
_NEARLY: Final = 16
"""How far a colour may lie from one of the art to be taken for it."""
_ART: Final = tuple(ImageColor.getrgb(colour) for colour in Colour)

# Widths that the layouts ask for and that lie so close together that one copy in memory serves both.
_SHARED: Final = {150: 148, 80: 76, 56: 58}

# Pillow keeps a pixel of an RGB picture in four bytes, one of a mask in one.
_FACE_BYTES: Final = 4


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A card or badge at one width: `target.paste(sprite.face, place, sprite.mask)`.

    Both pictures are shared; do not draw on them.
    """

    face: Image.Image
    """Mode RGB; outside its outline it is the cards' border's colour."""
    mask: Image.Image
    """Mode L, of the same size; 0 outside the outline."""

    @property
    def width(self) -> int:
        """In pixels."""
        return self.face.width

    @property
    def height(self) -> int:
        """In pixels."""
        return self.face.height


def card(card: Card, width: int, face: DeckFace = DeckFace.STANDARD) -> Sprite:
    """The face of a card, so many pixels wide and `card_height(width)` high.

    Close widths share a copy: 150 gives 148, 80 gives 76, 56 gives 58; `Sprite.width` tells.
    """
    return _card(file_of(card, face), width)


def file_of(card: Card, face: DeckFace) -> str:
    """The name of the card's drawing and sprite."""
    return card.id if face is DeckFace.STANDARD else f"{face.value}-{card.id}"


def tile(card: Card, width: int, height: int, face: DeckFace = DeckFace.STANDARD) -> Sprite:
    """The part of a card's face by which it is known, framed as the card is, so many pixels wide and high.

    The standard face shows what lies round the square of its emoji, the clear one its upper end, which has
    the month's number.
    """
    return _tiles.get((card, width, height, face))


def back(width: int) -> Sprite:
    """The back of every card, with the widths of `card`."""
    return _card(BACK, width)


def badge(badge: Badge, side: int) -> Sprite:
    """A badge, so many pixels wide and high."""
    return _sprites.get((f"badge-{badge}", side, side))


def held_bytes() -> int:
    """The memory that the pixels of all sprites made so far occupy."""
    return _sprites.held_bytes + _tiles.held_bytes + sum(mask.width * mask.height for mask in _masks.values())


def original(name: str) -> Image.Image:
    """A committed sprite, mode RGBA, decoded anew: `file_of` a card, `back`, or `badge-` and its id."""
    picture = Image.open(io.BytesIO(_source(name)))
    picture.load()
    return picture


def _source(name: str) -> bytes:
    """A committed sprite as it is stored."""
    return (resources.files("images.art") / "sprites" / f"{name}.webp").read_bytes()


def _card(name: str, wanted: int) -> Sprite:
    width = _SHARED.get(wanted, wanted)
    return _sprites.get((name, width, card_height(width)))


def _scaled(key: tuple[str, int, int]) -> Sprite:
    name, width, height = key
    reduced = original(name).resize((width, height), Image.Resampling.LANCZOS)
    face = Image.new("RGB", reduced.size, Colour.SUMI)
    face.paste(reduced, (0, 0), reduced)
    if not name.startswith("badge-"):
        face = _of_few_colours(face)
    outline = reduced.getchannel("A")
    return Sprite(face, _masks.setdefault(hashlib.sha256(outline.tobytes()).digest(), outline))


def _of_few_colours(face: Image.Image) -> Image.Image:
    """A card in `_COLOURS` colours: what only smooths its edges is a quarter of a picture's bytes.

    What is nearly a colour of the art is that colour.
    """
    # The colours are looked for in a third of the rows and columns: in all, that takes forty milliseconds.
    third = face.resize((face.width // 3, face.height // 3), Image.Resampling.NEAREST)
    palette = third.quantize(_COLOURS, Image.Quantize.MEDIANCUT, kmeans=3, dither=Image.Dither.NONE)
    few = face.quantize(palette=palette, dither=Image.Dither.NONE)
    found = few.getpalette() or []
    few.putpalette([level for at in range(0, len(found), 3) for level in _exact(tuple(found[at : at + 3]))])
    return few.convert("RGB")


def _exact(colour: tuple[int, ...]) -> tuple[int, ...]:
    """The colour of the art that this one nearly is, or itself."""

    def apart(other: tuple[int, ...]) -> int:
        return sum((one - two) ** 2 for one, two in zip(colour, other, strict=True))

    nearest = min(_ART, key=apart)
    return nearest if apart(nearest) <= _NEARLY**2 else colour


# All cards of a width have the same outline: one copy serves them all. Filled under the sprites' lock.
_masks: Final[dict[bytes, Image.Image]] = {}

lock: Final = threading.RLock()
"""Held while sprites are made, and whatever is made of them and kept."""
_sprites: Final[Cache[tuple[str, int, int], Sprite]] = Cache(
    _scaled,
    lambda sprite: sprite.width * sprite.height * _FACE_BYTES,
    most_bytes=_MOST_BYTES,
    lock=lock,
)


_TILE_BYTES: Final = 3_000_000
_TILE_EDGE: Final = 2
_TILE_RADIUS: Final = 6
# What is left of a face within its edge, or within a light's gold frame.
_FACE: Final = (18, 18, 282, 472)
_FACE_OF_LIGHT: Final = (24, 24, 276, 466)
_CLEAR_TOP: Final = 14


def _cut(key: tuple[Card, int, int, DeckFace]) -> Sprite:
    card, width, height, face = key
    light = card.kind is Kind.LIGHT
    edge = 2 * _TILE_EDGE if light else _TILE_EDGE
    size = (width - 2 * edge, height - 2 * edge)
    left, top, right, bottom = _FACE_OF_LIGHT if light else _FACE
    tall = min(bottom - top, (right - left) * size[1] / size[0])
    crop = CROPS[card.id]
    first = crop.y + (crop.side - tall) / 2 if face is DeckFace.STANDARD else _CLEAR_TOP
    first = min(max(first, top), bottom - tall)
    whole = original(file_of(card, face)).convert("RGB")
    shown = whole.resize(size, Image.Resampling.LANCZOS, box=(left, first, right, first + tall))
    framed = Image.new("RGB", (width, height), Colour.SUMI)
    if light:
        inner = (width - 2 * _TILE_EDGE, height - 2 * _TILE_EDGE)
        gold = pen.rounded(*inner, _TILE_RADIUS - _TILE_EDGE)
        framed.paste(Colour.GOLD, (_TILE_EDGE, _TILE_EDGE), gold)
    framed.paste(_of_few_colours(shown), (edge, edge), pen.rounded(*size, _TILE_RADIUS - edge))
    outline = pen.rounded(width, height, _TILE_RADIUS)
    return Sprite(framed, _masks.setdefault(hashlib.sha256(outline.tobytes()).digest(), outline))


_tiles: Final[Cache[tuple[Card, int, int, DeckFace], Sprite]] = Cache(
    _cut,
    lambda sprite: sprite.width * sprite.height * _FACE_BYTES,
    most_bytes=_TILE_BYTES,
    lock=lock,
)


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
    emoji.paste(Colour.SUMI, mask=pen.rounded(_EMOJI, _EMOJI, _EMOJI_RADIUS))
    inset = (_EMOJI - _EMOJI_CROP) // 2
    if card.kind is Kind.LIGHT:
        edge = inset - _GOLD_EDGE
        side = _EMOJI - 2 * edge
        emoji.paste(Colour.GOLD, (edge, edge), pen.rounded(side, side, _EMOJI_CROP_RADIUS + _GOLD_EDGE))
    crop = CROPS[card.id]
    box = (crop.x, crop.y, crop.x + crop.side, crop.y + crop.side)
    size = (_EMOJI_CROP, _EMOJI_CROP)
    motif = original(card.id).resize(size, Image.Resampling.LANCZOS, box=box)
    emoji.paste(
        motif.convert("RGB"), (inset, inset), pen.rounded(_EMOJI_CROP, _EMOJI_CROP, _EMOJI_CROP_RADIUS)
    )
    encoded = io.BytesIO()
    emoji.save(encoded, "PNG", compress_level=9)
    return encoded.getvalue()


def emoji_digest(card: Card) -> str:
    """Eight hex digits that say what the card's emoji shows: its drawing, its crop, and how it is framed.

    Of what it is made from, not of the picture: the same everywhere, whoever has made that.
    """
    frame = (_EMOJI, _EMOJI_RADIUS, _EMOJI_CROP, _EMOJI_CROP_RADIUS, _GOLD_EDGE, Colour.SUMI, Colour.GOLD)
    made = f"{tuple(CROPS[card.id])} {tuple(map(str, frame))} {card.kind}".encode()
    return hashlib.sha256(made + _source(card.id)).hexdigest()[:8]
