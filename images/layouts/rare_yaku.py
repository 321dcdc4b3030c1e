"""The layout of the picture of a rare yaku: geometry only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

from images.layouts.geometry import WIDTH, Box, card_height

HEIGHT: Final = 360
CARD: Final = 160
FRAME: Final = Box(10, 10, WIDTH - 20, HEIGHT - 20)
WORDS: Final = Box(652, 34, 408, HEIGHT - 68)
_FAN: Final = Box(36, 0, 588, HEIGHT)
_MOST_STEP: Final = 136
_TILT: Final = 3.0
"""Degrees from one card to the next."""
_SAG: Final = 2.4
"""So far the outer cards hang below the middle one, by the square of their place from it."""


def fan(count: int) -> Iterator[tuple[tuple[float, float], float]]:
    """The middle of each card, and how many degrees it is turned to the left."""
    step = min(_MOST_STEP, (_FAN.w - CARD) / max(1, count - 1))
    top = (HEIGHT - card_height(CARD)) / 2
    sag = _SAG * ((count - 1) / 2) ** 2
    for number in range(count):
        away = number - (count - 1) / 2
        y = top + card_height(CARD) / 2 + _SAG * away**2 - sag / 2
        yield (_FAN.cx + step * away, y), -_TILT * away


def stacked(lines: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """The middle of each of these lines, given by their heights and what is free above each.

    They stand one below the other in the middle of `WORDS`; above the first nothing is free.
    """
    first = WORDS.cy - (sum(height + above for height, above in lines) - lines[0][1]) // 2 - lines[0][1]
    ends = accumulate((height + above for height, above in lines), initial=first)
    return tuple(end + above + height // 2 for end, (height, above) in zip(ends, lines, strict=False))
