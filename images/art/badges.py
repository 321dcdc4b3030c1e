"""The badges of achievements: round drawings, their origin in the middle, 104 units to the ring."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from images.art.back import wave
from images.art.months.m09_chrysanthemum import cup
from images.art.motifs.beasts import boar, butterfly, frog
from images.art.motifs.birds import crane, phoenix, warbler
from images.art.motifs.figures import figure
from images.art.motifs.flowers import cherry, chrysanthemum, plum
from images.art.motifs.leaves import pointed_leaf
from images.art.motifs.ribbon import BLUE, MIYOSHINO, ribbon
from images.art.motifs.shell import medallion
from images.art.motifs.svg import (
    Markup,
    Point,
    at,
    disc,
    ellipse,
    path,
    place,
    polar,
    polygon,
    rectangle,
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


def coin(radius: float, ground: Colour) -> Markup:
    """A mon seen from the front: gold with a pale field; the square hole shows the `ground`."""
    hole = radius * 0.62
    return stack(
        disc((0, 0), radius, Colour.GOLD),
        disc((0, 0), radius * 0.84, Colour.STRAW),
        rectangle((-hole * 0.7, -hole * 0.7), (hole * 1.4, hole * 1.4), Colour.GOLD, radius * 0.08),
        rectangle((-hole / 2, -hole / 2), (hole, hole), ground, radius * 0.03),
    )


# Half the breadth of a carp from its nose to the root of its tail, in parts of the greatest.
_CARP_BREADTHS: Final = (0.30, 0.62, 0.84, 0.96, 1, 0.98, 0.92, 0.84, 0.74, 0.63, 0.52, 0.41, 0.31, 0.23, 0.2)


def carp(
    colours: tuple[Colour, Colour, Colour], *, radius: float, span: float, breadth: float = 58
) -> Markup:
    """A carp seen from above, bent clockwise round the origin at `radius`; its body, marks and fins coloured.

    Its nose is due right and looks down; its tail ends `span` degrees further back.
    """

    def point(along: float, beside: float) -> Point:
        """A point by the part of the length from the nose, and by units outwards from the back's line."""
        return polar(radius + beside, -span * along)

    body, marks, fins = colours
    body_end, steps = 0.78, len(_CARP_BREADTHS) - 1
    half = [(body_end * index / steps, part * breadth / 2) for index, part in enumerate(_CARP_BREADTHS)]
    rim = [point(along, wide) for along, wide in half] + [point(along, -wide) for along, wide in half[::-1]]
    tail = path(
        f"M{at(*point(0.70, 0))}Q{at(*point(0.86, breadth * 0.2))} {at(*point(1.02, breadth * 0.66))}"
        f"Q{at(*point(0.94, breadth * 0.1))} {at(*point(0.92, 0))}"
        f"Q{at(*point(0.94, -breadth * 0.1))} {at(*point(1.02, -breadth * 0.56))}"
        f"Q{at(*point(0.86, -breadth * 0.2))} {at(*point(0.70, 0))}Z",
        fins,
    )
    side_fins = (
        path(
            f"M{at(*point(0.2, side * 0.34 * breadth))}Q{at(*point(0.26, side * breadth * 0.94))}"
            f" {at(*point(0.42, side * breadth * 0.92))}Q{at(*point(0.4, side * breadth * 0.56))}"
            f" {at(*point(0.34, side * 0.34 * breadth))}Z",
            fins,
        )
        for side in (1, -1)
    )
    spots = (
        ellipse(point(along, beside * breadth), (breadth * wide, breadth * long), marks, -span * along)
        for along, beside, wide, long in ((0.30, 0.06, 0.27, 0.36), (0.56, -0.03, 0.19, 0.24))
    )
    eyes = (disc(point(0.09, side * breadth * 0.27), breadth * 0.09, Colour.SUMI) for side in (1, -1))
    return stack(tail, *side_fins, polygon(rim, body, breadth * 0.08), *spots, *eyes)


