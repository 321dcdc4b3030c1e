"""The layout of a month's result: geometry only, like `geometry` (art guide, 9.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from images.layouts import month_scores
from images.layouts.geometry import Box, card_height, cells
from images.layouts.month_scores import ScorePlaces

WIDTH: Final = 800
MARGIN: Final = 12
"""Round the paper."""
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
_SMALL_TOTAL: Final = 160
_STRIP_GAP: Final = 22
_REACHED_HEAD: Final = 50
SMALL_CARD: Final = 82
_SMALL_GAP: Final = 30
_FIELD: Final = 4 * SMALL_CARD
BESIDE_FIELD: Final = WIDTH - 2 * _LEFT - _FIELD - 20
"""So wide words are beside four cards in a row."""
_CELL_HEAD: Final = 92
_CELL_GAP: Final = 20


@dataclass(frozen=True, slots=True)
class Needs:
    """The sizes of a result's parts:

    the numbers of its lines, rows and players, and the widths of its words.
    """

    players: int
    lines: int
    """Under the names of the players."""
    rows: int = 0
    """Of yaku, at most six."""
    names: float = 0.0
    """The width of the widest name of a yaku."""
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
    """The width of the widest label of a line of scores."""
    small: bool = False
    """Whether all yaku share one row, all who came somewhere another, and the lines are low."""


@dataclass(frozen=True, slots=True)
class Places:
    """The height of the picture, and a box for each part; empty boxes (0 high) for what there is not."""

    height: int
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
    scores: ScorePlaces | None
    """None where they stand with how far everybody came."""
    note: Box


class _Stack:
    """Boxes one below the other."""

    def __init__(self) -> None:
        self.y = 24

    def put(self, height: int, gap: int = 0) -> Box:
        """Return the next box, with `gap` free below it; nothing at all where it is 0 high."""
        box = Box(_LEFT, self.y, WIDTH - 2 * _LEFT, height)
        self.y += height + gap if height else 0
        return box

    @property
    def here(self) -> Box:
        """The next box, its height still open."""
        return Box(_LEFT, self.y, WIDTH - 2 * _LEFT, 0)

    def below(self, y: int) -> _Stack:
        """Go on from here."""
        self.y = y
        return self


def places(needs: Needs) -> Places:
    """A result with these parts."""
    return _small(needs) if needs.small else _usual(needs)


def _usual(needs: Needs) -> Places:
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
    scores = month_scores.places(stack.here, needs.players, needs.lines, needs.labels)
    note = stack.below(scores.bottom).put(LINE * needs.note + 12 if needs.note else 0)
    parts = (title, rows, card, _strip(needs), reason, cards, consequence, reached, calculation, total)
    return Places(stack.y + 26, *parts, scores, note)


def _small(needs: Needs) -> Places:
    """Title, one row, scores: about as high as half its width."""
    stack = _Stack()
    title = stack.put(34 + 40 * needs.title, 4)
    beside = card_height(SMALL_CARD) + _SMALL_GAP
    row = stack.put(beside if needs.rows else 0)
    reason = stack.put(max(LINE * needs.reason + 12, beside if needs.cards else 0))
    cards = Box(reason.right - _FIELD, reason.cy - card_height(SMALL_CARD) // 2, _FIELD, 0)
    consequence = stack.put(LINE * needs.consequence, 8)
    calculation = stack.put((LINE * needs.calculation + 10) if needs.calculation else 0)
    if needs.reached:
        each = stack.put(_CELL_HEAD + card_height(REACHED_CARD) + 8, 0)
        reached, scores = cells(each, needs.reached, gap=_CELL_GAP), None
    else:
        scores = month_scores.places(stack.here, needs.players, needs.lines, needs.labels, low=True)
        reached, stack = (), stack.below(scores.bottom)
    note = stack.put(LINE * needs.note + 12 if needs.note else 0)
    rows = (row,) if needs.rows else ()
    parts = (title, rows, SMALL_CARD, _strip(needs), reason, cards, consequence, reached, calculation)
    return Places(stack.y + 26, *parts, stack.put(0), scores, note)


def _strip(needs: Needs) -> Box:
    """The cards begin after the longest name and end before the points."""
    left = _LEFT + min(NAME_MOST, round(needs.names)) + _STRIP_GAP
    return Box(left, 0, WIDTH - _LEFT - (_SMALL_TOTAL if needs.small else _POINTS) - left, 0)
