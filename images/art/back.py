"""The back of every card."""

from __future__ import annotations

from typing import Final

from images.art.motifs.flowers import cherry
from images.art.motifs.shell import HEIGHT, back_side
from images.art.motifs.svg import Markup, Point, disc, place, ring, stack
from images.drawing.palette import Colour

_ACROSS: Final = 56
_DOWN: Final = 40


def back() -> Markup:
    """Waves (seigaiha) behind a disc with one gold blossom."""
    # Row after row from the top, so that each covers the lower half of the one above it.
    waves = (
        wave((column * _ACROSS + (_ACROSS / 2 if row % 2 else 0), row * _DOWN + 20))
        for row in range(-1, HEIGHT // _DOWN + 2)
        for column in range(-1, 7)
    )
    medallion = stack(disc((150, 245), 84, Colour.DEEP), ring((150, 245), 84, Colour.GOLD, 6))
    blossom = place(cherry(66, Colour.GOLD, Colour.DEEP), (150, 248))
    return back_side(stack(*waves, medallion, blossom))


def wave(centre: Point) -> Markup:
    """One disc of waves, 60 wide; those of a pattern lie 56 apart, every second row shifted by 28."""
    arcs = (ring(centre, radius, Colour.BACK_WAVE, 4) for radius in (28, 19, 10))
    return stack(disc(centre, 30, Colour.DEEP), *arcs)
