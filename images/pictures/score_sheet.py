"""The score sheet, like the paper one (art guide, 9.5)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Final

from images.drawing import faces, text, theme
from images.drawing.compose import Align, Canvas
from images.drawing.text import Fitted
from images.drawing.theme import Rgb, Size
from images.layouts import geometry, sheets
from images.layouts.geometry import Box
from images.layouts.sheets import CellLayout, CellWidths, SheetLayout, SheetWidths
from images.pictures import painting
from images.scene.common import Gain, Label, Text
from images.scene.result import RowKind, ScoreCell, ScoreRow, ScoreSheetScene

_SEAL: Final = 38
_VOID: Final = 32
_CHIP: Final = 36
_CHIP_PAD: Final = 16
_PAD: Final = 14
# Numbers are as large as the columns let them be.
_NUMBERS: Final = (Size.NAME, Size.BODY, Size.SMALL)
_LEGEND_GAP: Final = 44
_WON_LINE: Final = 26
# The word over the changes reaches so far to the left, over the seals.
_HEAD_LEFT: Final = 40


@painting.paint.register
def paint(scene: ScoreSheetScene) -> Canvas:
    """The sheet before it is reduced to the fixed colours."""
    size, texts, places = _places(scene)
    canvas = Canvas(geometry.WIDTH, places.height, theme.WOOD)
    canvas.paper(places.paper)
    cells = sheets.score_cell(places.players[0].w if places.players else 0, texts)
    _head(canvas, scene, places, cells)
    for row, box in zip(scene.rows, places.rows, strict=True):
        _label(canvas, scene, row, box, places.month)
        for cell, column in zip(row.cells, places.players, strict=False):
            _cell(canvas, cell, Box(column.x, box.y, column.w, box.h), cells, size)
        if places.won is not None:
            _won(canvas, row, Box(places.won.x + _PAD, box.y, places.won.w - 2 * _PAD, box.h))
    _rules(canvas, scene, places)
    if places.legend is not None:
        _legend(canvas, scene, places.legend)
    return canvas


def _places(scene: ScoreSheetScene) -> tuple[Size, CellWidths, SheetLayout]:
    """The largest numbers with which the columns have room, and where everything then lies."""
    tried = []
    for size in _NUMBERS:
        texts = _widths(scene, size)
        widths = SheetWidths(_month_width(scene), texts.column, _won_width(scene))
        legend = bool(tuple(_meanings(scene)))
        places = sheets.score_sheet(len(scene.players), len(scene.rows), widths, legend=legend)
        tried.append((size, texts, places))
        room = places.frame.w - widths.month - widths.won
        if room >= len(scene.players) * texts.column:
            return tried[-1]
    return tried[-1]


def _widest(texts: Iterable[str], size: Size) -> int:
    return max((math.ceil(faces.width(each, size)) for each in texts if each), default=0)


def _widths(scene: ScoreSheetScene, size: Size) -> CellWidths:
    """Return the widths of the players' widest cells, and of the words over them when they are small."""
    cells = [cell for row in scene.rows for cell in row.cells]
    chip = _widest((cell.chip or "" for cell in cells), Size.SMALL)
    heads = [_widest((_short(words),), Size.SMALL) for words in (scene.words.change, scene.words.total)]
    return CellWidths(
        change=max(heads[0] - _HEAD_LEFT, _widest((cell.change for cell in cells), size)),
        total=max(heads[1], _widest((cell.total for cell in cells), size)),
        chip=chip + _CHIP_PAD if chip else 0,
    )


def _short(words: Text) -> str:
    return words.short if isinstance(words, Label) else words


def _month_width(scene: ScoreSheetScene) -> int:
    """The widest month: its plant in short, and the mark of void deals with their number."""
    voids = max((row.voids for row in scene.rows), default=0)
    mark = sheets.MONTH_GAP + _void_width(voids) if voids else 0
    plants = _widest((_short(row.label) for row in scene.rows if row.kind is RowKind.MONTH), Size.NAME)
    others = _widest((_short(row.label) for row in scene.rows if row.kind in _NAMED), Size.NAME)
    return sheets.MONTH_LABEL + max(plants + mark, others) + sheets.MONTH_GAP


_NAMED: Final = (RowKind.AWARD, RowKind.SUM)


def _void_width(voids: int) -> int:
    return _VOID + (6 + _widest((str(voids),), Size.BODY) if voids > 1 else 0)


def _won_width(scene: ScoreSheetScene) -> int:
    """Return the width of the shortest forms of the winning yaku."""
    if not scene.words.won:
        return 0
    texts = (scene.words.won, *(row.won for row in scene.rows))
    return _widest(map(_short, texts), Size.SMALL) + 2 * _PAD


