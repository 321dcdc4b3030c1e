"""Ratings over time, one line for each person, named at its end (art guide, 9.8)."""

from __future__ import annotations

from typing import Final

from images import painting
from images.drawing import text, theme
from images.drawing.compose import Align, Canvas
from images.drawing.theme import Rgb, Size
from images.layouts import geometry, sheets
from images.layouts.geometry import Box
from images.layouts.sheets import ChartLayout
from images.scene.records import RatingChartScene, RatingLine

_COLOURS: Final = (theme.RED, theme.BLUE, theme.GOLD, theme.PINE)
_LINE: Final = 5
_DOT: Final = 16
_LABEL_LEFT: Final = 862
_LABEL_GAP: Final = 66
# Round the plot of a small sheet.
_INNER_LEFT: Final = 100
_INNER_TOP: Final = 76
_INNER_RIGHT: Final = 60
_INNER_BOTTOM: Final = 58


@painting.paint.register
def paint(scene: RatingChartScene) -> Canvas:
    """The chart, 1100 x 620."""
    canvas = Canvas(geometry.WIDTH, 620, theme.WOOD)
    canvas.paper(Box(14, 14, geometry.WIDTH - 28, 592))
    note = text.fit(scene.note, Size.BODY, 420)
    canvas.text(note, geometry.WIDTH - 48, 66, theme.SHEET_QUIET, Align.RIGHT)
    title = text.fit(scene.title, Size.TITLE, geometry.WIDTH - 120 - note.width, floor=Size.BODY)
    canvas.text(title, 48, 60, theme.SUMI)
    if has_points(scene):
        _named(canvas, _drawn(scene), paint_lines(canvas, scene, sheets.CHART_PLOT))
    else:
        empty = text.fit(scene.empty, Size.BODY, geometry.WIDTH - 120)
        canvas.text(empty, geometry.WIDTH / 2, 320, theme.SHEET_QUIET, Align.CENTRE)
    return canvas


def paint_within(canvas: Canvas, box: Box, scene: RatingChartScene) -> None:
    """A small sheet on another picture: title, axes and lines without names; `scene` has points."""
    canvas.paper(box)
    note = text.fit(scene.note, Size.SMALL, box.w * 2 // 3)
    canvas.text(note, box.right - 28, box.y + 36, theme.SHEET_QUIET, Align.RIGHT)
    title = text.fit(scene.title, Size.BODY, box.w - 76 - note.width)
    canvas.text(title, box.x + 28, box.y + 36, theme.SUMI)
    left, top = box.x + _INNER_LEFT, box.y + _INNER_TOP
    plot = Box(left, top, box.right - _INNER_RIGHT - left, box.bottom - _INNER_BOTTOM - top)
    paint_lines(canvas, scene, plot)


def has_points(scene: RatingChartScene) -> bool:
    """Whether there is anything to draw."""
    return bool(_drawn(scene))


def paint_lines(canvas: Canvas, scene: RatingChartScene, plot: Box) -> ChartLayout:
    """Axes round `plot` and the lines in it; `scene` has points."""
    lines = _drawn(scene)
    places = sheets.chart(
        [x for line in lines for x, _ in line.points], [y for line in lines for _, y in line.points], plot
    )
    _axes(canvas, scene, places)
    for line, colour in zip(lines, _COLOURS, strict=False):
        points = [places.at(x, y) for x, y in line.points]
        canvas.polyline(points, _LINE, colour)
        canvas.disc(round(points[-1][0]), round(points[-1][1]), _DOT, colour)
    return places


def _drawn(scene: RatingChartScene) -> tuple[RatingLine, ...]:
    return tuple(line for line in scene.lines if line.points)


def _axes(canvas: Canvas, scene: RatingChartScene, places: ChartLayout) -> None:
    plot = places.plot
    for value in places.marks:
        y = round(places.at(places.x_from, value)[1])
        canvas.rect(Box(plot.x, y, plot.w, 1), theme.SHEET_RULE)
        label = text.fit(f"{value:g}", Size.SMALL, 80)
        canvas.text(label, plot.x - 14, y, theme.SHEET_QUIET, Align.RIGHT)
    right = -1.0
    for mark in scene.x_labels:
        fitted = text.fit(mark.word, Size.SMALL, 160)
        x = min(max(places.at(mark.x, places.marks[0])[0], plot.x), plot.right)
        # Labels that would touch the one before are left out.
        if x - fitted.width / 2 > right + 12:
            canvas.rect(Box(round(x) - 1, plot.bottom, 2, 8), theme.SUMI)
            canvas.text(fitted, x, plot.bottom + 30, theme.SHEET_QUIET, Align.CENTRE)
            right = x + fitted.width / 2
    canvas.rect(Box(plot.x, plot.y, 2, plot.h), theme.SUMI)
    canvas.rect(Box(plot.x, plot.bottom - 1, plot.w, 2), theme.SUMI)


def _named(canvas: Canvas, lines: tuple[RatingLine, ...], places: ChartLayout) -> None:
    """Each line's name and last rating at its end, apart from each other."""
    ends = [places.at(*line.points[-1]) for line in lines]
    heights = sheets.spread(
        [y for _, y in ends], least=_LABEL_GAP, low=places.plot.y + 10, high=places.plot.bottom - 20
    )
    for line, colour, end, height in zip(lines, _COLOURS, ends, heights, strict=False):
        _label(canvas, line, colour, (end, height))


def _label(canvas: Canvas, line: RatingLine, colour: Rgb, at: tuple[tuple[float, float], float]) -> None:
    end, height = at
    canvas.polyline([(end[0] + 12, end[1]), (_LABEL_LEFT - 10, height)], 2, theme.SHEET_RULE)
    canvas.rounded(Box(_LABEL_LEFT, round(height) - 28, 8, 56), 4, colour)
    most = geometry.WIDTH - 36 - _LABEL_LEFT - 18
    name = text.fit_name(line.name, Size.BODY, most)
    canvas.text(name, _LABEL_LEFT + 18, height - 14, theme.SUMI)
    value = text.fit(f"{line.points[-1][1]:.0f}", Size.SMALL, most)
    canvas.text(value, _LABEL_LEFT + 18, height + 18, theme.SHEET_QUIET)
