"""The card itself: its dark rounded edge, its face, and the keyline that marks a light."""

from __future__ import annotations

from images.art.palette import Colour
from images.art.svg import Markup

WIDTH = 300
HEIGHT = 490


def _keyline(inset: int, width: int) -> str:
    box = f'x="{inset}" y="{inset}" width="{WIDTH - 2 * inset}" height="{HEIGHT - 2 * inset}" rx="6"'
    return f'<rect {box} fill="none" stroke="{Colour.GOLD}" stroke-width="{width}"/>'


def face(picture: Markup, ground: Colour = Colour.PAPER) -> Markup:
    """An animal, a ribbon or chaff: the picture on its ground, without a keyline."""
    return _card(picture, ground, "")


def light(picture: Markup, ground: Colour = Colour.PAPER) -> Markup:
    """A light: the picture with a gold keyline over it."""
    return _card(picture, ground, _keyline(14, 5))


def back_side(pattern: Markup) -> Markup:
    """The back: the pattern on deep red with a keyline of its own."""
    return _card(pattern, Colour.DEEP, _keyline(18, 4))


def _card(picture: Markup, ground: Colour, keyline: str) -> Markup:
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        f' width="{WIDTH}" height="{HEIGHT}">'
        '<clipPath id="face"><rect x="9" y="9" width="282" height="472" rx="9"/></clipPath>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="17" fill="{Colour.SUMI}"/>'
        f'<g clip-path="url(#face)"><rect width="{WIDTH}" height="{HEIGHT}" fill="{ground}"/>'
        f"{picture}{keyline}</g></svg>\n"
    )