def _won(canvas: Canvas, row: ScoreRow, box: Box) -> None:
    """Draw the winning yaku of a month: in one line, or all of it in two small ones, or in short."""
    if not row.won:
        return
    long = row.won.text if isinstance(row.won, Label) else row.won
    lines: tuple[Fitted, ...] = (text.fit(long, Size.NAME, box.w),)
    if lines[0].cut:
        lines = text.lines(long, Size.SMALL, box.w, count=2)
    if lines[-1].cut:
        lines = (text.fit(_short(row.won), Size.NAME, box.w, floor=Size.SMALL),)
    for i, line in enumerate(lines):
        canvas.text(line, box.x, box.cy + _WON_LINE * (i - (len(lines) - 1) / 2), theme.SUMI)
    left = box.x + round(lines[0].width) + _PAD
    gloss = text.fit(row.gloss, Size.NAME, box.right - left, floor=Size.SMALL)
    if not gloss.cut:
        canvas.text(gloss, left, box.cy, theme.PINE)


def _head(canvas: Canvas, scene: ScoreSheetScene, places: SheetLayout, cells: CellLayout) -> None:
    frame, words = places.frame, scene.words
    note = text.fit(scene.note, Size.BODY, 440)
    canvas.text(note, frame.right, 66, theme.SHEET_QUIET, Align.RIGHT)
    title = text.fit(scene.title, Size.TITLE, frame.w - note.width - 30, floor=Size.BODY)
    canvas.text(title, frame.x, 62, theme.SUMI)
    upper, lower = places.header.y + 22, places.header.bottom - 24
    month = text.fit(words.month, Size.BODY, places.month.w - 2 * _PAD)
    canvas.text(month, places.month.x + _PAD, lower, theme.SHEET_QUIET)
    for name, column in zip(scene.players, places.players, strict=True):
        said = text.fit_name(name, Size.NAME, column.w - 2 * _PAD)
        canvas.text(said, column.right - _PAD, upper, theme.SUMI, Align.RIGHT)
        total = text.fit(words.total, Size.BODY, cells.total - cells.change - 12)
        canvas.text(total, column.x + cells.total, lower, theme.SHEET_QUIET, Align.RIGHT)
        change = text.fit(words.change, Size.BODY, cells.change - 8)
        canvas.text(change, column.x + cells.change, lower, theme.SHEET_QUIET, Align.RIGHT)
    if places.won is not None:
        won = text.fit(words.won, Size.BODY, places.won.w - 2 * _PAD)
        canvas.text(won, places.won.x + _PAD, lower, theme.SHEET_QUIET)


def _label(canvas: Canvas, scene: ScoreSheetScene, row: ScoreRow, box: Box, month: Box) -> None:
    left = month.x + sheets.MONTH_LABEL
    if row.kind is RowKind.NOTE:
        note = text.fit(row.label, Size.NAME, box.w - 2 * _PAD)
        canvas.text(note, month.x + _PAD, box.cy, theme.SHEET_QUIET)
        return
    if row.kind is not RowKind.MONTH:
        canvas.rect(box, theme.PAPER_SHADE)
        label = text.fit(row.label, Size.NAME, month.right - left - 4, floor=Size.SMALL)
        canvas.text(label, left, box.cy, theme.SUMI)
        return
    number = text.fit(row.number, Size.NAME, 44)
    canvas.text(number, month.x + sheets.MONTH_NUMBER, box.cy, theme.SUMI, Align.RIGHT)
    right = month.right - sheets.MONTH_GAP
    if row.voids:
        right -= _void_width(row.voids)
        _void(canvas, scene.words.void_mark, row.voids, right, box.cy)
        right -= sheets.MONTH_GAP
    label = text.fit(row.label, Size.NAME, right - left, floor=Size.SMALL)
    canvas.text(label, left, box.cy, theme.SHEET_RED if row.current else theme.SHEET_QUIET)


