"""July: bush clover."""

from __future__ import annotations

from images.art.motifs.beasts import boar
from images.art.motifs.plants import clover_spray
from images.art.motifs.ribbon import RED, ribbon
from images.art.motifs.scenery import mist_band
from images.art.motifs.shell import face
from images.art.motifs.svg import Markup, Point, path, place, stack
from images.drawing.palette import Colour


def boar_in_clover() -> Markup:
    """萩に猪: the boar under arching sprays, none over its face."""
    meadow = path("M0 440C90 410 200 414 300 444L300 490L0 490Z", Colour.LEAF)
    arches = stack(
        clover_spray((300, 360), (290, 150), (120, 130)),
        clover_spray((300, 300), (300, 190), (196, 204), 0.9),
        clover_spray((0, 330), (0, 190), (84, 190), 0.95),
    )
    beast = place(boar(), (20, 214), scale=0.9)
    undergrowth = stack(
        clover_spray((300, 490), (290, 446), (214, 458), 0.85),
        clover_spray((0, 496), (40, 462), (112, 474), 0.8),
    )
    return face(stack(mist_band((150, 56)), meadow, arches, beast, undergrowth))


def red_ribbon() -> Markup:
    """萩に短冊: two sprays on each side, one over the foot of the ribbon."""
    beside = _sprays(
        ((30, 490), (20, 220), (110, 80)),
        ((40, 490), (40, 300), (60, 200)),
        ((280, 490), (290, 230), (190, 90)),
        ((270, 490), (270, 330), (250, 230)),
    )
    before = clover_spray((60, 490), (110, 400), (210, 420))
    return face(stack(beside, ribbon(RED, (152, 240), -6), before))


def chaff_fan() -> Markup:
    """萩のカス: a fan of six sprays from the middle of the ground."""
    return face(
        _sprays(
            ((150, 490), (130, 200), (30, 110)),
            ((152, 490), (160, 240), (210, 70)),
            ((154, 490), (180, 300), (276, 200)),
            ((148, 490), (110, 330), (22, 290)),
            ((156, 490), (190, 400), (280, 370)),
            ((146, 490), (120, 430), (40, 424)),
        )
    )


def chaff_rising_right() -> Markup:
    """萩のカス: five sprays from the bottom left."""
    return face(
        _sprays(
            ((60, 490), (60, 200), (150, 70)),
            ((62, 490), (90, 280), (270, 130)),
            ((58, 490), (30, 300), (40, 190)),
            ((64, 490), (110, 350), (280, 270)),
            ((66, 490), (140, 420), (276, 400)),
        )
    )


def _sprays(*sprays: tuple[Point, Point, Point]) -> Markup:
    return stack(*(clover_spray(root, handle, tip, 0.98) for root, handle, tip in sprays))
