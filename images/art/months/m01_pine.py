"""January: pine."""

from __future__ import annotations

from images.art.motifs.birds import crane
from images.art.motifs.plants import pine_fan
from images.art.motifs.ribbon import AKAYOROSHI, ribbon
from images.art.motifs.shell import face, light
from images.art.motifs.svg import Markup, Point, disc, place, stack, stroke
from images.drawing.palette import Colour


def light_crane() -> Markup:
    """松に鶴: the crane before the sun; the pines hide its feet."""
    sun = disc((200, 148), 106, Colour.RED)
    fans_behind = stack(place(pine_fan(86), (268, 412), turn=6), place(pine_fan(80), (30, 408), turn=-6))
    fans_before = _fans(((80, 486), 98), ((232, 496), 98))
    return light(stack(sun, fans_behind, crane(), fans_before))


def poetry_ribbon() -> Markup:
    """松に赤短: three fans behind the ribbon, one over its lower left edge."""
    branch = _branch("M20 490C50 430 120 420 118 340")
    behind = _fans(((74, 300), 84), ((232, 424), 92), ((214, 140), 84))
    return face(stack(branch, behind, ribbon(AKAYOROSHI, (152, 232), -7), _fans(((86, 480), 92))))


def chaff_rising_right() -> Markup:
    """松のカス: five fans, the branch rising from left to right."""
    branch = _branch("M20 490C60 420 140 400 128 330C120 280 170 250 230 250M130 306C116 262 68 250 80 170")
    fans = _fans(((206, 246), 92), ((78, 330), 84), ((222, 400), 96), ((84, 470), 90), ((80, 160), 78))
    return face(stack(branch, fans))


def chaff_rising_left() -> Markup:
    """松のカス: the other direction, one fan alone at the top right."""
    branch = _branch(
        "M290 490C250 440 170 420 176 350C180 300 120 280 70 284M166 316C170 270 214 260 206 180"
    )
    fans = _fans(((90, 280), 88), ((216, 366), 92), ((70, 450), 92), ((236, 486), 84), ((206, 170), 84))
    return face(stack(branch, fans))


def _branch(course: str) -> Markup:
    return stroke(course, Colour.BROWN, 16)


def _fans(*fans: tuple[Point, float]) -> Markup:
    return stack(*(place(pine_fan(radius), centre) for centre, radius in fans))
