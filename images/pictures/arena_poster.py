"""The poster of an arena: an evening sky, the month's plant, and the first three on paper lanterns."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from images.drawing import text, theme
from images.drawing.compose import Align, Canvas
from images.drawing.text import Fitted
from images.drawing.theme import Size
from images.layouts import arenas as layout
from images.layouts import geometry
from images.layouts.arenas import LanternLayout
from images.layouts.geometry import Box
from images.layouts.poster import area
from images.pictures import painting
from images.pictures.arenas import MEDALS
from images.scene.arenas import ArenaPosterScene, ArenaRow, PodiumStep

_BAR: Final = 14
_POST: Final = 8
_FOOT: Final = 10
_MEDAL: Final = 72
_RAISED: Final = 8
"""So far the middle of a medal stands above its lantern."""
_SEAL: Final = 84
_PAD: Final = 14
_TILTS: Final = (0.0, 5.0, -5.0)
_LINE_LEAST: Final = 44
_LINE_MOST: Final = 54
_STARS: Final = ((88, 232), (196, 284), (420, 250), (452, 60), (668, 52), (700, 196), (744, 300), (36, 380))


@painting.paint.register
def paint(scene: ArenaPosterScene) -> Canvas:
    """The poster, 1100 wide."""
    canvas = Canvas(geometry.WIDTH, layout.HEIGHT, theme.NIGHT)
    for number, (x, y) in enumerate(_STARS):
        canvas.disc(x, y, 4 + 2 * (number % 2), theme.STRAW)
    canvas.corner(scene.month, *layout.PLANT)
    for ridge, colour in ((layout.FAR_RIDGE, theme.PINE), (layout.RIDGE, theme.SUMI)):
        box, outline = area(ridge, layout.HEIGHT)
        canvas.polygon(box, outline, colour)
    _title(canvas, scene)
    lanterns = layout.podium(tuple(step.place for step in scene.podium))
    for number, (step, lantern) in enumerate(zip(scene.podium, lanterns, strict=True)):
        if number < len(scene.cards):
            canvas.tilted(scene.cards[number], lantern.card, lantern.width, _TILTS[number])
        _lantern(canvas, step, lantern)
    if scene.seal and lanterns:
        box = lanterns[0].box
        seal = Box(box.cx + lanterns[0].width // 2 + 22, box.y - _SEAL - 20, _SEAL, _SEAL)
        canvas.rounded(seal, 10, theme.RED)
        canvas.letter(scene.seal, seal, theme.WHITE)
    if not lanterns:
        said = text.fit(scene.empty, Size.TITLE, layout.EMPTY.w)
        canvas.text(said, layout.EMPTY.x, layout.EMPTY.cy, theme.WHITE)
    _below(canvas, scene)
    canvas.frame(canvas.box.grown(-layout.FRAME), 0, layout.KEYLINE, theme.GOLD)
    canvas.frame(canvas.box, 0, layout.FRAME, theme.SUMI)
    return canvas


def _title(canvas: Canvas, scene: ArenaPosterScene) -> None:
    box = layout.TITLE
    canvas.text(text.fit(scene.title, Size.TITLE, box.w), box.x, box.y + 26, theme.WHITE)
    canvas.text(text.fit(scene.rules, Size.NAME, box.w, floor=Size.NAME), box.x, box.y + 72, theme.STRAW)
    canvas.text(text.fit(scene.day, Size.NAME, box.w, floor=Size.NAME), box.x, box.y + 112, theme.MIST)


def _lantern(canvas: Canvas, step: PodiumStep, lantern: LanternLayout) -> None:
    """A paper lantern: two bars of wood, paper with its ribs, the medal before it, the name on it."""
    box = lantern.box
    canvas.rect(Box(box.x + _POST, box.y, box.w - 2 * _POST, box.h), theme.PAPER)
    for number in range(1, 4):
        x = box.x + round(box.w * number / 4)
        canvas.rect(Box(x - 1, box.y, 3, box.h), theme.PAPER_SHADE)
    for x in (box.x, box.right - _POST):
        canvas.rect(Box(x, box.y, _POST, box.h), theme.SUMI)
    for y in (box.y, box.bottom - _BAR):
        canvas.rounded(Box(box.x - _FOOT, y, box.w + 2 * _FOOT, _BAR), 4, theme.SUMI)
        canvas.rect(Box(box.x - _FOOT + 4, y + _BAR - 5, box.w + 2 * _FOOT - 8, 2), theme.GOLD)
    _named(canvas, step, box)
    cx, cy = box.x + 2, box.y - _RAISED
    canvas.burst(cx, cy, _MEDAL, MEDALS[min(step.place, 3)])
    canvas.text(text.fit(str(step.place), Size.TITLE, _MEDAL), cx, cy, theme.SUMI, Align.CENTRE)


def _named(canvas: Canvas, step: PodiumStep, box: Box) -> None:
    """The name in one line or two, the points, and where there is room what else there is to tell."""
    most = box.w - 2 * (_POST + _PAD)
    named = text.name_lines(step.name, Size.TITLE, most)
    lines: list[tuple[Fitted, theme.Rgb]] = [(line, theme.SUMI) for line in named]
    lines.append((text.fit(step.points, Size.NAME, most, floor=Size.NAME), theme.DEEP))
    inner = box.h - 2 * _BAR
    if step.about and (len(lines) + 1) * _LINE_LEAST <= inner:
        lines.append((text.fit(step.about, Size.NAME, most, floor=Size.NAME), theme.SUMI))
    pitch = min(_LINE_MOST, inner // len(lines))
    top = box.y + _BAR + (inner - pitch * len(lines)) // 2 + pitch // 2
    for number, (fitted, colour) in enumerate(lines):
        canvas.text(fitted, box.cx, top + pitch * number, colour, Align.CENTRE)


def _below(canvas: Canvas, scene: ArenaPosterScene) -> None:
    """The next ones on the hill, and how many people and matches there were."""
    for row, box in zip(scene.others, layout.others(len(scene.others)), strict=True):
        _other(canvas, row, box)
    cy = layout.facts(len(scene.others))
    facts = text.fit(scene.facts, Size.NAME, geometry.WIDTH - 2 * layout.MARGIN, floor=Size.NAME)
    canvas.text(facts, canvas.box.cx, cy, theme.STRAW, Align.CENTRE)


def _other(canvas: Canvas, row: ArenaRow, box: Box) -> None:
    points = text.fit(row.points, Size.NAME, 100)
    canvas.text(points, box.right, box.cy, theme.STRAW, Align.RIGHT)
    canvas.text(text.fit(row.place, Size.NAME, 60), box.x + 36, box.cy, theme.QUIET, Align.RIGHT)
    left = box.x + 50
    room = box.right - round(points.width) - 14 - left
    name = replace(text.fit(text.name_text(row.name), Size.NAME, room, floor=Size.NAME), name=True)
    canvas.text(name, left, box.cy, theme.PAPER)
