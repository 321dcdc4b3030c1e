"""November: willow in the rain. There is one chaff card, and it is loud on purpose."""

from __future__ import annotations

from images.art.motifs.beasts import frog
from images.art.motifs.birds import swallow
from images.art.motifs.plants import willow_strand
from images.art.motifs.rain_man import rain_man, umbrella
from images.art.motifs.ribbon import RED, ribbon
from images.art.motifs.scenery import rain
from images.art.motifs.shell import face, light
from images.art.motifs.svg import Markup, disc, path, place, ring, round_turn, stack, stroke
from images.drawing.palette import Colour


def light_rain_man() -> Markup:
    """柳に小野道風: the courtier under his umbrella watches the frog leap at the willow."""
    strands_behind = _strands((30, 250, -10), (80, 150, 6), (140, 80, 6), (200, 90, 6), (252, 200, 10))
    trunk = path("M300 0H262C276 70 256 130 272 210C284 280 262 340 254 420L300 440Z", Colour.BROWN)
    shaft = stroke("M140 150L135 370", Colour.BROWN, 8)
    courtier = place(rain_man(), (42, 37), scale=0.92)
    shade = place(umbrella(), (140, 154), turn=-5, scale=0.86)
    leaping = place(frog(), (80, 418), turn=-30, scale=0.84)
    behind = stack(rain(Colour.RAIN_LINE, 4), strands_behind, trunk, _stream())
    man = stack(shaft, courtier, shade)
    return light(stack(behind, man, _strands((288, 150, 6)), leaping), ground=Colour.RAIN_GROUND)


def _stream() -> Markup:
    water = path("M0 398C60 380 130 404 300 376L300 490L0 490Z", Colour.WATER)
    foam = stroke("M12 420H70M14 452H60M84 474H150", Colour.FOAM, 6)
    bank = path("M300 404C240 404 130 424 84 490L300 490Z", Colour.PINE)
    return stack(water, foam, bank)


def swallow_in_rain() -> Markup:
    """柳に燕: the swallow diving between the strands."""
    strands = _strands(
        *((20, 420, 20), (64, 250, -8), (246, 440, -16)),
        *((286, 360, 6), (200, 160, 10), (130, 130, 0)),
    )
    bird = place(swallow(), (138, 264), turn=-22, scale=0.94)
    return face(stack(rain(Colour.RAIN_LINE, 4), strands, bird), ground=Colour.RAIN_GROUND)


def red_ribbon() -> Markup:
    """柳に短冊: the trunk at the left edge, strands over the top of the ribbon only."""
    trunk = path("M0 0H44C34 80 52 160 34 250C24 330 36 400 60 490L0 490Z", Colour.BROWN)
    behind = _strands((70, 330, 8), (104, 200, -6), (236, 400, -14), (282, 300, 6))
    before = _strands((196, 150, 8), (140, 90, 0))
    picture = stack(rain(Colour.RAIN_LINE, 4), trunk, behind, ribbon(RED, (160, 240), 6), before)
    return face(picture, ground=Colour.RAIN_GROUND)


def chaff_storm() -> Markup:
    """柳のカス: lightning tears the rain open, red behind it; the demon's card.

    The other half is the month's: its grey rain and its willow, so that the card belongs to November.
    """
    glare, bolt = lightning()
    lower_cloud = path(
        "M0 0H300V120C276 122 262 104 238 108C216 112 210 140 184 138C158 136 158 112 138 112"
        "C116 112 112 146 84 144C60 142 60 120 38 122C22 122 14 138 0 138Z",
        Colour.SUMI_LIGHT,
    )
    cloud = path(
        "M0 0H300V96C280 96 276 76 256 80C236 84 238 112 212 112C186 112 190 84 166 86"
        "C142 88 144 122 114 122C86 122 90 92 66 92C42 92 40 118 0 112Z",
        Colour.SUMI,
    )
    strands = _strands((34, 400, 8), (84, 330, -6), (134, 230, 4))
    near = _strands((276, 330, 6))
    picture = stack(
        rain(Colour.RAIN_LINE, 4), strands, glare, near, lower_cloud, bolt, cloud, _thunder_drum()
    )
    return face(picture, ground=Colour.RAIN_GROUND)


def lightning() -> tuple[Markup, Markup]:
    """The red glare that takes the lower right half of a card, and the bolt before it."""
    glare = path("M300 40L226 60L150 196L196 214L84 330L128 350L0 424V490H300Z", Colour.RED)
    bolt = stack(
        path("M236 56L112 248H178L96 462L276 208H200L290 56Z", Colour.GOLD),
        path("M236 56L112 248H150L262 56Z", Colour.STRAW),
    )
    return glare, bolt


def _thunder_drum() -> Markup:
    """A drum with three commas, at the bottom right."""
    centre = (214, 412)
    skin = stack(disc(centre, 46, Colour.DEEP), ring(centre, 46, Colour.SUMI, 10))
    comma = path("M0 -4C20 -14 30 -34 14 -40C-4 -44 -16 -24 0 -4Z", Colour.STRAW)
    return stack(skin, *(place(comma, centre, turn=turn, scale=0.8) for turn in round_turn(3)))


def _strands(*strands: tuple[float, float, float]) -> Markup:
    """Hanging from above the card: each by its place, its length and its sway."""
    return stack(*(place(willow_strand(length, sway), (x, -10)) for x, length, sway in strands))
