"""The months' plants on clear faces: one large on the first chaff, two on the second, one beside a ribbon."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from images.art.motifs.flowers import cherry, chrysanthemum, iris, peony, plum
from images.art.motifs.leaves import blade, paulownia_leaf, peony_leaf
from images.art.motifs.plants import (
    clover_spray,
    maple_leaf,
    pampas,
    paulownia_spike,
    pine_fan,
    willow_strand,
    wisteria_raceme,
)
from images.art.motifs.scenery import plain_hill
from images.art.motifs.svg import Markup, Point, place, round_turn, stack, stroke
from images.drawing.palette import Colour


@dataclass(frozen=True, slots=True)
class Plant:
    """The common parts of a month's cards, in card coordinates, below the band (y from 126 to 481)."""

    ground: Colour
    one: Callable[[], Markup]
    two: Callable[[], Markup]
    beside: Callable[[], Markup]
    """At the left; a ribbon card moves it to the right."""


def _pine(*fans: tuple[Point, float]) -> Markup:
    (x, y), _ = fans[0]
    trunk = stroke(f"M150 500C150 450 {x:g} 420 {x:g} {y:g}", Colour.BROWN, 26)
    return stack(trunk, *(place(pine_fan(radius), to) for to, radius in fans))


def _plum(*blossoms: tuple[Point, float]) -> Markup:
    branch = stroke("M9 470C80 440 120 380 150 320C180 260 230 220 291 190", Colour.SUMI, 24)
    return stack(branch, *(place(plum(radius), to) for to, radius in blossoms))


def _cherry(*blossoms: tuple[Point, float]) -> Markup:
    sorts = ((Colour.BLUSH, Colour.RED, Colour.PINK), (Colour.WHITE, Colour.ROSE, Colour.BLUSH))
    return stack(
        *(place(cherry(radius, *sorts[index % 2]), to) for index, (to, radius) in enumerate(blossoms))
    )


def _wisteria(*racemes: tuple[Point, float, float]) -> Markup:
    """Each by where it hangs, its length and width."""
    return stack(
        *(
            place(wisteria_raceme(length / 1.5, width / 1.5, 0), to, scale=1.5)
            for to, length, width in racemes
        )
    )


def _iris(*flowers: tuple[Point, float]) -> Markup:
    parts = []
    for (x, y), scale in flowers:
        leaves = (
            blade((x + side * 34, 490), (x + side * 74 * scale, y - 20), side * 14, (34, 34), colour)
            for side, colour in ((-1, Colour.PINE), (1, Colour.GREEN))
        )
        stem = stroke(f"M{x:g} 490V{y:g}", Colour.MOSS, 14)
        parts.append(stack(*leaves, stem, place(iris(scale), (x, y))))
    return stack(*parts)


def _peony(*flowers: tuple[Point, float]) -> Markup:
    leaves = (peony_leaf(to, turn, radius * 1.5) for to, radius in flowers for turn in round_turn(5, 30))
    return stack(*leaves, *(place(peony(radius), to, turn=8) for to, radius in flowers))


def _clover(*sprays: tuple[Point, Point, Point]) -> Markup:
    return stack(*(clover_spray(root, handle, tip, 1.75) for root, handle, tip in sprays))


def _pampas(*stems: tuple[Point, int, float]) -> Markup:
    """Each by its top, the side to which it leans, and its size."""
    grass = (pampas((x - side * 16, 470), (x, y), side, Colour.TAN, size) for (x, y), side, size in stems)
    return stack(*grass, plain_hill(424))


def _chrysanthemum(*flowers: tuple[Point, float]) -> Markup:
    white = (Colour.WHITE, Colour.WHITE, Colour.STRAW, (Colour.SUMI, Colour.TAN))
    return stack(
        *(
            place(chrysanthemum(radius, *white) if index % 2 else chrysanthemum(radius), to)
            for index, (to, radius) in enumerate(flowers)
        )
    )


def _maple(*leaves: tuple[Point, float, float]) -> Markup:
    colours = (Colour.RED, Colour.ORANGE)
    return stack(
        *(
            place(maple_leaf(radius, colours[index % 2]), to, turn=turn)
            for index, (to, radius, turn) in enumerate(leaves)
        )
    )


