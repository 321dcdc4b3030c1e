"""Where everything lies on leaderboards and profiles: geometry only (art guide, 9.7 and 9.9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from images.layouts.geometry import WIDTH, Box, card_height
from images.layouts.sheets import columns

# Leaderboard (9.7).

BOARD_LEFT: Final = 16
ROW_PITCH: Final = 66
NAME_LEFT: Final = 106
"""Where names begin in the rows."""
_ROW: Final = 60
_EMPTY: Final = 104
_HEADER: Final = 126
_HEADS: Final = 46
_HEADING: Final = 58
_GAP: Final = 38
_FOOTER: Final = 50
_BOTTOM: Final = 10
_RIGHT: Final = WIDTH - 44
_COLUMN_GAP: Final = 36
_COLUMN_LEAST: Final = 96
# Names keep the rest: a name is what people look for.
_COLUMNS_MOST: Final = 620


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """Rows, what stands between them, and the value columns (the same in every row): right edge, width.

    `heads` is the middle of the column heads, `dots` that of the gap above the pinned row, `footer`
    that of the last line; None where there is none.
    """

    height: int
    heads: int
    rows: tuple[Box, ...]
    heading: Box | None
    provisional: tuple[Box, ...]
    dots: int | None
    pinned: Box | None
    footer: int | None
    values: tuple[tuple[int, int], ...]

    @property
    def name_width(self) -> int:
        """What a name may take."""
        right, width = self.values[0]
        return right - width - _COLUMN_GAP // 2 - NAME_LEFT


def board(
    rows: int, widths: Sequence[float], *, provisional: int = 0, pinned: bool = False, footer: bool = False
) -> BoardLayout:
    """A leaderboard whose columns need these widths; without rows there is one for the words that say so."""
    empty = not (rows or provisional)
    top = _HEADER if empty else _HEADER + _HEADS
    at = top
    ranked = (_row(at, _EMPTY),) if empty else tuple(_row(at + ROW_PITCH * i) for i in range(rows))
    at = ranked[-1].bottom + ROW_PITCH - _ROW if ranked else at
    heading = Box(BOARD_LEFT, at, WIDTH - 2 * BOARD_LEFT, _HEADING) if provisional else None
    at += _HEADING if provisional else 0
    later = tuple(_row(at + ROW_PITCH * i) for i in range(provisional))
    at += ROW_PITCH * provisional
    dots = at + _GAP // 2 - 4 if pinned else None
    at += _GAP if pinned else 0
    own = _row(at) if pinned else None
    at += ROW_PITCH if pinned else 0
    below = at + _FOOTER // 2 - 4 if footer else None
    at += _FOOTER if footer else 0
    return BoardLayout(
        at + _BOTTOM, top - _HEADS // 2 - 2, ranked, heading, later, dots, own, below, _values(widths)
    )


def _row(top: int, height: int = _ROW) -> Box:
    return Box(BOARD_LEFT, top, WIDTH - 2 * BOARD_LEFT, height)


def _values(widths: Sequence[float]) -> tuple[tuple[int, int], ...]:
    """Right edge and width of each column, from the right; all are narrower where they need too much."""
    wanted = [max(_COLUMN_LEAST, round(width) + 2) for width in widths]
    most = _COLUMNS_MOST - _COLUMN_GAP * (len(wanted) - 1)
    if sum(wanted) > most:
        wanted = [width * most // sum(wanted) for width in wanted]
    right, found = _RIGHT, list[tuple[int, int]]()
    for width in reversed(wanted):
        found.append((right, width))
        right -= width + _COLUMN_GAP
    return tuple(reversed(found))


# Profile (9.9).

BADGE_COLUMNS: Final = 8
BADGE: Final = 96
"""A badge's diameter."""
_PER_ROW: Final = 3
_TOP: Final = 142
_SPACE: Final = 12
_TILE: Final = 132
_PAD: Final = 20
_TEXT_MOST: Final = 260
_CARD: Final = 58
_CARD_GAP: Final = 8
_CARD_STEP_LEAST: Final = 16
_CHART: Final = 308
_CHART_EMPTY: Final = 92
_BADGES_TITLE: Final = 64
_BADGE_PITCH: Final = 184
_VERSUS_LINE: Final = 38
_VERSUS: Final = 54
_FOOTER_LINE: Final = 34


@dataclass(frozen=True, slots=True)
class TileLayout:
    """A tile: its box, the width of its texts, and where its cards are."""

    box: Box
    text: int
    cards: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class ProfileLayout:
    """The parts of a profile from top to bottom; each badge has a cell with its name below it."""

    height: int
    tiles: tuple[TileLayout, ...]
    versus: Box | None
    chart: Box
    badges: Box
    cells: tuple[Box, ...]
    footer: tuple[int, ...]


def profile(
    tiles: Sequence[tuple[int, float]], badges: int, *, versus: int = 0, chart: bool = True, footer: int = 0
) -> ProfileLayout:
    """A profile.

    `tiles`: how many cards each shows, and the width of its texts; `versus`: lines of the head-to-head
    below its label; `chart`: whether there is one, or only the words in its place; `footer`: its lines.
    """
    left, wide, at = BOARD_LEFT, WIDTH - 2 * BOARD_LEFT, _TOP
    placed: list[TileLayout] = []
    for start in range(0, len(tiles), _PER_ROW):
        line = tiles[start : start + _PER_ROW]
        boxes = columns(Box(left, at, wide, _TILE), len(line), gap=_SPACE)
        placed += [_tile(box, *needs) for box, needs in zip(boxes, line, strict=True)]
        at += _TILE + _SPACE
    met = Box(left, at, wide, _VERSUS + _VERSUS_LINE * versus) if versus else None
    at = met.bottom + _SPACE if met is not None else at
    sheet = Box(left, at, wide, _CHART if chart else _CHART_EMPTY)
    at = sheet.bottom + _SPACE
    lines = -(-badges // BADGE_COLUMNS)
    panel = Box(left, at, wide, _BADGES_TITLE + _BADGE_PITCH * lines)
    cells = tuple(_cell(panel, i) for i in range(badges))
    below = tuple(panel.bottom + 28 + _FOOTER_LINE * i for i in range(footer))
    bottom = below[-1] + 28 if below else panel.bottom + BOARD_LEFT
    return ProfileLayout(bottom, tuple(placed), met, sheet, panel, cells, below)


def _tile(box: Box, cards: int, texts: float) -> TileLayout:
    """Cards lie at the right, over each other where the texts leave them too little room."""
    if not cards:
        return TileLayout(box, box.w - 2 * _PAD, ())
    free = box.w - 3 * _PAD - round(min(texts, _TEXT_MOST)) - _CARD
    step = min(_CARD + _CARD_GAP, max(_CARD_STEP_LEAST, free // max(1, cards - 1)))
    tall = card_height(_CARD)
    first = box.right - _PAD - _CARD - step * (cards - 1)
    places = tuple(Box(first + step * i, box.cy - tall // 2, _CARD, tall) for i in range(cards))
    return TileLayout(box, first - box.x - 2 * _PAD, places)


def _cell(panel: Box, number: int) -> Box:
    """A badge's part of the panel; the panel's width is not a multiple of eight."""
    line, column = divmod(number, BADGE_COLUMNS)
    x = panel.x + round(panel.w * column / BADGE_COLUMNS)
    right = panel.x + round(panel.w * (column + 1) / BADGE_COLUMNS)
    return Box(x, panel.y + _BADGES_TITLE + _BADGE_PITCH * line, right - x, _BADGE_PITCH)
