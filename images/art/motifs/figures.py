"""Numbers as strokes of our own."""

from __future__ import annotations

from typing import Final

from images.art.motifs.svg import Markup, place, stack, stroke
from images.drawing.palette import Colour

# Digits in a box of 100 high round the origin: their breadth and their strokes.
_DIGITS: Final = {
    "0": (66, "M0 -44C22 -44 27 -22 27 0C27 22 22 44 0 44C-22 44 -27 22 -27 0C-27 -22 -22 -44 0 -44Z"),
    "1": (40, "M-14 -28L4 -44V44"),
    "2": (66, "M-25 -20C-24 -36 -14 -44 0 -44C16 -44 26 -35 26 -20C26 -6 14 6 -26 43H27"),
    "3": (64, "M-24 -38C-14 -46 24 -48 24 -22C24 -6 8 -2 -6 -2C10 -2 27 4 27 22C27 46 -14 50 -27 34"),
    "4": (66, "M13 44V-44L-28 18H28"),
    "5": (64, "M22 -44H-19L-22 -6C-8 -18 27 -16 27 14C27 46 -14 50 -27 34"),
    "6": (
        66,
        "M20 -41C-12 -40 -27 -12 -27 15C-27 34 -15 44 0 44C16 44 27 33 27 17"
        "C27 2 15 -8 0 -8C-15 -8 -27 2 -27 15",
    ),
    "7": (62, "M-26 -44H26C10 -20 -4 10 -8 44"),
    "8": (
        66,
        "M0 -3C-14 -3 -22 -12 -22 -23C-22 -35 -13 -44 0 -44C13 -44 22 -35 22 -23C22 -12 14 -3 0 -3"
        "C-16 -3 -27 7 -27 20C-27 34 -16 44 0 44C16 44 27 34 27 20C27 7 16 -3 0 -3Z",
    ),
    "9": (
        66,
        "M-20 41C12 40 27 12 27 -15C27 -34 15 -44 0 -44C-16 -44 -27 -33 -27 -17"
        "C-27 -2 -15 8 0 8C15 8 27 -2 27 -15",
    ),
}


def figure(digits: str, height: float, colour: Colour, thick: float) -> Markup:
    """A number in round strokes, its middle at the origin; `thick` is their breadth in units."""
    scale = height / 100
    breadths = [_DIGITS[digit][0] * scale + thick * 0.45 for digit in digits]
    left, parts = -sum(breadths) / 2, []
    for digit, breadth in zip(digits, breadths, strict=True):
        drawn = stroke(_DIGITS[digit][1], colour, thick / scale)
        parts.append(place(drawn, (left + breadth / 2, 0), scale=round(scale, 3)))
        left += breadth
    return stack(*parts)
