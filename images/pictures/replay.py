"""Steps of a finished match: one picture each, or all of a month as an animation (art guide, 9.8).

The animation is a GIF. Every client of Discord has always played those; animated WebP none until 2024
(discord/discord-api-docs 5797, discord/lilliput 159), all of them since May 2025, as Discord's own page says
("Modern Image Formats at Discord: Supporting WebP and AVIF"): a client that has not been brought up to date
shows a picture that stands still. Of our flat colours a GIF is no larger than a WebP at quality 80 and is
written in a seventh of the time. Discord's preview keeps that a file without a loop block is shown once
(discord/lilliput 199), and wants a transparent colour where a frame is smaller than the picture
(discord/lilliput 27).
"""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache
from typing import Final

from PIL import Image

from images import painting
from images.drawing import png, text, theme
from images.drawing.compose import Align, Canvas
from images.drawing.theme import Size
from images.layouts import geometry, sheets
from images.layouts.geometry import Box
from images.pictures import table
from images.scene.common import Text
from images.scene.table import OpenHand, ReplayFrame, ReplayScene

MOST_BYTES: Final = 8_000_000
"""What an animation weighs at the most."""

_WIDTH: Final = 733
# Room for a turn of two steps and the longest names, in the larger of the sizes that hold it.
_CAPTION: Final = 104
_CAPTION_LINES: Final = ((Size.BODY, 2, 38), (Size.SMALL, 3, 32))
_HANDS: Final = 148
_CARD: Final = 58
_CLEAR: Final = 255
"""The transparent colour's place in the palette."""


class Unwanted(Exception):  # noqa: N818 - not a fault: nobody waits for the animation any more
    """An animation was left off."""


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


def animated(scene: ReplayScene, wanted: Callable[[], bool]) -> bytes:
    """Animate a replay for as long as it is `wanted`, which is asked before each frame. Raises Unwanted."""
    buffer = io.BytesIO()
    first, *rest = scene.frames
    _frame(first, wanted).save(
        buffer,
        "GIF",
        save_all=True,
        append_images=(_frame(each, wanted) for each in rest),
        duration=[frame.milliseconds for frame in scene.frames],
        # Each frame lies on the one before: what has not changed is left out, or transparent.
        disposal=1,
        optimize=True,
        transparency=_CLEAR,
    )
    return buffer.getvalue()


def _frame(frame: ReplayFrame, wanted: Callable[[], bool]) -> Image.Image:
    """A frame in 255 of the fixed colours."""
    if not wanted():
        raise Unwanted
    image = paint(frame).image
    height = round(image.height * _WIDTH / image.width)
    small = image.resize((_WIDTH, height), Image.Resampling.LANCZOS)
    return small.quantize(palette=_palette(), dither=Image.Dither.NONE)


@cache
def _palette() -> Image.Image:
    """The fixed colours but the last, whose place is that of the transparent one."""
    colours = png.palette().getpalette() or []
    fewer = Image.new("P", (1, 1))
    fewer.putpalette(colours[: 3 * _CLEAR])
    return fewer
