"""The draw for seats and the cut of the stock (art guide, 9.8)."""

from __future__ import annotations

from typing import Final

from images.drawing import text, theme
from images.drawing.compose import CHIP_PAD, Align, Canvas
from images.drawing.theme import Pill, Size
from images.layouts import geometry, sheets
from images.layouts.geometry import Box
from images.layouts.sheets import DrawnLayout
from images.pictures import painting
from images.scene.common import Text
from images.scene.lobby import CutScene, DrawnCard, SeatDrawScene
from images.scene.table import Ring

_HEIGHT: Final = 420
_PEEK: Final = 16
_RADIUS: Final = 16


@painting.paint.register
def paint(scene: SeatDrawScene) -> Canvas:
    """The drawn cards, 1100 wide, as high as the people need."""
    count = len(scene.participants)
    height = sheets.drawn_height(count, row=bool(scene.free))
    canvas = Canvas(geometry.WIDTH, height, month_marks=scene.month_marks, face=scene.face)
    _title(canvas, scene.title, scene.hint)
    if scene.free:
        _row(canvas, frozenset(scene.free))
    places = sheets.drawn(count, below=sheets.ROW_HEIGHT if scene.free else 0)
    for participant, place in zip(scene.participants, places, strict=True):
        _participant(canvas, participant, place, chooses=bool(scene.free))
    return canvas


def _row(canvas: Canvas, free: frozenset[int]) -> None:
    """The cards that may be chosen, each over its number; an outline where one was taken."""
    for place, card in enumerate(sheets.PLACES_OF_ROW):
        if place in free:
            canvas.back(card)
            canvas.chip_on(str(place + 1), (card.cx, card.bottom - 2), card.w, Pill.GOLD, Size.NAME)
        else:
            canvas.frame(card, _RADIUS, 4, theme.OUTLINE)


def _title(canvas: Canvas, title: Text, hint: Text) -> None:
    """The title and, as far as it has room beside it, the hint."""
    fitted = text.fit(title, Size.NAME, geometry.WIDTH - 64)
    canvas.text(fitted, 32, 42, theme.WHITE)
    left = 32 + fitted.width + 30
    beside = text.fit(hint, Size.BODY, geometry.WIDTH - 32 - left)
    if not beside.cut:
        canvas.text(beside, left, 42, theme.QUIET)


def _participant(canvas: Canvas, participant: DrawnCard, place: DrawnLayout, *, chooses: bool) -> None:
    """One participant, with an empty place while they still have to choose a card of the row."""
    if place.panel is not None:
        canvas.rounded(place.panel, _RADIUS, theme.PANEL)
        if participant.deals:
            canvas.frame(place.panel, _RADIUS, 4, theme.GOLD)
    if chooses and not participant.cards:
        canvas.frame(place.card, _RADIUS, 4, theme.OUTLINE)
    else:
        _cards(canvas, participant, place.card)
    if participant.number:
        _number(canvas, participant.number, place)
    if place.panel is None and participant.deals:
        canvas.ring(place.card, Ring.PLAYED)
    align = Align.CENTRE if place.middle else Align.LEFT
    size = Size.BODY if place.middle else Size.TITLE if place.wide else Size.NAME
    name = text.fit_name(participant.name, size, place.name_most)
    canvas.text(name, *place.name, theme.QUIET if participant.waiting else theme.WHITE, align)
    if not place.middle:
        note = text.fit(
            participant.note, Size.NAME if place.wide else Size.BODY, place.most, floor=Size.SMALL
        )
        canvas.text(note, *place.note, theme.QUIET)
    if participant.place is not None:
        _place(canvas, participant, place)


def _cards(canvas: Canvas, participant: DrawnCard, box: Box) -> None:
    """The last card; those of earlier rounds, which were equal to another's, peep out behind."""
    *earlier, last = participant.cards or (None,)
    for i, card in enumerate(reversed(earlier[-2:])):
        if card is not None:
            canvas.card(card, box.moved(-_PEEK * (i + 1), -6 * (i + 1)))
    if last is None:
        canvas.back(box)
    else:
        canvas.card(last, box)


def _number(canvas: Canvas, number: Text, place: DrawnLayout) -> None:
    """Draw the number of the card in the row, on the card's corner."""
    canvas.chip_on(number, (place.card.right - 6, place.card.y + 6), place.card.w, Pill.DARK)


def _place(canvas: Canvas, participant: DrawnCard, place: DrawnLayout) -> None:
    """The place that was won, the dealer's in gold."""
    words = participant.place
    assert words is not None
    if place.middle:
        canvas.chip_on(words, place.place, place.most, Pill.GOLD if participant.deals else Pill.DARK)
        return
    pill = Pill.GOLD if participant.deals else Pill.DARK_QUIET
    canvas.chip(text.fit(words, Size.BODY, place.most - 2 * CHIP_PAD), *place.place, pill)


@painting.paint.register
def paint_cut(scene: CutScene) -> Canvas:
    """The deck spread out, backs up, with the depths that have a button, or where it was cut."""
    canvas = Canvas(geometry.WIDTH, _HEIGHT)
    _title(canvas, scene.title, scene.hint)
    deck = sheets.cut(scene.size, scene.at)
    low = deck.cards[-1].bottom
    canvas.spread(deck.cards[: scene.at or None])
    if scene.at:
        canvas.spread(deck.cards[scene.at :])
        _cut_mark(canvas, deck.cards[scene.at - 1].right, deck.cards[scene.at].x, str(scene.at))
    if scene.chip is not None:
        canvas.chip_on(scene.chip, (geometry.WIDTH // 2, low + 46), 900, Pill.GOLD)
        return canvas
    canvas.text(text.fit(scene.top, Size.NAME, 140), deck.cards[0].x, low + 46, theme.QUIET)
    bottom = text.fit(scene.bottom, Size.NAME, 140)
    canvas.text(bottom, deck.cards[-1].right, low + 46, theme.QUIET, Align.RIGHT)
    for depth in scene.marks:
        _depth(canvas, deck.ends[depth - 1], low, str(depth))
    return canvas


def _depth(canvas: Canvas, x: int, low: int, number: str) -> None:
    """A mark under the card at which a button cuts."""
    canvas.polygon(Box(x - 13, low + 6, 26, 18), ((0, 18), (26, 18), (13, 0)), theme.GOLD)
    canvas.text(text.fit(number, Size.NAME, 80), x, low + 46, theme.WHITE, Align.CENTRE)


def _cut_mark(canvas: Canvas, left: int, right: int, number: str) -> None:
    """The gap in which the deck was cut, and how many cards lay above it."""
    cx = (left + right) // 2
    canvas.chip_on(number, (cx, sheets.CUT_TOP + 30), 100, Pill.GOLD)
    canvas.rect(Box(cx - 2, sheets.CUT_TOP + 56, 4, 150), theme.GOLD)
