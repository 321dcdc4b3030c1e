"""A season of the deck: three months with their four cards, kinds and names, to be learned."""

from __future__ import annotations

from typing import Final

from engine.cards.deck import Kind
from images.drawing import text, theme
from images.drawing.compose import Align, Canvas
from images.drawing.theme import Size
from images.layouts import deck_sheet as layout
from images.layouts.deck_sheet import MonthPlaces
from images.layouts.geometry import Box
from images.pictures import painting
from images.scene.records import DeckSheetScene, MonthCards

_RADIUS: Final = 12
_SEAL_RADIUS: Final = 9


@painting.paint.register
def paint(scene: DeckSheetScene) -> Canvas:
    """The sheet, 800 wide."""
    places = layout.places(len(scene.months), [text.plain_width(words, Size.SMALL) for words in scene.kinds])
    canvas = Canvas(layout.WIDTH, places.height, theme.PAPER_SHADE, face=scene.face)
    title = text.fit(scene.title, Size.NAME, places.title.w, floor=Size.SMALL)
    canvas.text(title, places.title.x, places.title.cy, theme.SUMI)
    for kind, words, box in zip(Kind, scene.kinds, places.kinds, strict=True):
        canvas.badge(kind, Box(box.x, box.y, box.h, box.h))
        said = text.fit(words, Size.SMALL, box.w, floor=Size.SMALL)
        canvas.text(said, box.right, box.cy, theme.SUMI, Align.RIGHT)
    for month, place in zip(scene.months, places.months, strict=True):
        _month(canvas, month, place)
    return canvas


def _month(canvas: Canvas, month: MonthCards, place: MonthPlaces) -> None:
    canvas.rounded(place.box, _RADIUS, theme.PAPER)
    canvas.rounded(place.seal, _SEAL_RADIUS, theme.RED)
    canvas.letter(str(month.number), place.seal, theme.WHITE)
    named = text.fit(month.name, Size.BODY, place.name.w)
    canvas.text(named, place.name.x, place.name.cy, theme.SUMI)
    plant = text.fit(month.plant, Size.SMALL, place.plant.w)
    canvas.text(plant, place.plant.x, place.plant.cy, theme.PINE)
    number = 0
    for group in month.groups:
        first, last = place.names[number], place.names[number + len(group.cards) - 1]
        said = text.fit(group.name, Size.SMALL, last.right - first.x, floor=Size.SMALL)
        canvas.text(said, (first.x + last.right) / 2, first.cy, theme.SUMI, Align.CENTRE)
        for card in group.cards:
            canvas.card(card, place.cards[number])
            canvas.badge(card.kind, place.kinds[number], card)
            number += 1
