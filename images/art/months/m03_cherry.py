"""March: cherry."""

from __future__ import annotations

from typing import Final

from images.art.motifs.flowers import cherry
from images.art.motifs.ribbon import MIYOSHINO, ribbon
from images.art.motifs.shell import face, light
from images.art.motifs.svg import Markup, Point, disc, path, place, rectangle, stack, stroke
from images.drawing.palette import Colour

# Petals, stamens and shade of the three sorts of blossom that take turns in a crowd.
_SORTS: Final = (
    (Colour.ROSE, Colour.WHITE, None),
    (Colour.PINK, Colour.RED, None),
    (Colour.BLUSH, Colour.RED, Colour.PINK),
)


def light_curtain() -> Markup:
    """桜に幕: a crowd of blossoms over the curtain of the feast below them."""
    crowd = _crowd(
        58,
        *(
            (36, 44),
            (112, 30),
            (196, 42),
            (272, 34),
            (70, 116),
            (154, 112),
            (238, 112),
            (10, 176),
            (110, 192),
        ),
        *(
            (196, 188),
            (280, 186),
            (46, 250),
            (150, 262),
            (240, 256),
            (96, 330),
            (200, 330),
            (10, 320),
            (292, 322),
        ),
    )
    return light(stack(rectangle((0, 0), (300, 400), Colour.DEEP), crowd, curtain()))


def curtain() -> Markup:
    """One swag from edge to edge: rope with ties, violet band with crests, white, red."""
    hem = "L300 490L0 490Z"
    swag = "M0 276C60 332 140 350 210 340C250 334 280 322 300 308"
    bands = stack(
        path(f"{swag}{hem}", Colour.VIOLET),
        path(f"M0 378C60 430 140 446 210 438C250 432 280 420 300 408{hem}", Colour.WHITE),
        path(f"M0 412C60 462 140 478 210 470C250 464 280 452 300 442{hem}", Colour.RED),
    )
    rope = stroke(swag, Colour.SUMI, 20)
    crest = cherry(32, Colour.WHITE, Colour.VIOLET)
    crests = (place(crest, centre) for centre in ((56, 364), (150, 392), (246, 378)))
    ties = (
        disc(knot, 8.5, Colour.STRAW) for knot in ((26, 298), (86, 330), (150, 343), (214, 339), (272, 323))
    )
    return stack(bands, rope, *crests, *ties)


def poetry_ribbon() -> Markup:
    """桜に赤短: the ribbon in a frame of blossoms, paper beside the letters."""
    branches = stroke("M290 120C220 150 160 130 100 80M300 400C240 380 180 400 110 440", Colour.BROWN, 14)
    behind = _crowd(
        56, (60, 70), (140, 92), (236, 130), (250, 220), (262, 380), (196, 410), (90, 440), (40, 380)
    )
    before = _crowd(50, (226, 66), (60, 150), (226, 300), (150, 452))
    return face(stack(branches, behind, ribbon(MIYOSHINO, (146, 246), 7), before))


def chaff_trunk_right() -> Markup:
    """桜のカス: the trunk at the bottom right."""
    trunk = path(
        (
            "M300 490L300 330C262 300 240 250 250 180L226 184C216 240 226 290 204 320"
            "C180 350 130 350 80 330L76 346C124 370 176 372 204 380C230 396 232 440 226 490Z"
        ),
        Colour.BROWN,
    )
    twigs = stroke("M210 330L150 250M120 344L70 400", Colour.BROWN, 12)
    crowd = _crowd(
        56,
        *((70, 70), (150, 50), (232, 90), (110, 130), (196, 160), (50, 180), (140, 214)),
        *((246, 220), (70, 300), (60, 410), (130, 390), (180, 440), (250, 330)),
    )
    return face(stack(trunk, twigs, crowd))


def chaff_trunk_left() -> Markup:
    """桜のカス: the trunk at the bottom left, a branch crossing."""
    trunk = path(
        (
            "M0 490L0 300C40 270 66 220 62 150L86 152C92 220 80 280 110 312C140 340 190 340 240 310"
            "L246 326C190 360 140 366 110 350C76 372 72 430 80 490Z"
        ),
        Colour.BROWN,
    )
    twigs = stroke("M100 310L160 230M190 338L250 400", Colour.BROWN, 12)
    crowd = _crowd(
        56,
        *((230, 64), (150, 44), (64, 84), (196, 132), (110, 150), (260, 176), (170, 220)),
        *((60, 210), (240, 290), (240, 400), (170, 400), (130, 448), (226, 460)),
    )
    return face(stack(trunk, twigs, crowd))


def _crowd(radius: float, *centres: Point) -> Markup:
    """Blossoms that touch, each turned a little further than the one before."""
    return stack(
        *(
            place(cherry(radius, *_SORTS[index % 3]), centre, turn=index * 25)
            for index, centre in enumerate(centres)
        )
    )
