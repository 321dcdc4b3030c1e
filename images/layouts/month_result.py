"""Where everything lies on a month's result: geometry only, like `geometry` (art guide, 9.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from images.layouts.geometry import Box, card_height

WIDTH: Final = 800
LINE: Final = 40
"""From one line of a sentence to the next."""
CARDS: Final = (104, 104, 82, 76, 58, 58)
"""The width of the cards for one yaku, two, up to six: widths that hands and tables have, too."""
REASON_CARD: Final = 82
REACHED_CARD: Final = 58
RISE: Final = 12
"""So far a card stands out of its row."""
_LEFT: Final = 40
_ROW_GAP: Final = 36
NAME_MOST: Final = 216
"""So wide the name of a yaku may be beside its cards."""
_POINTS: Final = 128
_STRIP_GAP: Final = 22
_REACHED_HEAD: Final = 50
_LABEL_LEAST: Final = 120
_LABEL_MOST: Final = 200


@dataclass(frozen=True, slots=True)
class Needs:
    """What a result consists of: the numbers of its lines, rows and players, and the widths of its words."""

    players: int
    lines: int
    """Under the names of the players."""
    rows: int = 0
    """Of yaku, at most six."""
    names: float = 0.0
    """How wide the widest name of a yaku is."""
    title: int = 1
    reason: int = 0
    """Lines of the sentence that says why, where there are no yaku."""
    cards: bool = False
    """Whether cards stand below it."""
    consequence: int = 0
    """Lines of what it leads to."""
    reached: int = 0
    """Players of whom is shown how far they came."""
    calculation: int = 0
    total: bool = False
    note: int = 0
    labels: float = 0.0
    """How wide the widest label of a line of scores is."""


@dataclass(frozen=True, slots=True)
class Places:
    """The height of the picture, and a box for each part; empty boxes (0 high) for what there is not."""

    height: int
    paper: Box
    title: Box
    rows: tuple[Box, ...]
    card: int
    strip: Box
    """Across: where the cards of all rows lie. Its height means nothing."""
    reason: Box
    cards: Box
    consequence: Box
    reached: tuple[Box, ...]
    calculation: Box
    total: Box
    header: Box
    lines: tuple[Box, ...]
    columns: tuple[Box, ...]
    """The players, from the header to the last line."""
    note: Box


class _Stack:
    """Boxes one below the other."""

    def __init__(self) -> None:
        self.y = 24

    def put(self, height: int, gap: int = 0) -> Box:
        """The next box, this high, and so much free below it; nothing at all where it is 0 high."""
        box = Box(_LEFT, self.y, WIDTH - 2 * _LEFT, height)
        self.y += height + gap if height else 0
        return box


def places(needs: Needs) -> Places:
    """A result with these parts."""
    stack = _Stack()
    title = stack.put(34 + 40 * needs.title, 12)
    card = CARDS[max(0, needs.rows - 1)]
    rows = tuple(stack.put(card_height(card) + _ROW_GAP) for _ in range(needs.rows))
    reason = stack.put(LINE * needs.reason, 8)
    cards = stack.put(card_height(REASON_CARD) if needs.cards else 0, 16)
    consequence = stack.put(LINE * needs.consequence, 8)
    each = _REACHED_HEAD + card_height(REACHED_CARD)
    reached = tuple(stack.put(each, 16) for _ in range(needs.reached))
    calculation = stack.put((LINE * needs.calculation + 10) if needs.calculation else 0)
    total = stack.put(112 if needs.total else 0, 8)
    header = stack.put(50)
    lines = tuple(stack.put(52) for _ in range(needs.lines))
    note = stack.put(LINE * needs.note + 12 if needs.note else 0)
    height = stack.y + 26
    return Places(
        *(height, Box(12, 12, WIDTH - 24, height - 24), title, rows, card, _strip(needs)),
        *(reason, cards, consequence, reached, calculation, total),
        *(header, lines, _columns(needs, header, lines), note),
    )


def _strip(needs: Needs) -> Box:
    """The cards begin after the longest name and end before the points."""
    left = _LEFT + min(NAME_MOST, round(needs.names)) + _STRIP_GAP
    return Box(left, 0, WIDTH - _LEFT - _POINTS - left, 0)


def _columns(needs: Needs, header: Box, lines: tuple[Box, ...]) -> tuple[Box, ...]:
    """A column for each player, right of the labels."""
    label = max(_LABEL_LEAST, min(_LABEL_MOST, round(needs.labels) + 16))
    width = (header.w - label) // needs.players
    bottom = lines[-1].bottom if lines else header.bottom
    return tuple(
        Box(header.right - width * (needs.players - i), header.y, width, bottom - header.y)
        for i in range(needs.players)
    )
