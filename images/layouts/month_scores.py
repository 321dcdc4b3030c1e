"""The layout of the scores below a month's result: a column for each player, right of the labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from images.layouts.geometry import Box

HEADER: Final = 50
LINE: Final = 52
LOW_HEADER: Final = 44
LOW_LINE: Final = 44
"""Of a small month."""
_LABEL_LEAST: Final = 120
_LABEL_MOST: Final = 200


@dataclass(frozen=True, slots=True)
class ScorePlaces:
    """The names, the lines under them, and the players' columns from the names to the last line."""

    header: Box
    lines: tuple[Box, ...]
    columns: tuple[Box, ...]

    @property
    def bottom(self) -> int:
        """The first row below them."""
        return self.lines[-1].bottom if self.lines else self.header.bottom


def places(box: Box, players: int, lines: int, labels: float, *, low: bool = False) -> ScorePlaces:
    """The scores from the top of `box`, as wide as it; `labels` is how wide the widest label is."""
    header_height, height = (LOW_HEADER, LOW_LINE) if low else (HEADER, LINE)
    header = Box(box.x, box.y, box.w, header_height)
    rows = tuple(Box(box.x, header.bottom + height * number, box.w, height) for number in range(lines))
    label = max(_LABEL_LEAST, min(_LABEL_MOST, round(labels) + 16))
    width = (box.w - label) // players
    bottom = rows[-1].bottom if rows else header.bottom
    columns = tuple(
        Box(box.right - width * (players - number), box.y, width, bottom - box.y) for number in range(players)
    )
    return ScorePlaces(header, rows, columns)
