"""The whole deck: twelve months with their four cards, kinds and names, to be learned and to be printed."""

from __future__ import annotations

from typing import Final

from engine.cards.deck import Card, Kind
from images import painting
from images.drawing import text, theme
from images.drawing.compose import Align, Canvas
from images.drawing.text import Fitted
from images.drawing.theme import Size
from images.layouts import deck_sheet as layout
from images.layouts.deck_sheet import MonthPlaces
from images.layouts.geometry import Box
from images.scene.records import DeckSheetScene, MonthCards

_LEFT: Final = 22
_RADIUS: Final = 12
_SEAL_RADIUS: Final = 9
# Names that stand in one line are so far apart at the least.
_BETWEEN: Final = 10
# The mist of the cards: two steps of a band that runs off the edge.
_MIST: Final = ((548, 18, 34), (636, 50, 34))

_Named = tuple[Fitted, int, int]
"""A name, its left end, and its line."""


@painting.paint.register
def paint(scene: DeckSheetScene) -> Canvas:
    """The sheet, 800 wide."""
    named = [_names(month) for month in scene.months]
    places = layout.places([1 + max(line for *_, line in each) for each in named])
    canvas = Canvas(layout.WIDTH, places.height, theme.PAPER_SHADE, face=scene.face)
    for left, top, high in _MIST:
        canvas.rounded(Box(left, top, layout.WIDTH - left + high, high), high // 2, theme.RED)
    title = text.fit(scene.title, Size.TITLE, _MIST[0][0] - 2 * _LEFT, floor=Size.BODY)
    canvas.text(title, _LEFT, places.title, theme.SUMI)
    note = text.fit(scene.note, Size.SMALL, layout.WIDTH - 2 * _LEFT, floor=Size.SMALL)
    canvas.text(note, _LEFT, places.note + 4, theme.SHEET_QUIET)
    for kind, words, box in zip(Kind, scene.kinds, places.kinds, strict=True):
        canvas.badge(kind, Box(box.x, box.y, box.h, box.h))
        said = text.fit(words, Size.SMALL, box.w - box.h - 8, floor=Size.SMALL)
        canvas.text(said, box.x + box.h + 8, box.cy, theme.SUMI)
    for month, names, place in zip(scene.months, named, places.months, strict=True):
        _month(canvas, month, names, place)
    return canvas


def _names(month: MonthCards) -> tuple[_Named, ...]:
    """The names under their cards: in one line if they fit there, else in two by turns."""
    within = layout.span(4)
    for lines in (1, 2):
        placed: list[_Named] = []
        first = 0
        for number, group in enumerate(month.groups):
            left, right = layout.span(len(group.cards), first)
            first += len(group.cards)
            said = text.fit(group.name, Size.SMALL, within[1] - within[0], floor=Size.SMALL)
            start = round((left + right - said.width) / 2)
            start = max(within[0], min(start, within[1] - round(said.width)))
            placed.append((said, start, number % lines))
        if all(
            one[1] + one[0].width + _BETWEEN <= other[1]
            for one, other in zip(placed, placed[lines:], strict=False)
        ):
            break
    return tuple(placed)


def _month(canvas: Canvas, month: MonthCards, names: tuple[_Named, ...], place: MonthPlaces) -> None:
    canvas.rounded(place.box, _RADIUS, theme.PAPER)
    canvas.rounded(place.seal, _SEAL_RADIUS, theme.RED)
    canvas.letter(str(month.number), place.seal, theme.WHITE)
    # Months are known by their plants here: the month's own name is the one that is shortened.
    plant = text.fit_whole(month.plant, Size.BODY, place.name.w)
    canvas.text(plant, place.name.right, place.name.cy, theme.PINE, Align.RIGHT)
    named = text.fit(month.name, Size.BODY, place.name.w - plant.width - 12)
    canvas.text(named, place.name.x, place.name.cy, theme.SUMI)
    cards: list[Card] = [each for group in month.groups for each in group.cards]
    for card, box in zip(cards, place.cards, strict=True):
        canvas.card(card, box)
        badge = Box(box.cx - layout.BADGE // 2, box.bottom - layout.BADGE // 2, layout.BADGE, layout.BADGE)
        canvas.rounded(badge.grown(3), layout.BADGE // 2, theme.PAPER)
        canvas.badge(card.kind, badge, card)
    for said, left, line in names:
        canvas.text(said, place.box.x + left, place.names + layout.LINE * line, theme.SUMI)
