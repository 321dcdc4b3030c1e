"""All yaku of a rule set, on paper (art guide, 9.6). Which, and what they are worth, is in the scene."""

from __future__ import annotations

from typing import Final

from images import painting
from images.drawing import text, theme
from images.drawing.compose import Align, Canvas, chip_width
from images.drawing.theme import Pill, Size
from images.layouts import geometry, sheets
from images.layouts.geometry import Box
from images.scene.records import YakuEntry, YakuSheetScene

_CARD: Final = 58
_STEP: Final = 44
_CARDS: Final = 5
_LINE: Final = 31


@painting.paint.register
def paint(scene: YakuSheetScene) -> Canvas:
    """The sheet, 1100 wide."""
    height = sheets.yaku_height(len(scene.entries))
    canvas = Canvas(geometry.WIDTH, height, theme.PAPER_SHADE, face=scene.face)
    note = text.fit(scene.note, Size.BODY, 460)
    canvas.text(note, geometry.WIDTH - 36, 60, theme.SHEET_QUIET, Align.RIGHT)
    title = text.fit(scene.title, Size.TITLE, geometry.WIDTH - 100 - note.width, floor=Size.BODY)
    canvas.text(title, 36, 54, theme.SUMI)
    for entry, box in zip(scene.entries, sheets.yaku_cells(len(scene.entries)), strict=True):
        _entry(canvas, entry, box)
    return canvas


def _entry(canvas: Canvas, entry: YakuEntry, box: Box) -> None:
    canvas.rounded(box, 10, theme.PAPER)
    left = box.x + 14
    points = text.fit(entry.points, Size.BODY, 170)
    chip = canvas.chip(points, box.right - 8 - chip_width(points), box.y + 25, Pill.GOLD)
    canvas.text(text.fit(entry.name, Size.NAME, chip.x - left - 12), left, box.y + 25, theme.SUMI)
    cards = entry.cards[:_CARDS]
    space = Box(left, box.bottom - geometry.card_height(_CARD) - 4, box.w, 0)
    for card, place in zip(cards, geometry.row(space, len(cards), _CARD, most_step=_STEP), strict=True):
        canvas.card(card, place)
    # The rules' texts begin at one of two edges, so that a column of them looks even.
    held = 0 if not cards else 3 if len(cards) <= 3 else _CARDS
    beside = left + (_CARD + _STEP * (held - 1) + 18 if held else 0)
    lines = text.lines(entry.rule, Size.SMALL, box.right - beside - 10, count=3)
    top = box.y + 92 - _LINE * (len(lines) - 1) / 2
    for i, line in enumerate(lines):
        canvas.text(line, beside, top + _LINE * i, theme.SHEET_QUIET)
