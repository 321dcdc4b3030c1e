"""The basic geometry of layouts, in pixels, without Pillow and without text.

Numbers are those of the art guide, section 9. Widths of texts come in as arguments.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

WIDTH: Final = 1100


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle: left, top, width, height."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The first column to the right of it."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The first row below it."""
        return self.y + self.h

    @property
    def cx(self) -> int:
        """The middle column."""
        return self.x + self.w // 2

    @property
    def cy(self) -> int:
        """The middle row."""
        return self.y + self.h // 2

    def grown(self, by: int) -> Box:
        """The box with a margin of `by` on all sides, negative for a smaller one."""
        return Box(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def moved(self, dx: int, dy: int) -> Box:
        """The box elsewhere."""
        return Box(self.x + dx, self.y + dy, self.w, self.h)


def card_height(width: int) -> int:
    """The height of a card this wide: 300 x 490 is the shape of all."""
    return round(width * 490 / 300)


def cells(box: Box, count: int, *, gap: int) -> tuple[Box, ...]:
    """`count` boxes `gap` apart that fill `box` from left to right, their widths at most a pixel apart."""
    edges = [box.x + round(i * (box.w + gap) / count) for i in range(count + 1)]
    return tuple(Box(left, box.y, right - gap - left, box.h) for left, right in pairwise(edges))


def row(box: Box, count: int, width: int, *, most_step: int, centred: bool = False) -> tuple[Box, ...]:
    """`count` cards `width` wide from the left of `box`, `most_step` apart or closer."""
    if count == 0:
        return ()
    step = most_step if count == 1 else min(most_step, (box.w - width) // (count - 1))
    left = box.x + max(0, box.w - width - step * (count - 1)) // 2 if centred else box.x
    return tuple(Box(left + i * step, box.y, width, card_height(width)) for i in range(count))
