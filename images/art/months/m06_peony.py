"""June: peony."""

from __future__ import annotations

from images.art.motifs.beasts import butterfly
from images.art.motifs.flowers import peony
from images.art.motifs.leaves import peony_leaf
from images.art.motifs.ribbon import BLUE, ribbon
from images.art.motifs.shell import face
from images.art.motifs.svg import Markup, place, stack, stroke
from images.drawing.palette import Colour


def butterflies() -> Markup:
    """牡丹に蝶: two butterflies over a great peony."""
    stems = _stems("M150 490C150 430 140 400 120 370M160 450C200 430 226 410 240 380")
    leaves = _leaves(
        *((70, 330, -70), (196, 300, 60), (70, 420, -120), (210, 440, 100)),
        *((40, 380, -95), (150, 430, 170), (150, 280, 30), (90, 280, -28)),
    )
    great = place(peony(112), (128, 346), turn=8)
    small_leaves = stack(peony_leaf((246, 420), 60, 66), peony_leaf((250, 430), 130, 66))
    small = place(peony(46), (254, 424), turn=20)
    gold = place(butterfly(Colour.GOLD, Colour.ORANGE, Colour.DEEP), (104, 126), turn=-24, scale=0.78)
    lilac = place(butterfly(Colour.LILAC, Colour.VIOLET, Colour.WHITE), (212, 210), turn=30, scale=0.58)
    return face(stack(stems, leaves, great, small_leaves, small, gold, lilac))


def blue_ribbon() -> Markup:
    """牡丹に青短: one peony behind the ribbon, one over its foot."""
    leaves = _leaves(
        *((60, 140, -60), (60, 140, 20), (80, 110, 90), (220, 370, 80), (220, 330, 40)),
        *((200, 420, 140), (240, 420, 110), (40, 440, -60), (80, 450, -100)),
    )
    behind = place(peony(78), (74, 106), turn=12)
    before = place(peony(90), (212, 396))
    stem = _stems("M150 490C150 430 140 400 120 370")
    return face(stack(stem, leaves, behind, ribbon(BLUE, (150, 248), -6), before))


def chaff_large_and_small() -> Markup:
    """牡丹のカス: a large one below, a small one above."""
    stems = _stems("M150 490C150 430 140 400 150 370M170 300C190 200 190 160 180 120")
    leaves = _leaves(
        *((80, 330, -70), (220, 330, 70), (70, 420, -120), (230, 430, 110), (150, 440, 170)),
        *((100, 240, -20), (200, 230, 30), (140, 120, -70), (220, 130, 70)),
    )
    return face(
        stack(stems, leaves, place(peony(116), (150, 344), turn=8), place(peony(62), (180, 106), turn=20))
    )


def chaff_two_equal() -> Markup:
    """牡丹のカス: two of one size on a diagonal."""
    stems = _stems("M150 490C150 430 130 400 130 300M130 300C110 200 110 160 110 120")
    leaves = _leaves(
        *((160, 220, 80), (132, 330, -80), (240, 420, 110), (140, 440, -100), (170, 440, 190)),
        *((60, 150, -60), (140, 120, 40), (70, 230, -100), (180, 300, 20)),
    )
    lower = place(peony(84), (196, 366), turn=30)
    upper = place(peony(84, seed=3), (108, 180), turn=4)
    return face(stack(stems, leaves, lower, upper))


def _stems(course: str) -> Markup:
    return stroke(course, Colour.GREEN, 10)


def _leaves(*leaves: tuple[float, float, float]) -> Markup:
    """Each by its foot and turn."""
    return stack(*(peony_leaf((x, y), turn) for x, y, turn in leaves))
