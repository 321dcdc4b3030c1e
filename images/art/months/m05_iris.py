"""May: iris."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from images.art.motifs.flowers import iris
from images.art.motifs.leaves import blade
from images.art.motifs.ribbon import RED, ribbon
from images.art.motifs.shell import HEIGHT, WIDTH, face
from images.art.motifs.svg import Markup, Point, path, place, rectangle, stack, stroke
from images.drawing.palette import Colour

_Sword: TypeAlias = tuple[float, Point, float, float, Colour]
"""The root of a leaf, its tip, its bend, its width, its colour."""

_BED: Final[tuple[_Sword, ...]] = (
    (20, (4, 180), 10, 30, Colour.PINE),
    (64, (110, 170), -16, 32, Colour.GREEN),
    (110, (50, 90), 18, 32, Colour.PINE),
    (150, (176, 220), -12, 30, Colour.GREEN),
    (200, (266, 70), -24, 32, Colour.PINE),
    (246, (226, 210), 8, 30, Colour.GREEN),
    (284, (296, 130), -8, 30, Colour.PINE),
)
_BED_MIRRORED: Final[tuple[_Sword, ...]] = tuple(
    (WIDTH - x, (WIDTH - tip_x, tip_y), -bend, width, colour)
    for x, (tip_x, tip_y), bend, width, colour in _BED
)
_BANK: Final[tuple[_Sword, ...]] = (
    (20, (4, 130), 10, 26, Colour.PINE),
    (60, (96, 120), -16, 28, Colour.GREEN),
    (110, (60, 60), 14, 28, Colour.PINE),
    (150, (176, 150), -12, 26, Colour.GREEN),
    (200, (258, 60), -20, 28, Colour.PINE),
    (246, (232, 140), 8, 26, Colour.GREEN),
    (284, (296, 90), -8, 26, Colour.PINE),
)


def eight_bridges() -> Markup:
    """菖蒲に八橋: the zigzag bridge, two irises on the bank behind it."""
    leaves = _swords(_BANK, ground=380)
    stems = stroke("M100 380L104 200M206 380L204 150", Colour.MOSS, 9)
    flowers = stack(place(iris(0.86), (98, 196)), place(iris(0.86), (206, 122)))
    return face(stack(leaves, stems, flowers, _water(), bridge()))


def _water() -> Markup:
    foam = stroke("M12 342H84M128 336H190M232 344H290M20 468H100M170 462H284", Colour.FOAM, 6)
    return stack(rectangle((0, 316), (300, 180), Colour.WATER), foam)


def bridge() -> Markup:
    far_planks = path("M0 392L182 346L204 374L0 428Z", Colour.SAND)
    far_edge = path("M0 428L204 374V386L0 442Z", Colour.BROWN)
    near_planks = path("M96 434L300 384V420L118 466Z", Colour.TAN)
    near_edge = path("M118 466L300 420V434L118 480Z", Colour.BROWN)
    joints = stroke("M0 410L190 361M108 450L300 402", Colour.BROWN, 3.5)
    posts = (
        stack(
            rectangle((x, y), (22, height), Colour.DEEP, 6),
            rectangle((x, y), (22, 12), Colour.RED, 6),
        )
        for x, y, height in ((30, 372, 74), (176, 334, 66), (120, 424, 66), (262, 376, 80))
    )
    return stack(far_planks, far_edge, near_planks, near_edge, joints, *posts)


def red_ribbon() -> Markup:
    """菖蒲に短冊: one iris behind the ribbon, one before its foot."""
    behind = stack(_swords(_BED), _stem(64, 200), place(iris(0.8), (64, 200)))
    before = stack(_stem(216, 400), place(iris(0.95), (212, 380)))
    leaves_before = _swords(((120, (150, 330), 10, 30, Colour.PINE), (30, (60, 330), 10, 30, Colour.GREEN)))
    return face(stack(behind, ribbon(RED, (156, 236), -6), before, leaves_before))


def chaff_right_higher() -> Markup:
    """菖蒲のカス: two irises, the right one higher."""
    stems = stroke("M104 490L104 260M196 490L198 170", Colour.MOSS, 10)
    return face(stack(_swords(_BED), stems, place(iris(), (96, 290)), place(iris(), (202, 160))))


def chaff_left_higher() -> Markup:
    """菖蒲のカス: two irises, the left one higher."""
    stems = stack(_stem(200, 300), _stem(96, 190))
    flowers = stack(place(iris(), (200, 300)), place(iris(0.94), (96, 190)))
    return face(stack(_swords(_BED_MIRRORED), stems, flowers))


def _stem(x: float, top: float) -> Markup:
    return stroke(f"M{x:g} {HEIGHT}V{top:g}", Colour.MOSS, 10)


def _swords(leaves: Iterable[_Sword], ground: float = HEIGHT) -> Markup:
    return stack(
        *(blade((x, ground), tip, bend, (width, width), colour) for x, tip, bend, width, colour in leaves)
    )
