"""August: pampas grass. There is no ribbon in August."""

from __future__ import annotations

from images.art.motifs.birds import goose
from images.art.motifs.plants import pampas
from images.art.motifs.scenery import hill
from images.art.motifs.shell import face, light
from images.art.motifs.svg import Markup, disc, place, stack
from images.drawing.palette import Colour


def light_moon() -> Markup:
    """芒に月: the full moon in a red sky, grass across its left part."""
    moon = disc((156, 158), 116, Colour.WHITE)
    grass = stack(
        pampas((60, 420), (84, 200), 1, Colour.SUMI),
        pampas((24, 420), (30, 270), 1, Colour.SUMI, 0.84),
        pampas((110, 420), (150, 268), 1, Colour.SUMI, 0.78),
    )
    return light(stack(moon, grass, hill(300)), ground=Colour.RED)


def geese() -> Markup:
    """芒に雁: three geese flying left over the grass, none touching another."""
    flock = (
        place(goose(), centre, turn=-6, scale=scale)
        for centre, scale in (((196, 110), 0.74), ((98, 192), 0.62), ((226, 214), 0.54))
    )
    grass = stack(
        pampas((126, 460), (140, 344), 1, Colour.TAN, 0.7),
        pampas((214, 460), (222, 326), 1, Colour.GOLD, 0.76),
        pampas((30, 460), (30, 318), 1, Colour.GOLD, 0.86),
    )
    return face(stack(*flock, grass, hill(378)))


def chaff_three_right() -> Markup:
    """芒のカス: three stems leaning right."""
    grass = stack(
        pampas((40, 440), (56, 150), 1, Colour.GOLD),
        pampas((120, 440), (150, 110), 1, Colour.TAN, 0.95),
        pampas((180, 440), (196, 240), 1, Colour.GOLD, 0.8),
    )
    return face(stack(grass, hill(350)))


def chaff_two_left() -> Markup:
    """芒のカス: two stems leaning left."""
    grass = stack(
        pampas((260, 440), (236, 130), -1, Colour.GOLD),
        pampas((180, 440), (150, 190), -1, Colour.TAN, 0.95),
    )
    return face(stack(grass, hill(350)))
