"""Colours and sizes of the pictures (art guide, sections 2, 8 and 9)."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import Final

from images.art.palette import Colour

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
GOLD: Final = rgb(Colour.GOLD)
STRAW: Final = rgb(Colour.STRAW)
PINE: Final = rgb(Colour.PINE)
BLUE: Final = rgb(Colour.BLUE)
CARD_BORDER: Final = SUMI

FELT: Final = rgb("#23433F")
PANEL: Final = rgb("#1A3532")
CHIP: Final = rgb("#142A28")
OUTLINE: Final = rgb("#2F554F")
QUIET: Final = rgb("#9FB8B1")
FLIPPED: Final = rgb("#8FD3E8")
KOI: Final = rgb("#7A2B6B")
SHEET_QUIET: Final = rgb("#7A6A55")
SHEET_RULE: Final = rgb("#B9A988")
WOOD: Final = rgb("#8A6A4A")
WOOD_SHADE: Final = rgb("#75583C")
SILVER: Final = rgb("#C9CED1")
BRONZE: Final = rgb("#C08552")

FADE: Final = 0.3
"""How much of a card that matches nothing is the panel's colour."""

CARD: Final = tuple(rgb(colour) for colour in Colour)


class Size(IntEnum):
    """The five sizes of type, in pixels; no others are opened, because each costs memory."""

    SMALL = 24
    BODY = 28
    NAME = 32
    TITLE = 44
    HUGE = 88

    def smaller(self) -> Size:
        """The next size down; the smallest stays."""
        sizes = list(Size)
        return sizes[max(0, sizes.index(self) - 1)]


class Pill(Enum):
    """The chips: ground and text, in pairs that were measured (art guide, 8)."""

    GOLD = (GOLD, SUMI)
    FLIPPED = (FLIPPED, SUMI)
    DARK = (CHIP, PAPER)
    DARK_QUIET = (CHIP, QUIET)
    KOI = (KOI, WHITE)
    DEEP = (DEEP, WHITE)
    SHEET = (PAPER_SHADE, SUMI)
    STRUCK = (PANEL, QUIET)
    """What counts nothing: a line goes through it."""

    @property
    def ground(self) -> Rgb:
        """The colour of the pill."""
        return self.value[0]

    @property
    def colour(self) -> Rgb:
        """The colour of its text."""
        return self.value[1]
