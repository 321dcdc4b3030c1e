"""All yaku of a rule set, on paper (art guide, 9.6). Which, and what they are worth, is in the scene."""

from __future__ import annotations

from typing import Final

from images import painting
from images.drawing import text, theme
from images.drawing.compose import Align, Canvas, chip_width
from images.drawing.text import Fitted
from images.drawing.theme import Pill, Size
from images.layouts import geometry, sheets
from images.layouts.geometry import Box
from images.layouts.sheets import YakuRowLayout
from images.scene.common import Text
from images.scene.records import YakuEntry, YakuSheetScene

_CARDS: Final = 5
_LEFT: Final = 24
_LINE: Final = 32
_RADIUS: Final = 6
_POINTS_MOST: Final = 170
_GAP: Final = 14


@painting.paint.register
def paint(scene: YakuSheetScene) -> Canvas:
    """The sheet, 1100 wide: one yaku a row."""
    counts = [min(_CARDS, len(entry.cards)) for entry in scene.entries]
    canvas = Canvas(geometry.WIDTH, sheets.yaku_height(counts), theme.PAPER_SHADE, face=scene.face)
    note = text.fit(scene.note, Size.BODY, 460)
    canvas.text(note, geometry.WIDTH - _LEFT, 46, theme.SHEET_QUIET, Align.RIGHT)
    title = text.fit(scene.title, Size.TITLE, geometry.WIDTH - 100 - note.width, floor=Size.BODY)
    canvas.text(title, _LEFT, 42, theme.SUMI)
    for entry, place in zip(scene.entries, sheets.yaku_rows(counts), strict=True):
        _entry(canvas, entry, place)
    return canvas


def _entry(canvas: Canvas, entry: YakuEntry, place: YakuRowLayout) -> None:
    canvas.rounded(place.box, 10, theme.PAPER)
    for card, box in zip(entry.cards[:_CARDS], place.tiles, strict=True):
        canvas.shadow(box, _RADIUS)
        canvas.tile(card, box)
    points = text.fit(entry.points, Size.BODY, _POINTS_MOST)
    right, middle = place.points
    chip = canvas.chip(points, right - chip_width(points), middle, Pill.GOLD)
    name = place.name
    _name(canvas, entry, Box(name.x, name.y, min(name.right, chip.x - _GAP) - name.x, name.h))
    lines = _lines(entry.rule, place.rule)
    # A single line stays near the name.
    top = place.rule.cy - _LINE * (len(lines) - 1) / 2 - (4 if len(lines) == 1 and entry.cards else 0)
    for i, line in enumerate(lines):
        canvas.text(line, place.rule.x, top + _LINE * i, theme.SHEET_QUIET)


def _lines(rule: Text, box: Box) -> tuple[Fitted, ...]:
    """The rule in one line, or smaller in two."""
    line = text.fit(rule, Size.NAME, box.w, floor=Size.NAME)
    if not line.cut:
        return (line,)
    lines = text.lines(rule, Size.BODY, box.w, count=2)
    return text.lines(rule, Size.SMALL, box.w, count=2) if lines[-1].cut else lines


def _name(canvas: Canvas, entry: YakuEntry, box: Box) -> None:
    """The name, and what it means beside it; the meaning goes where there is no room for all of it."""
    name = text.fit(entry.name, Size.NAME, box.w)
    canvas.text(name, box.x, box.cy, theme.SUMI)
    left = box.x + name.width + _GAP
    gloss = text.fit(entry.gloss, Size.NAME, box.right - left, floor=Size.SMALL)
    if not gloss.cut:
        canvas.text(gloss, left, box.cy, theme.PINE)
