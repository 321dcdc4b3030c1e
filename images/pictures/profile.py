"""A person's page (art guide, 9.9)."""

from __future__ import annotations

from typing import Final

from images import painting
from images.drawing import faces, text, theme
from images.drawing.compose import Align, Canvas
from images.drawing.text import Fitted
from images.drawing.theme import Size
from images.layouts import geometry, records
from images.layouts.geometry import Box
from images.layouts.records import BADGE, ProfileLayout, TileLayout
from images.pictures import rating_chart
from images.scene.common import Text
from images.scene.profile import BadgeView, ProfileScene, Tile, VersusLine

_LEFT: Final = 32
_RADIUS: Final = 12
_PAD: Final = 20
_FIGURE: Final = 340
_NAME_LINE: Final = 29
# The names of two neighbours keep apart: one that needs more than the first width is written in two lines.
_NAME_WIDTH: Final = 118
_HALF_WIDTH: Final = 128
# Where a name may be broken: after a space, and in Japanese, which has none, after one of these.
_BREAKS: Final = frozenset(" のをにでと")


@painting.paint.register
def paint(scene: ProfileScene) -> Canvas:
    """The page, 1100 wide."""
    places = records.profile(
        [(len(tile.cards), _width(tile)) for tile in scene.tiles],
        len(scene.badges),
        versus=0 if scene.versus is None else 1 + bool(scene.versus.note),
        chart=scene.chart is not None,
        footer=len(scene.footer),
    )
    canvas = Canvas(geometry.WIDTH, places.height)
    _header(canvas, scene)
    for tile, place in zip(scene.tiles, places.tiles, strict=True):
        _tile(canvas, tile, place)
    if scene.versus is not None and places.versus is not None:
        _versus(canvas, scene.versus, places.versus)
    _chart(canvas, scene, places.chart)
    _badges(canvas, scene, places)
    for words, cy in zip(scene.footer, places.footer, strict=True):
        canvas.text(text.fit(words, Size.SMALL, geometry.WIDTH - 2 * _LEFT), _LEFT, cy, theme.QUIET)
    return canvas


def _header(canvas: Canvas, scene: ProfileScene) -> None:
    right = geometry.WIDTH - _LEFT
    note = text.fit(scene.rating_note, Size.SMALL, 520)
    canvas.text(note, right, 112, theme.QUIET, Align.RIGHT)
    figure = text.fit_figure(scene.rating, _FIGURE)
    canvas.text(figure, right, 54, theme.STRAW, Align.RIGHT)
    name = text.fit_name(scene.name, Size.TITLE, right - figure.width - 40 - _LEFT)
    canvas.text(name, _LEFT, 52, theme.WHITE)
    subtitle = text.fit(scene.subtitle, Size.BODY, right - note.width - 32 - _LEFT)
    canvas.text(subtitle, _LEFT, 106, theme.QUIET)


def _width(tile: Tile) -> float:
    """The widest of the tile's texts as they are written beside cards."""
    sizes = ((tile.label, Size.SMALL), (tile.value, Size.NAME), (tile.note, Size.SMALL))
    return max(text.plain_width(words, size) for words, size in sizes)


def _tile(canvas: Canvas, tile: Tile, place: TileLayout) -> None:
    box, left = place.box, place.box.x + _PAD
    canvas.rounded(box, _RADIUS, theme.PANEL)
    canvas.text(text.fit(tile.label, Size.SMALL, place.text), left, box.y + 29, theme.QUIET)
    value = text.fit(tile.value, Size.TITLE if not tile.cards else Size.NAME, place.text, floor=Size.SMALL)
    canvas.text(value, left, box.y + (69 if tile.note else 82), theme.WHITE)
    canvas.text(text.fit(tile.note, Size.SMALL, place.text), left, box.y + 109, theme.QUIET)
    for card, card_box in zip(tile.cards, place.cards, strict=True):
        canvas.card(card, card_box)


def _versus(canvas: Canvas, versus: VersusLine, box: Box) -> None:
    canvas.rounded(box, _RADIUS, theme.PANEL)
    left, width = box.x + _PAD, box.w - 2 * _PAD
    canvas.text(text.fit(versus.label, Size.SMALL, width), left, box.y + 28, theme.QUIET)
    canvas.text(text.fit(versus.value, Size.NAME, width, floor=Size.SMALL), left, box.y + 67, theme.WHITE)
    canvas.text(text.fit(versus.note, Size.SMALL, width), left, box.y + 106, theme.QUIET)


def _chart(canvas: Canvas, scene: ProfileScene, box: Box) -> None:
    if scene.chart is not None:
        rating_chart.paint(canvas, box, scene.chart)
        return
    canvas.frame(box, _RADIUS, 2, theme.OUTLINE)
    empty = text.fit(scene.empty, Size.BODY, box.w - 2 * _PAD)
    canvas.text(empty, box.cx, box.cy, theme.QUIET, Align.CENTRE)


def _badges(canvas: Canvas, scene: ProfileScene, places: ProfileLayout) -> None:
    box = places.badges
    canvas.rounded(box, _RADIUS, theme.PANEL)
    title = text.fit(scene.badges_title, Size.BODY, box.w - 2 * _PAD)
    canvas.text(title, box.x + _PAD, box.y + 34, theme.WHITE)
    for badge, cell in zip(scene.badges, places.cells, strict=True):
        _badge(canvas, badge, cell)


def _badge(canvas: Canvas, view: BadgeView, cell: Box) -> None:
    canvas.medallion(view.badge, Box(cell.cx - BADGE // 2, cell.y, BADGE, BADGE), earned=view.earned)
    colour = theme.WHITE if view.earned else theme.QUIET
    for i, line in enumerate(_name_lines(view.name)):
        canvas.text(line, cell.cx, cell.y + BADGE + 22 + _NAME_LINE * i, colour, Align.CENTRE)


def _name_lines(name: Text) -> tuple[Fitted, ...]:
    """A badge's name in one line or two; a single long word reaches into the space beside it."""
    written = name if isinstance(name, str) else name.text
    if faces.width(written, Size.SMALL) <= _NAME_WIDTH:
        return text.lines(written, Size.SMALL, _NAME_WIDTH, count=1)
    ends = [i + 1 for i, character in enumerate(written[:-1]) if character in _BREAKS]
    halves = [(written[:end].rstrip(), written[end:]) for end in ends]
    best = min(halves, key=_widest, default=("", ""))
    if best[0] and _widest(best) <= _HALF_WIDTH:
        return tuple(text.fit(half, Size.SMALL, _HALF_WIDTH) for half in best)
    return text.balanced(name, Size.SMALL, _HALF_WIDTH, count=2)


def _widest(halves: tuple[str, str]) -> float:
    return max(faces.width(half, Size.SMALL) for half in halves)
