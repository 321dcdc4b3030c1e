"""September: chrysanthemum."""

from __future__ import annotations

from typing import Final

from images.art.motifs.flowers import chrysanthemum
from images.art.motifs.leaves import chrysanthemum_leaf
from images.art.motifs.ribbon import BLUE, ribbon
from images.art.motifs.scenery import mist_band
from images.art.motifs.shell import face
from images.art.motifs.svg import Markup, Point, disc, ellipse, path, place, round_turn, stack, stroke
from images.drawing.palette import Colour

_WHITE: Final = (Colour.WHITE, Colour.WHITE, Colour.STRAW, (Colour.PINE, Colour.TAN))
# The character 寿 in a box of 100 x 100.
_LONG_LIFE: Final = (
    "M26 22H74M32 37H68M18 52H82M52 8C50 40 40 66 18 88M44 66H84M68 56V86C68 92 62 92 55 88M50 74L57 82"
)


def sake_cup() -> Markup:
    """菊に盃: the cup at the bottom, a gold and a white flower above it."""
    stem = _stem("M120 490C130 420 90 330 96 200")
    leaves = _leaves(
        *((98, 250, -60), (106, 300, -80), (120, 400, -95), (180, 440, 110)),
        *((228, 236, 20), (234, 234, 95), (226, 236, 165), (216, 240, -125)),
        length=96,
    )
    gold = place(chrysanthemum(84), (96, 164))
    white = place(chrysanthemum(62, *_WHITE), (226, 232), turn=7)
    vessel = place(cup(), (150, 376), turn=-5)
    return face(stack(mist_band((164, 58)), stem, leaves, gold, white, vessel))


def cup() -> Markup:
    """A wide red cup, 232 wide; the origin is the middle of its rim."""
    foot = path("M-34 66L34 66L42 92L-42 92Z", Colour.DEEP)
    bowl = path("M-112 0C-108 44 -60 80 0 80C60 80 108 44 112 0Z", Colour.DEEP)
    rim = stack(ellipse((0, 0), (116, 60), Colour.GOLD), ellipse((0, 0), (108, 52), Colour.RED))
    inside = ellipse((0, 6), (88, 38), Colour.DEEP)
    letter = place(stroke(_LONG_LIFE, Colour.STRAW, 9.5), (-38, -34), scale=0.77)
    return stack(foot, bowl, rim, inside, letter)


def blue_ribbon() -> Markup:
    """菊に青短: a gold flower behind the ribbon, a white one over its foot."""
    stem = _stem("M150 490C150 400 120 300 96 200")
    leaves = _leaves(
        *((112, 262, -70), (126, 330, -100), (200, 340, 70), (220, 350, 15)),
        *((220, 430, 130), (148, 450, -110), (60, 70, -20), (120, 70, 60)),
    )
    behind = place(chrysanthemum(80), (86, 118))
    return face(stack(stem, leaves, behind, ribbon(BLUE, (152, 248), 6), _white_flower(80, (208, 392))))


def chaff_gold_over_white() -> Markup:
    """菊のカス: a gold flower above, a larger white one below."""
    stem = _stem("M150 490C150 400 130 300 150 180")
    leaves = _leaves(
        *((144, 256, -75), (146, 240, 75), (100, 390, -110), (200, 390, 110)),
        *((150, 430, 180), (100, 90, -60), (200, 90, 60)),
    )
    return face(stack(stem, leaves, place(chrysanthemum(80), (150, 124)), _white_flower(100, (150, 336))))


def chaff_white_and_two_gold() -> Markup:
    """菊のカス: a white flower at the top left, two gold ones."""
    stems = _stem("M150 490C150 400 170 300 100 150M160 330L220 240")
    leaves = _leaves(
        *((140, 250, -80), (164, 320, 110), (80, 410, -110), (160, 410, 100)),
        *((150, 430, 180), (120, 100, 50), (60, 140, -100)),
    )
    gold = stack(place(chrysanthemum(70), (220, 226), turn=6), place(chrysanthemum(84), (110, 372), turn=3))
    return face(stack(stems, leaves, _white_flower(78, (98, 118)), gold))


def _white_flower(radius: float, centre: Point) -> Markup:
    """A white flower on leaves all round it: on paper alone it would be lost."""
    ring = _leaves(*((*centre, turn) for turn in round_turn(9, 12)), length=radius * 1.26)
    return stack(
        ring, disc(centre, radius, Colour.PINE), place(chrysanthemum(radius, *_WHITE), centre, turn=6)
    )


def _stem(course: str) -> Markup:
    return stroke(course, Colour.GREEN, 11)


def _leaves(*leaves: tuple[float, float, float], length: float = 92) -> Markup:
    """Each by its foot and turn."""
    return stack(*(chrysanthemum_leaf((x, y), turn, length) for x, y, turn in leaves))