def stag_head() -> Markup:
    """A stag's head seen from the front, 92 wide and 104 high; the origin is between its eyes."""
    antlers = stroke(
        "M-9 -18C-12 -34 -34 -34 -38 -62M-30 -42C-40 -40 -46 -44 -48 -50M-20 -33C-20 -44 -18 -48 -14 -54"
        "M9 -18C12 -34 34 -34 38 -62M30 -42C40 -40 46 -44 48 -50M20 -33C20 -44 18 -48 14 -54",
        Colour.SUMI,
        8,
    )
    ears = path(
        "M-14 -12C-26 -22 -40 -18 -44 -8C-34 0 -22 0 -14 -4ZM14 -12C26 -22 40 -18 44 -8C34 0 22 0 14 -4Z",
        Colour.BROWN,
    )
    face = path(
        "M0 -22C18 -22 24 -8 20 8C16 24 14 40 0 40C-14 40 -16 24 -20 8C-24 -8 -18 -22 0 -22Z", Colour.TAN
    )
    nose = path("M-9 27C-4 23 4 23 9 27C8 36 4 40 0 40C-4 40 -8 36 -9 27Z", Colour.SUMI)
    eyes = (disc((x, 0), 4.5, Colour.SUMI) for x in (-11, 11))
    return stack(antlers, ears, face, nose, *eyes)


def broom() -> Markup:
    """A broom of twigs standing on its brush, 200 high; the origin is where handle and brush meet."""
    handle = stroke("M0 0V-104", Colour.BROWN, 15)
    brush = path(
        "M-14 -14C-20 20 -36 50 -48 84L-30 78L-22 90L-8 80L0 92L8 80L22 90L30 78L48 84C36 50 20 20 14 -14Z",
        Colour.TAN,
    )
    twigs = stroke("M-8 12L-22 68M0 12V72M8 12L22 68", Colour.BROWN, 6)
    binding = rectangle((-19, -14), (38, 16), Colour.RED, 5)
    return stack(handle, brush, twigs, binding)


def hand_of_cards(faces: Sequence[tuple[Colour, Markup]]) -> Markup:
    """Cards spread in a hand, by their ground and a picture of 40 units; they turn about the origin."""
    spread = 21.0
    first = -spread * (len(faces) - 1) / 2
    return stack(*(place(_held_card(*face), turn=first + spread * index) for index, face in enumerate(faces)))


def _held_card(ground: Colour, picture: Markup) -> Markup:
    """A card standing above the origin, its picture in the upper half, where the next one leaves it free."""
    return stack(
        rectangle((-34, -186), (68, 186), Colour.SUMI, 9),
        rectangle((-28, -180), (56, 174), ground, 5),
        place(picture, (-3, -152)),
    )


def laurel(radius: float, pairs: int, reach: float) -> Markup:
    """Two sprays of leaves on a circle, each rising `reach` degrees from its bottom."""
    half = []
    for index in range(pairs):
        angle = 90 - reach * (index + 0.4) / pairs
        x, y = polar(radius, angle)
        size = 46 - 10 * index / pairs
        half += [
            place(pointed_leaf(size, size * 0.46, tone), (x, y), turn=angle + lean)
            for tone, lean in ((Colour.PINE, -38), (Colour.GREEN, 32))
        ]
    end = polar(radius, 90 - reach)
    half.append(stroke(f"M{at(0, radius)}A{at(radius, radius)} 0 0 0 {at(*end)}", Colour.PINE, 6))
    spray = stack(*half)
    return stack(spray, place(spray, mirrored=True))


def pinwheel(radius: float, colours: tuple[tuple[Colour, Colour], ...]) -> Markup:
    """A paper windmill: a sail and its folded shade for each pair of colours."""
    sails = []
    for index, (colour, shade) in enumerate(colours):
        sail = stack(
            path(f"M0 0L{at(0, -radius)}L{at(radius * 0.72, -radius * 0.72)}Z", colour),
            path(f"M0 0L{at(radius * 0.72, -radius * 0.72)}L{at(radius * 0.44, -radius * 0.1)}Z", shade),
        )
        sails.append(place(sail, turn=360 * index / len(colours)))
    return stack(*sails, disc((0, 0), radius * 0.13, Colour.SUMI), disc((0, 0), radius * 0.07, Colour.STRAW))


def turned_arrow(colour: Colour, width: float) -> Markup:
    """An arrow that comes from the lower right, turns round and flies up again, 150 wide."""
    return stack(
        stroke("M62 62H-8C-46 62 -66 40 -66 8C-66 -24 -46 -44 -8 -44H24", colour, width, blunt=True),
        polygon([(22, -82), (76, -44), (22, -6)], colour, 10),
    )
