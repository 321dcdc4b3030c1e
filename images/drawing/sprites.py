"""The faces, standard and clear, the back, badges and seals as small pictures to paste; and the cards' emoji.

They are lossless WebP files, made from the drawings by `python -m images.art`: a card of 300 x 490 pixels, a
badge or seal of 128 x 128.
"""

from __future__ import annotations

import hashlib
import io
import threading
from dataclasses import dataclass
from enum import Enum
from importlib import resources
from typing import Final

import PIL.WebPImagePlugin  # noqa: F401  # known now: looking for it, Pillow would load all its formats
from PIL import Image, ImageColor

from engine.cards.deck import Card, Kind
from images.drawing import pen
from images.drawing.cache import Cache
from images.drawing.crops import CROPS
from images.drawing.palette import Colour
from images.layouts.geometry import card_height
from images.scene.common import DeckFace

BACK: Final = "back"
_ROUND: Final = ("badge-", "seal-")
"""The prefixes of sprites that are no cards."""
_MOST_BYTES: Final = 14_000_000

_COLOURS: Final = 20
"""Of one card at one width."""
_HALF_BYTES: Final = 2_000_000
"""The halves of one deck."""
_HALF_COLOURS: Final = 255
_FROM_HALF: Final = 104
"""The widest card that is made of its half: most that lie on hands and tables."""
_NEARLY: Final = 16
"""The greatest distance of a colour from one of the art to be taken for it."""
_ART: Final = tuple(ImageColor.getrgb(colour) for colour in Colour)

# Widths that the layouts ask for and that lie so close together that one copy in memory serves both.
_SHARED: Final = {150: 148, 80: 76, 56: 58}

_RGB_BYTES: Final = 4
"""The bytes that Pillow has for a pixel of an RGB picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A card, badge or seal at one width: `target.paste(sprite.face, place, sprite.mask)`.

    Its pictures are shared; do not draw on them.
    """

    picture: Image.Image
    """Mode P where it has few colours, a byte a pixel; else RGB, which Pillow keeps in four."""
    mask: Image.Image
    """Mode L, of the same size; 0 outside the outline."""

    @property
    def face(self) -> Image.Image:
        """Mode RGB; outside its outline it is the cards' border's colour."""
        return self.picture if self.picture.mode == "RGB" else self.picture.convert("RGB")

    def faded(self, ground: tuple[int, int, int], share: float) -> Image.Image:
        """The face of a card (mode RGB), of which so large a `share` is the ground's colour."""
        levels = self.picture.getpalette() or []
        dim = self.picture.copy()
        dim.putpalette([round(level + share * (ground[i % 3] - level)) for i, level in enumerate(levels)])
        return dim.convert("RGB")

    @property
    def width(self) -> int:
        """Return the width in pixels."""
        return self.picture.width

    @property
    def height(self) -> int:
        """Return the height in pixels."""
        return self.picture.height

    @property
    def bytes(self) -> int:
        """Return the bytes of its picture."""
        return self.width * self.height * (1 if self.picture.mode == "P" else _RGB_BYTES)


def card(card: Card, width: int, face: DeckFace = DeckFace.STANDARD) -> Sprite:
    """Return the face of a card, `width` pixels wide and `card_height(width)` high.

    Close widths share a copy: 150 gives 148, 80 gives 76, 56 gives 58; `Sprite.width` tells.
    """
    return _card(file_of(card, face), width)


def file_of(card: Card, face: DeckFace) -> str:
    """The name of the card's drawing and sprite."""
    return card.id if face is DeckFace.STANDARD else f"{face.value}-{card.id}"


class Wear(Enum):
    """The looks of a tile: as the card is, pale, or pale and crossed out."""

    COLOURS = "in its colours"
    PALE = "pale"
    CROSSED = "crossed out"


def tile(
    card: Card,
    width: int,
    height: int,
    face: DeckFace = DeckFace.STANDARD,
    wear: Wear = Wear.COLOURS,
) -> Sprite:
    """Return the part of a card's face by which it is known, framed as the card is, of this size in pixels.

    The standard face shows what lies round the square of its emoji, the clear one its upper end, which has
    the month's number.
    """
    return _tiles.get((card, width, height, face, wear))


def back(width: int) -> Sprite:
    """The back of every card, with the widths of `card`."""
    return _card(BACK, width)


def badge(badge: str, side: int) -> Sprite:
    """Return a badge, `side` pixels wide and high."""
    return _sprites.get((f"badge-{badge}", side, side))


def seal(seal: str, side: int) -> Sprite:
    """Return a seal, `side` pixels wide and high."""
    return _sprites.get((f"seal-{seal}", side, side))


