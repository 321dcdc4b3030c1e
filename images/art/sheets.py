"""Contact sheets of the deck: all cards at the sizes of the pictures, as other eyes see them, and as emoji.

`python -m images.art` writes them to `sheets/`, lossy: they are looked at, and nothing is made of them.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from PIL import Image, ImageFilter

from engine.cards.deck import DECK
from images.drawing import sprites, theme
from images.layouts.geometry import card_height
from images.scene.common import DeckFace

_WIDTHS: Final = {DeckFace.STANDARD: (148, 72, 58, 26), DeckFace.CLEAR: (72, 26)}
_SEEN_WIDTH: Final = 58
_GAP: Final = 6
_MONTHS: Final = 12
_ROWS: Final = 4
_EMOJI_SIDES: Final = (44, 22)
_DISCORD_DARK: Final = "#313338"

# How light is seen by somebody who lacks one kind of cone (Machado, Oliveira and Fernandes 2009, severity 1):
# a row each for the red, green and blue that a picture must have to look the same to others.
_LACKING: Final = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_LUT_STEPS: Final = 33

Matrix = tuple[tuple[float, float, float], ...]


def sizes(face: DeckFace) -> Image.Image:
    """The deck at the widths of the pictures, one below the other; two are enough of the clear face."""
    return _below([_deck(face, width) for width in _WIDTHS[face]], theme.FELT)


def seen(face: DeckFace) -> Image.Image:
    """The deck at 58 pixels: without colour, then with each kind of colour blindness."""
    deck = _deck(face, _SEEN_WIDTH)
    others = (deck.filter(_lacking(matrix)) for matrix in _LACKING.values())
    return _below([deck.convert("L").convert("RGB"), *others], theme.FELT)


def emoji() -> Image.Image:
    """The cards' emoji on Discord's dark ground, at twice and once the size they have in a line of text."""
    drawn = [Image.open(io.BytesIO(sprites.emoji_png(card))) for card in DECK]
    return _below(
        [
            _grid((each.resize((side, side), Image.Resampling.LANCZOS) for each in drawn), _DISCORD_DARK)
            for side in _EMOJI_SIDES
        ],
        _DISCORD_DARK,
    )


SHEETS: Final[dict[str, Callable[[], Image.Image]]] = {
    "sizes": partial(sizes, DeckFace.STANDARD),
    "seen": partial(seen, DeckFace.STANDARD),
    "emoji": emoji,
    "clear-sizes": partial(sizes, DeckFace.CLEAR),
    "clear-seen": partial(seen, DeckFace.CLEAR),
}
"""Every sheet by the name of its file."""


def encoded(sheet: Image.Image) -> bytes:
    """The sheet as a WebP file."""
    file = io.BytesIO()
    sheet.save(file, "WEBP", quality=40, method=4)
    return file.getvalue()


def _deck(face: DeckFace, width: int) -> Image.Image:
    """A column for each month, in it the month's cards in the order of the deck."""
    size = (width, card_height(width))
    return _grid(
        (
            sprites.original(sprites.file_of(card, face)).resize(size, Image.Resampling.LANCZOS)
            for card in DECK
        ),
        theme.FELT,
    )


def _grid(cards: Iterable[Image.Image], ground: str | theme.Rgb) -> Image.Image:
    """Four pictures of one size below each other for each of twelve months."""
    drawn = list(cards)
    across, down = drawn[0].width + _GAP, drawn[0].height + _GAP
    sheet = Image.new("RGB", (_MONTHS * across + _GAP, _ROWS * down + _GAP), ground)
    for index, card in enumerate(drawn):
        place = (_GAP + index // _ROWS * across, _GAP + index % _ROWS * down)
        sheet.paste(card, place, card)
    return sheet


def _below(parts: list[Image.Image], ground: str | theme.Rgb) -> Image.Image:
    """The parts below each other, flush left."""
    sheet = Image.new("RGB", (max(part.width for part in parts), sum(part.height for part in parts)), ground)
    y = 0
    for part in parts:
        sheet.paste(part, (0, y))
        y += part.height
    return sheet


def _lacking(matrix: Matrix) -> ImageFilter.Color3DLUT:
    return ImageFilter.Color3DLUT.generate(_LUT_STEPS, partial(_as_seen, matrix))


def _as_seen(matrix: Matrix, red: float, green: float, blue: float) -> tuple[float, float, float]:
    """A colour, its parts from 0 to 1, as somebody sees it to whom light reaches through `matrix`."""
    light = [_to_light(part) for part in (red, green, blue)]
    mixed = (sum(a * b for a, b in zip(row, light, strict=True)) for row in matrix)
    one, two, three = (_from_light(min(1, max(0, part))) for part in mixed)
    return one, two, three


def _to_light(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _from_light(part: float) -> float:
    return part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055
