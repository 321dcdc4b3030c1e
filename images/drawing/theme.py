"""Colours and sizes of the pictures (art guide, sections 2, 8 and 9)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Final

from images.drawing.palette import Colour

Rgb = tuple[int, int, int]


def rgb(code: str) -> Rgb:
    """The three channels of `#RRGGBB`."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


PAPER: Final = rgb(Colour.PAPER)
PAPER_SHADE: Final = rgb(Colour.PAPER_SHADE)
WHITE: Final = rgb(Colour.WHITE)
SUMI: Final = rgb(Colour.SUMI)
RED: Final = rgb(Colour.RED)
DEEP: Final = rgb(Colour.DEEP)
CORAL: Final = rgb(Colour.CORAL)
GOLD: Final = rgb(Colour.GOLD)
STRAW: Final = rgb(Colour.STRAW)
PINE: Final = rgb(Colour.PINE)
BLUE: Final = rgb(Colour.BLUE)
NIGHT: Final = rgb(Colour.NIGHT)
MIST: Final = rgb(Colour.MIST)
CARD_BORDER: Final = SUMI

FLIPPED: Final = rgb("#8FD3E8")
KOI: Final = rgb("#7A2B6B")
SHEET_QUIET: Final = rgb("#6B5C48")
SHEET_RED: Final = rgb("#B82A22")
"""The red of small letters on paper, on shaded paper too; the seal's red is too light for them."""
SHEET_RULE: Final = rgb("#B9A988")
WOOD: Final = rgb("#8A6A4A")
SILVER: Final = rgb("#C9CED1")
BRONZE: Final = rgb("#C08552")

FADE: Final = 0.3
"""The part of the panel's colour in a card that matches nothing."""

CARD: Final = tuple(rgb(colour) for colour in Colour)


@dataclass(frozen=True, slots=True)
class Felt:
    """The colours that a picture's ground decides: of panels, dark chips, outlines and quiet text on them.

    All felts are equally light (CIELAB L* 26, 20, 15.6, 33.4, 72.8): what reads on one reads on the others.
    """

    ground: Rgb
    panel: Rgb
    chip: Rgb
    outline: Rgb
    quiet: Rgb

    @property
    def colours(self) -> tuple[Rgb, ...]:
        """All of them."""
        return self.ground, self.panel, self.chip, self.outline, self.quiet


def _felt(*codes: str) -> Felt:
    return Felt(*map(rgb, codes))


EVERGREEN: Final = _felt("#23433F", "#1A3532", "#142A28", "#2F554F", "#9FB8B1")
"""Of pictures that belong to no month."""
_WINTER: Final = _felt("#353F48", "#293139", "#21282E", "#45505A", "#AEB3B8")
_SPRING: Final = _felt("#2F4326", "#25351D", "#1D2A16", "#3F5535", "#ACB6A6")
_SUMMER: Final = _felt("#323C5E", "#272F4B", "#1F263D", "#434D72", "#AFB2C4")
_AUTUMN: Final = _felt("#503927", "#402C1E", "#342317", "#644936", "#BFB0A7")
SEASONS: Final = (_WINTER, _SPRING, _SUMMER, _AUTUMN)
"""Slate, moss, indigo, umber: from December, March, June and September on."""
FELT: Final = EVERGREEN.ground
PANEL: Final = EVERGREEN.panel
CHIP: Final = EVERGREEN.chip
OUTLINE: Final = EVERGREEN.outline
QUIET: Final = EVERGREEN.quiet


def felt(month: int) -> Felt:
    """The felt of a month's season, by the month of its plant (1 to 12)."""
    return SEASONS[month % 12 // 3]


class Size(IntEnum):
    """The five sizes of type, in pixels; no others are opened, because each costs memory."""

    SMALL = 24
    BODY = 28
    NAME = 32
    TITLE = 44
    HUGE = 88

    def smaller(self) -> Size:
        """The next size down; the smallest stays."""
        return _SMALLER[self]


_SMALLER: Final[dict[Size, Size]] = dict(zip(Size, (Size.SMALL, *Size), strict=False))


class Pill(Enum):
    """The chips; `colours` gives their ground and text, in pairs that were measured (art guide, 8)."""

    GOLD = "gold"
    FLIPPED = "flipped"
    DARK = "dark"
    DARK_QUIET = "dark and quiet"
    KOI = "koi-koi"
    DEEP = "deep red"
    SHEET = "on paper"
    STRUCK = "struck through: it counts nothing"

    def colours(self, felt: Felt) -> tuple[Rgb, Rgb]:
        """The pill's colour and its text's; those of dark chips come from the picture's felt."""
        match self:
            case Pill.DARK:
                return felt.chip, PAPER
            case Pill.DARK_QUIET:
                return felt.chip, felt.quiet
            case Pill.STRUCK:
                return felt.panel, felt.quiet
            case _:
                return _PILLS[self]


_PILLS: Final = {
    Pill.GOLD: (GOLD, SUMI),
    Pill.FLIPPED: (FLIPPED, SUMI),
    Pill.KOI: (KOI, WHITE),
    Pill.DEEP: (DEEP, WHITE),
    Pill.SHEET: (PAPER_SHADE, SUMI),
}
