"""The course of a rating: a line on a small sheet of a person's page (art guide, 9.8)."""

from __future__ import annotations

from typing import Final

from images.drawing import text, theme
from images.drawing.compose import Align, Canvas
from images.drawing.theme import Size
from images.layouts import sheets
from images.layouts.geometry import Box
from images.layouts.sheets import ChartLayout
from images.scene.profile import RatingChart

_COLOUR: Final = theme.RED
_LINE: Final = 5
_DOT: Final = 16
_PAD: Final = 20
# Round the plot.
_LEFT: Final = 88
_TOP: Final = 60
_RIGHT: Final = 28
_BOTTOM: Final = 22


def paint(canvas: Canvas, box: Box, chart: RatingChart) -> None:
    """Title, axes and line on a sheet at `box`."""
    canvas.paper(box)
    span = text.fit(chart.span, Size.SMALL, box.w // 2)
    canvas.text(span, box.right - _PAD, box.y + 28, theme.SUMI, Align.RIGHT)
    title = text.fit(chart.title, Size.BODY, box.w - 3 * _PAD - span.width)
    canvas.text(title, box.x + _PAD, box.y + 28, theme.SUMI)
    left, top = box.x + _LEFT, box.y + _TOP
    plot = Box(left, top, box.right - _RIGHT - left, box.bottom - _BOTTOM - top)
    places = sheets.chart([x for x, _ in chart.points], [y for _, y in chart.points], plot)
    _axes(canvas, places)
    points = [places.at(x, y) for x, y in chart.points]
    canvas.polyline(points, _LINE, _COLOUR)
    canvas.disc(round(points[-1][0]), round(points[-1][1]), _DOT, _COLOUR)


def _axes(canvas: Canvas, places: ChartLayout) -> None:
    plot = places.plot
    for value in places.marks:
        y = round(places.at(places.x_from, value)[1])
        canvas.rect(Box(plot.x, y, plot.w, 1), theme.SHEET_RULE)
        if value in places.labelled:
            label = text.fit(f"{value:g}", Size.SMALL, _LEFT - 20)
            canvas.text(label, plot.x - 12, y, theme.SUMI, Align.RIGHT)
    canvas.rect(Box(plot.x, plot.y, 2, plot.h), theme.SUMI)
    canvas.rect(Box(plot.x, plot.bottom - 1, plot.w, 2), theme.SUMI)
