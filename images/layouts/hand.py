"""The layout of a hand: geometry only (art guide, 9.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from images.layouts.geometry import Box, card_height

WIDTH: Final = 800
"""A phone shows it some 310 wide: 24 pixels of it are more than nine there."""
LINE: Final = 44
"""The height of a player's line."""
_SIDE: Final = 8
_GAP: Final = 6
_INSIDE: Final = WIDTH - 2 * _SIDE
_FIELD_WIDTH: Final = 522
_FIELD_CARD: Final = 82
_FIELD_COLUMNS: Final = 6
CAPTURED_CARD: Final = 36
_CAPTURED_STEP: Final = 40
_KINDS: Final = 4
_ROW_EDGE: Final = 8
_ROW_GAP: Final = 14


@dataclass(frozen=True, slots=True)
class StripLayout:
    """The lines of the strip, the places of the field, and the captured cards' panel; `bottom` ends it.

    `head` is the line of the month, `others` are the opponents' lines, `me` the owner's. `taken` has the row
    of an opponent's captured cards below their line; without cards it has no height.
    """

    head: Box
    others: tuple[Box, ...]
    taken: tuple[Box, ...]
    slots: tuple[Box, ...]
    captured: Box
    me: Box
    bottom: int


def strip(taken: Sequence[bool], columns: int) -> StripLayout:
    """Return the strip: `taken` is whether each opponent's captured cards are drawn; columns of the field."""
    head = Box(_SIDE, _GAP, _INSIDE, 36)
    others, rows, top = [], [], head.bottom + _GAP
    for drawn in taken:
        line = Box(_SIDE, top, _INSIDE, LINE)
        row = Box(_SIDE, line.bottom, _INSIDE, card_height(CAPTURED_CARD) + 2 * _ROW_EDGE if drawn else 0)
        others.append(line)
        rows.append(row)
        top = row.bottom + _GAP
    tall = 2 * card_height(_FIELD_CARD) + _GAP
    left = _SIDE + _FIELD_WIDTH + 2 * _GAP
    captured = Box(left, top, WIDTH - _SIDE - left, tall)
    me = Box(_SIDE, top + tall + _GAP, _INSIDE, LINE)
    slots = _slots(top, tall, columns)
    return StripLayout(head, tuple(others), tuple(rows), slots, captured, me, me.bottom + _GAP)


