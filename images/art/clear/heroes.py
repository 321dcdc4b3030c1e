"""The lights, the animals and the storm on clear faces: the deck's own, larger and with less round them."""

from __future__ import annotations

from images.art.months.m03_cherry import curtain
from images.art.months.m05_iris import bridge
from images.art.months.m09_chrysanthemum import cup
from images.art.months.m11_willow import lightning
from images.art.motifs.beasts import boar, butterfly, stag
from images.art.motifs.birds import crane, cuckoo, goose, phoenix, swallow, warbler
from images.art.motifs.flowers import cherry, chrysanthemum, iris, peony, plum
from images.art.motifs.leaves import peony_leaf
from images.art.motifs.plants import (
    clover_spray,
    maple_leaf,
    pampas,
    pine_fan,
    willow_strand,
    wisteria_raceme,
)
from images.art.motifs.rain_man import rain_man, umbrella
from images.art.motifs.scenery import plain_hill
from images.art.motifs.svg import Markup, disc, path, place, rectangle, round_turn, stack, stroke
from images.drawing.palette import Colour


def crane_and_sun() -> Markup:
    """松に鶴."""
    sun = disc((164, 290), 132, Colour.RED)
    fans = stack(place(pine_fan(96), (60, 486)), place(pine_fan(96), (240, 486)))
    return stack(sun, place(crane(), (12, 64), scale=0.9), fans)


def curtain_and_blossoms() -> Markup:
    """桜に幕."""
    blossoms = (
        place(cherry(72, petals, Colour.RED, shade), to)
        for to, petals, shade in (
            ((56, 190), Colour.BLUSH, Colour.PINK),
            ((166, 180), Colour.WHITE, Colour.BLUSH),
            ((262, 210), Colour.BLUSH, Colour.PINK),
            ((110, 270), Colour.WHITE, Colour.BLUSH),
            ((216, 276), Colour.BLUSH, Colour.PINK),
        )
    )
    return stack(*blossoms, place(curtain(), (0, 20)))


def full_moon() -> Markup:
    """芒に月."""
    grass = pampas((60, 470), (80, 330), 1, Colour.SUMI, 1.1)
    return stack(disc((156, 282), 126, Colour.WHITE), grass, plain_hill(400))


def rain_man_and_umbrella() -> Markup:
    """柳に小野道風."""
    strand = place(willow_strand(130, -4), (40, 110), scale=2)
    shaft = stroke("M140 230L132 400", Colour.BROWN, 11)
    shade = place(umbrella(), (146, 246), turn=-5, scale=0.84)
    return stack(strand, shaft, place(rain_man(), (44, 106), scale=0.8), shade)


def great_phoenix() -> Markup:
    """桐に鳳凰."""
    return place(phoenix(), (0, 104), scale=0.96)


def great_warbler() -> Markup:
    """梅に鶯."""
    branch = stroke("M0 440C100 430 200 410 300 380", Colour.SUMI, 30)
    return stack(branch, place(warbler(), (64, 322), scale=1.04), place(plum(54), (232, 214)))


def cuckoo_and_moon() -> Markup:
    """藤に不如帰."""
    raceme = place(wisteria_raceme(90, 60, 0), (52, 140), scale=1.5)
    return stack(disc((156, 330), 138, Colour.GOLD), raceme, place(cuckoo(), (142, 372), turn=-8, scale=0.88))


def great_bridge() -> Markup:
    """菖蒲に八橋."""
    stem = stroke("M206 400V240", Colour.MOSS, 14)
    water = rectangle((0, 330), (300, 160), Colour.WATER)
    return stack(stem, place(iris(1.05), (206, 236)), water, place(bridge(), (0, 8)))


def great_butterfly() -> Markup:
    """牡丹に蝶."""
    leaves = (peony_leaf((196, 420), turn, 120) for turn in round_turn(5, 10))
    wings = place(butterfly(Colour.GOLD, Colour.ORANGE, Colour.DEEP), (122, 238), turn=-18, scale=1.12)
    return stack(*leaves, place(peony(86), (196, 420)), wings)


def great_boar() -> Markup:
    """萩に猪."""
    meadow = path("M0 440C90 410 200 414 300 444L300 490L0 490Z", Colour.LEAF)
    spray = clover_spray((310, 330), (290, 180), (120, 170), 1.5)
    return stack(meadow, spray, place(boar(), (16, 226), scale=0.93))


def three_geese() -> Markup:
    """芒に雁."""
    flock = (
        place(goose(), to, turn=-6, scale=scale)
        for to, scale in (((168, 242), 0.9), ((86, 336), 0.6), ((214, 352), 0.6))
    )
    grass = pampas((36, 470), (30, 440), 1, Colour.TAN, 0.62)
    return stack(*flock, grass, plain_hill(424))


def great_cup() -> Markup:
    """菊に盃."""
    return stack(place(chrysanthemum(84), (104, 224)), place(cup(), (150, 358), scale=1.12))


def great_stag() -> Markup:
    """紅葉に鹿."""
    ground = path("M0 440C80 416 190 418 300 446L300 490L0 490Z", Colour.PINE)
    leaf = place(maple_leaf(74, Colour.RED), (232, 196), turn=-20)
    return stack(ground, leaf, place(stag(), (4, 84), scale=0.84))


def great_swallow() -> Markup:
    """柳に燕."""
    strands = (place(willow_strand(length, 4), (x, 110), scale=2) for x, length in ((36, 120), (268, 170)))
    return stack(*strands, place(swallow(), (150, 312), turn=-22, scale=1.08))


def storm() -> Markup:
    """柳のカス: lightning."""
    glare, bolt = lightning()
    strand = place(willow_strand(130, 4), (52, 110), scale=2)
    return stack(strand, place(glare, (0, 40)), place(bolt, (0, 24)))
