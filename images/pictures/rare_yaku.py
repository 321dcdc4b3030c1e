"""A rare yaku with its cards fanned large (art guide, 9.8)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from images.drawing import text, theme
from images.drawing.compose import Canvas
from images.drawing.text import Fitted
from images.drawing.theme import Size
from images.layouts import geometry
from images.layouts import rare_yaku as layout
from images.pictures import painting
from images.scene.common import Name
from images.scene.result import RareYakuScene

_LINE: Final = 3
_RADIUS: Final = 14
_AIR: Final = 1.0
"""The height of a line, in parts of its letters."""


@painting.paint.register
def paint(scene: RareYakuScene) -> Canvas:
    """The cards on the left, the words on the right, in a gold frame."""
    canvas = Canvas(geometry.WIDTH, layout.HEIGHT, theme.NIGHT)
    canvas.frame(layout.FRAME, _RADIUS, _LINE, theme.GOLD)
    places = layout.fan(len(scene.cards))
    for card, (middle, degrees) in zip(scene.cards, places, strict=True):
        canvas.tilted(card, middle, layout.CARD, degrees)
    most = layout.WORDS.w
    lines = [
        (text.fit(scene.heading, Size.BODY, most), theme.GOLD, 0),
        (text.fit_figure(scene.yaku, most), theme.WHITE, 6),
        (text.fit(scene.gloss, Size.NAME, most), theme.STRAW, 2),
        (_name(scene.player, most), theme.WHITE, 26),
        (text.fit(scene.note, Size.BODY, most), theme.MIST, 12),
    ]
    shown = [(fitted, colour, above) for fitted, colour, above in lines if fitted.text]
    middles = layout.stacked([(round(_AIR * fitted.size), above) for fitted, _, above in shown])
    for (fitted, colour, _), cy in zip(shown, middles, strict=True):
        canvas.text(fitted, layout.WORDS.x, cy, colour)
    return canvas


def _name(name: Name, most: int) -> Fitted:
    """A person's name, as small as it must be."""
    return replace(text.fit(text.name_text(name), Size.TITLE, most, floor=Size.SMALL), name=True)
