"""The background: mist, rain, the grassy hill."""

from __future__ import annotations

from typing import Final

from images.art.motifs.svg import Markup, Point, at, clipped, jitter, path, place, stack, stroke
from images.drawing.palette import Colour

_MIST_BAND: Final = "M200 -34H34C18 -34 18 -8 34 -8H70C82 -8 82 6 70 6H-8C-24 6 -24 32 -8 32H200Z"


def mist_band(to: Point) -> Markup:
    """The red band in two steps that bleeds off the right edge (suyari-gasumi)."""
    return place(path(_MIST_BAND, Colour.RED), to)


def rain(colour: Colour, width: float) -> Markup:
    """Slanted dashes all over the card."""
    chance = jitter(11)
    dashes = ""
    for _ in range(26):
        x, y, length = (
            middle + next(chance) * spread for middle, spread in ((150, 160), (240, 240), (40, 14))
        )
        dashes += f"M{at(x, y)}l{at(-length * 0.26, length)}"
    return stroke(dashes, colour, width)


def hill(crown: float) -> Markup:
    """A dark dome with green bands over the whole width; `crown` is the height at which it ends."""
    dome = _dome(crown)
    bands = (_band(crown + 70 + row * 38, rising=row % 2 == 1) for row in range(5))
    return clipped(stack(path(dome, Colour.PINE), *bands), dome, "hill")


def plain_hill(crown: float) -> Markup:
    """The hill without its bands."""
    return path(_dome(crown), Colour.PINE)


def _dome(crown: float) -> str:
    return (
        f"M{at(0, crown + 44)}C{at(60, crown)} {at(130, crown - 16)} {at(190, crown - 8)}"
        f"C{at(240, crown)} {at(276, crown + 24)} {at(300, crown + 48)}L300 490L0 490Z"
    )


def _band(y: float, *, rising: bool) -> Markup:
    """A band that tapers towards one end."""
    if rising:
        upper = f"M{at(-20, y + 34)}C{at(60, y - 24)} {at(150, y - 36)} {at(320, y + 10)}"
        lower = f"L{at(320, y + 22)}C{at(150, y - 26)} {at(60, y - 14)} {at(-20, y + 34)}Z"
    else:
        upper = f"M{at(320, y + 38)}C{at(240, y - 16)} {at(150, y - 30)} {at(-20, y + 8)}"
        lower = f"L{at(-20, y + 18)}C{at(150, y - 20)} {at(240, y - 8)} {at(320, y + 38)}Z"
    return path(upper + lower, Colour.GREEN)
