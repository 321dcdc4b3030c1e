"""The score sheet, like the paper one (art guide, 9.5)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

from images import painting
from images.drawing import faces, text, theme
from images.drawing.compose import Align, Canvas
from images.drawing.theme import Rgb, Size
from images.layouts import geometry, sheets
from images.layouts.geometry import Box
from images.layouts.sheets import CellLayout, CellWidths, SheetLayout
from images.scene.common import Gain
from images.scene.result import VOID_MARKS, RowKind, ScoreCell, ScoreRow, ScoreSheetScene

_SEAL: Final = 36
_VOID: Final = 28
# A wider name of a month makes all of them small.
_LABEL_MOST: Final = 120
_CHIP: Final = 30
_CHIP_PAD: Final = 12


@painting.paint.register
def paint(scene: ScoreSheetScene) -> Canvas:
    """The sheet before it is reduced to the fixed colours."""
    texts = _widths(scene)
    places = _places(scene, texts)
    canvas = Canvas(geometry.WIDTH, places.height, theme.WOOD)
    canvas.paper(places.paper)
    _head(canvas, scene, places)
    cells = sheets.score_cell(places.players[0].w if places.players else 0, texts)
    size = _label_size(scene)
    for row, box in zip(scene.rows, places.rows, strict=True):
        _label(canvas, row, box, places.month, size)
        _row(canvas, row, box, places, cells)
    _rules(canvas, scene, places)
    return canvas


def _widths(scene: ScoreSheetScene) -> CellWidths:
    """How wide the widest texts of the players' cells are when they are written small."""
    cells = [cell for row in scene.rows if row.kind is not RowKind.SUM for cell in row.cells]

    def widest(texts: Iterable[str]) -> int:
        return max((math.ceil(faces.width(each, Size.SMALL)) for each in texts if each), default=0)

    chip = widest(cell.chip or "" for cell in cells)
    return CellWidths(
        change=widest(cell.change for cell in cells),
        total=widest(cell.total for cell in cells),
        chip=chip + _CHIP_PAD if chip else 0,
    )


def _places(scene: ScoreSheetScene, texts: CellWidths) -> SheetLayout:
    months = [row for row in scene.rows if row.kind is RowKind.MONTH]
    size = _label_size(scene)
    sized = [(text.plain_width(row.label, size), min(VOID_MARKS, len(row.voids))) for row in months]
    return sheets.score_sheet(len(scene.players), len(scene.rows), sized, column=texts.column)


def _label_size(scene: ScoreSheetScene) -> Size:
    """Where a month has a long name, all are written small."""
    months = (row for row in scene.rows if row.kind is RowKind.MONTH)
    widest = max((text.plain_width(row.label, Size.BODY) for row in months), default=0.0)
    return Size.SMALL if widest > _LABEL_MOST else Size.BODY


def _head(canvas: Canvas, scene: ScoreSheetScene, places: SheetLayout) -> None:
    frame = places.frame
    note = text.fit(scene.note, Size.BODY, 400)
    canvas.text(note, frame.right, 78, theme.SHEET_QUIET, Align.RIGHT)
    title = text.fit(scene.title, Size.TITLE, frame.w - note.width - 30, floor=Size.BODY)
    canvas.text(title, frame.x, 72, theme.SUMI)
    cy = places.header.cy
    month = text.fit(scene.month_word, Size.BODY, places.month.w - 8)
    canvas.text(month, places.month.cx, cy, theme.SUMI, Align.CENTRE)
    for name, column in zip(scene.players, places.players, strict=True):
        canvas.text(text.fit_name(name, Size.BODY, column.w - 20), column.cx, cy, theme.SUMI, Align.CENTRE)


def _row(canvas: Canvas, row: ScoreRow, box: Box, places: SheetLayout, cells: CellLayout) -> None:
    for cell, column in zip(row.cells, places.players, strict=True):
        place = Box(column.x, box.y, column.w, box.h)
        if row.kind is RowKind.SUM:
            total = text.fit(cell.total, Size.NAME, place.w - 20)
            canvas.text(total, place.cx, place.cy, _colour(cell.gain), Align.CENTRE)
        else:
            _cell(canvas, cell, place, cells)


