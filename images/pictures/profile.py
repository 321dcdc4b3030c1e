"""A person's page (art guide, 9.9)."""

from __future__ import annotations

from typing import Final

from images.drawing import text, theme
from images.drawing.compose import Align, Canvas
from images.drawing.theme import Size
from images.layouts import geometry, records
from images.layouts.geometry import Box
from images.layouts.records import FACE, PAD, PROFILE_LEFT, ProfileLayout, TileLayout
from images.pictures import painting, rating_chart
from images.scene.profile import Badge, ProfileScene, Tile, VersusLine

_RIGHT: Final = geometry.WIDTH - 28
_RADIUS: Final = 12
_FIGURE: Final = 300
_APART: Final = 14
_CHIP: Final = 28
_CHIP_PAD: Final = 8


@painting.paint.register
def paint(scene: ProfileScene) -> Canvas:
    """The page, 1100 wide."""
    places = records.profile(
        len(scene.numbers),
        [(len(tile.cards), _width(tile)) for tile in scene.yaku],
        len(scene.badges),
        versus=0 if scene.versus is None else 1 + bool(scene.versus.note),
        footer=len(scene.footer),
    )
    canvas = Canvas(geometry.WIDTH, places.height)
    if scene.card is None:
        canvas.back(FACE)
    else:
        canvas.card(scene.card, FACE)
    _header(canvas, scene)
    for tile, box in zip(scene.numbers, places.numbers, strict=True):
        _number(canvas, tile, box)
    for tile, place in zip(scene.yaku, places.yaku, strict=True):
        _yaku(canvas, tile, place)
    if scene.versus is not None and places.versus is not None:
        _versus(canvas, scene.versus, places.versus)
    _chart(canvas, scene, places.chart)
    _badges(canvas, scene, places)
    _seals(canvas, scene, places)
    for words, cy in zip(scene.footer, places.footer, strict=True):
        canvas.text(text.fit(words, Size.SMALL, _RIGHT - 28), 28, cy, theme.QUIET)
    return canvas


def _header(canvas: Canvas, scene: ProfileScene) -> None:
    note = text.fit(scene.rating_note, Size.SMALL, 560)
    canvas.text(note, _RIGHT, 98, theme.QUIET, Align.RIGHT)
    figure = text.fit_figure(scene.rating, _FIGURE)
    canvas.text(figure, _RIGHT, 46, theme.STRAW, Align.RIGHT)
    name = text.fit_name(scene.name, Size.TITLE, _RIGHT - figure.width - 32 - PROFILE_LEFT)
    canvas.text(name, PROFILE_LEFT, 42, theme.WHITE)
    subtitle = text.fit(scene.subtitle, Size.BODY, _RIGHT - note.width - 24 - PROFILE_LEFT)
    canvas.text(subtitle, PROFILE_LEFT, 96, theme.QUIET)


def _number(canvas: Canvas, tile: Tile, box: Box) -> None:
    canvas.rounded(box, _RADIUS, theme.PANEL)
    left, width = box.x + PAD, box.w - 2 * PAD
    canvas.text(text.fit(tile.label, Size.SMALL, width), left, box.y + 24, theme.QUIET)
    value = text.fit(tile.value, Size.TITLE, width, floor=Size.SMALL)
    canvas.text(value, left, box.y + (62 if tile.note else 74), theme.WHITE)
    canvas.text(text.fit(tile.note, Size.SMALL, width), left, box.y + 103, theme.QUIET)


def _width(tile: Tile) -> float:
    """Return the width of the tile's texts, the note beside the label."""
    above = text.plain_width(tile.label, Size.SMALL) + _APART + text.plain_width(tile.note, Size.SMALL)
    return max(above, text.plain_width(tile.value, Size.NAME))


def _yaku(canvas: Canvas, tile: Tile, place: TileLayout) -> None:
    """A yaku with its cards; beside its label stands how often it was scored."""
    box, left = place.box, place.box.x + PAD
    canvas.rounded(box, _RADIUS, theme.PANEL)
    label = text.fit(tile.label, Size.SMALL, place.text)
    canvas.text(label, left, box.cy - 15, theme.QUIET)
    note = text.fit(tile.note, Size.SMALL, place.text - label.width - _APART)
    canvas.text(note, left + label.width + _APART, box.cy - 15, theme.STRAW)
    value = text.fit(tile.value, Size.NAME, place.text, floor=Size.SMALL)
    canvas.text(value, left, box.cy + 17, theme.WHITE)
    for card, card_box in zip(tile.cards, place.cards, strict=True):
        canvas.card(card, card_box)


def _versus(canvas: Canvas, versus: VersusLine, box: Box) -> None:
    canvas.rounded(box, _RADIUS, theme.PANEL)
    left, width = box.x + PAD, box.w - 2 * PAD
    canvas.text(text.fit(versus.label, Size.SMALL, width), left, box.y + 25, theme.QUIET)
    canvas.text(text.fit(versus.value, Size.NAME, width, floor=Size.SMALL), left, box.y + 61, theme.WHITE)
    canvas.text(text.fit(versus.note, Size.SMALL, width), left, box.y + 97, theme.QUIET)


def _chart(canvas: Canvas, scene: ProfileScene, box: Box) -> None:
    if scene.chart is not None:
        rating_chart.paint(canvas, box, scene.chart)
        return
    canvas.rounded(box, _RADIUS, theme.PANEL)
    lines = text.balanced(scene.empty, Size.BODY, box.w - 4 * PAD, count=3)
    for i, line in enumerate(lines):
        cy = box.cy + round((i - (len(lines) - 1) / 2) * 38)
        canvas.text(line, box.cx, cy, theme.QUIET, Align.CENTRE)


def _badges(canvas: Canvas, scene: ProfileScene, places: ProfileLayout) -> None:
    box = places.badges
    canvas.rounded(box, _RADIUS, theme.PANEL)
    title = text.fit(scene.badges_title, Size.BODY, box.w - 2 * PAD)
    canvas.text(title, box.x + PAD, box.y + 26, theme.WHITE)
    for badge, cell in zip(scene.badges, places.cells, strict=True):
        _badge(canvas, badge, cell)


def _badge(canvas: Canvas, view: Badge, cell: Box) -> None:
    canvas.medallion(view.name, cell, earned=view.earned)
    if view.near:
        near = text.fit(view.near, Size.SMALL, 2 * cell.w)
        wide = round(near.width) + 2 * _CHIP_PAD
        chip = Box(cell.cx - wide // 2, cell.bottom - _CHIP + 6, wide, _CHIP)
        canvas.rounded(chip, _CHIP // 2, theme.CHIP)
        canvas.text(near, cell.cx, chip.cy, theme.PAPER, Align.CENTRE)


def _seals(canvas: Canvas, scene: ProfileScene, places: ProfileLayout) -> None:
    box = places.seals
    canvas.rounded(box, _RADIUS, theme.PANEL)
    title = text.fit(scene.seals_title, Size.BODY, box.w - 2 * PAD)
    canvas.text(title, box.x + PAD, box.y + 26, theme.WHITE)
    for group, place in zip(scene.seals, places.levels, strict=True):
        canvas.text(text.fit(group.level, Size.SMALL, place.width), *place.name, theme.QUIET, Align.CENTRE)
        for (seal, there), cell in zip(group.seals, place.cells, strict=True):
            canvas.seal(seal, cell, there=there)
