"""December: paulownia. There is no animal and no ribbon, but there are three chaff cards."""

from __future__ import annotations

from images.art.motifs.birds import phoenix
from images.art.motifs.leaves import paulownia_leaf
from images.art.motifs.plants import paulownia_spike
from images.art.motifs.shell import face, light
from images.art.motifs.svg import Markup, Point, ellipse, place, rectangle, stack
from images.drawing.palette import Colour


def light_phoenix() -> Markup:
    """桐に鳳凰: the phoenix above the paulownia."""
    leaves = stack(
        paulownia_leaf((70, 446), -84, 120),
        paulownia_leaf((226, 446), 72, 120),
        paulownia_leaf((92, 466), -130, 100),
        paulownia_leaf((200, 470), 110, 100),
        paulownia_leaf((150, 448), 178, 110),
    )
    spikes = _spikes((2, 0.84, (58, 462), -12), (2, 0.94, (140, 470), 2))
    return light(stack(leaves, spikes, place(phoenix(), (-5, 24), scale=0.98)), ground=Colour.STRAW)


def chaff_middle_tallest() -> Markup:
    """桐のカス: the middle spike far above the others."""
    spikes = _spikes((3, 1.0, (84, 336), -30), (3, 1.0, (216, 336), 30), (5, 1.16, (150, 346), -4))
    return face(stack(_broad_leaves(), spikes))


def chaff_leaning() -> Markup:
    """桐のカス: three spikes nearly equal, all leaning to the right."""
    spikes = _spikes((4, 0.9, (78, 338), -14), (4, 0.9, (216, 338), 32), (4, 1.1, (140, 346), 12))
    return face(stack(_broad_leaves(), spikes))


def chaff_yellow_foot() -> Markup:
    """桐のカス: the one with the yellow foot."""
    foot = rectangle((0, 350), (300, 140), Colour.STRAW)
    spikes = _spikes((3, 0.96, (90, 330), -26), (4, 1.0, (214, 330), 22), (4, 1.16, (146, 346), 0))
    return face(stack(foot, _broad_leaves(), spikes))


def _broad_leaves() -> Markup:
    return stack(
        ellipse((150, 338), (84, 40), Colour.MOSS),
        paulownia_leaf((112, 352), -66, 150),
        paulownia_leaf((188, 352), 66, 150),
        paulownia_leaf((150, 344), 180, 140),
    )


def _spikes(*spikes: tuple[int, float, Point, float]) -> Markup:
    """Each by its tiers, size, foot and turn."""
    return stack(
        *(place(paulownia_spike(tiers, size), foot, turn=turn) for tiers, size, foot, turn in spikes)
    )
