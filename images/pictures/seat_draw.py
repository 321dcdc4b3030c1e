"""The draw for seats and the cut of the stock (art guide, 9.8)."""

from __future__ import annotations

from typing import Final

from images import painting
from images.drawing import text, theme
from images.drawing.compose import Align, Canvas
from images.drawing.theme import Pill, Size
from images.layouts import geometry, sheets
from images.layouts.geometry import Box
from images.scene.common import Text
from images.scene.opening import CutScene, DrawnCard, SeatDrawScene

_HEIGHT: Final = 420
_NAME: Final = 38
_PEEK: Final = 16


@painting.paint.register
def paint(scene: SeatDrawScene) -> Canvas:
    """The drawn cards, 1100 x 420."""
    canvas = Canvas(geometry.WIDTH, _HEIGHT, month_marks=scene.month_marks, face=scene.face)
    _title(canvas, scene.title, scene.hint)
    boxes = sheets.drawn_cards(len(scene.participants))
    pitch = (geometry.WIDTH - 32) // max(1, len(scene.participants))
    for participant, box in zip(scene.participants, boxes, strict=True):
        _participant(canvas, participant, box, pitch)
    return canvas


def _title(canvas: Canvas, title: Text, hint: Text) -> None:
    fitted = text.fit(title, Size.NAME, 440)
    canvas.text(fitted, 32, 40, theme.WHITE)
    left = 32 + fitted.width + 30
    canvas.text(text.fit(hint, Size.BODY, geometry.WIDTH - 32 - left), left, 40, theme.QUIET)


def _participant(canvas: Canvas, participant: DrawnCard, box: Box, pitch: int) -> None:
    # Cards of earlier rounds, which were equal to another's, peep out behind.
    *earlier, last = participant.cards or (None,)
    for i, card in enumerate(reversed(earlier[-2:])):
        if card is not None:
            canvas.card(card, box.moved(-_PEEK * (i + 1), -6 * (i + 1)))
    if last is None:
        canvas.back(box)
    else:
        canvas.card(last, box)
    if participant.place is not None:
        canvas.chip_on(participant.place, (box.cx, box.bottom - 4), pitch - 8, Pill.GOLD)
    colour = theme.QUIET if participant.waiting else theme.WHITE
    name = text.fit_name(participant.name, Size.BODY, pitch - 12)
    canvas.text(name, box.cx, box.bottom + _NAME, colour, Align.CENTRE)


@painting.paint.register
def paint_cut(scene: CutScene) -> Canvas:
    """The cut before it is reduced to the fixed colours."""
    canvas = Canvas(geometry.WIDTH, _HEIGHT)
    _title(canvas, scene.title, scene.hint)
    edges = sheets.cut_edges(scene.size, scene.at)
    for edge in edges:
        # Each card shows the dark fold of its back and the paper of its face.
        canvas.rounded(edge, 4, theme.SUMI)
        canvas.rect(Box(edge.x + 2, edge.y + 3, 5, edge.h - 6), theme.DEEP)
        canvas.rect(Box(edge.x + 7, edge.y + 3, edge.w - 8, edge.h - 6), theme.PAPER)
    bottom = 300
    if scene.at:
        _cut_mark(canvas, edges[scene.at - 1], edges[scene.at], str(scene.at))
    if scene.chip is not None:
        canvas.chip_on(scene.chip, (geometry.WIDTH // 2, bottom + 60), 900, Pill.GOLD)
    return canvas


def _cut_mark(canvas: Canvas, before: Box, after: Box, number: str) -> None:
    cx = (before.right + after.x) // 2
    canvas.polygon(Box(cx - 13, 100, 26, 22), ((0, 0), (26, 0), (13, 22)), theme.GOLD)
    canvas.rect(Box(cx - 2, 126, 4, 182), theme.GOLD)
    canvas.chip_on(number, (cx, 84), 100, Pill.GOLD)
