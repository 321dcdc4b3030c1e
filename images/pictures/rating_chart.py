"""The course of a rating: a line on a small sheet of a person's page (art guide, 9.8)."""

from __future__ import annotations

from typing import Final

from images.drawing import text, theme
from images.drawing.compose import Align, Canvas
from images.drawing.theme import Size
from images.layouts import sheets
from images.layouts.geometry import Box
from images.layouts.sheets import ChartLayout
from images.scene.profile import AxisLabel, RatingChart

_COLOUR: Final = theme.RED
_LINE: Final = 5
_DOT: Final = 16
# Round the plot.
_LEFT: Final = 100
_TOP: Final = 76
_RIGHT: Final = 60
_BOTTOM: Final = 58


def paint(canvas: Canvas, box: Box, chart: RatingChart) -> None:
    """Title, axes and line on a sheet at `box`."""
    canvas.paper(box)
    note = text.fit(chart.note, Size.SMALL, box.w * 2 // 3)
    canvas.text(note, box.right - 28, box.y + 36, theme.SHEET_QUIET, Align.RIGHT)
    title = text.fit(chart.title, Size.BODY, box.w - 76 - note.width)
    canvas.text(title, box.x + 28, box.y + 36, theme.SUMI)
    left, top = box.x + _LEFT, box.y + _TOP
    plot = Box(left, top, box.right - _RIGHT - left, box.bottom - _BOTTOM - top)
    places = sheets.chart([x for x, _ in chart.points], [y for _, y in chart.points], plot)
    _axes(canvas, chart.x_labels, places)
    points = [places.at(x, y) for x, y in chart.points]
    canvas.polyline(points, _LINE, _COLOUR)
    canvas.disc(round(points[-1][0]), round(points[-1][1]), _DOT, _COLOUR)


def _axes(canvas: Canvas, x_labels: tuple[AxisLabel, ...], places: ChartLayout) -> None:
    plot = places.plot
    for value in places.marks:
        y = round(places.at(places.x_from, value)[1])
        canvas.rect(Box(plot.x, y, plot.w, 1), theme.SHEET_RULE)
        label = text.fit(f"{value:g}", Size.SMALL, 80)
        canvas.text(label, plot.x - 14, y, theme.SHEET_QUIET, Align.RIGHT)
    right = -1.0
    for mark in x_labels:
        fitted = text.fit(mark.word, Size.SMALL, 160)
        x = min(max(places.at(mark.x, places.marks[0])[0], plot.x), plot.right)
        # Labels that would touch the one before are left out.
        if x - fitted.width / 2 > right + 12:
            canvas.rect(Box(round(x) - 1, plot.bottom, 2, 8), theme.SUMI)
            canvas.text(fitted, x, plot.bottom + 30, theme.SHEET_QUIET, Align.CENTRE)
            right = x + fitted.width / 2
    canvas.rect(Box(plot.x, plot.y, 2, plot.h), theme.SUMI)
    canvas.rect(Box(plot.x, plot.bottom - 1, plot.w, 2), theme.SUMI)
