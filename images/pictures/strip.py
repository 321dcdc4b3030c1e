"""The table in small, over the cards of a hand: month, opponents, field, the owner's own cards (9.3)."""

from __future__ import annotations

from math import ceil
from typing import Final

from engine.cards.deck import Card, Kind
from images.drawing import text, theme
from images.drawing.compose import CHIP_HEIGHT, Canvas, chip_width
from images.drawing.text import Fitted
from images.drawing.theme import Pill, Size
from images.layouts import hand as layout
from images.layouts.geometry import Box
from images.layouts.hand import GroupLayout, StripLayout
from images.pictures import band, field, time_bar
from images.scene.hand import Strip
from images.scene.table import Band, Ring

_RADIUS: Final = 12
_BORDER: Final = 3
_LINE_RADIUS: Final = 14
_VALUE_CHIPS: Final = 2
_NUMBER_MOST: Final = 60
_MOON: Final = 16
NAME_LEAST: Final = (88, 88)
"""The least widths to which yaku may squeeze a name: finished ones, unfinished ones."""


def paint(canvas: Canvas, strip: Strip, places: StripLayout) -> None:
    """Draw the strip at the top of a hand."""
    _head(canvas, strip, places.head)
    for one, box, row in zip(strip.others, places.others, places.taken, strict=True):
        _line(canvas, one, box, Box(box.x, box.y, box.w, row.bottom - box.y))
        _row(canvas, one, row)
    _field(canvas, strip, places.slots)
    _captured(canvas, strip.me, places.captured)
    _line(canvas, strip.me, places.me, places.me)


def _head(canvas: Canvas, strip: Strip, box: Box) -> None:
    right = box.right - 6
    if strip.time is not None:
        width, height = layout.TIME_BAR
        right -= width
        time_bar.paint(canvas, strip.time, Box(right, box.cy - height // 2, width, height))
        right -= 16
    stock = text.fit(strip.stock, Size.SMALL, 160)
    right -= round(stock.width)
    canvas.text(stock, right, box.cy, canvas.felt.quiet)
    heading = text.fit(strip.heading, Size.BODY, 330)
    canvas.text(heading, box.x + 8, box.cy, theme.WHITE)
    left = box.x + 8 + round(heading.width) + 16
    for words in strip.chips[:_VALUE_CHIPS]:
        fitted = text.fit(words, Size.SMALL, right - left - 40)
        if left + chip_width(fitted) > right - 12:
            return
        canvas.chip(fitted, left, box.cy, Pill.KOI)
        left += chip_width(fitted) + 8


def _line(canvas: Canvas, one: Band, box: Box, panel: Box) -> None:
    """Draw a player's line on its panel: name, score, cards left, yaku made and near."""
    canvas.rounded(panel, _LINE_RADIUS, canvas.felt.panel)
    if one.active:
        canvas.frame(panel, _LINE_RADIUS, _BORDER, theme.GOLD)
    band.header(canvas, one, box, size=Size.BODY, least=NAME_LEAST)


def _field(canvas: Canvas, strip: Strip, boxes: tuple[Box, ...]) -> None:
    for box, highlight in field.lay(canvas, strip.field, boxes):
        canvas.ring(box, Ring.CANDIDATE, 4)
        canvas.chip_on(highlight.word, (box.cx, box.bottom - CHIP_HEIGHT // 2), box.w + 6, Pill.GOLD)


def _captured(canvas: Canvas, me: Band, panel: Box) -> None:
    """Draw the owner's captured cards, a line for each kind."""
    canvas.rounded(panel, _RADIUS, canvas.felt.panel)
    places = layout.captured(panel, [len(_of_kind(me, kind)) for kind in band.KINDS])
    for kind, place in zip(band.KINDS, places, strict=True):
        _group(canvas, me, kind, place)


def _row(canvas: Canvas, one: Band, row: Box) -> None:
    """Draw an opponent's captured cards in one row, without the kinds that they have none of."""
    kinds = [kind for kind in band.KINDS if row.h and _count(one, kind)]
    groups = [(ceil(_figure(one, kind).width), len(_of_kind(one, kind))) for kind in kinds]
    for kind, place in zip(kinds, layout.row(row, groups), strict=True):
        _group(canvas, one, kind, place)


def _group(canvas: Canvas, one: Band, kind: Kind, place: GroupLayout) -> None:
    """Draw a player's captured cards of a kind behind its badge and their number."""
    canvas.badge(kind, place.badge)
    colour = theme.WHITE if _count(one, kind) else canvas.felt.quiet
    canvas.text(_figure(one, kind), *place.count, colour)
    for card, box in zip(_of_kind(one, kind), place.cards, strict=True):
        canvas.card(card, box)
        if card is band.CUP and one.cup_counts:
            canvas.half_moon(box.right - 9, box.y + 9, _MOON)


def _figure(one: Band, kind: Kind) -> Fitted:
    return text.fit(str(_count(one, kind)), Size.BODY, _NUMBER_MOST)


def _count(one: Band, kind: Kind) -> int:
    """Return the number of a kind; the sake cup counts with the chaff where it may be chaff."""
    return len(_of_kind(one, kind)) + (kind is Kind.CHAFF and one.cup_counts)


def _of_kind(one: Band, kind: Kind) -> list[Card]:
    return [card for card in sorted(one.captured) if card.kind is kind]
