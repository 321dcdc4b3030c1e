"""The table for two and for three (art guide, 9.1 and 9.2)."""

from __future__ import annotations

from typing import Final

from images.drawing import text, theme
from images.drawing.compose import Align, Canvas, chip_width
from images.drawing.theme import Pill, Rgb, Size
from images.layouts import geometry
from images.layouts import table as layout
from images.layouts.geometry import Box
from images.layouts.table import TableLayout
from images.pictures import band, field, painting, time_bar
from images.scene.common import SIGNS, Text
from images.scene.table import Flipped, MonthSeal, Ring, Stock, TableScene

_VALUE_CHIPS: Final = 2
_SEAL_RING: Final = 5
_SEAL_LINE: Final = 3
# The plant's one character, or each of two that stand over each other, in parts of the seal.
_SIGN: Final = (0.86, 0.58)
_SIGN_PITCH: Final = 0.39


@painting.paint.register
def paint(scene: TableScene) -> Canvas:
    """The table, 1100 wide: as high as its bands need."""
    full = [scene.steady or bool(one.captured) for one in scene.bands]
    places = layout.table(full, len(scene.slots) // 2)
    canvas = Canvas(
        geometry.WIDTH,
        places.height,
        felt=theme.felt(scene.month.number),
        month_marks=scene.month_marks,
        face=scene.face,
    )
    for one, box in zip(scene.bands, places.bands, strict=True):
        band.paint(canvas, one, box, scene.kinds)
    _seal(canvas, scene.month, places)
    _stock(canvas, scene.stock, scene.flipped, places)
    field.paint(canvas, scene.slots, places)
    if scene.time is not None:
        time_bar.paint(canvas, scene.time, places.time)
    return canvas


def _seal(canvas: Canvas, month: MonthSeal, places: TableLayout) -> None:
    box = places.seal
    canvas.disc(box.cx, box.cy, box.w, theme.RED)
    canvas.frame(box.grown(-_SEAL_RING), box.w // 2, _SEAL_LINE, theme.WHITE)
    _sign(canvas, SIGNS[month.number - 1], box)
    heading, below, last = places.months
    _line(canvas, month.heading, heading, theme.WHITE)
    chips = month.chips[:_VALUE_CHIPS]
    subtitle = text.fit(month.subtitle, field.TYPE, layout.COLUMN_WIDTH, floor=Size.BODY)
    if chips or subtitle.cut:
        _line(canvas, month.progress, below, canvas.felt.quiet)
    else:
        canvas.text(subtitle, box.cx, below, canvas.felt.quiet, Align.CENTRE)
        _line(canvas, month.progress, last, canvas.felt.quiet)
    for words, cy in zip(chips, places.chips, strict=False):
        fitted = text.fit(words, field.TYPE, layout.COLUMN_WIDTH - 20, floor=Size.SMALL)
        canvas.chip(fitted, box.cx - chip_width(fitted) // 2, cy, Pill.KOI)


def _sign(canvas: Canvas, sign: str, seal: Box) -> None:
    """One character, or two over each other, as on a seal."""
    one, two = _SIGN
    if len(sign) == 1:
        canvas.letter(sign, seal.grown(-round(seal.w * (1 - one) / 2)), theme.WHITE)
        return
    side, pitch = round(seal.w * two), round(seal.w * _SIGN_PITCH)
    for i, letter in enumerate(sign[:2]):
        middle = seal.cy + pitch * (2 * i - 1) // 2
        canvas.letter(letter, Box(seal.cx - side // 2, middle - side // 2, side, side), theme.WHITE)


def _line(canvas: Canvas, words: Text, cy: int, colour: Rgb) -> None:
    fitted = text.fit_whole(words, field.TYPE, layout.COLUMN_WIDTH)
    canvas.text(fitted, layout.COLUMN_MIDDLE, cy, colour, Align.CENTRE)


def _stock(canvas: Canvas, stock: Stock, flipped: Flipped | None, places: TableLayout) -> None:
    box = places.stock
    _line(canvas, stock.word, places.count, theme.WHITE)
    if stock.count == 0:
        canvas.imprint(box)
    for i in reversed(range(min(3, stock.count))):
        canvas.back(box.moved(-2 * i, 2 * i))
    if flipped is not None:
        canvas.card(flipped.card, box)
        canvas.ring(box, Ring.FLIPPED)
        middle = (box.cx, box.bottom - 22)
        canvas.chip_on(flipped.word, middle, layout.COLUMN_WIDTH, Pill.FLIPPED, field.TYPE)
