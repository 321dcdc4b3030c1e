"""The ribbon (tanzaku), and the letters on the poetry ribbons as strokes of our own."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi, sin
from typing import Final

from images.art.motifs.svg import Markup, Point, at, path, place, stack, stroke
from images.drawing.palette import Colour

_WIDTH: Final = 86
_HEIGHT: Final = 300
_WAVE: Final = 16
_LETTER_STROKE: Final = 10
# The paper left free above the first and below the last letter, together.
_LETTER_MARGIN: Final = 30
# The gold edge of a poetry ribbon, beside it and at its ends: at 26 pixels its letters are a blur, and the
# edge alone tells it from a plain ribbon.
_GOLD_SIDE: Final = 8
_GOLD_END: Final = 13
_FLAT_EDGE: Final = 13

# In a box of 100 x 100 round the origin; a stroke each, in writing order.
_LETTERS: Final = {
    "あ": (
        "M-28 -22C-8 -20 12 -22 28 -28",
        "M-6 -40C-8 -15 -6 12 2 34",
        "M16 -12C10 12 -10 38 -24 32C-36 26 -26 2 2 -2C30 -5 40 16 20 34C16 37 12 39 8 40",
    ),
    "か": (
        "M-34 -12C-16 -14 -4 -20 6 -18C16 -14 10 18 -2 34C-4 38 -8 34 -12 28",
        "M-8 -38C-10 -10 -20 16 -34 34",
        "M22 -24C32 -16 38 -6 40 4",
    ),
    "よ": (
        "M0 -40L0 20C0 36 -16 40 -24 32C-32 22 -16 14 0 18C14 22 24 30 32 38",
        "M0 -14C10 -14 20 -16 26 -18",
    ),
    "ろ": ("M-24 -32C-10 -30 6 -34 18 -36C4 -16 -14 2 -28 18C-10 -4 32 -12 30 14C28 32 8 40 -10 36",),
    "し": ("M-14 -38C-16 -10 -18 16 -10 28C0 40 22 30 34 12",),
    "み": (
        "M-26 -30C-14 -28 -4 -32 4 -34C-2 -6 -14 26 -28 30C-42 30 -36 6 -16 6C6 6 24 16 38 24",
        "M24 -6C24 12 16 30 4 40",
    ),
    "の": ("M2 -28C-2 -4 -10 22 -24 26C-38 26 -38 0 -24 -16C-6 -34 30 -32 34 -2C36 20 22 32 8 36",),
}


@dataclass(frozen=True, slots=True)
class Ribbon:
    """One of the three sorts of ribbon; `words` run down a poetry ribbon."""

    colour: Colour
    words: str = ""


RED: Final = Ribbon(Colour.RED)
BLUE: Final = Ribbon(Colour.BLUE)
AKAYOROSHI: Final = Ribbon(Colour.RED, "あかよろし")
MIYOSHINO: Final = Ribbon(Colour.RED, "みよしの")
AKA: Final = Ribbon(Colour.RED, "あか")
MIYO: Final = Ribbon(Colour.RED, "みよ")


def ribbon(sort: Ribbon, centre: Point, lean: float) -> Markup:
    """A gently waved strip that leans `lean` degrees to the right, with its shadow on what lies below."""
    strip = _outline()
    edge = _outline(_GOLD_SIDE, _GOLD_END) if sort.words else strip
    shadow = place(path(edge, Colour.SUMI, opacity=0.22), (7, 7))
    gold = path(edge, Colour.GOLD) if sort.words else stack()
    return place(stack(shadow, gold, path(strip, sort.colour), _writing(sort.words)), centre, turn=lean)


def flat_ribbon(sort: Ribbon, centre: Point, lean: float) -> Markup:
    """The strip without its shadow, in a broad edge: gold round a poetry ribbon, white round a plain one."""
    edge = path(_outline(_FLAT_EDGE, _FLAT_EDGE), Colour.GOLD if sort.words else Colour.WHITE)
    return place(stack(edge, path(_outline(), sort.colour), _writing(sort.words)), centre, turn=lean)


def _outline(beside: float = 0, above: float = 0) -> str:
    """The strip, wider by `beside` on each side and longer by `above` at each end."""
    side, end, bow = _WIDTH / 2 + beside, _HEIGHT / 2 + above, _HEIGHT / 2 * 0.35
    right = f"C{at(side + _WAVE, -bow)} {at(side - _WAVE, bow)} {at(side, end)}"
    left = f"C{at(-side - _WAVE, bow)} {at(-side + _WAVE, -bow)} {at(-side, -end)}"
    return f"M{at(-side, -end)}L{at(side, -end)}{right}L{at(-side, end)}{left}Z"


def _writing(words: str) -> Markup:
    if not words:
        return stack()
    step = (_HEIGHT - _LETTER_MARGIN) / len(words)
    scale = min(step * 1.06, _WIDTH * 0.8) / 100
    letters = []
    for index, letter in enumerate(words):
        y = -(_HEIGHT - _LETTER_MARGIN) / 2 + step * (index + 0.5)
        # The letters follow the wave of the strip.
        x = -3.2 * sin(y / (_HEIGHT / 2) * pi)
        strokes = stack(
            *(stroke(course, Colour.WHITE, _LETTER_STROKE / scale) for course in _LETTERS[letter])
        )
        letters.append(place(strokes, (x, y), scale=round(scale, 3)))
    return stack(*letters)
