"""Single flowers, their centre at the origin."""

from __future__ import annotations

from typing import Final

from images.art.motifs.svg import (
    Markup,
    at,
    disc,
    ellipse,
    jitter,
    path,
    place,
    polar,
    rays,
    round_turn,
    stack,
    stroke,
    symmetric,
)
from images.drawing.palette import Colour

_PETAL_TIPS: Final = round_turn(5, -90)
_PETAL_GAPS: Final = round_turn(5, -54)


def plum(radius: float) -> Markup:
    """Five round petals, never notched, with straw stamens."""
    petals = [disc(polar(radius * 0.56, angle), radius * 0.44, Colour.RED) for angle in _PETAL_TIPS]
    stamens = round_turn(10, -90)
    return stack(
        *petals,
        disc((0, 0), radius * 0.5, Colour.RED),
        stroke(rays(0, radius * 0.50, _PETAL_GAPS), Colour.DEEP, radius * 0.07),
        stroke(rays(0, radius * 0.44, stamens), Colour.STRAW, radius * 0.045),
        *(disc(polar(radius * 0.46, angle), radius * 0.06, Colour.STRAW) for angle in stamens),
        disc((0, 0), radius * 0.16, Colour.STRAW),
    )


def plum_bud(radius: float) -> Markup:
    """A closed flower in its cup, which points down."""
    left, right, top = at(-radius * 0.8, radius * 0.35), at(radius * 0.8, radius * 0.35), at(0, radius * 0.1)
    cup = path(f"M{left}Q{at(0, radius * 1.5)} {right}Q{top} {left}Z", Colour.DEEP)
    return stack(disc((0, -radius * 0.2), radius, Colour.RED), cup)


def cherry(radius: float, petals: Colour, stamens: Colour, shade: Colour | None = None) -> Markup:
    """Five notched petals; `shade` lies down the middle of each."""

    def point(x: float, y: float) -> str:
        return at(x * radius, -y * radius)

    left_edge = f"C{point(-0.46, 0.22)} {point(-0.52, 0.82)} {point(-0.15, 1)}"
    right_edge = f"C{point(0.52, 0.82)} {point(0.46, 0.22)} 0 0"
    petal = path(f"M0 0{left_edge}L{point(0, 0.80)}L{point(0.15, 1)}{right_edge}Z", petals)
    parts = [place(petal, turn=turn) for turn in round_turn(5)]
    if shade:
        stripe = ellipse((0, -radius * 0.50), (radius * 0.13, radius * 0.24), shade)
        parts += [place(stripe, turn=turn) for turn in round_turn(5)]
    threads = rays(0, radius * 0.42, _PETAL_TIPS) + rays(0, radius * 0.30, _PETAL_GAPS)
    return stack(
        *parts,
        stroke(threads, stamens, radius * 0.055),
        *(disc(polar(radius * 0.45, angle), radius * 0.06, stamens) for angle in _PETAL_TIPS),
        disc((0, 0), radius * 0.13, stamens),
    )


def chrysanthemum(
    radius: float,
    petals: Colour = Colour.GOLD,
    inner: Colour = Colour.STRAW,
    heart: Colour = Colour.GOLD,
    shades: tuple[Colour, Colour] = (Colour.TAN, Colour.ORANGE),
) -> Markup:
    """A disc of rays in three rings: long, narrow petals that stand apart at their tips.

    Rays and their colours, yellow or white, tell it from the peony, which is a red round of few wide petals.
    The `shades` lie behind the outer and the inner petals.
    """
    behind_outer, behind_inner = shades
    return stack(
        disc((0, 0), radius * 0.86, behind_outer),
        _petal_ring(20, _spoon(radius, (0.20, 1), 0.215), petals),
        disc((0, 0), radius * 0.58, behind_inner),
        _petal_ring(16, _spoon(radius, (0.12, 0.64), 0.175), inner, 9),
        disc((0, 0), radius * 0.33, behind_inner),
        _petal_ring(11, _spoon(radius, (0.06, 0.37), 0.145), heart),
        disc((0, 0), radius * 0.10, behind_inner),
    )


def _spoon(radius: float, span: tuple[float, float], width: float) -> str:
    """A petal pointing up, widest near its round tip; `span` and `width` are parts of `radius`."""

    def point(x: float, y: float) -> str:
        return at(x * radius, -y * radius)

    (near, far), foot, belly = span, width * 0.25, width * 0.66
    waist, shoulder = near + (far - near) * 0.5, near + (far - near) * 0.78
    left = f"C{point(-foot, waist)} {point(-belly, shoulder)} {point(-belly * 0.72, far - width * 0.30)}"
    tip = f"Q{point(-belly * 0.4, far)} {point(0, far)}Q{point(belly * 0.4, far)} "
    tip += point(belly * 0.72, far - width * 0.30)
    right = f"C{point(belly, shoulder)} {point(foot, waist)} {point(foot, near)}"
    return f"M{point(-foot, near)}{left}{tip}{right}Z"


def _petal_ring(count: int, petal: str, colour: Colour, turn: float = 0) -> Markup:
    return stack(*(place(path(petal, colour), turn=angle) for angle in round_turn(count, turn)))