def silhouette(sprite: Sprite, ground: tuple[int, int, int]) -> Image.Image:
    """The face of a badge (mode RGB) of which little but its lightness is left, on a dark ground."""
    share = tuple(_SILHOUETTE * part for part in _LIGHTNESS)
    return sprite.face.convert("RGB", tuple(each for level in ground for each in (*share, level)))


def held_bytes() -> int:
    """The memory that the pixels of all sprites made so far occupy."""
    made = _sprites.held_bytes + _tiles.held_bytes + _halves.held_bytes
    return made + sum(mask.width * mask.height for mask in _masks.values())


def original(name: str) -> Image.Image:
    """A committed sprite, RGBA, decoded again: `file_of` a card, `back`, `badge-…`, `seal-…`, `corner-08`."""
    picture = Image.open(io.BytesIO(_source(name)))
    picture.load()
    return picture


def _source(name: str) -> bytes:
    """A committed sprite as it is stored."""
    return (resources.files("images") / "sprites" / f"{name}.webp").read_bytes()


def _card(name: str, wanted: int) -> Sprite:
    width = _SHARED.get(wanted, wanted)
    return _sprites.get((name, width, card_height(width)))


def _scaled(key: tuple[str, int, int]) -> Sprite:
    name, width, height = key
    if name.startswith(_ROUND):
        reduced = original(name).resize((width, height), Image.Resampling.LANCZOS)
        return Sprite(_flat(reduced), _shared(reduced.getchannel("A")))
    whole = _halves.get(name).convert("RGB") if width <= _FROM_HALF else _flat(original(name))
    face = _of_few_colours(whole.resize((width, height), Image.Resampling.LANCZOS))
    return Sprite(face, outline(width, height))


def _half(name: str) -> Image.Image:
    """A card at half its size, mode P.

    To decode a card and to scale it down takes four milliseconds, and half of one to scale it down from its
    half. After a start each card is wanted at five small widths at once, while people wait for their hands.
    """
    return _flat(original(name)).reduce(2).quantize(_HALF_COLOURS, Image.Quantize.FASTOCTREE)


def _flat(picture: Image.Image) -> Image.Image:
    """Return the picture without alpha, on the colour of the cards' border."""
    flat = Image.new("RGB", picture.size, Colour.SUMI)
    flat.paste(picture, (0, 0), picture)
    return flat


def outline(width: int, height: int) -> Image.Image:
    """Return the outline of every card at a width."""
    if (width, height) not in _outlines:
        reduced = original(BACK).resize((width, height), Image.Resampling.LANCZOS)
        _outlines[width, height] = _shared(reduced.getchannel("A"))
    return _outlines[width, height]


def _shared(mask: Image.Image) -> Image.Image:
    """The one copy of a mask."""
    return _masks.setdefault(hashlib.sha256(mask.tobytes()).digest(), mask)