def _slots(top: int, height: int, columns: int) -> tuple[Box, ...]:
    """Two rows round the middle, as on the table; the cards are smaller where there are many."""
    gap = _GAP if columns <= _FIELD_COLUMNS else 4
    width = min(_FIELD_CARD, (_FIELD_WIDTH - gap * (columns - 1)) // columns)
    tall = card_height(width)
    left = _SIDE + (_FIELD_WIDTH - columns * (width + gap) + gap) // 2
    first = top + (height - 2 * tall - _GAP) // 2
    return tuple(
        Box(left + column * (width + gap), first + line * (tall + _GAP), width, tall)
        for line in range(2)
        for column in range(columns)
    )


@dataclass(frozen=True, slots=True)
class GroupLayout:
    """One captured kind: its badge, the left end and middle of its count, its cards one over the other."""

    badge: Box
    count: tuple[int, int]
    cards: tuple[Box, ...]


def captured(panel: Box, counts: Sequence[int]) -> tuple[GroupLayout, ...]:
    """A line for each of the four kinds, of which `counts` cards are captured."""
    tall, badge, start = card_height(CAPTURED_CARD), 32, 90
    pitch = (panel.h - _GAP) // _KINDS
    groups = []
    for i, count in enumerate(counts):
        y = panel.y + (_GAP + pitch - tall) // 2 + i * pitch
        room = panel.w - start - CAPTURED_CARD - _SIDE
        step = min(_CAPTURED_STEP, room / (count - 1)) if count > 1 else 0
        cards = tuple(Box(panel.x + start + round(n * step), y, CAPTURED_CARD, tall) for n in range(count))
        middle = y + tall // 2
        groups.append(
            GroupLayout(Box(panel.x + 10, middle - badge // 2, badge, badge), (panel.x + 50, middle), cards)
        )
    return tuple(groups)


def row(box: Box, groups: Sequence[tuple[int, int]]) -> tuple[GroupLayout, ...]:
    """The kinds beside each other: of each the width of its count in pixels, and its number of cards."""
    tall, badge = card_height(CAPTURED_CARD), 32
    heads = [badge + _GAP + wide + _GAP for wide, _ in groups]
    ends = CAPTURED_CARD * sum(count > 0 for _, count in groups) + _ROW_GAP * (len(groups) - 1)
    covering = sum(max(0, count - 1) for _, count in groups)
    room = box.w - 2 * _ROW_EDGE - sum(heads) - ends
    step = min(_CAPTURED_STEP, room / covering) if covering else 0
    found, left = [], float(box.x + _ROW_EDGE)
    for head, (_, count) in zip(heads, groups, strict=True):
        mark, first = Box(round(left), box.cy - badge // 2, badge, badge), left + head
        cards = tuple(
            Box(round(first + n * step), box.cy - tall // 2, CAPTURED_CARD, tall) for n in range(count)
        )
        found.append(GroupLayout(mark, (mark.right + _GAP, box.cy), cards))
        left = (first + (count - 1) * step + CAPTURED_CARD if count else first) + _ROW_GAP
    return tuple(found)


CARD: Final = 104
"""The width of a card of the hand."""
_MATCH: Final = 66
_UNDER: Final = 56
_INSET: Final = 7
_COLUMNS: Final = 4
_BESIDE_WIDTH: Final = (_INSIDE - (_COLUMNS - 1) * _SIDE) // _COLUMNS
_MOST_IN_LINE: Final = 6


@dataclass(frozen=True, slots=True)
class CellLayout:
    """A card of the hand in its cell, and the cards of the field that it matches."""

    box: Box
    card: Box
    matches: tuple[Box, ...]


def cells(top: int, matches: Sequence[int]) -> tuple[CellLayout, ...]:
    """The cards of a hand of more than three, of which `matches` counts what each matches.

    More than six lie in two rows of four, what they match beside them; six or five in one row, what they
    match below; four in one row.
    """
    count = len(matches)
    if _COLUMNS < count <= _MOST_IN_LINE:
        return _in_one_row(top, matches)
    width = _BESIDE_WIDTH
    tall = card_height(CARD) + 2 * _INSET
    boxes = (
        Box(_SIDE + i % _COLUMNS * (width + _SIDE), top + i // _COLUMNS * (tall + _SIDE), width, tall)
        for i in range(count)
    )
    return tuple(_beside(box, n) for box, n in zip(boxes, matches, strict=True))


def _beside(box: Box, count: int) -> CellLayout:
    card = Box(box.x + _INSET, box.y + _INSET, CARD, card_height(CARD))
    tall = card_height(_MATCH)
    pitch = min(62, (card.h - tall) // (count - 1)) if count > 1 else 0
    first = card.y + (0 if count > 1 else (card.h - tall) // 2)
    x = card.right + (box.right - card.right - _MATCH) // 2
    if not count:
        # Without anything beside it a card stands in the middle of its place.
        card = card.moved(box.cx - card.cx, 0)
    return CellLayout(box, card, tuple(Box(x, first + i * pitch, _MATCH, tall) for i in range(count)))


def _in_one_row(top: int, matches: Sequence[int]) -> tuple[CellLayout, ...]:
    width = (_INSIDE - (_MOST_IN_LINE - 1) * _SIDE) // _MOST_IN_LINE
    left = (WIDTH - len(matches) * width - (len(matches) - 1) * _SIDE) // 2
    card, match = card_height(CARD), card_height(_UNDER)
    tall = card + 2 * _INSET + (match + _INSET if any(matches) else 0)
    laid = []
    for i, count in enumerate(matches):
        box = Box(left + i * (width + _SIDE), top, width, tall)
        face = Box(box.x + (width - CARD) // 2, top + _INSET, CARD, card)
        step = min(_UNDER + 2, (width - 2 * _INSET - _UNDER) // (count - 1)) if count > 1 else 0
        first = box.cx - (_UNDER + step * (count - 1)) // 2
        laid.append(
            CellLayout(
                box,
                face,
                tuple(Box(first + n * step, face.bottom + _INSET, _UNDER, match) for n in range(count)),
            )
        )
    return tuple(laid)


FEW_CARD: Final = 148
"""The width of one of few cards of a hand, which the table has too."""
_FEW_INSET: Final = 8
_FEW_GAP: Final = 4
"""Between a card and the words below it."""
_FEW_WIDTHS: Final = (520, 388, 256)
"""Of a cell, by how many there are."""


@dataclass(frozen=True, slots=True)
class FewLayout:
    """One of few cards in its cell, what it matches, and where the words stand that say what it does."""

    box: Box
    card: Box
    matches: tuple[Box, ...]
    words: Box


def few_words(count: int) -> int:
    """Return how wide a card's words may be: beside each of one or two cards, below each of three."""
    beside = FEW_CARD + 2 * _FEW_INSET if count < len(_FEW_WIDTHS) else 0
    return _FEW_WIDTHS[count - 1] - beside - 2 * _FEW_INSET


def few(top: int, matches: Sequence[int], words: int) -> tuple[FewLayout, ...]:
    """One to three cards of a hand: `matches` counts what each matches, `words` is the height of their words.

    What one does stands beside it; of three, below.
    """
    width, card = _FEW_WIDTHS[len(matches) - 1], card_height(FEW_CARD)
    below = len(matches) == len(_FEW_WIDTHS)
    left = (WIDTH - len(matches) * width - (len(matches) - 1) * _SIDE) // 2
    tall = card + 2 * _FEW_INSET + (words + _FEW_GAP if below else 0)
    boxes = (Box(left + i * (width + _SIDE), top, width, tall) for i in range(len(matches)))
    return tuple(_few(box, n, below=below) for box, n in zip(boxes, matches, strict=True))


def _few(box: Box, count: int, *, below: bool) -> FewLayout:
    card = Box(box.x + _FEW_INSET, box.y + _FEW_INSET, FEW_CARD, card_height(FEW_CARD))
    tall, left = card_height(_MATCH), card.right + 2 * _FEW_INSET
    if below:
        if not count:
            card = card.moved(box.cx - card.cx, 0)
        beside = Box(left - _FEW_INSET, card.y, box.right - left, card.h)
        pitch = min(tall + 4, (card.h - tall) // (count - 1)) if count > 1 else 0
        first = beside.cy - (tall + pitch * (count - 1)) // 2 if count else 0
        found = tuple(Box(beside.cx - _MATCH // 2, first + i * pitch, _MATCH, tall) for i in range(count))
        under = card.bottom + _FEW_GAP
        return FewLayout(
            box, card, found, Box(box.x + _FEW_INSET, under, box.w - 2 * _FEW_INSET, box.bottom - under - 8)
        )
    right = Box(left, card.y, box.right - _FEW_INSET - left, card.h)
    step = min(_MATCH + 4, (right.w - _MATCH) // (count - 1)) if count > 1 else 0
    found = tuple(Box(left + i * step, card.y, _MATCH, tall) for i in range(count))
    under = card.y + tall + _FEW_INSET if count else card.y
    return FewLayout(box, card, found, Box(left, under, right.w, card.bottom - under))


@dataclass(frozen=True, slots=True)
class ChoiceLayout:
    """The panels of an open choice: the card, and the two that it may capture; `cards` lie in them.

    `chips` are the middles of the lines under the cards: what a capture brings.
    """

    source: Box
    targets: tuple[Box, Box]
    cards: tuple[Box, Box, Box]
    chips: tuple[int, ...]
    bottom: int


CHOICE_CARD: Final = 112
_CHIP_PITCH: Final = 44


def choice(top: int, chips: int) -> ChoiceLayout:
    """An open choice; `chips` is how many lines the target that brings most needs."""
    card = card_height(CHOICE_CARD)
    tall = 12 + card + 28 + chips * _CHIP_PITCH
    panels = (Box(_SIDE, top, 150, tall), Box(_SIDE + 182, top, 264, tall), Box(_SIDE + 520, top, 264, tall))
    source, one, other = panels
    cards = [Box(box.cx - CHOICE_CARD // 2, top + 12, CHOICE_CARD, card) for box in panels]
    first = top + 12 + card + 20 + _CHIP_PITCH // 2 + 2
    return ChoiceLayout(
        source,
        (one, other),
        (cards[0], cards[1], cards[2]),
        tuple(first + i * _CHIP_PITCH for i in range(chips)),
        top + tall,
    )


@dataclass(frozen=True, slots=True)
class DecisionLayout:
    """The panels of a decision: to stop, to go on, the rest of the hand; `bottom` ends them."""

    stop: Box
    go_on: Box
    rest: Box
    bottom: int


HALF_WIDTH: Final = (_INSIDE - _SIDE) // 2
REST_CARD: Final = 44


def decision(top: int, tall: int, *, rest: bool = True) -> DecisionLayout:
    """Two equal halves of this height; without a `rest` of the hand they end it."""
    stop = Box(_SIDE, top, HALF_WIDTH, tall)
    go_on = stop.moved(HALF_WIDTH + _SIDE, 0)
    below = Box(_SIDE, stop.bottom + _SIDE, _INSIDE, card_height(REST_CARD) + 12)
    return DecisionLayout(stop, go_on, below, below.bottom if rest else stop.bottom)


TIME_BAR: Final = (130, 16)
"""Width and height of the bar of a turn's time, which stands in the line of the month."""