# Rings of the peony from the outside in: petals, length, width, colour, colour of the cuts, turn.
_PEONY_RINGS: Final = (
    (6, 1.0, 1.06, Colour.DEEP, Colour.RED, 0),
    (6, 0.80, 0.92, Colour.RED, Colour.DEEP, 30),
    (6, 0.60, 0.72, Colour.CORAL, Colour.RED, 8),
    (5, 0.38, 0.52, Colour.BLUSH, Colour.CORAL, 30),
)


def peony(radius: float, seed: int = 0) -> Markup:
    """Four rings of a few wide petals with wavy edges, none quite regular; `seed` says how irregular."""
    chance = jitter(seed + 5)
    petals = []
    for count, length, width, colour, cuts, first in _PEONY_RINGS:
        for turn in round_turn(count, first):
            turned, grown = turn + next(chance) * 6, 1 + next(chance) * 0.05
            petal = path(_wavy_petal(radius * length * grown, radius * width), colour)
            cut = stroke(_petal_cuts(radius * length, radius * width), cuts, radius * 0.028)
            petals.append(place(stack(petal, cut), turn=turned))
    stamens = (disc(polar(radius * 0.14, angle), radius * 0.045, Colour.GOLD) for angle in round_turn(10))
    return stack(*petals, *stamens, disc((0, 0), radius * 0.10, Colour.STRAW))


def _wavy_petal(length: float, width: float) -> str:
    def point(x: float, y: float) -> str:
        return at(x * width, -y * length)

    left_edge = f"C{point(-0.5, 0.12)} {point(-0.78, 0.6)} {point(-0.52, 0.86)}"
    waves = (
        f"Q{point(-0.40, 1.04)} {point(-0.18, 0.93)}"
        f"Q{point(0, 1.1)} {point(0.18, 0.93)}"
        f"Q{point(0.40, 1.04)} {point(0.52, 0.86)}"
    )
    right_edge = f"C{point(0.78, 0.6)} {point(0.5, 0.12)} 0 0"
    return f"M0 0{left_edge}{waves}{right_edge}Z"


def _petal_cuts(length: float, width: float) -> str:
    middle = f"M{at(0, -length * 0.52)}L{at(0, -length * 0.78)}"
    left, right = (f"M{at(x * 0.18, -length * 0.54)}L{at(x * 0.27, -length * 0.74)}" for x in (-width, width))
    return middle + left + right


_IRIS_PARTS: Final = (
    # the standards: one behind, two in front
    ("M0 0C-24 -30 -20 -82 0 -100C20 -82 24 -30 0 0Z", Colour.MIST),
    ("M0 4C-40 -14 -46 -66 -18 -92C-2 -62 8 -20 0 4Z", Colour.LILAC),
    ("M0 4C40 -14 46 -66 18 -92C2 -62 -8 -20 0 4Z", Colour.LILAC),
    # the drooping falls: left, right, middle
    ("M4 -4C-30 -30 -84 -16 -88 38C-52 52 -8 34 4 -4Z", Colour.VIOLET),
    ("M-4 -4C30 -30 84 -16 88 38C52 52 8 34 -4 -4Z", Colour.VIOLET),
    ("M0 -8C-34 6 -42 60 0 88C42 60 34 6 0 -8Z", Colour.VIOLET),
    # the tongue of the middle fall
    ("M0 -2C-9 14 -9 34 0 52C9 34 9 14 0 -2Z", Colour.STRAW),
)


def iris(scale: float = 1) -> Markup:
    """176 wide at scale 1; its stem begins at the origin, downwards."""
    side_tongues = stroke("M-16 6C-34 4 -52 12 -62 22M16 6C34 4 52 12 62 22", Colour.STRAW, 6)
    parts = (path(outline, colour) for outline, colour in _IRIS_PARTS)
    return place(stack(*parts, side_tongues), scale=scale)


_FLORET: Final = ((0, 1), (1.15, 1), (1.2, -0.3), (0, -1.15))
_FLORET_LIP: Final = ((0, 0.25), (0.55, 0.15), (0.62, -0.5), (0, -1.15))


def wisteria_floret(radius: float, petals: Colour, lip: Colour) -> Markup:
    """One drop of a raceme."""
    return stack(
        path(symmetric(_FLORET, radius, radius), petals),
        path(symmetric(_FLORET_LIP, radius, radius), lip),
    )


_BELL: Final = (
    "M0 3C-12 0 -13 -16 -18 -28C-26 -32 -26 -44 -14 -44C-10 -44 -8 -42 -7 -40"
    "C-6 -48 6 -48 7 -40C8 -42 10 -44 14 -44C26 -44 26 -32 18 -28C13 -16 12 0 0 3Z"
)
_BELL_THROAT: Final = "M0 -8C-5 -14 -6 -24 -7 -32C-5 -38 5 -38 7 -32C6 -24 5 -14 0 -8Z"


def paulownia_bell(scale: float) -> Markup:
    """A bell that opens upwards from the origin, 47 high at scale 1."""
    return place(stack(path(_BELL, Colour.VIOLET), path(_BELL_THROAT, Colour.MIST)), scale=scale)
