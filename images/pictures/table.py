"""The table for two and for three (art guide, 9.1 and 9.2)."""

from __future__ import annotations

from typing import Final

from images import painting
from images.drawing import text, theme
from images.drawing.compose import CHIP_HEIGHT, Align, Canvas
from images.drawing.text import Fitted
from images.drawing.theme import Pill, Rgb, Size
from images.layouts import geometry
from images.layouts import table as layout
from images.layouts.geometry import Box
from images.layouts.table import TableLayout
from images.pictures import band, time_bar
from images.scene.common import Text
from images.scene.table import Flipped, Highlight, MonthTile, Ring, Stock, TableScene

_FIELD_LEAST: Final = 12
_VALUE_CHIPS: Final = 2
# The tile's lines are measured for two players; three players' tile is a little lower.
_TILE_HEIGHT: Final = 232
# Middles of heading, plant, subtitle and progress, by the number of the subtitle's lines.
_TILE_LINES: Final = ((28, 98, 165), (32, 102, 173, 210), (26, 90, 150, 179, 211))
_TILE_SIDES: Final = 4
_NARROW: Final = 120
_NARROW_CHIP: Final = 132


@painting.paint.register
def paint(scene: TableScene) -> Canvas:
    """The table, 1100 x 900 for two bands, 1100 x 1026 for three."""
    used = max((i + 1 for i, slot in enumerate(scene.slots) if slot.card is not None), default=0)
    places = layout.table(len(scene.bands), max(_FIELD_LEAST, used))
    canvas = Canvas(geometry.WIDTH, places.height, month_marks=scene.month_marks, face=scene.face)
    for strip, box in zip(scene.bands, places.bands, strict=True):
        band.paint(canvas, strip, box, scene.letters)
    _tile(canvas, scene.month, places.tile)
    _stock(canvas, scene.stock, scene.flipped, places)
    _value_chips(canvas, scene.month.chips, places.tile)
    _field(canvas, scene, places.slots)
    if scene.time is not None:
        time_bar.paint(canvas, scene.time, places.time)
    return canvas


def _field(canvas: Canvas, scene: TableScene, boxes: tuple[Box, ...]) -> None:
    ringed: list[tuple[Box, Highlight]] = []
    for i, box in enumerate(boxes):
        slot = scene.slots[i] if i < len(scene.slots) else None
        if slot is None or slot.card is None:
            canvas.empty(box)
            continue
        canvas.card(slot.card, box)
        if slot.highlight is not None:
            ringed.append((box, slot.highlight))
    # After all cards, so that no neighbour's shadow lies on a ring.
    for box, highlight in ringed:
        _highlight(canvas, box, highlight)


def _highlight(canvas: Canvas, box: Box, highlight: Highlight) -> None:
    canvas.ring(box, highlight.ring)
    flipped = highlight.ring is Ring.FLIPPED
    pill = Pill.FLIPPED if flipped else Pill.GOLD
    # On narrow cards the chips are wider than the card; neighbours' then lie at different heights.
    narrow = box.w < _NARROW
    cy = box.y + 20 if narrow and flipped else box.bottom - 20
    most = _NARROW_CHIP if narrow else box.w + 6
    # Wide chips of the first column stay clear of those of tile and stock.
    canvas.chip_on(highlight.word, (box.cx, cy), most, pill, left=layout.FIELD_LEFT - 6)


def _tile(canvas: Canvas, month: MonthTile, box: Box) -> None:
    canvas.shadow(box, 14)
    canvas.rounded(box, 14, theme.PAPER)
    crowded = len(month.chips) > 1
    # Where there are two chips, the second one takes the subtitle's place.
    subtitle = () if crowded else text.lines(month.subtitle, Size.BODY, box.w - _TILE_SIDES, count=1)
    if any(line.cut for line in subtitle):
        subtitle = text.lines(month.subtitle, Size.SMALL, box.w - _TILE_SIDES, count=2)
    heading, plant, *below = _TILE_LINES[len(subtitle)]
    heading_line = text.fit(month.heading, Size.BODY, box.w - _TILE_SIDES)
    plant_line = text.fit(month.plant, Size.HUGE, box.w - _TILE_SIDES, floor=Size.SMALL)
    progress_line = text.fit(month.progress, Size.SMALL, box.w - _TILE_SIDES)
    _tile_line(canvas, heading_line, box, heading, theme.SUMI)
    _tile_line(canvas, plant_line, box, plant, theme.RED)
    for line, cy in zip(subtitle, below, strict=False):
        _tile_line(canvas, line, box, cy, theme.SUMI)
    _tile_line(canvas, progress_line, box, below[-1], theme.SHEET_QUIET)


def _tile_line(canvas: Canvas, fitted: Fitted, box: Box, cy: int, colour: Rgb) -> None:
    canvas.text(fitted, box.cx, box.y + cy * box.h / _TILE_HEIGHT, colour, Align.CENTRE)


def _value_chips(canvas: Canvas, chips: tuple[Text, ...], tile: Box) -> None:
    shown = chips[:_VALUE_CHIPS]
    for i, words in enumerate(reversed(shown)):
        cy = tile.bottom + 13 - i * (CHIP_HEIGHT + 3)
        canvas.chip_on(words, (tile.cx, cy), tile.w + 8, Pill.KOI)


def _stock(canvas: Canvas, stock: Stock, flipped: Flipped | None, places: TableLayout) -> None:
    box = places.stock
    if stock.count == 0:
        canvas.empty(box)
    for i in reversed(range(min(3, stock.count))):
        canvas.back(box.moved(-2 * i, 2 * i))
    if flipped is None:
        canvas.chip_on(stock.word, (box.cx, box.bottom - 22), box.w + 28, Pill.DARK)
        return
    # The turned card hides the lower part of the pile, so the pile's chip goes up.
    face = places.flipped
    canvas.card(flipped.card, face)
    canvas.ring(face, Ring.FLIPPED)
    canvas.chip_on(flipped.word, (face.cx, face.bottom - 18), box.w + 16, Pill.FLIPPED)
    canvas.chip_on(stock.word, (box.cx, places.count), box.w + 28, Pill.DARK)