def _of_few_colours(face: Image.Image) -> Image.Image:
    """A card in `_COLOURS` colours, mode P: what only smooths its edges is a quarter of a picture's bytes.

    What is nearly a colour of the art is that colour.
    """
    # The colours are looked for in a third of the rows and columns: in all, that takes forty milliseconds.
    third = face.resize((face.width // 3, face.height // 3), Image.Resampling.NEAREST)
    palette = third.quantize(_COLOURS, Image.Quantize.MEDIANCUT, kmeans=3, dither=Image.Dither.NONE)
    few = face.quantize(palette=palette, dither=Image.Dither.NONE)
    found = few.getpalette() or []
    few.putpalette([level for at in range(0, len(found), 3) for level in _exact(tuple(found[at : at + 3]))])
    return few


def _exact(colour: tuple[int, ...]) -> tuple[int, ...]:
    """The colour of the art that this one nearly is, or itself."""
    red, green, blue = colour

    def apart(other: tuple[int, ...]) -> int:
        return (other[0] - red) ** 2 + (other[1] - green) ** 2 + (other[2] - blue) ** 2

    nearest = min(_ART, key=apart)
    return nearest if apart(nearest) <= _NEARLY**2 else colour


# All cards of a width have the same outline: one copy serves them all. Both filled under the sprites' lock.
_masks: Final[dict[bytes, Image.Image]] = {}
_outlines: Final[dict[tuple[int, int], Image.Image]] = {}

lock: Final = threading.RLock()
"""Held while sprites are made, and whatever is made of them and kept."""
_sprites: Final[Cache[tuple[str, int, int], Sprite]] = Cache(
    _scaled,
    lambda sprite: sprite.bytes,
    most_bytes=_MOST_BYTES,
    lock=lock,
)
_halves: Final[Cache[str, Image.Image]] = Cache(
    _half,
    lambda half: half.width * half.height,
    most_bytes=_HALF_BYTES,
    lock=lock,
)


_TILE_BYTES: Final = 3_000_000
_TILE_EDGE: Final = 2
_TILE_RADIUS: Final = 6
# What is left of a face within its edge, or within a light's gold frame.
_FACE: Final = (18, 18, 282, 472)
_FACE_OF_LIGHT: Final = (24, 24, 276, 466)
_CLEAR_TOP: Final = 14


_Tile = tuple[Card, int, int, DeckFace, Wear]
_CROSS: Final = 5
# Of every channel of a pale tile: so much of the card's lightness, and so much paper.
_LIGHTNESS: Final = (0.299, 0.587, 0.114)
_PALE: Final = 0.42
_SILHOUETTE: Final = 0.3
"""The lightness added to the ground, for a badge that is not earned."""
_PAPER: Final = (136, 128, 112)


def _tile(key: _Tile) -> Sprite:
    card, width, height, face, wear = key
    if wear is Wear.COLOURS:
        return _cut(card, width, height, face)
    usual = tile(card, width, height, face)
    part = tuple(_PALE * share for share in _LIGHTNESS)
    pale = usual.face.convert("RGB", tuple(each for ground in _PAPER for each in (*part, ground)))
    if wear is Wear.CROSSED:
        near, right, low = _CROSS, width - _CROSS, height - _CROSS
        for line in (((near, near), (right, low)), ((near, low), (right, near))):
            pale.paste(Colour.DEEP, mask=pen.line(width, height, line, _CROSS))
    return Sprite(pale, usual.mask)


def _cut(card: Card, width: int, height: int, face: DeckFace) -> Sprite:
    light = card.kind is Kind.LIGHT
    edge = 2 * _TILE_EDGE if light else _TILE_EDGE
    size = (width - 2 * edge, height - 2 * edge)
    left, top, right, bottom = _FACE_OF_LIGHT if light else _FACE
    tall = min(bottom - top, (right - left) * size[1] / size[0])
    crop = CROPS[card.id]
    first = crop.y + (crop.side - tall) / 2 if face is DeckFace.STANDARD else _CLEAR_TOP
    first = min(max(first, top), bottom - tall)
    name, part = file_of(card, face), 2 if width <= _FROM_HALF else 1
    whole = _flat(original(name)) if part == 1 else _halves.get(name).convert("RGB")
    box = (left / part, first / part, right / part, (first + tall) / part)
    shown = whole.resize(size, Image.Resampling.LANCZOS, box=box)
    framed = Image.new("RGB", (width, height), Colour.SUMI)
    if light:
        inner = (width - 2 * _TILE_EDGE, height - 2 * _TILE_EDGE)
        gold = pen.rounded(*inner, _TILE_RADIUS - _TILE_EDGE)
        framed.paste(Colour.GOLD, (_TILE_EDGE, _TILE_EDGE), gold)
    framed.paste(_of_few_colours(shown).convert("RGB"), (edge, edge), pen.rounded(*size, _TILE_RADIUS - edge))
    outline = pen.rounded(width, height, _TILE_RADIUS)
    return Sprite(framed, _shared(outline))


_tiles: Final[Cache[_Tile, Sprite]] = Cache(
    _tile,
    lambda sprite: sprite.bytes,
    most_bytes=_TILE_BYTES,
    lock=lock,
)


_EMOJI: Final = 128
_EMOJI_RADIUS: Final = 18
_EMOJI_CROP: Final = 116
_EMOJI_CROP_RADIUS: Final = 12
_GOLD_EDGE: Final = 4
_EMOJI_LEVEL: Final = 3
"""Of zlib: 9 takes six times as long, and an emoji is far below its bound either way."""


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
    emoji.save(encoded, "PNG", compress_level=_EMOJI_LEVEL)
    return encoded.getvalue()


def emoji_digest(card: Card) -> str:
    """Eight hex digits that say what the card's emoji shows: its drawing, its crop, and how it is framed.

    Of what it is made from, not of the picture: the same everywhere, on every machine.
    """
    frame = (_EMOJI, _EMOJI_RADIUS, _EMOJI_CROP, _EMOJI_CROP_RADIUS, _GOLD_EDGE, Colour.SUMI, Colour.GOLD)
    made = f"{tuple(CROPS[card.id])} {tuple(map(str, frame))} {card.kind}".encode()
    return hashlib.sha256(made + _source(card.id)).hexdigest()[:8]
