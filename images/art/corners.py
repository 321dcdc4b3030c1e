"""The months' plants as they grow into a corner of a grand month's result, each before a rising disc.

The origin is the upper left; the right and the lower edge are those of the picture, and hide what runs off.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from images.art.motifs.flowers import cherry, chrysanthemum, iris, peony, plum, plum_bud
from images.art.motifs.leaves import (
    blade,
    chrysanthemum_leaf,
    feathered_leaf,
    paulownia_leaf,
    peony_leaf,
)
from images.art.motifs.plants import (
    clover_spray,
    maple_leaf,
    pampas,
    paulownia_spike,
    pine_fan,
    willow_strand,
    wisteria_raceme,
)
from images.art.motifs.shell import corner
from images.art.motifs.svg import Markup, disc, path, place, stack, stroke
from images.drawing.palette import Colour

_DISC: Final = (214, 300)
_DISC_RADIUS: Final = 186


def pine() -> Markup:
    """January: three storeys of needles on a bent trunk."""
    wood = _wood("M330 500C322 420 268 392 262 322C256 262 292 230 276 150M266 330C232 318 204 318 168 340")
    fans = (
        *(((280, 150), 92), ((316, 262), 90), ((190, 258), 96)),
        *(((150, 366), 96), ((300, 402), 100), ((196, 478), 98)),
    )
    return _grown(Colour.STRAW, wood, *(place(pine_fan(radius), to) for to, radius in fans))


def plum_tree() -> Markup:
    """February: black wood with upright shoots."""
    trunk = path(
        "M340 480L340 420C290 404 264 372 256 320C250 270 262 220 250 150L232 152"
        "C240 220 226 268 230 322C236 384 262 426 290 480Z",
        Colour.SUMI,
    )
    shoots = stroke(
        "M234 320L150 270L128 160M190 294L104 330M246 210L300 150L306 90M262 380L322 300V220"
        "M270 400L180 420L120 470M242 160L220 104",
        Colour.SUMI,
        12,
    )
    blossoms = (
        *(((128, 158), 46, 0), ((236, 128), 50, 18), ((308, 160), 44, -12), ((166, 276), 50, 8)),
        *(((316, 262), 46, 20), ((110, 336), 42, 0), ((252, 346), 54, 30), ((172, 424), 52, 12)),
        *(((300, 440), 48, 4),),
    )
    buds = (((306, 84), 15), ((84, 300), 14), ((118, 470), 15), ((214, 92), 13))
    return _grown(
        Colour.STRAW,
        trunk,
        shoots,
        *(place(plum(radius), to, turn=turn) for to, radius, turn in blossoms),
        *(place(plum_bud(radius), to) for to, radius in buds),
    )


def cherry_tree() -> Markup:
    """March: a crowd of blossoms on a brown trunk."""
    wood = _wood("M330 500C320 430 300 390 270 350C240 310 180 300 120 310M290 384C300 320 290 250 260 190")
    sorts = (
        (Colour.BLUSH, Colour.RED, Colour.PINK),
        (Colour.PINK, Colour.DEEP, Colour.BLUSH),
        (Colour.WHITE, Colour.ROSE, Colour.BLUSH),
    )
    places = (
        *(((250, 148), 52), ((312, 206), 54), ((196, 204), 54), ((262, 250), 56), ((138, 268), 54)),
        *(((200, 312), 58), ((104, 340), 48), ((306, 312), 58), ((152, 378), 54), ((246, 384), 58)),
        *(((318, 418), 56), ((196, 450), 56), ((274, 474), 52), ((110, 440), 44)),
    )
    return _grown(
        Colour.DEEP,
        wood,
        *(place(cherry(radius, *sorts[at % 3]), to, turn=23 * at) for at, (to, radius) in enumerate(places)),
    )


def wisteria() -> Markup:
    """April: racemes that hang from a bough."""
    bough = stroke("M336 500C346 380 330 250 316 170C308 120 240 96 130 120", Colour.BROWN, 20)
    leaves = (
        *(((132, 124), 200, 78), ((176, 106), 330, 70), ((238, 100), 20, 74), ((300, 130), 60, 70)),
        *(((204, 104), 168, 62), ((318, 190), 118, 70), ((286, 118), 200, 60)),
    )
    racemes = (((116, 126), 230, 70, -6), ((188, 110), 330, 84, 4), ((268, 120), 270, 78, -4))
    return _grown(
        Colour.STRAW,
        bough,
        *(place(wisteria_raceme(length, width, sway), to) for to, length, width, sway in racemes),
        *(place(feathered_leaf(length), to, turn=turn) for to, turn, length in leaves),
    )


def irises() -> Markup:
    """May: three flowers among standing leaves."""
    leaves = (
        *(((96, 500), (60, 276), -14, Colour.PINE), ((130, 500), (120, 200), 12, Colour.GREEN)),
        *(((180, 500), (170, 170), -16, Colour.PINE), ((226, 500), (238, 120), 14, Colour.GREEN)),
        *(((280, 500), (316, 150), 18, Colour.PINE), ((316, 500), (338, 230), 10, Colour.GREEN)),
    )
    flowers = (((126, 318), 0.86), ((268, 352), 0.8), ((208, 196), 1.0))
    parts = []
    for (x, y), scale in flowers:
        parts += [stroke(f"M{x:g} 500V{y:g}", Colour.MOSS, 12), place(iris(scale), (x, y))]
    return _grown(
        Colour.STRAW,
        *(blade(root, tip, bend, (30, 32), colour) for root, tip, bend, colour in leaves),
        *parts,
    )


def peonies() -> Markup:
    """June: one large flower, one behind it and one to come."""
    leaves = (
        *(((120, 330), -70, 130), ((150, 250), -20, 130), ((250, 190), 0, 130), ((310, 240), 40, 120)),
        *(((110, 430), -96, 130), ((320, 400), 80, 120)),
    )
    flowers = (((268, 206), 92, 0), ((196, 372), 126, 8), ((322, 440), 84, 30))
    return _grown(
        Colour.STRAW,
        *(peony_leaf(foot, turn, length) for foot, turn, length in leaves),
        *(place(peony(radius), to, turn=turn) for to, radius, turn in flowers),
    )


def clover() -> Markup:
    """July: sprays that arch out of the corner."""
    sprays = (
        *(((330, 500), (330, 260), (262, 92)), ((330, 500), (240, 240), (150, 150))),
        *(
            ((330, 500), (190, 320), (84, 260)),
            ((330, 500), (210, 430), (64, 400)),
            ((340, 500), (350, 330), (322, 190)),
        ),
    )
    return _grown(Colour.STRAW, *(clover_spray(*course, 1.3) for course in sprays))


def grass() -> Markup:
    """August: pampas before the moon, on the dark hill."""
    hill = path("M60 480C130 420 230 396 340 404V480Z", Colour.PINE)
    band = path("M150 480C210 440 280 428 340 430V444C280 444 224 456 190 480Z", Colour.GREEN)
    stems = (
        *(((130, 450), (120, 250), -1, 1.1), ((200, 440), (196, 214), -1, 1.3)),
        *(((270, 430), (286, 170), -1, 1.2), ((310, 430), (330, 262), -1, 0.9)),
    )
    return _grown(
        Colour.WHITE,
        *(pampas(root, top, side, Colour.SUMI, size) for root, top, side, size in stems),
        hill,
        band,
    )


def chrysanthemums() -> Markup:
    """September: gold, red and white."""
    leaves = (
        *(((130, 300), -60, 110), ((190, 190), -30, 110), ((320, 330), 60, 110), ((120, 420), -80, 120)),
        *(((240, 300), 100, 120), ((250, 430), 160, 110), ((300, 150), 30, 90)),
    )
    red = (Colour.RED, Colour.CORAL, Colour.STRAW, (Colour.DEEP, Colour.DEEP))
    white = (Colour.WHITE, Colour.WHITE, Colour.STRAW, (Colour.SUMI, Colour.TAN))
    return _grown(
        Colour.DEEP,
        *(chrysanthemum_leaf(foot, turn, length) for foot, turn, length in leaves),
        place(chrysanthemum(86), (258, 208)),
        place(chrysanthemum(72, *white), (312, 350)),
        place(chrysanthemum(62, *red), (128, 268)),
        place(chrysanthemum(106), (190, 402)),
    )


def maple() -> Markup:
    """October: leaves on a bough from the right."""
    boughs = stroke("M340 420C270 400 200 350 150 260M340 260C290 250 250 210 230 140", Colour.BROWN, 14)
    leaves = (
        *(((236, 146), 86, -10, Colour.RED), ((316, 216), 84, 26, Colour.ORANGE)),
        *(((146, 248), 88, -30, Colour.ORANGE), ((246, 300), 96, 12, Colour.RED)),
        *(((110, 368), 80, -60, Colour.RED), ((322, 370), 84, 40, Colour.RED)),
        *(((196, 420), 98, -16, Colour.ORANGE), ((300, 466), 72, 10, Colour.ORANGE)),
    )
    return _grown(
        Colour.STRAW,
        boughs,
        *(place(maple_leaf(radius, colour), to, turn=turn) for to, radius, turn, colour in leaves),
    )


def willow() -> Markup:
    """November: a trunk at the edge, its strands in the rain."""
    trunk = path("M340 60H318C322 160 300 250 312 340C318 400 306 440 296 480H340Z", Colour.BROWN)
    bough = stroke("M326 110C290 84 220 84 130 118", Colour.BROWN, 14)
    strands = (
        (132, 116, 250, -8),
        (176, 102, 340, 6),
        (222, 94, 290, -4),
        (268, 92, 350, 6),
        (302, 98, 200, 4),
    )
    return _grown(
        Colour.FOAM,
        trunk,
        bough,
        *(place(willow_strand(length / 1.4, sway), (x, y), scale=1.4) for x, y, length, sway in strands),
    )


def paulownia() -> Markup:
    """December: spikes of bells over broad leaves."""
    leaves = (((150, 420), -70, 190), ((270, 420), 60, 160), ((120, 450), -110, 150), ((226, 430), 178, 150))
    spikes = (((124, 400), 1.0, 3, -26), ((300, 396), 1.1, 4, 10), ((208, 410), 1.3, 5, -6))
    return _grown(
        Colour.STRAW,
        *(paulownia_leaf(foot, turn, length, Colour.MOSS, Colour.LEAF) for foot, turn, length in leaves),
        *(place(paulownia_spike(tiers, size), foot, turn=turn) for foot, size, tiers, turn in spikes),
    )


def _grown(ground: Colour, *parts: Markup) -> Markup:
    """A plant before its disc."""
    return corner(stack(disc(_DISC, _DISC_RADIUS, ground), *parts))


def _wood(course: str, width: float = 22) -> Markup:
    return stroke(course, Colour.BROWN, width)


CORNERS: Final[tuple[Callable[[], Markup], ...]] = (
    *(pine, plum_tree, cherry_tree, wisteria, irises, peonies),
    *(clover, grass, chrysanthemums, maple, willow, paulownia),
)
"""By month, from January."""
