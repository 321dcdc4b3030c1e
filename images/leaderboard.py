"""The leaderboard (art guide, 9.7)."""

from __future__ import annotations

from typing import Final

from images import layout, layout_sheets, text, theme
from images.compose import Align, Canvas
from images.layout import Box
from images.scene import LeaderboardScene, LeaderRow
from images.theme import Size

__all__ = ["draw", "paint"]

_MEDALS: Final = {1: theme.GOLD, 2: theme.SILVER, 3: theme.BRONZE}
_MEDAL: Final = 52
_NAME_LEFT: Final = 106
_COLUMN: Final = 150
_RADIUS: Final = 12


def draw(scene: LeaderboardScene) -> bytes:
    """The board as a PNG, 1100 x (150 + 66 n)."""
    return paint(scene).png()


def paint(scene: LeaderboardScene) -> Canvas:
    """The board before it is reduced to the fixed colours."""
    places = layout_sheets.board(len(scene.rows), len(scene.columns))
    canvas = Canvas(layout.WIDTH, places.height)
    subtitle = text.fit(scene.subtitle, Size.BODY, 460)
    canvas.text(subtitle, layout.WIDTH - 32, 60, theme.QUIET, Align.RIGHT)
    title = text.fit(scene.title, Size.TITLE, layout.WIDTH - 100 - subtitle.width, floor=Size.BODY)
    canvas.text(title, 32, 54, theme.WHITE)
    if not scene.rows:
        canvas.rounded(places.rows[0], _RADIUS, theme.PANEL)
        empty = text.fit(scene.empty, Size.BODY, places.rows[0].w - 40)
        canvas.text(empty, places.rows[0].cx, places.rows[0].cy, theme.QUIET, Align.CENTRE)
        return canvas
    for words, right in zip(scene.columns, places.values, strict=True):
        canvas.text(text.fit(words, Size.SMALL, _COLUMN), right, 118, theme.QUIET, Align.RIGHT)
    for row, box in zip(scene.rows, places.rows, strict=True):
        _row(canvas, row, box, places.values)
    return canvas


def _row(canvas: Canvas, row: LeaderRow, box: Box, rights: tuple[int, ...]) -> None:
    canvas.rounded(box, _RADIUS, theme.PANEL)
    if row.own:
        canvas.frame(box, _RADIUS, 3, theme.GOLD)
    cx = box.x + 46
    medal = _MEDALS.get(row.rank)
    if medal is not None:
        canvas.burst(cx, box.cy, _MEDAL, medal)
    rank = text.fit(str(row.rank), Size.BODY, _MEDAL + 8)
    canvas.text(rank, cx, box.cy, theme.QUIET if medal is None else theme.SUMI, Align.CENTRE)
    name = text.fit_name(row.name, Size.NAME, rights[0] - _COLUMN - _NAME_LEFT)
    canvas.text(name, _NAME_LEFT, box.cy, theme.WHITE)
    for i, (value, right) in enumerate(zip(row.values, rights, strict=True)):
        colour = theme.STRAW if i == len(rights) - 1 else theme.WHITE
        canvas.text(text.fit(value, Size.NAME, _COLUMN), right, box.cy, colour, Align.RIGHT)
