"""The badges of achievements: round drawings, their origin in the middle, 104 units to the ring."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from images.art.back import wave
from images.art.badge_parts import (
    broom,
    carp,
    coin,
    hand_of_cards,
    laurel,
    pinwheel,
    stag_head,
    turned_arrow,
)
from images.art.months.m09_chrysanthemum import cup
from images.art.motifs.beasts import boar, butterfly, frog
from images.art.motifs.birds import crane, warbler
from images.art.motifs.figures import figure
from images.art.motifs.flowers import cherry, chrysanthemum, plum
from images.art.motifs.phoenix import phoenix
from images.art.motifs.ribbon import BLUE, MIYOSHINO, ribbon
from images.art.shell import medallion
from images.art.svg import (
    Markup,
    at,
    disc,
    path,
    place,
    polar,
    round_turn,
    stack,
    stroke,
)
from images.drawing.palette import Colour


def first_win() -> Markup:
    """The cup, before rays."""
    rays = stroke(
        "".join(f"M{at(*polar(50, a))}L{at(*polar(130, a))}" for a in round_turn(12)),
        Colour.STRAW,
        24,
        blunt=True,
    )
    return medallion(stack(rays, place(cup(), (0, -14), scale=0.68)), Colour.PAPER)


def goko() -> Markup:
    """The crane before the sun, and five lights."""
    sun = disc((40, -24), 80, Colour.RED)
    bird = place(crane(), (-104, -116), scale=0.66)
    return medallion(stack(sun, bird, _lights(5)), Colour.FOAM)


def shiko() -> Markup:
    """The phoenix, and four lights."""
    return medallion(stack(place(phoenix(), (-96, -122), scale=0.62), _lights(4)), Colour.STRAW)


def _lights(count: int) -> Markup:
    """Draw gold discs on a dark hill."""
    hill = path("M-120 62C-60 40 60 40 120 62V120H-120Z", Colour.PINE)
    pitch = 30
    discs = (disc(((index - (count - 1) / 2) * pitch, 73), 11, Colour.GOLD) for index in range(count))
    return stack(hill, *discs)


def inoshikacho() -> Markup:
    """Boar, stag and butterfly."""
    meadow = path("M-120 70C-50 50 40 50 120 74V120H-120Z", Colour.LEAF)
    stag = place(stag_head(), (-36, -34), scale=0.98)
    pig = place(boar(), (-78, -6), scale=0.46)
    wings = place(butterfly(Colour.GOLD, Colour.ORANGE, Colour.DEEP), (48, -14), turn=16, scale=0.5)
    return medallion(stack(meadow, stag, pig, wings), Colour.PAPER)


def both_ribbons() -> Markup:
    """A blue and a red ribbon."""
    blue = place(ribbon(BLUE, (0, 0), -7), (-32, 0), scale=0.53)
    red = place(ribbon(MIYOSHINO, (0, 0), 7), (32, 0), scale=0.53)
    return medallion(stack(blue, red), Colour.PAPER)


def viewing() -> Markup:
    """The moon over the curtain, blossoms beside it."""
    moon = disc((-30, -34), 58, Colour.WHITE)
    flowers = stack(
        place(cherry(36, Colour.PINK, Colour.RED), (66, -68)),
        place(cherry(36, Colour.BLUSH, Colour.RED, Colour.PINK), (84, -10), turn=25),
    )
    swag = "M-120 6C-60 40 20 46 120 10"
    hem = "L120 120L-120 120Z"
    curtain = stack(
        path(f"{swag}{hem}", Colour.VIOLET),
        path(f"M-120 74C-60 100 20 106 120 78{hem}", Colour.WHITE),
        stroke(swag, Colour.SUMI, 12),
    )
    crests = stack(
        *(place(cherry(24, Colour.WHITE, Colour.VIOLET), to) for to in ((-58, 62), (6, 72), (68, 60)))
    )
    return medallion(stack(moon, flowers, curtain, crests), Colour.RED)


def hand_yaku() -> Markup:
    """Cards in the hand, three of a month and two of another."""
    red, white = (Colour.PAPER, plum(20)), (Colour.VIOLET, cherry(22, Colour.BLUSH, Colour.RED))
    return medallion(place(hand_of_cards((red, red, red, white, white)), (0, 108), scale=0.88), Colour.GREEN)


def month_20() -> Markup:
    """Twenty, on the waves of the cards' back."""
    centres = ((column * 56 + row % 2 * 28, row * 40) for row in range(-3, 5) for column in range(-3, 3))
    rim, number = figure("20", 112, Colour.DEEP, 46), figure("20", 112, Colour.STRAW, 23)
    return medallion(stack(*(wave(centre) for centre in centres), rim, number), Colour.DEEP)