def _void(canvas: Canvas, mark: str, voids: int, x: int, cy: int) -> None:
    """The mark of void deals, and how many where it was not one."""
    canvas.disc(x + _VOID // 2, cy, _VOID, theme.SHEET_QUIET)
    canvas.letter(mark, Box(x, cy - _VOID // 2, _VOID, _VOID), theme.WHITE)
    if voids > 1:
        canvas.text(text.fit(str(voids), Size.BODY, 60), x + _VOID + 6, cy, theme.SHEET_QUIET)


def _cell(canvas: Canvas, cell: ScoreCell, box: Box, places: CellLayout, size: Size) -> None:
    if cell.seal is not None:
        _seal(canvas, cell.seal, box.x + places.seal, box.cy)
    if cell.chip is not None:
        _chip(canvas, cell.chip, box.x + places.chip, box.cy)
    change = text.fit(cell.change, size, places.change, floor=Size.SMALL)
    colour = theme.SHEET_QUIET if cell.gain is Gain.NONE else _colour(cell.gain)
    canvas.text(change, box.x + places.change, box.cy, colour, Align.RIGHT)
    total = text.fit(cell.total, size, places.total, floor=Size.SMALL)
    # A sum has no change: its colour tells of the total.
    colour = theme.SUMI if cell.change else _colour(cell.gain)
    canvas.text(total, box.x + places.total, box.cy, colour, Align.RIGHT)


def _chip(canvas: Canvas, words: str, x: int, cy: int) -> int:
    """A multiplier; gives its right end."""
    fitted = text.fit(words, Size.SMALL, 120)
    chip = Box(x, cy - _CHIP // 2, round(fitted.width) + _CHIP_PAD, _CHIP)
    canvas.rounded(chip, _CHIP // 2, theme.KOI)
    canvas.text(fitted, chip.x + chip.w / 2, chip.cy, theme.WHITE, Align.CENTRE)
    return chip.right


def _seal(canvas: Canvas, word: str, cx: int, cy: int) -> None:
    box = Box(cx - _SEAL // 2, cy - _SEAL // 2, _SEAL, _SEAL)
    canvas.frame(box, _SEAL // 2, 3, theme.SHEET_RED)
    canvas.letter(word, box.grown(-3), theme.SHEET_RED)


def _colour(gain: Gain) -> Rgb:
    return theme.SHEET_RED if gain is Gain.WON else theme.SUMI


def _meanings(scene: ScoreSheetScene) -> Iterator[tuple[str, str, Text]]:
    """The marks that the sheet has, with what they mean: which sort, what is written on it, the meaning."""
    cells = [cell for row in scene.rows for cell in row.cells]
    seal = next((cell.seal for cell in cells if cell.seal), None)
    chip = next((cell.chip for cell in cells if cell.chip), None)
    if seal:
        yield "seal", seal, scene.words.seal_means
    if chip:
        yield "chip", chip, scene.words.chip_means
    if any(row.voids for row in scene.rows):
        yield "void", scene.words.void_mark, scene.words.void_means


def _legend(canvas: Canvas, scene: ScoreSheetScene, box: Box) -> None:
    left = box.x + 6
    for sort, mark, means in _meanings(scene):
        if sort == "seal":
            _seal(canvas, mark, left + _SEAL // 2, box.cy)
            right = left + _SEAL
        elif sort == "chip":
            right = _chip(canvas, mark, left, box.cy)
        else:
            _void(canvas, mark, 1, left, box.cy)
            right = left + _VOID
        words = text.fit(means, Size.NAME, box.right - right - 10)
        canvas.text(words, right + 10, box.cy, theme.SHEET_QUIET)
        left = right + 10 + round(words.width) + _LEGEND_GAP


def _rules(canvas: Canvas, scene: ScoreSheetScene, places: SheetLayout) -> None:
    frame = places.frame
    for above, row, box in zip((None, *scene.rows), scene.rows, places.rows, strict=False):
        if above is None:
            continue
        heavy = row.kind is RowKind.SUM and above.kind is not RowKind.SUM
        thickness = 3 if heavy else 2 if above.season_end else 1
        colour = theme.SUMI if thickness > 1 else theme.SHEET_RULE
        canvas.rect(Box(frame.x, box.y - thickness // 2, frame.w, thickness), colour)
    for column in (*places.players, *([places.won] if places.won else [])):
        _down(canvas, scene, column.x, places)
    canvas.rect(Box(frame.x, places.header.bottom - 1, frame.w, 3), theme.SUMI)
    canvas.frame(Box(frame.x - 2, frame.y - 2, frame.w + 4, frame.h + 4), 3, 3, theme.SUMI)


def _down(canvas: Canvas, scene: ScoreSheetScene, x: int, places: SheetLayout) -> None:
    """A rule between two columns, which leaves notes alone."""
    top = places.frame.y
    for row, box in zip(scene.rows, places.rows, strict=True):
        if row.kind is RowKind.NOTE:
            canvas.rect(Box(x, top, 1, box.y - top), theme.SHEET_RULE)
            top = box.bottom
    canvas.rect(Box(x, top, 1, places.frame.bottom - top), theme.SHEET_RULE)
