"""Animations as files (mode P frames, the fixed colours but the last, whose place is the transparent one's).

They are GIFs. Every client of Discord has always played those. Animated WebP was played by none until 2024
(discord/discord-api-docs 5797, discord/lilliput 159), and by all of them since May 2025, as Discord's own
page says ("Modern Image Formats at Discord: Supporting WebP and AVIF"). A client that has not been updated
shows a still picture. Animated PNG no client plays, which is Discord's intention (discord/discord-api-docs
6359). Of our flat colours a GIF is no larger than a WebP at quality 80 and is written in a seventh of the
time. Discord's preview keeps that a file without a loop block is shown once (discord/lilliput 199), and wants
a transparent colour where a frame is smaller than the picture (discord/lilliput 27).
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from PIL import Image

from images.drawing import png

_CLEAR: Final = 255
"""The transparent colour's place in the palette."""


def encoded(frames: Iterable[Image.Image], milliseconds: Sequence[int]) -> bytes:
    """Return pictures (mode RGB) as a GIF that runs once and stops at the last; each stays for its time."""
    buffer, reduced = io.BytesIO(), (_reduced(frame) for frame in frames)
    next(reduced).save(
        buffer,
        "GIF",
        save_all=True,
        append_images=reduced,
        duration=list(milliseconds),
        # Each frame lies on the one before: what has not changed is left out, or transparent.
        disposal=1,
        optimize=True,
        transparency=_CLEAR,
    )
    return buffer.getvalue()


def _reduced(picture: Image.Image) -> Image.Image:
    """A frame in 255 of the fixed colours."""
    return picture.quantize(palette=_palette(), dither=Image.Dither.NONE)


@cache
def _palette() -> Image.Image:
    """The fixed colours but the last, whose place is that of the transparent one."""
    colours = png.palette().getpalette() or []
    fewer = Image.new("P", (1, 1))
    fewer.putpalette(colours[: 3 * _CLEAR])
    return fewer
