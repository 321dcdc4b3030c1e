"""The chances to win over the months of a match: a line for each player, on a sheet of paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from images.drawing import text, theme
from images.drawing.compose import Align, Canvas
from images.drawing.theme import Rgb, Size
from images.layouts import geometry
from images.layouts.geometry import Box
from images.layouts.sheets import ChartLayout
from images.pictures import painting
from images.scene.common import Text
from images.scene.result import ChanceLine, ChancesScene

HEIGHT: Final = 610
_SHEET: Final = Box(24, 24, geometry.WIDTH - 48, HEIGHT - 48)
_TITLE: Final = _SHEET.y + 44
_PLOT: Final = Box(_SHEET.x + 108, _SHEET.y + 96, _SHEET.w - 400, _SHEET.h - 172)
_COLOURS: Final = (theme.SHEET_RED, theme.BLUE, theme.PINE)
_LINE: Final = 7
_DOT: Final = 18
# A name and its chance stand behind the end of their line, at least so far from the next ones.
_BESIDE: Final = 26
_PITCH: Final = 74


@painting.paint.register
def paint(scene: ChancesScene) -> Canvas:
    """The sheet before it is reduced to the fixed colours."""
    canvas = Canvas(geometry.WIDTH, HEIGHT, theme.WOOD)
    canvas.paper(_SHEET)
    note = text.fit(scene.note, Size.BODY, _SHEET.w // 2)
    canvas.text(note, _SHEET.right - 30, _TITLE, theme.SHEET_QUIET, Align.RIGHT)
    title = text.fit(scene.title, Size.TITLE, _SHEET.w - 90 - note.width, floor=Size.BODY)
    canvas.text(title, _SHEET.x + 30, _TITLE, theme.SUMI)
    places = ChartLayout(_PLOT, 0, max(1, len(scene.months) - 1), (0.0, 1.0))
    _axes(canvas, scene, places)
    for line, colour, player in zip(scene.lines, _COLOURS, range(len(scene.lines)), strict=False):
        _line(canvas, line, places, colour, player)
    _names(canvas, scene.lines, places)
    return canvas


def _axes(canvas: Canvas, scene: ChancesScene, places: ChartLayout) -> None:
    plot = places.plot
    for i, word in enumerate(scene.marks):
        y = round(places.at(0, i / (len(scene.marks) - 1))[1])
        canvas.rect(Box(plot.x, y, plot.w, 1), theme.SHEET_RULE)
        canvas.text(text.fit(word, Size.BODY, 92), plot.x - 14, y, theme.SHEET_QUIET, Align.RIGHT)
    canvas.rect(Box(plot.x, plot.y, 2, plot.h), theme.SUMI)
    canvas.rect(Box(plot.x, plot.bottom - 1, plot.w, 2), theme.SUMI)
    _months(canvas, scene.months, places)


def _months(canvas: Canvas, months: Sequence[Text], places: ChartLayout) -> None:
    """The words under the axis; one that would touch the one before it is left out."""
    right = float(places.plot.x - 60)
    for i, word in enumerate(months):
        fitted = text.fit(word, Size.SMALL, 160)
        x, y = places.at(i, 0)
        canvas.rect(Box(round(x) - 1, round(y), 2, 10), theme.SUMI)
        if x - fitted.width / 2 > right + 10:
            canvas.text(fitted, x, places.plot.bottom + 36, theme.SHEET_QUIET, Align.CENTRE)
            right = x + fitted.width / 2


def _line(canvas: Canvas, line: ChanceLine, places: ChartLayout, colour: Rgb, player: int) -> None:
    """A line with a mark at every month, of another shape for each player: colours alone tell nothing."""
    points = [places.at(i, chance) for i, chance in enumerate(line.chances)]
    if len(points) > 1:
        canvas.polyline(points, _LINE, colour)
    for x, y in points:
        _mark(canvas, round(x), round(y), colour, player)


def _mark(canvas: Canvas, x: int, y: int, colour: Rgb, player: int) -> None:
    side = _DOT
    match player:
        case 0:
            canvas.disc(x, y, side, colour)
        case 1:
            canvas.rect(Box(x - side // 2, y - side // 2, side, side), colour)
        case _:
            box = Box(x - side // 2 - 2, y - side // 2 - 2, side + 4, side + 4)
            canvas.polygon(box, ((side / 2 + 2, 0), (side + 4, side + 2), (0, side + 2)), colour)


def _names(canvas: Canvas, lines: Sequence[ChanceLine], places: ChartLayout) -> None:
    """Each name behind the end of its line; those that would lie on each other give way."""
    ends = [places.at(len(line.chances) - 1, line.chances[-1]) for line in lines]
    plot, left = places.plot, places.plot.right + _BESIDE
    room = _SHEET.right - 24 - left - _DOT - 12
    order = sorted(range(len(lines)), key=lambda each: ends[each][1])
    lowest = plot.bottom - _PITCH * (len(lines) - 1) - 16
    at = float(plot.y)
    for step, each in enumerate(order):
        at = min(max(at, ends[each][1]), lowest + _PITCH * step)
        colour = _COLOURS[each % len(_COLOURS)]
        _mark(canvas, left + _DOT // 2, round(at) - 16, colour, each)
        name = text.fit_name(lines[each].name, Size.NAME, room)
        canvas.text(name, left + _DOT + 12, at - 16, theme.SUMI)
        canvas.text(text.fit(lines[each].shown, Size.BODY, room), left + _DOT + 12, at + 18, colour)
        at += _PITCH
