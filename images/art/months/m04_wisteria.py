"""April: wisteria."""

from __future__ import annotations

from images.art.motifs.birds import cuckoo
from images.art.motifs.plants import wisteria_garland, wisteria_raceme
from images.art.motifs.ribbon import RED, ribbon
from images.art.motifs.shell import face
from images.art.motifs.svg import Markup, Point, disc, place, stack
from images.drawing.palette import Colour


def cuckoo_and_moon() -> Markup:
    """藤に不如帰: the cuckoo flying past the moon, its wings before it and its head clear of it."""
    moon = disc((184, 316), 96, Colour.GOLD)
    racemes = _racemes(((44, 74), 148, 62, 6), ((258, 92), 250, 64, -6), ((150, 64), 110, 62, 0))
    bird = place(cuckoo(), (140, 384), turn=-10, scale=0.88)
    return face(stack(moon, racemes, wisteria_garland(74), bird))


def red_ribbon() -> Markup:
    """藤に短冊: the ribbon before three racemes, below the leaves."""
    racemes = _racemes(((46, 92), 270, 72, 8), ((254, 96), 330, 72, -8), ((150, 70), 350, 70, 0))
    return face(stack(racemes, ribbon(RED, (150, 270), 6), wisteria_garland(78)))


def chaff_middle_longest() -> Markup:
    """藤のカス: three racemes, the middle one the longest."""
    racemes = _racemes(((54, 96), 300, 78, 8), ((150, 80), 360, 86, 0), ((248, 96), 260, 78, -8))
    return face(stack(racemes, wisteria_garland(78)))


def chaff_longer_rightwards() -> Markup:
    """藤のカス: three racemes, longer to the right."""
    racemes = _racemes(((60, 96), 220, 80, 6), ((160, 84), 300, 84, 10), ((250, 96), 360, 78, -8))
    return face(stack(racemes, wisteria_garland(78)))


def _racemes(*racemes: tuple[Point, float, float, float]) -> Markup:
    """Each from where it hangs, with length, width and sway."""
    return stack(*(place(wisteria_raceme(length, width, sway), top) for top, length, width, sway in racemes))
