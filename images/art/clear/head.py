"""The band on top of a clear face: the month's number, and the mark of the kind."""

from __future__ import annotations

from typing import Final

from engine.cards.deck import Kind
from images.art.motifs.figures import figure
from images.art.motifs.shell import WIDTH, face, light
from images.art.motifs.svg import Markup, Point, place, polar, polygon, rectangle, ring, stack, stroke
from images.drawing.palette import Colour

HEAD: Final = 122
"""The height of the band from the top, in card units."""
_MARK: Final[Point] = (54, 69)
_NUMBER: Final[Point] = (154, 69)
_NUMBER_HEIGHT: Final = 80
_NUMBER_STROKE: Final = 21
_BURST_POINTS: Final = 12


def clear(month: int, kind: Kind, picture: Markup, ground: Colour, *, blue: bool = False) -> Markup:
    """A whole card: the picture below its band; a light has its gold frame, `blue` is a blue ribbon's."""
    band, ink = colours(kind, blue=blue)
    head = stack(
        rectangle((0, 0), (WIDTH, HEAD), band),
        stroke(f"M0 {HEAD}H{WIDTH}", Colour.SUMI, 8, blunt=True),
        place(_mark(kind, ink), _MARK),
        place(figure(str(month), _NUMBER_HEIGHT, ink, _NUMBER_STROKE), _NUMBER),
    )
    card = stack(picture, head)
    return light(card, ground) if kind is Kind.LIGHT else face(card, ground)


def colours(kind: Kind, *, blue: bool) -> tuple[Colour, Colour]:
    """The ground of a kind's band, and what is written on it."""
    if kind is Kind.LIGHT:
        return Colour.GOLD, Colour.SUMI
    if kind is Kind.ANIMAL:
        return Colour.PINE, Colour.WHITE
    if kind is Kind.RIBBON:
        return (Colour.BLUE if blue else Colour.RED), Colour.WHITE
    return Colour.WHITE, Colour.SUMI


def _mark(kind: Kind, ink: Colour) -> Markup:
    """The shape that this kind's badges have in all pictures; the origin is its middle."""
    if kind is Kind.LIGHT:
        turn = 180 / _BURST_POINTS
        corners = (polar(19 if point % 2 else 30, point * turn) for point in range(2 * _BURST_POINTS))
        return polygon(corners, ink, 2)
    if kind is Kind.ANIMAL:
        return rectangle((-26, -26), (52, 52), ink, 10)
    if kind is Kind.RIBBON:
        return rectangle((-16, -34), (32, 68), ink)
    return ring((0, 0), 22, ink, 12)
