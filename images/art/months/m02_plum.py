"""February: plum."""

from __future__ import annotations

from images.art.motifs.birds import warbler
from images.art.motifs.flowers import plum, plum_bud
from images.art.motifs.ribbon import AKAYOROSHI, ribbon
from images.art.motifs.scenery import mist_band
from images.art.motifs.shell import face
from images.art.motifs.svg import Markup, Point, path, place, stack, stroke
from images.drawing.palette import Colour


def warbler_on_plum() -> Markup:
    """梅に鶯: the warbler on a branch that sweeps across, a blossom in each corner."""
    branch = path(
        (
            "M9 490L9 424C60 392 90 382 140 376C190 370 226 344 291 330L291 384C240 394 210 418 160 424"
            "C120 430 90 446 74 490Z"
        ),
        Colour.SUMI,
    )
    shoots = _wood("M60 404L32 318L50 196M33 318L14 280M240 352L262 286L250 236M66 160L106 116")
    bark_cut = stroke("M36 446C76 414 124 408 166 402", Colour.SUMI_LIGHT, 6)
    bird = place(warbler(), (72, 292), scale=0.9)
    blossoms = _blossoms(((66, 160), 42, 10), ((252, 206), 40, -8), ((226, 438), 46, 14), ((52, 428), 36, 0))
    buds = _buds(14, (22, 262), (262, 282), (132, 452), (110, 108), turn=20)
    return face(stack(mist_band((176, 66)), branch, shoots, bark_cut, bird, blossoms, buds))


def poetry_ribbon() -> Markup:
    """梅に赤短: the ribbon before a trunk from the bottom right."""
    trunk = path(
        (
            "M291 490L280 430C220 410 180 380 150 320C130 270 120 200 130 130L112 128"
            "C100 200 104 280 126 336C110 372 70 400 9 410L9 436C70 430 120 410 146 376"
            "C180 420 230 440 262 490Z"
        ),
        Colour.SUMI,
    )
    shoots = _wood("M116 200L60 140M170 360L230 300L250 200V92M60 110L28 188")
    behind = _blossoms(((60, 110), 44, 0), ((246, 176), 42, 12), ((60, 300), 44, 30), ((114, 60), 30, 10))
    before = _blossoms(((226, 406), 50, 8), ((70, 424), 40, -8), ((218, 300), 30, 0))
    buds = _buds(15, (250, 90), (24, 190))
    return face(stack(trunk, shoots, behind, ribbon(AKAYOROSHI, (150, 244), 6), before, buds))


def chaff_trunk_left() -> Markup:
    """梅のカス: the trunk left of the middle with upright shoots."""
    trunk = path(
        (
            "M9 490L20 440C70 420 110 400 130 340C146 296 150 250 140 190L162 186"
            "C176 250 172 300 158 352C146 396 170 420 210 430L206 452C160 450 120 440 96 470L84 490Z"
        ),
        Colour.SUMI,
    )
    shoots = _wood(
        "M142 330L74 268L60 160M156 288L228 214L236 92M66 220L34 192M204 442L262 420M150 170V90"
        "M222 400L260 310"
    )
    blossoms = _blossoms(
        ((150, 170), 50, 0),
        ((60, 140), 40, 14),
        ((236, 190), 44, -10),
        ((100, 300), 46, 22),
        ((214, 404), 48, 5),
        ((60, 432), 42, 30),
    )
    return face(stack(trunk, shoots, blossoms, _buds(15, (236, 80), (30, 182), (150, 76), (262, 300))))


def chaff_trunk_right() -> Markup:
    """梅のカス: the trunk from the right edge."""
    trunk = path(
        "M291 490L286 400C230 370 210 330 214 270L192 268C184 330 196 372 230 404L226 490Z", Colour.SUMI
    )
    shoots = _wood(
        "M204 330L110 262L96 90M150 292L60 300M212 280L250 180L246 70M104 210L48 198M206 300"
        "L182 206M240 396L150 404L48 440"
    )
    blossoms = _blossoms(
        ((98, 92), 46, 0),
        ((110, 236), 48, 18),
        ((246, 160), 48, -12),
        ((206, 300), 44, 8),
        ((56, 320), 40, 20),
        ((150, 404), 50, 0),
    )
    return face(stack(trunk, shoots, blossoms, _buds(15, (44, 190), (246, 60), (40, 430), (180, 190))))


def _wood(course: str) -> Markup:
    return stroke(course, Colour.SUMI, 12)


def _blossoms(*blossoms: tuple[Point, float, float]) -> Markup:
    return stack(*(place(plum(radius), centre, turn=turn) for centre, radius, turn in blossoms))


def _buds(radius: float, *places: Point, turn: float = 0) -> Markup:
    return stack(*(place(plum_bud(radius), centre, turn=turn) for centre in places))
