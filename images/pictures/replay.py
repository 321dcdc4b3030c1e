"""Steps of a finished match: one picture each, or all of a month as an animation (art guide, 9.8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PIL import Image

from images.drawing import gif, text, theme
from images.drawing.compose import Align, Canvas
from images.drawing.theme import Size
from images.layouts import geometry, sheets
from images.layouts.geometry import Box
from images.pictures import painting, table
from images.scene.common import Text
from images.scene.table import OpenHand, ReplayFrame, ReplayScene

MOST_BYTES: Final = 8_000_000
"""The most bytes of an animation."""

_WIDTH: Final = 733
# Room for a turn of two steps and the longest names, in the larger of the sizes that hold it.
_CAPTION: Final = 104
_CAPTION_LINES: Final = ((Size.BODY, 2, 38), (Size.SMALL, 3, 32))
_HANDS: Final = 148
_CARD: Final = 58


@painting.paint.register
def paint(frame: ReplayFrame) -> Canvas:
    """One step, 1100 wide: the table, the caption, the open hands."""
    painted = table.paint(frame.table)
    height = painted.image.height
    below = (_CAPTION if frame.caption is not None else 0) + (_HANDS if frame.hands else 0)
    felt = theme.felt(frame.table.month.number)
    canvas = Canvas(geometry.WIDTH, height + below, felt=felt, face=frame.table.face)
    canvas.include(painted)
    if frame.caption is not None:
        _caption(canvas, frame.caption, Box(32, height, geometry.WIDTH - 64, _CAPTION))
        height += _CAPTION
    boxes = sheets.columns(Box(8, height, 1084, _HANDS - 8), len(frame.hands), gap=8)
    for hand, box in zip(frame.hands, boxes, strict=True):
        _hand(canvas, hand, box)
    return canvas


def _caption(canvas: Canvas, words: Text, box: Box) -> None:
    tried = ((text.balanced(words, size, box.w, count=n), pitch) for size, n, pitch in _CAPTION_LINES)
    lines, pitch = next(tried)
    if lines[-1].cut:
        lines, pitch = next(tried)
    top = box.cy - 2 - pitch * (len(lines) - 1) / 2
    for i, line in enumerate(lines):
        canvas.text(line, box.cx, top + pitch * i, theme.STRAW, Align.CENTRE)


def _hand(canvas: Canvas, hand: OpenHand, box: Box) -> None:
    canvas.rounded(box, 16, canvas.felt.panel)
    canvas.text(text.fit_name(hand.name, Size.SMALL, box.w - 28), box.x + 16, box.y + 20, canvas.felt.quiet)
    space = Box(box.x + 14, box.y + 38, box.w - 28, 0)
    for card, place in zip(
        hand.cards, geometry.row(space, len(hand.cards), _CARD, most_step=64), strict=True
    ):
        canvas.card(card, place)


@painting.draw.register
def draw(scene: ReplayScene) -> bytes:
    """The animation as a GIF, 733 wide; it runs once and stops at the last step."""
    return animated(scene, lambda: True)


@painting.animated.register
def animated(scene: ReplayScene, wanted: Callable[[], bool]) -> bytes:
    """Animate a replay for as long as it is `wanted`, which is asked before each frame. Raises Unwanted."""
    frames = (_frame(each, wanted) for each in scene.frames)
    return gif.encoded(frames, [frame.milliseconds for frame in scene.frames])


def _frame(frame: ReplayFrame, wanted: Callable[[], bool]) -> Image.Image:
    if not wanted():
        raise painting.Unwanted
    image = paint(frame).image
    height = round(image.height * _WIDTH / image.width)
    return image.resize((_WIDTH, height), Image.Resampling.LANCZOS)
