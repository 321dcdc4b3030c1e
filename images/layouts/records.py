"""The layouts of leaderboards and profiles: geometry only (art guide, 9.7 and 9.9)."""

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
"""The left edge of names in the rows."""
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
        """Return the width that a name may take."""
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

FACE: Final = Box(18, 22, 212, card_height(212))
"""The card that stands for a person."""
PROFILE_LEFT: Final = 244
"""The left edge of the name and numbers, beside the card."""
BADGE_COLUMNS: Final = 8
BADGE: Final = 70
"""A badge's diameter."""
PAD: Final = 14
"""Between the edge of a panel and its texts."""
_PER_ROW: Final = 3
_TOP: Final = 120
_SPACE: Final = 10
_TILE: Final = 124
_COURSE: Final = 142
_MARGIN: Final = 8
_TEXT_MOST: Final = 340
_CARD_GAP: Final = 6
_CARD_STEP_LEAST: Final = 14
_BADGES_TITLE: Final = 48
_BADGE_PITCH: Final = 84
_BADGES_SHARE: Final = 0.6
"""Of the width, that the badges take; the seals take the rest."""
SEAL: Final = 54
"""A seal's diameter."""
LEVELS: Final = 4
"""Of CPU players, two a row."""
_SEALS_OF_LEVEL: Final = 3
_SEAL_PITCH: Final = 60
_LEVEL: Final = 12
_VERSUS_LINE: Final = 36
_VERSUS: Final = 50
_FOOTER_LINE: Final = 34


@dataclass(frozen=True, slots=True)
class TileLayout:
    """A tile of a yaku: its box, the width of its texts, and where its cards are."""

    box: Box
    text: int
    cards: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class SealsLayout:
    """The three seals of a level, and the middle of its name above them."""

    name: tuple[int, int]
    width: int
    cells: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class ProfileLayout:
    """The parts of a profile: numbers beside the card, the chart beside the yaku, badges, what is left out.

    `cells` are the badges' squares.
    """

    height: int
    numbers: tuple[Box, ...]
    versus: Box | None
    chart: Box
    yaku: tuple[TileLayout, ...]
    badges: Box
    cells: tuple[Box, ...]
    seals: Box
    levels: tuple[SealsLayout, ...]
    footer: tuple[int, ...]


def profile(
    numbers: int, yaku: Sequence[tuple[int, float]], badges: int, *, versus: int = 0, footer: int = 0
) -> ProfileLayout:
    """A profile.

    `numbers`: how many tiles; `yaku`: how many cards each shows, and the width of its texts; `versus`: lines
    of the head-to-head below its label; `footer`: its lines.
    """
    left, wide = BOARD_LEFT, WIDTH - 2 * BOARD_LEFT
    beside = Box(PROFILE_LEFT, _TOP, WIDTH - BOARD_LEFT - PROFILE_LEFT, _TILE)
    rows = (beside.moved(0, (_TILE + _SPACE) * i) for i in range(-(-numbers // _PER_ROW)))
    tiles = tuple(box for row in rows for box in columns(row, _PER_ROW, gap=_SPACE))[:numbers]
    at = max(FACE.bottom, *(tile.bottom for tile in tiles), 0) + _SPACE + 4
    met = Box(left, at, wide, _VERSUS + _VERSUS_LINE * versus) if versus else None
    at = met.bottom + _SPACE if met is not None else at
    if numbers:
        middle = columns(Box(left, at, wide, _COURSE), 2 if yaku else 1, gap=_SPACE)
        at += _COURSE + _SPACE
    else:
        middle = (Box(beside.x, beside.y, beside.w, FACE.bottom - beside.y),)
    made = _stacked(middle[-1], len(yaku)) if yaku else ()
    tall = _BADGES_TITLE + _BADGE_PITCH * -(-badges // BADGE_COLUMNS)
    panel = Box(left, at, round(wide * _BADGES_SHARE), tall)
    seals = Box(panel.right + _SPACE, at, left + wide - panel.right - _SPACE, tall)
    below = tuple(panel.bottom + 26 + _FOOTER_LINE * i for i in range(footer))
    return ProfileLayout(
        below[-1] + 26 if below else panel.bottom + BOARD_LEFT,
        tiles,
        met,
        middle[0],
        tuple(_tile(box, *needs) for box, needs in zip(made, yaku, strict=True)),
        panel,
        tuple(_cell(panel, i) for i in range(badges)),
        seals,
        tuple(_level(seals, i) for i in range(LEVELS)),
        below,
    )


def _stacked(box: Box, count: int) -> tuple[Box, ...]:
    """Return `count` boxes of equal height that fill a box from top to bottom."""
    tall = (box.h - _SPACE * (count - 1)) // count
    return tuple(Box(box.x, box.y + (tall + _SPACE) * i, box.w, tall) for i in range(count))


def _tile(box: Box, cards: int, texts: float) -> TileLayout:
    """Cards lie at the right, over each other where the texts leave them too little room."""
    if not cards:
        return TileLayout(box, box.w - 2 * PAD, ())
    tall = box.h - 2 * _MARGIN
    card = tall * 300 // 490
    free = box.w - 3 * PAD - round(min(texts, _TEXT_MOST)) - card
    step = min(card + _CARD_GAP, max(_CARD_STEP_LEAST, free // max(1, cards - 1)))
    first = box.right - PAD - card - step * (cards - 1)
    places = tuple(Box(first + step * i, box.cy - tall // 2, card, card_height(card)) for i in range(cards))
    return TileLayout(box, first - box.x - 2 * PAD, places)


def _cell(panel: Box, number: int) -> Box:
    """A badge's square, in the middle of its part of the panel."""
    line, column = divmod(number, BADGE_COLUMNS)
    middle = panel.x + panel.w * (2 * column + 1) // (2 * BADGE_COLUMNS)
    return Box(middle - BADGE // 2, panel.y + _BADGES_TITLE + _BADGE_PITCH * line, BADGE, BADGE)


def _level(panel: Box, number: int) -> SealsLayout:
    """A level's part of the panel: its name, and its seals below that."""
    line, column = divmod(number, LEVELS // 2)
    part = columns(panel, LEVELS // 2)[column]
    top = panel.y + _BADGES_TITLE + _BADGE_PITCH * line
    first = part.cx - (_SEAL_PITCH * (_SEALS_OF_LEVEL - 1) + SEAL) // 2
    cells = (Box(first + _SEAL_PITCH * i, top + 26, SEAL, SEAL) for i in range(_SEALS_OF_LEVEL))
    return SealsLayout((part.cx, top + _LEVEL), part.w - 2 * PAD, tuple(cells))
