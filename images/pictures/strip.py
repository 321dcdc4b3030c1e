"""The table in small, over the cards of a hand: month, opponents, field, the owner's own cards (9.3)."""

from __future__ import annotations

from typing import Final

from engine.cards.deck import Kind
from images.drawing import text, theme
from images.drawing.compose import CHIP_HEIGHT, Canvas, chip_width
from images.drawing.theme import Pill, Size
from images.layouts import hand as layout
from images.layouts.geometry import Box
from images.layouts.hand import StripLayout
from images.pictures import band, field, time_bar
from images.scene.hand import Strip
from images.scene.table import Band, Ring

_RADIUS: Final = 12
_BORDER: Final = 3
_LINE_RADIUS: Final = 14
_VALUE_CHIPS: Final = 2
_NUMBER_MOST: Final = 60
_MOON: Final = 16
_LEAST: Final = (84, 84)
"""The least widths to which yaku may squeeze a name: finished ones, unfinished ones."""


def paint(canvas: Canvas, strip: Strip, places: StripLayout) -> None:
    """Draw the strip at the top of a hand."""
    _head(canvas, strip, places.head)
    for one, box in zip(strip.others, places.others, strict=True):
        _line(canvas, one, box)
    _field(canvas, strip, places.slots)
    _captured(canvas, strip, places.captured)
    _line(canvas, strip.me, places.me)


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


def _line(canvas: Canvas, one: Band, box: Box) -> None:
    """Draw a player's line: name, score, cards left, yaku made and near."""
    canvas.rounded(box, _LINE_RADIUS, canvas.felt.panel)
    if one.active:
        canvas.frame(box, _LINE_RADIUS, _BORDER, theme.GOLD)
    band.header(canvas, one, box, size=Size.BODY, least=_LEAST)


def _field(canvas: Canvas, strip: Strip, boxes: tuple[Box, ...]) -> None:
    for box, highlight in field.lay(canvas, strip.field, boxes):
        canvas.ring(box, Ring.CANDIDATE, 4)
        canvas.chip_on(highlight.word, (box.cx, box.bottom - CHIP_HEIGHT // 2), box.w + 6, Pill.GOLD)


def _captured(canvas: Canvas, strip: Strip, panel: Box) -> None:
    """Draw the owner's captured cards by kind; the sake cup counts with the chaff where it may be chaff."""
    canvas.rounded(panel, _RADIUS, canvas.felt.panel)
    groups = [[card for card in sorted(strip.me.captured) if card.kind is kind] for kind in band.KINDS]
    places = layout.captured(panel, [len(group) for group in groups])
    for kind, group, place in zip(band.KINDS, groups, places, strict=True):
        count = len(group) + (kind is Kind.CHAFF and strip.me.cup_counts)
        canvas.badge(kind, place.badge)
        colour = theme.WHITE if count else canvas.felt.quiet
        canvas.text(text.fit(str(count), Size.BODY, _NUMBER_MOST), *place.count, colour)
        for card, box in zip(group, place.cards, strict=True):
            canvas.card(card, box)
            if card is band.CUP and strip.me.cup_counts:
                canvas.half_moon(box.right - 9, box.y + 9, _MOON)
