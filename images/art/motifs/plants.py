"""Plants that hang, arch or stand in one long stem, with their flowers; pine, maple and willow."""

from __future__ import annotations

from math import atan2, cos, degrees, dist, radians, sin
from typing import Final

from images.art.motifs.flowers import paulownia_bell, wisteria_floret
from images.art.motifs.leaves import blade, feathered_leaf, round_leaf
from images.art.motifs.svg import Markup, Point, at, ellipse, place, polar, polygon, stack, stroke
from images.drawing.palette import Colour

_DARK_FLORET: Final = (Colour.LILAC, Colour.VIOLET)
_PALE_FLORET: Final = (Colour.MIST, Colour.LILAC)


def wisteria_raceme(length: float, width: float, sway: float) -> Markup:
    """A cluster hanging from the origin, narrowing from `width`; its end swings `sway` to the right."""
    rows = max(5, int(length / 29))
    florets = []
    for row in range(rows):
        along = row / (rows - 1)
        radius = 20 * (1 - 0.48 * along)
        middle, half_width = sway * along * along, width * (1 - along * 0.86) / 2
        for beside, drop, colours in _wisteria_row(row, along):
            floret = wisteria_floret(radius, *colours)
            place_at = (middle + beside * half_width, length * along + drop)
            florets.append(place(floret, place_at, turn=-beside * 14))
    return stack(*florets)


def _wisteria_row(row: int, along: float) -> list[tuple[float, float, tuple[Colour, Colour]]]:
    """The florets of one row: where beside the middle (-1 to 1), how much lower, in which colours."""
    if along < 0.58:
        lower = 12 * (1 - along)
        return [(-0.82, 0, _DARK_FLORET), (0.82, 0, _DARK_FLORET), (0, lower, _PALE_FLORET)]
    alternating = (_DARK_FLORET, _PALE_FLORET)
    beside = (-0.55, 0.55) if along < 0.9 else (0.0,)
    return [(x, 0, alternating[(row + index) % 2]) for index, x in enumerate(beside)]


def wisteria_garland(length: float) -> Markup:
    """Leaves along the upper edge; `length` is that of the shorter ones."""
    longer, between = length * 1.15, length * 1.02
    leaves = (
        ((8, 20), 120, length),
        ((88, 6), 150, longer),
        ((118, 8), 210, between),
        ((206, 4), 150, longer),
        ((236, 6), 215, length * 1.08),
        ((300, 30), 232, length * 1.13),
    )
    return stack(*(place(feathered_leaf(round(size)), foot, turn=turn) for foot, turn, size in leaves))


def clover_spray(root: Point, handle: Point, tip: Point, size: float = 1) -> Markup:
    """A spray of bush clover arching along a quadratic curve: round leaves first, flowers towards the tip."""

    def point(along: float) -> Point:
        before, both, after = (1 - along) ** 2, 2 * (1 - along) * along, along**2
        x, y = (before * a + both * b + after * c for a, b, c in zip(root, handle, tip, strict=True))
        return x, y

    def growing(along: float) -> float:
        """The turn that makes what points up point along the stem."""
        (x1, y1), (x2, y2) = point(max(0, along - 0.01)), point(min(1, along + 0.01))
        return degrees(atan2(y2 - y1, x2 - x1)) + 90

    pairs = max(5, round(dist(root, tip) / (32 * size)))
    parts = [stroke(f"M{at(*root)}Q{at(*handle)} {at(*tip)}", Colour.PINE, 5)]
    for pair in range(pairs):
        along = 0.16 + 0.84 * pair / (pairs - 1)
        part, spread = _clover_part(pair, along, size)
        parts += [place(part, point(along), turn=growing(along) + side * spread) for side in (1, -1)]
    end = round_leaf(20 * size, 16 * size, Colour.HAGI)
    return stack(*parts, place(end, point(1), turn=growing(1)))


_CLOVER_LEAVES_END: Final = 0.62


def _clover_part(pair: int, along: float, size: float) -> tuple[Markup, float]:
    """A leaf or a flower of a spray, and the angle between it and the stem."""
    if along < _CLOVER_LEAVES_END:
        leaf_size = size * (1 - 0.25 * along)
        return round_leaf(36 * leaf_size, 30 * leaf_size, Colour.PINE if pair % 2 else Colour.GREEN), 58
    flower_size = size * (1.06 - 0.42 * (along - _CLOVER_LEAVES_END) / (1 - _CLOVER_LEAVES_END))
    petals = round_leaf(27 * flower_size, 24 * flower_size, Colour.HAGI)
    return stack(petals, round_leaf(14 * flower_size, 11 * flower_size, Colour.PINK)), 50


_STRANDS: Final = 9
_PAMPAS_SHADE: Final = {Colour.GOLD: Colour.TAN, Colour.TAN: Colour.BROWN}


def pampas(root: Point, top: Point, side: int, colour: Colour, size: float = 1) -> Markup:
    """A stem from `root` to `top` and a fountain of strands that droop to the right (side 1) or left (-1).

    On paper each strand has a darker one behind it: at 26 pixels gold alone is too pale to be seen.
    """
    (root_x, root_y), (_, y) = root, top
    stem = stroke(f"M{at(*root)}Q{at(root_x, (root_y + y) / 2)} {at(*top)}", colour, 5.5)
    shade = _PAMPAS_SHADE.get(colour)
    behind = _plume(top, side, shade, size * 0.92, 0.5) if shade else stack()
    return stack(stem, behind, _plume(top, side, colour, size))


def _plume(top: Point, side: int, colour: Colour, size: float, between: float = 0) -> Markup:
    """Nine strands from one point; or eight, `between` (0 to 1) those of another plume."""
    x, y = top
    parts = []
    for strand in range(_STRANDS - (1 if between else 0)):
        lower = (strand + between) / (_STRANDS - 1)
        start = (x - side * lower * 3, y + lower * 34 * size)
        angle, length = radians(-66 + 112 * lower), (128 - 40 * lower) * size
        tip = (start[0] + side * length * cos(angle), start[1] + length * sin(angle))
        parts.append(blade(start, tip, -side * (34 - 10 * lower) * size, (5, 15 * size), colour))
    return stack(*parts)


def paulownia_spike(tiers: int, size: float) -> Markup:
    """An upright stem on the origin with a pair of bells on each tier and one at its top."""
    pitch = 40 * size
    parts = [stroke(f"M0 0V{-round(tiers * pitch)}", Colour.PINE, 5.5)]
    for tier in range(tiers):
        bell = paulownia_bell(size * (1.06 - 0.14 * tier))
        y = -(tier + 0.55) * pitch
        parts += [place(bell, (side * 2, y), turn=side * 62) for side in (1, -1)]
    top_bell = paulownia_bell(size * (1 - 0.12 * tiers))
    return stack(*parts, place(top_bell, (0, -tiers * pitch + 8)))


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
