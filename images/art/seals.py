"""The seals of CPU players: an animal in one ink on a disc, as a stamp leaves it, over the dots of its level.

Dove, tiger and turtle are what the names Hato, Tora and Kame mean. The origin is the middle, the line of the
stamp lies at 106 units.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from images.art.motifs.shell import stamp
from images.art.motifs.svg import Markup, disc, ellipse, path, place, stack, stroke
from images.drawing.palette import Colour

_PAPER: Final = Colour.PAPER


def dove(ink: Colour) -> Markup:
    """A dove flying to the left, its wing raised."""
    far_wing = path("M2 -8C-2 -44 10 -72 34 -86C40 -60 40 -34 30 -6Z", _PAPER)
    body = path(
        "M-86 -20C-78 -40 -56 -46 -42 -34C-26 -22 -10 -22 12 -18C34 -14 54 -4 86 -22"
        "C84 -4 78 6 70 10C80 12 84 16 86 22C62 24 50 22 38 26C18 38 -12 38 -32 22C-48 10 -52 -4 -56 -12Z",
        _PAPER,
    )
    wing = path(
        "M-20 -12C-12 -50 18 -74 64 -84C66 -70 62 -62 56 -56C62 -56 64 -52 62 -44"
        "C58 -38 52 -36 46 -34C50 -32 50 -26 46 -20C34 -4 6 6 -20 -12Z",
        _PAPER,
    )
    cuts = stroke(
        "M-20 -12C-12 -50 18 -74 64 -84M56 -56C40 -50 26 -40 18 -30M46 -34C36 -30 28 -24 22 -18", ink, 6
    )
    tail = stroke("M52 0L74 -6M52 8L70 10", ink, 5)
    under = stroke("M-20 -12C-4 2 26 0 46 -20", ink, 6)
    bird = stack(far_wing, body, under, wing, cuts, tail, disc((-58, -26), 6, ink))
    return place(bird, (0, 14), scale=1.08)


def tiger(ink: Colour) -> Markup:
    """A tiger's head from the front."""
    ears = stack(*(stack(disc((x, -58), 24, _PAPER), disc((x, -58), 11, ink)) for x in (-54, 54)))
    face = path(
        "M0 -72C40 -72 66 -50 70 -14C84 -2 84 14 74 26C64 48 34 60 0 60"
        "C-34 60 -64 48 -74 26C-84 14 -84 -2 -70 -14C-66 -50 -40 -72 0 -72Z",
        _PAPER,
    )
    brow = stroke("M0 -72V-42M-20 -68L-14 -46M20 -68L14 -46", ink, 9)
    cheeks = stroke("M-76 2L-52 8M-74 24L-52 24M76 2L52 8M74 24L52 24", ink, 9)
    eyes = stack(*(ellipse((x, -12), (11, 9), ink) for x in (-32, 32)))
    nose = path("M-15 8C-6 4 6 4 15 8C12 20 6 24 0 26C-6 24 -12 20 -15 8Z", ink)
    mouth = stroke("M0 24V34M-24 36C-16 46 -6 44 0 34C6 44 16 46 24 36", ink, 7)
    return stack(ears, face, brow, cheeks, eyes, nose, mouth)


def turtle(ink: Colour) -> Markup:
    """A turtle seen from above, its head up."""
    legs = stack(
        *(
            place(ellipse((0, 0), (15, 30), _PAPER), (x, y), turn=turn)
            for x, y, turn in ((-56, -42, -52), (56, -42, 52), (-52, 36, -128), (52, 36, 128))
        )
    )
    head = stack(ellipse((0, -72), (19, 24), _PAPER), disc((-8, -78), 4.5, ink), disc((8, -78), 4.5, ink))
    tail = path("M-14 50L0 84L14 50Z", _PAPER)
    shell = ellipse((0, 0), (57, 59), _PAPER)
    edge = ellipse((0, 0), (65, 67), ink)
    plates = stroke(
        "M-20 -32H20L34 0L20 32H-20L-34 0ZM-20 -32L-32 -50M20 -32L32 -50M34 0H58M-34 0H-58"
        "M-20 32L-32 50M20 32L32 50",
        ink,
        7,
    )
    return stack(legs, head, tail, edge, shell, plates)


ANIMALS: Final[Mapping[str, Callable[[Colour], Markup]]] = {"": dove, "-bold": tiger, "-careful": turtle}
"""By what follows the level in the name of a CPU player."""
LEVELS: Final[Mapping[str, Colour]] = {
    "easy": Colour.GREEN,
    "normal": Colour.BLUE,
    "hard": Colour.VIOLET,
    "master": Colour.RED,
}
"""Inks of the levels; the first has one dot, the last four."""


def seal(level: str, animal: str) -> Markup:
    """The seal of a CPU player."""
    ink, count = LEVELS[level], list(LEVELS).index(level) + 1
    dots = (disc(((n - (count - 1) / 2) * 24, 82), 8, _PAPER) for n in range(count))
    return stamp(stack(place(ANIMALS[animal](ink), (0, -6), scale=0.9), *dots), ink)


SEALS: Final[dict[str, Callable[[], Markup]]] = {
    f"{level}{animal}": partial(seal, level, animal) for animal in ANIMALS for level in LEVELS
}
"""The drawings by the name of their CPU player."""
