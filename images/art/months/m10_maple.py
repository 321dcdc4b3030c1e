"""October: maple."""

from __future__ import annotations

from images.art.motifs.beasts import stag
from images.art.motifs.plants import maple_leaf
from images.art.motifs.ribbon import BLUE, ribbon
from images.art.motifs.shell import face
from images.art.motifs.svg import Markup, Point, path, place, stack, stroke
from images.drawing.palette import Colour

_RED, _ORANGE, _GOLD = Colour.RED, Colour.ORANGE, Colour.GOLD


def stag_under_maple() -> Markup:
    """紅葉に鹿: the stag turning its head away, leaves above it and on the ground."""
    ground = path("M0 424C80 396 190 398 300 432L300 490L0 490Z", Colour.PINE)
    branches = _branches("M300 40C240 60 200 40 150 60M300 180C270 190 250 210 240 240")
    above = _leaves(
        ((60, 66), 72, 20, _RED),
        ((176, 70), 76, -14, _ORANGE),
        ((258, 132), 80, 30, _RED),
        ((236, 40), 50, 170, _GOLD),
        ((110, 30), 50, 190, _GOLD),
        ((262, 236), 52, 70, _GOLD),
    )
    fallen = _leaves(((44, 446), 50, 60, _RED), ((150, 476), 40, -30, _ORANGE))
    return face(stack(ground, branches, above, stag(), fallen))


def blue_ribbon() -> Markup:
    """紅葉に青短: leaves in all corners, one over the foot of the ribbon."""
    behind = _leaves(
        ((70, 80), 92, 20, _RED),
        ((236, 130), 88, -24, _ORANGE),
        ((60, 240), 66, 80, _GOLD),
        ((256, 280), 70, 130, _RED),
    )
    before = _leaves(((70, 400), 92, 200, _ORANGE), ((226, 420), 90, -20, _RED))
    return face(stack(behind, ribbon(BLUE, (150, 244), -6), before))


def chaff_from_right() -> Markup:
    """紅葉のカス: six leaves, the branches from the right."""
    leaves = _leaves(
        ((84, 92), 96, 10, _RED),
        ((220, 130), 92, -24, _ORANGE),
        ((80, 260), 84, 60, _GOLD),
        ((218, 296), 94, 10, _RED),
        ((96, 412), 90, -30, _ORANGE),
        ((240, 432), 66, 50, _GOLD),
    )
    return face(stack(_branches("M300 60C220 90 140 80 60 60M300 330C220 320 160 340 100 400"), leaves))


def chaff_from_left() -> Markup:
    """紅葉のカス: six leaves, the branches from the left."""
    leaves = _leaves(
        ((216, 96), 94, -12, _ORANGE),
        ((80, 140), 92, 24, _RED),
        ((226, 262), 78, -60, _RED),
        ((86, 302), 92, 10, _GOLD),
        ((206, 414), 96, 14, _RED),
        ((66, 440), 70, -30, _ORANGE),
    )
    return face(stack(_branches("M0 120C70 150 160 140 240 90M0 400C80 380 150 400 210 440"), leaves))


def _branches(course: str) -> Markup:
    return stroke(course, Colour.BROWN, 12)


def _leaves(*leaves: tuple[Point, float, float, Colour]) -> Markup:
    """Each by its centre, radius, turn and colour."""
    return stack(
        *(place(maple_leaf(radius, colour), centre, turn=turn) for centre, radius, turn, colour in leaves)
    )
