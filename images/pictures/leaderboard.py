"""The leaderboard (art guide, 9.7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.cards.deck import DECK, Kind
from images.drawing import faces, text, theme
from images.drawing.compose import Align, Canvas
from images.drawing.text import Fitted
from images.drawing.theme import Size
from images.layouts import geometry, records
from images.layouts.geometry import Box
from images.layouts.records import NAME_LEFT, BoardLayout
from images.pictures import painting
from images.scene.common import Text
from images.scene.records import LeaderboardScene, LeaderRow

_MEDALS: Final = {1: theme.GOLD, 2: theme.SILVER, 3: theme.BRONZE}
_MEDAL: Final = 52
_RANK: Final = 46
_RANK_WIDTH: Final = 76
_RADIUS: Final = 12
_LEFT: Final = 32
_HEAD: Final = 850
_FAN: Final = (988, 60)
_LIGHTS: Final = tuple(one for one in DECK if one.kind is Kind.LIGHT)[:3]
_DOT: Final = 8
_DOT_PITCH: Final = 18


@painting.paint.register
def paint(scene: LeaderboardScene) -> Canvas:
    """The board, 1100 wide."""
    places = records.board(
        len(scene.rows),
        _widths(scene),
        provisional=len(scene.provisional),
        pinned=scene.pinned is not None,
        footer=bool(scene.footer),
    )
    canvas = Canvas(geometry.WIDTH, places.height)
    _fan(canvas)
    canvas.text(text.fit(scene.title, Size.TITLE, _HEAD), _LEFT, 52, theme.WHITE)
    canvas.text(text.fit(scene.subtitle, Size.BODY, _HEAD), _LEFT, 100, theme.QUIET)
    if scene.footer:
        footer = text.fit(scene.footer, Size.SMALL, geometry.WIDTH - 2 * _LEFT)
        canvas.text(footer, geometry.WIDTH - 44, places.footer or 0, theme.QUIET, Align.RIGHT)
    if not (scene.rows or scene.provisional):
        _empty(canvas, scene, places.rows[0])
        return canvas
    _heads(canvas, scene, places)
    for row, box in zip(scene.rows, places.rows, strict=True):
        _row(canvas, row, box, places)
    if places.heading is not None:
        _heading(canvas, scene, places.heading)
    for row, box in zip(scene.provisional, places.provisional, strict=True):
        _row(canvas, row, box, places)
    if scene.pinned is not None and places.pinned is not None:
        _dots(canvas, places)
        _row(canvas, scene.pinned, places.pinned, places)
    return canvas


def _fan(canvas: Canvas) -> None:
    """Three of the light cards in the corner."""
    for i, light in enumerate(_LIGHTS):
        canvas.tilted(light, (_FAN[0] + 50 * (i - 1), _FAN[1] + 5 * abs(i - 1)), 54, 12 * (1 - i))


def _widths(scene: LeaderboardScene) -> tuple[float, ...]:
    """Return the width that each column needs for its head and its values."""
    rows = (*scene.rows, *scene.provisional, *((scene.pinned,) if scene.pinned else ()))
    return tuple(
        max((_head_width(head), *(faces.width(row.values[i], Size.NAME) for row in rows)))
        for i, head in enumerate(scene.columns)
    )


def _head_width(head: Text) -> float:
    return text.plain_width(head, Size.SMALL)


def _empty(canvas: Canvas, scene: LeaderboardScene, box: Box) -> None:
    canvas.rounded(box, _RADIUS, theme.PANEL)
    for line, cy in _stacked(text.balanced(scene.empty, Size.BODY, box.w - 48, count=2), box.cy):
        canvas.text(line, box.cx, cy, theme.QUIET, Align.CENTRE)


def _stacked(lines: tuple[Fitted, ...], cy: int) -> Iterator[tuple[Fitted, int]]:
    pitch = 36
    top = cy - pitch * (len(lines) - 1) // 2
    return ((line, top + pitch * i) for i, line in enumerate(lines))


def _heads(canvas: Canvas, scene: LeaderboardScene, places: BoardLayout) -> None:
    for i, (words, (right, width)) in enumerate(zip(scene.columns, places.values, strict=True)):
        colour = theme.STRAW if i == len(places.values) - 1 else theme.QUIET
        canvas.text(text.fit(words, Size.SMALL, width), right, places.heads, colour, Align.RIGHT)


def _heading(canvas: Canvas, scene: LeaderboardScene, box: Box) -> None:
    """The line above those without a rank, with a rule to the picture's edge."""
    cy = box.cy + 2
    words = text.fit(scene.provisional_heading, Size.SMALL, box.w - 80)
    canvas.text(words, _LEFT, cy, theme.QUIET)
    left = _LEFT + round(words.width) + 20
    canvas.rect(Box(left, cy, box.right - left, 2), theme.OUTLINE)


def _dots(canvas: Canvas, places: BoardLayout) -> None:
    for i in (-1, 0, 1):
        canvas.disc(geometry.WIDTH // 2 + _DOT_PITCH * i, places.dots or 0, _DOT, theme.QUIET)


def _row(canvas: Canvas, row: LeaderRow, box: Box, places: BoardLayout) -> None:
    canvas.rounded(box, _RADIUS, theme.PANEL)
    if row.own:
        canvas.frame(box, _RADIUS, 3, theme.GOLD)
    ranked = bool(row.rank)
    medal = None if row.mark or not row.rank else _MEDALS.get(row.rank)
    cx = box.x + _RANK
    if medal is not None:
        canvas.burst(cx, box.cy, _MEDAL, medal)
    rank = text.fit(row.mark or str(row.rank or ""), Size.BODY, _RANK_WIDTH)
    canvas.text(rank, cx, box.cy, theme.QUIET if medal is None else theme.SUMI, Align.CENTRE)
    canvas.text(text.fit_name(row.name, Size.NAME, places.name_width), NAME_LEFT, box.cy, theme.WHITE)
    for i, (value, (right, width)) in enumerate(zip(row.values, places.values, strict=True)):
        last = i == len(places.values) - 1
        colour = (theme.STRAW if ranked else theme.QUIET) if last else theme.WHITE
        canvas.text(text.fit(value, Size.NAME, width, floor=Size.SMALL), right, box.cy, colour, Align.RIGHT)
