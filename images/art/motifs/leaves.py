"""Single leaves; each function says where its origin lies."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot
from typing import Final

from images.art.motifs.svg import Markup, Point, at, path, place, stack, stroke, symmetric
from images.drawing.palette import Colour

_POINTED: Final = ((0, 0), (0.75, 0.22), (0.6, 0.68), (0, 1))
_ROUND: Final = ((0, 0), (0.6, 0.1), (0.6, 0.9), (0, 1))
_LOBED: Final = (
    *((0, 0), (0.2, 0.05), (0.42, 0.12), (0.40, 0.34)),
    *((0.36, 0.40), (0.28, 0.40), (0.28, 0.42)),
    *((0.44, 0.48), (0.40, 0.78), (0.24, 0.76)),
    *((0.16, 0.78), (0.14, 1), (0, 1)),
)
_FIVE_CORNERED: Final = (
    *((0, 0), (0.34, -0.06), (0.62, 0.18), (0.52, 0.46)),
    *((0.46, 0.52), (0.36, 0.50), (0.34, 0.52)),
    *((0.34, 0.76), (0.16, 0.82), (0, 1)),
)


def blade(root: Point, tip: Point, bend: float, widths: tuple[float, float], colour: Colour) -> Markup:
    """A tapered leaf from `root` to `tip`, with its widths at the root and in the middle.

    It is bent by `bend` towards what lies on the right hand of somebody walking to the tip.
    """
    (root_x, root_y), (tip_x, tip_y) = root, tip
    run, fall = tip_x - root_x, tip_y - root_y
    across_x, across_y = -fall / hypot(run, fall), run / hypot(run, fall)
    at_root, at_middle = (width / 2 for width in widths)

    def beside(x: float, y: float, distance: float) -> str:
        return at(x + across_x * distance, y + across_y * distance)

    middle = (root_x + tip_x) / 2, (root_y + tip_y) / 2
    return path(
        f"M{beside(*root, at_root)}Q{beside(*middle, bend + at_middle)} {at(tip_x, tip_y)}"
        f"Q{beside(*middle, bend - at_middle)} {beside(*root, -at_root)}Z",
        colour,
    )


def pointed_leaf(length: float, width: float, colour: Colour) -> Markup:
    """A plain leaf, its foot at the origin, pointing up."""
    return path(symmetric(_POINTED, width, length), colour)


def round_leaf(length: float, width: float, colour: Colour) -> Markup:
    """A leaf without a point, its foot at the origin, growing up."""
    return path(symmetric(_ROUND, width, length), colour)


def peony_leaf(foot: Point, turn: float, length: float = 96) -> Markup:
    """Three pointed leaves with a vein each, side by side from one foot."""

    def veined(length: float, width: float, vein_width: float) -> Markup:
        vein = stroke(f"M{at(0, -length * 0.08)}L{at(0, -length * 0.82)}", Colour.GREEN, vein_width)
        return stack(pointed_leaf(length, width, Colour.PINE), vein)

    side_leaf = veined(length * 0.72, length * 0.36, 3.5)
    shoulder = (0, -length * 0.08)
    sides = (place(side_leaf, shoulder, turn=turn) for turn in (46, -46))
    return place(stack(veined(length, length * 0.52, 4), *sides), foot, turn=turn)


def chrysanthemum_leaf(foot: Point, turn: float, length: float = 92) -> Markup:
    """A lobed leaf with three veins."""
    veins = [((0, 0.06), (0, 0.8)), ((0, 0.3), (0.22, 0.42)), ((0, 0.3), (-0.22, 0.42))]
    leaf = path(symmetric(_LOBED, length, length), Colour.PINE)
    return place(stack(leaf, _veins(veins, length, 4)), foot, turn=turn)


def paulownia_leaf(
    foot: Point,
    turn: float,
    length: float,
    colour: Colour = Colour.MOSS,
    veins_colour: Colour = Colour.LEAF,
) -> Markup:
    """A broad, five-cornered leaf with five veins; yellower than those of the other purple months."""
    veins = [
        ((0, 0.04), (0, 0.86)),
        *(((0, 0.14), (side * 0.36, 0.38)) for side in (1, -1)),
        *(((0, 0.42), (side * 0.2, 0.60)) for side in (1, -1)),
    ]
    leaf = path(symmetric(_FIVE_CORNERED, length, length), colour)
    return place(stack(leaf, _veins(veins, length, 5, veins_colour)), foot, turn=turn)


def feathered_leaf(length: float) -> Markup:
    """Four pairs of leaflets and one at the tip, along a stalk that stands on the origin."""
    stalk = stroke(f"M0 0L{at(0, -length)}", Colour.PINE, 5)
    dark, bright = (pointed_leaf(length * 0.46, length * 0.30, tone) for tone in (Colour.PINE, Colour.GREEN))
    pairs = []
    for index in range(4):
        joint = (0, -length * (index + 0.35) / 4)
        pairs += [place(dark, joint, turn=62), place(bright, joint, turn=-62)]
    return stack(stalk, *pairs, place(dark, (0, -length * 0.92)))


def _veins(
    veins: Iterable[tuple[Point, Point]], length: float, width: float, colour: Colour = Colour.GREEN
) -> Markup:
    """Straight cuts; the points are in lengths of the leaf, y upwards."""
    course = "".join(
        f"M{at(x1 * length, -y1 * length)}L{at(x2 * length, -y2 * length)}" for (x1, y1), (x2, y2) in veins
    )
    return stroke(course, colour, width)