def _willow(*strands: tuple[float, float, float]) -> Markup:
    """Each by its place, its length and its sway."""
    return stack(*(place(willow_strand(length / 2, sway), (x, 110), scale=2) for x, length, sway in strands))


def _paulownia(*spikes: tuple[Point, float, int]) -> Markup:
    """Each by its foot, its size and its tiers, on three broad leaves."""
    leaves = stack(
        *(
            paulownia_leaf(foot, turn, length, Colour.LEAF, Colour.MOSS)
            for foot, turn, length in (((140, 372), -66, 170), ((160, 372), 66, 170), ((150, 350), 180, 150))
        )
    )
    return stack(leaves, *(place(paulownia_spike(tiers, size), to) for to, size, tiers in spikes))


PLANTS: Final = (
    Plant(
        Colour.WHITE,
        lambda: _pine(((150, 372), 156)),
        lambda: _pine(((98, 262), 104), ((200, 430), 112)),
        lambda: place(pine_fan(118), (84, 478)),
    ),
    Plant(
        Colour.WHITE,
        lambda: _plum(((150, 304), 116)),
        lambda: _plum(((212, 232), 74), ((92, 376), 80)),
        lambda: place(plum(76), (84, 392)),
    ),
    Plant(
        Colour.DEEP,
        lambda: _cherry(((150, 308), 136)),
        lambda: _cherry(((94, 228), 94), ((206, 382), 94)),
        lambda: _cherry(((88, 388), 92)),
    ),
    Plant(
        Colour.NIGHT,
        lambda: _wisteria(((150, 136), 300, 200)),
        lambda: _wisteria(((84, 136), 220, 130), ((216, 136), 300, 130)),
        lambda: _wisteria(((72, 136), 290, 112)),
    ),
    Plant(
        Colour.WHITE,
        lambda: _iris(((150, 268), 1.42)),
        lambda: _iris(((94, 330), 0.96), ((206, 236), 0.96)),
        lambda: _iris(((80, 330), 0.92)),
    ),
    Plant(
        Colour.WHITE,
        lambda: _peony(((150, 302), 132)),
        lambda: _peony(((96, 222), 88), ((204, 384), 88)),
        lambda: _peony(((84, 392), 90)),
    ),
    Plant(
        Colour.WHITE,
        lambda: _clover(
            ((150, 500), (140, 300), (150, 150)),
            ((150, 500), (60, 400), (40, 260)),
            ((150, 500), (240, 400), (262, 260)),
        ),
        lambda: _clover(((60, 500), (60, 300), (100, 160)), ((70, 500), (180, 380), (262, 250))),
        lambda: _clover(((70, 500), (70, 300), (64, 160))),
    ),
    Plant(
        Colour.FOAM,
        lambda: _pampas(((96, 250), 1, 1.5)),
        lambda: _pampas(((70, 300), 1, 1.0), ((250, 262), -1, 1.0)),
        lambda: _pampas(((40, 300), 1, 1.0)),
    ),
    Plant(
        Colour.PINE,
        lambda: _chrysanthemum(((150, 302), 138)),
        lambda: _chrysanthemum(((96, 222), 88), ((204, 384), 88)),
        lambda: _chrysanthemum(((84, 392), 84)),
    ),
    Plant(
        Colour.WHITE,
        lambda: _maple(((150, 336), 176, 8)),
        lambda: _maple(((104, 244), 116, 20), ((206, 406), 116, -16)),
        lambda: _maple(((84, 392), 112, 14)),
    ),
    Plant(
        Colour.RAIN_LINE,
        lambda: _willow((60, 330, -4), (150, 350, 4), (240, 320, 4)),
        lambda: _willow((60, 330, -4), (240, 320, 4)),
        lambda: _willow((56, 340, -4), (120, 230, 4)),
    ),
    Plant(
        Colour.MIST,
        lambda: _paulownia(((150, 392), 1.6, 3)),
        lambda: _paulownia(((88, 360), 1.16, 4), ((212, 360), 1.16, 4)),
        lambda: _paulownia(((150, 360), 1.3, 3)),
    ),
)
"""By month, from January."""
