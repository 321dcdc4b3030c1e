"""Pine, maple and willow: what stands or hangs on wood."""

from __future__ import annotations

from typing import Final

from images.art.motifs.leaves import blade
from images.art.svg import Markup, Point, at, ellipse, polar, polygon, stack, stroke
from images.drawing.palette import Colour

_NEEDLES: Final = 15
_FAN_SPAN: Final = 172
_FAN_SQUASH: Final = 0.82


def pine_fan(radius: float) -> Markup:
    """A half disc of needles that opens upwards; the origin is the middle of its flat side."""
    start = -90 - _FAN_SPAN / 2
    rim = [(0.0, radius * 0.10)]
    for index in range(2 * _NEEDLES + 1):
        reach = radius if index % 2 else radius * 0.86
        rim.append(_squashed(polar(reach, start + _FAN_SPAN * index / (2 * _NEEDLES))))
    needles = ""
    for index in range(_NEEDLES):
        angle = start + _FAN_SPAN * (index + 0.5) / _NEEDLES
        inner, outer = _squashed(polar(radius * 0.30, angle)), _squashed(polar(radius * 0.84, angle))
        needles += f"M{at(*inner)}L{at(*outer)}"
    return stack(
        polygon(rim, Colour.PINE, radius * 0.05),
        stroke(needles, Colour.GREEN, radius * 0.036),
        ellipse((0, radius * 0.02), (radius * 0.15, radius * 0.10), Colour.GREEN),
    )


def _squashed(point: Point) -> Point:
    x, y = point
    return x, y * _FAN_SQUASH


# Angle from the tip and length of the seven lobes, left to right.
_LOBES: Final = ((-125, 0.42), (-82, 0.72), (-42, 0.92), (0, 1.0), (42, 0.92), (82, 0.72), (125, 0.42))
# How a lobe tapers: degrees beside its middle, and the part of its length there.
_LOBE_TAPER: Final = ((-13, 0.56), (-6.5, 0.74), (0, 1), (6.5, 0.74), (13, 0.56))
_NOTCH: Final = 0.27


def maple_leaf(radius: float, colour: Colour) -> Markup:
    """A leaf of seven pointed lobes, its tip upwards and its stalk downwards."""
    rim: list[Point] = []
    for index, (angle, length) in enumerate(_LOBES):
        rim += [polar(radius * length * part, angle + beside - 90) for beside, part in _LOBE_TAPER]
        if index + 1 < len(_LOBES):
            rim.append(polar(radius * _NOTCH, (angle + _LOBES[index + 1][0]) / 2 - 90))
    stalk = ((0.03, 0.14), (0.035, 0.55), (-0.035, 0.55), (-0.03, 0.14))
    rim += [(radius * x, radius * y) for x, y in stalk]
    veins = "".join(
        f"M{at(0, radius * 0.04)}L{at(*polar(radius * length * 0.72, angle - 90))}"
        for angle, length in _LOBES
    )
    vein_colour = Colour.ORANGE if colour is Colour.GOLD else Colour.STRAW
    return stack(polygon(rim, colour, radius * 0.035), stroke(veins, vein_colour, radius * 0.03))


def willow_strand(length: float, sway: float) -> Markup:
    """A strand hanging from the origin with narrow leaves in pairs; its end swings `sway` to the right."""
    twig = stroke(f"M0 0Q{at(sway * 0.2, length * 0.5)} {at(sway, length)}", Colour.PINE, 4.5)
    pairs = max(6, int(length / 20))
    leaves = []
    for index in range(pairs):
        along = 0.12 + 0.88 * index / (pairs - 1)
        x = 2 * (1 - along) * along * sway * 0.2 + along * along * sway
        y = 2 * (1 - along) * along * length * 0.5 + along * along * length
        reach = 34 * (1 - 0.25 * along)
        for side in (1, -1):
            tip = (x + side * reach * 0.42, y + reach)
            leaves.append(blade((x, y), tip, -5 * side, (0, 10), Colour.PINE))
    return stack(twig, *leaves)