def koi_koi_twice() -> Markup:
    """Two carp, one after the other."""
    red = carp((Colour.RED, Colour.WHITE, Colour.CORAL), radius=64, span=154, breadth=62)
    white = place(carp((Colour.WHITE, Colour.RED, Colour.BLUSH), radius=64, span=154, breadth=62), turn=180)
    return medallion(stack(red, white), Colour.NIGHT)


def season_swept() -> Markup:
    """A broom and three blossoms."""
    besom = place(broom(), (-20, 0), turn=24, scale=0.9)
    flowers = stack(
        place(plum(26), (60, -14)),
        place(cherry(27, Colour.PINK, Colour.RED), (72, 44)),
        place(chrysanthemum(26), (28, 76)),
    )
    return medallion(stack(besom, flowers), Colour.RAIN_GROUND)


def comeback() -> Markup:
    """An arrow that turns round, and the frog that jumps again and again."""
    return medallion(
        stack(turned_arrow(Colour.GOLD, 26), place(frog(), (20, 12), turn=-18, scale=0.56)), Colour.NIGHT
    )


def one_point() -> Markup:
    """A coin of one mon."""
    return medallion(coin(84, Colour.DEEP), Colour.DEEP)


def five_in_a_row() -> Markup:
    """The warbler under five plums on one branch."""
    bough = stroke("M-116 46C-104 -34 -60 -74 0 -74C60 -74 104 -34 116 46", Colour.SUMI, 13)
    perch = stroke("M-120 92C-60 70 40 66 120 44", Colour.SUMI, 15)
    bird = place(warbler(), (-38, 20), scale=0.56)
    flowers = stack(*(place(plum(27), polar(76, angle)) for angle in (-178, -134, -90, -46, -2)))
    return medallion(stack(bough, perch, bird, flowers), Colour.PAPER)


def hundred_months() -> Markup:
    """A hundred between laurels."""
    return medallion(stack(laurel(80, 5, 150), figure("100", 56, Colour.DEEP, 15)), Colour.STRAW)


_YEAR: Final = (
    Colour.GREEN,
    Colour.RED,
    Colour.PINK,
    Colour.LILAC,
    Colour.VIOLET,
    Colour.DEEP,
    Colour.HAGI,
    Colour.WHITE,
    Colour.GOLD,
    Colour.ORANGE,
    Colour.RAIN_LINE,
    Colour.MIST,
)


def all_months() -> Markup:
    """A disc in the colour of each month's flower round a chrysanthemum."""
    petals = (
        place(disc((0, -74), 19, colour), turn=turn)
        for colour, turn in zip(_YEAR, round_turn(12), strict=True)
    )
    return medallion(stack(*petals, place(chrysanthemum(46))), Colour.PINE)


def all_rule_sets() -> Markup:
    """A paper windmill of four sails."""
    sails = (
        (Colour.RED, Colour.DEEP),
        (Colour.GOLD, Colour.TAN),
        (Colour.VIOLET, Colour.LILAC),
        (Colour.GREEN, Colour.PINE),
    )
    return medallion(pinwheel(104, sails), Colour.PAPER)


BADGES: Final[dict[str, Callable[[], Markup]]] = {
    draw.__name__: draw
    for draw in (
        first_win,
        goko,
        shiko,
        inoshikacho,
        both_ribbons,
        viewing,
        hand_yaku,
        month_20,
        koi_koi_twice,
        season_swept,
        comeback,
        one_point,
        five_in_a_row,
        hundred_months,
        all_months,
        all_rule_sets,
    )
}
"""The drawings by the name of their badge."""
