"""The frame of a drawing: a card's dark edge, its face and the gold frame of a light; a badge's ring."""

from __future__ import annotations

from images.art.motifs.svg import Markup
from images.drawing.palette import Colour

WIDTH = 300
HEIGHT = 490
BADGE = 256
"""The side of a badge's square, in units; its origin is the middle."""
BADGE_PIXELS = 128
"""The side of a badge's sprite, in pixels."""
CORNER_WIDTH = 340
"""Of what grows into a picture's corner, in units and pixels alike."""
CORNER_HEIGHT = 480
BADGE_GROUND = 104
"""The radius of the ground inside a badge's ring, in units."""


def _keyline(inset: float, width: float, colour: Colour = Colour.GOLD) -> str:
    """A frame whose line's middle lies `inset` from the card's edge."""
    box = f'x="{inset:g}" y="{inset:g}" width="{WIDTH - 2 * inset:g}" height="{HEIGHT - 2 * inset:g}" rx="6"'
    return f'<rect {box} fill="none" stroke="{colour}" stroke-width="{width:g}"/>'


def face(picture: Markup, ground: Colour = Colour.PAPER) -> Markup:
    """An animal, a ribbon or chaff: the picture on its ground, without a frame."""
    return _card(picture, ground, "")


def light(picture: Markup, ground: Colour = Colour.PAPER) -> Markup:
    """A light: the picture in a gold frame, which a dark line sets off from a straw or red sky."""
    return _card(picture, ground, _keyline(21, 4, Colour.SUMI) + _keyline(14, 12))


def back_side(pattern: Markup) -> Markup:
    """The back: the pattern on deep red with a keyline of its own."""
    return _card(pattern, Colour.DEEP, _keyline(18, 4))


def medallion(picture: Markup, ground: Colour) -> Markup:
    """A badge: the picture on a round ground, over it a gold ring between two dark lines."""
    half = BADGE // 2
    rings = "".join(
        f'<circle cx="0" cy="0" r="{radius}" fill="none" stroke="{colour}" stroke-width="{width}"/>'
        for radius, colour, width in ((114, Colour.GOLD, 15), (106, Colour.SUMI, 4))
    )
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-half} {-half} {BADGE} {BADGE}"'
        f' width="{BADGE_PIXELS}" height="{BADGE_PIXELS}">'
        f'<clipPath id="ground"><circle cx="0" cy="0" r="{BADGE_GROUND + 3}"/></clipPath>'
        f'<circle cx="0" cy="0" r="126" fill="{Colour.SUMI}"/>'
        f'<g clip-path="url(#ground)"><circle cx="0" cy="0" r="{BADGE_GROUND + 3}" fill="{ground}"/>'
        f"{picture}</g>{rings}</svg>\n"
    )


def stamp(picture: Markup, ink: Colour) -> Markup:
    """A seal: the picture on a disc of one ink, in a line of paper."""
    half = BADGE // 2
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-half} {-half} {BADGE} {BADGE}"'
        f' width="{BADGE_PIXELS}" height="{BADGE_PIXELS}">'
        f'<circle cx="0" cy="0" r="124" fill="{ink}"/>'
        f'<circle cx="0" cy="0" r="110" fill="none" stroke="{Colour.PAPER}" stroke-width="6"/>'
        f"{picture}</svg>\n"
    )


def corner(picture: Markup) -> Markup:
    """Draw the plant in the lower right corner of a picture, on nothing."""
    size = f'width="{CORNER_WIDTH}" height="{CORNER_HEIGHT}"'
    box = f'viewBox="0 0 {CORNER_WIDTH} {CORNER_HEIGHT}"'
    return Markup(f'<svg xmlns="http://www.w3.org/2000/svg" {box} {size}>{picture}</svg>\n')


def _card(picture: Markup, ground: Colour, keyline: str) -> Markup:
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        f' width="{WIDTH}" height="{HEIGHT}">'
        '<clipPath id="face"><rect x="9" y="9" width="282" height="472" rx="9"/></clipPath>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="17" fill="{Colour.SUMI}"/>'
        f'<g clip-path="url(#face)"><rect width="{WIDTH}" height="{HEIGHT}" fill="{ground}"/>'
        f"{picture}{keyline}</g></svg>\n"
    )
