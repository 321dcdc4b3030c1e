"""The scores below a month's result: what the month brought each player, and what it led to."""

from __future__ import annotations

from typing import Final

from images.drawing import text, theme
from images.drawing.compose import Align, Canvas
from images.drawing.theme import Rgb, Size
from images.layouts.geometry import Box
from images.layouts.month_scores import ScorePlaces
from images.scene.common import Gain
from images.scene.result import Amount, MonthResultScene, ScoreLine

_SEAL: Final = 42
_LABEL: Final = 184


def labels(scene: MonthResultScene) -> float:
    """Return the width of the widest label."""
    return max((text.fit(line.label, Size.BODY, _LABEL).width for line in scene.lines), default=0.0)


def paint(canvas: Canvas, scene: MonthResultScene, places: ScorePlaces) -> None:
    """Paint them on paper."""
    for column, box in zip(scene.columns, places.columns, strict=True):
        if column.seal is not None:
            canvas.rounded(box, 12, theme.PAPER_SHADE)
        name = text.fit_name(column.name, Size.NAME, box.w - 12)
        canvas.text(name, box.cx, places.header.cy, theme.SUMI, Align.CENTRE)
    for line, box in zip(scene.lines, places.lines, strict=True):
        top = Box(box.x, box.y, box.w, 2 if line.total else 1)
        canvas.rect(top, theme.SUMI if line.total else theme.SHEET_RULE)
        first = line is scene.lines[0]
        seals = [column.seal if first else None for column in scene.columns]
        _line(canvas, line, box, places.columns, seals)


def seal(canvas: Canvas, letter: str, box: Box) -> None:
    """The winner's red seal."""
    canvas.rounded(box, box.w // 5, theme.RED)
    canvas.letter(letter, box.grown(-2), theme.WHITE)


def _line(
    canvas: Canvas, line: ScoreLine, box: Box, columns: tuple[Box, ...], seals: list[str | None]
) -> None:
    label = text.fit(line.label, Size.BODY, columns[0].x - box.x - 8)
    canvas.text(label, box.x, box.cy, theme.SHEET_QUIET)
    for amount, column, letter in zip(line.amounts, columns, seals, strict=True):
        room = _SEAL + 8 if letter is not None else 0
        fitted = text.fit(amount.words, Size.NAME, column.w - 16 - room)
        left = column.cx - round(fitted.width + room) // 2
        if letter is not None:
            seal(canvas, letter, Box(left, box.cy - _SEAL // 2, _SEAL, _SEAL))
        canvas.text(fitted, left + room, box.cy, _colour(amount, total=line.total))


def _colour(amount: Amount, *, total: bool) -> Rgb:
    if amount.gain is Gain.WON:
        return theme.SHEET_RED
    return theme.SUMI if total or amount.gain is Gain.LOST else theme.SHEET_QUIET