def _label(canvas: Canvas, row: ScoreRow, box: Box, month: Box, size: Size) -> None:
    if row.kind is not RowKind.MONTH:
        canvas.rect(box, theme.PAPER_SHADE)
        label = text.fit(row.label, Size.BODY, month.w - 12)
        canvas.text(label, month.cx, box.cy, theme.SUMI, Align.CENTRE)
        return
    number = text.fit(row.number, Size.BODY, 40)
    canvas.text(number, month.x + sheets.MONTH_NUMBER, box.cy, theme.SUMI, Align.RIGHT)
    voids = row.voids[:VOID_MARKS]
    most = month.w - sheets.MONTH_LABEL - sheets.VOID_MARK * len(voids) - 4
    label = text.fit_whole(row.label, size, most)
    colour = theme.RED if row.current else theme.SHEET_QUIET
    canvas.text(label, month.x + sheets.MONTH_LABEL, box.cy, colour)
    for i, mark in enumerate(voids):
        cx = month.right - sheets.VOID_MARK * (len(voids) - i) + 11
        canvas.disc(cx, box.cy, _VOID, theme.SHEET_QUIET)
        canvas.letter(mark, Box(cx - _VOID // 2, box.cy - _VOID // 2, _VOID, _VOID), theme.WHITE)


def _cell(canvas: Canvas, cell: ScoreCell, box: Box, places: CellLayout) -> None:
    if cell.seal is not None:
        _seal(canvas, cell.seal, box.x + places.seal, box.cy)
    quiet = cell.gain is Gain.NONE
    change = text.fit(cell.change, Size.BODY if quiet else Size.NAME, places.change_width, floor=Size.SMALL)
    colour = theme.SHEET_RULE if quiet else _colour(cell.gain)
    canvas.text(change, box.x + places.change, box.cy, colour, Align.RIGHT)
    total = text.fit(cell.total, Size.BODY, places.total_width, floor=Size.SMALL)
    canvas.text(total, box.x + places.total, box.cy, theme.SUMI, Align.RIGHT)
    if cell.chip is not None:
        fitted = text.fit(cell.chip, Size.SMALL, box.w - places.chip - _CHIP_PAD)
        chip = Box(box.x + places.chip, box.cy - _CHIP // 2, round(fitted.width) + _CHIP_PAD, _CHIP)
        canvas.rounded(chip, _CHIP // 2, theme.KOI)
        canvas.text(fitted, chip.x + chip.w / 2, chip.cy, theme.WHITE, Align.CENTRE)


def _seal(canvas: Canvas, word: str, cx: int, cy: int) -> None:
    box = Box(cx - _SEAL // 2, cy - _SEAL // 2, _SEAL, _SEAL)
    canvas.frame(box, _SEAL // 2, 3, theme.RED)
    canvas.letter(word, box.grown(-3), theme.RED)


def _colour(gain: Gain) -> Rgb:
    return theme.RED if gain is Gain.WON else theme.SUMI


def _rules(canvas: Canvas, scene: ScoreSheetScene, places: SheetLayout) -> None:
    frame = places.frame
    for above, row, box in zip((None, *scene.rows), scene.rows, places.rows, strict=False):
        if above is None:
            continue
        heavy = row.kind is RowKind.SUM and above.kind is not RowKind.SUM
        thickness = 3 if heavy else 2 if above.season_end else 1
        colour = theme.SUMI if thickness > 1 else theme.SHEET_RULE
        canvas.rect(Box(frame.x, box.y - thickness // 2, frame.w, thickness), colour)
    for column in places.players:
        canvas.rect(Box(column.x, frame.y, 1, frame.h), theme.SHEET_RULE)
    canvas.rect(Box(frame.x, places.header.bottom - 1, frame.w, 3), theme.SUMI)
    canvas.frame(Box(frame.x - 2, frame.y - 2, frame.w + 4, frame.h + 4), 3, 3, theme.SUMI)
