"""A hand, as only its owner sees it (art guide, 9.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from images import painting
from images.drawing import text, theme
from images.drawing.compose import CHIP_PAD, Align, Canvas, Corner, chip_width
from images.drawing.text import Fitted
from images.drawing.theme import Pill, Size
from images.layouts import geometry
from images.layouts import hand as layout
from images.layouts.geometry import Box
from images.layouts.hand import CellLayout, ChoiceLayout, DecisionLayout
from images.pictures import band, strip
from images.scene.common import Cards, DeckFace, Text
from images.scene.hand import (
    MOST_FEW,
    Choice,
    Decision,
    HandCell,
    HandGrid,
    HandScene,
    Reach,
    Target,
    YakuLine,
)
from images.scene.table import Ring, YakuChip

_RADIUS: Final = 12
_BORDER: Final = 4
_END: Final = 8
_MARK: Final = 36
_NUMBER: Final = 40
_INSET: Final = 14
_NEAR_LINE: Final = 3
_PITCH: Final = 32
"""How far lines of small letters lie apart."""
_CHIP_PITCH: Final = 41
_FEW_LINES: Final = 3
"""Of words and yaku beside one of few cards."""
_ROWS: Final = 4
_YAKU_TYPE: Final = 32
"""The least height of a line that may have the larger letters."""
_STOP_WORDS: Final = 30
_STOP_FIGURE: Final = 92
_STOP_PITCH: Final = 28
_STOP_EDGE: Final = 8
_STOP_GAP: Final = 12
_LACKING: Final = 36
_LACKING_STEP: Final = 40
_REACH_NAME: Final = 92
_REACH_CHIPS: Final = 166


@painting.paint.register
def paint(scene: HandScene) -> Canvas:
    """The hand: the strip of the table, below it what is held or asked."""
    above = layout.strip(len(scene.strip.others), len(scene.strip.field) // 2)
    match scene.body:
        case HandGrid() if 0 < len(scene.body.cells) <= MOST_FEW:
            canvas = _few(scene, scene.body, above.bottom)
        case HandGrid():
            cells = layout.cells(above.bottom, [len(cell.matches) for cell in scene.body.cells])
            canvas = _canvas(scene, max((cell.box.bottom for cell in cells), default=above.bottom))
            _grid(canvas, scene.body, cells)
        case Choice():
            chips = max(len(target.brings) for target in scene.body.targets)
            choice = layout.choice(above.bottom, chips)
            canvas = _canvas(scene, choice.bottom)
            _choice(canvas, scene.body, choice)
        case Decision():
            rest = bool(scene.body.rest)
            others, lines = len(scene.body.reach) - 1, len(scene.body.yaku) + len(_sum(scene.body))
            decision = layout.decision(above.bottom, others, lines, rest=rest)
            canvas = _canvas(scene, decision.bottom)
            _decision(canvas, scene.body, decision)
    strip.paint(canvas, scene.strip, above)
    return canvas


def _canvas(scene: HandScene, bottom: int) -> Canvas:
    return Canvas(
        layout.WIDTH,
        bottom + _END,
        felt=theme.felt(scene.strip.month),
        month_marks=scene.month_marks,
        mark_side=_MARK,
        face=scene.face,
    )


def _grid(canvas: Canvas, grid: HandGrid, places: tuple[CellLayout, ...]) -> None:
    for cell, place in zip(grid.cells, places, strict=True):
        if cell.matches:
            canvas.rounded(place.box, _RADIUS, canvas.felt.panel)
        canvas.card(cell.card, place.card, faded=not cell.matches, corner=Corner.RIGHT)
        # The clear face has the mark of its kind and its month's number in the upper corner.
        top = place.card.y - 2 if canvas.face is DeckFace.STANDARD else place.card.bottom + 2 - _NUMBER
        _number(canvas, str(cell.number), place.card.x - 2, top)
        for match, box in zip(cell.matches, place.matches, strict=True):
            canvas.card(match, box)
        if cell.matches:
            canvas.frame(place.box, _RADIUS, _BORDER, theme.GOLD if grid.playable else canvas.felt.outline)


def _few(scene: HandScene, grid: HandGrid, top: int) -> Canvas:
    """Few cards, larger, with what each does."""
    width = layout.few_words(len(grid.cells))
    size = Size.SMALL if len(grid.cells) == MOST_FEW else Size.BODY
    told = [_does(cell, size, width) for cell in grid.cells]
    places = layout.few(top, [len(cell.matches) for cell in grid.cells], max(each.height for each in told))
    canvas = _canvas(scene, places[0].box.bottom)
    for cell, place, does in zip(grid.cells, places, told, strict=True):
        canvas.rounded(place.box, _RADIUS, canvas.felt.panel)
        canvas.card(cell.card, place.card, faded=not cell.matches, corner=Corner.RIGHT)
        top = place.card.y - 2 if canvas.face is DeckFace.STANDARD else place.card.bottom + 2 - _NUMBER
        _number(canvas, str(cell.number), place.card.x - 2, top)
        for match, box in zip(cell.matches, place.matches, strict=True):
            canvas.card(match, box)
        does.write(canvas, place.words, middle=len(grid.cells) == MOST_FEW)
        if cell.matches:
            canvas.frame(place.box, _RADIUS, _BORDER, theme.GOLD if grid.playable else canvas.felt.outline)
    return canvas


@dataclass(frozen=True, slots=True)
class _Does:
    """What a card does: lines of words, and the yaku that it brings."""

    lines: tuple[Fitted, ...]
    chips: tuple[tuple[Fitted, YakuChip], ...]

    @property
    def height(self) -> int:
        """How high both are, one under the other."""
        return _PITCH * len(self.lines) + _CHIP_PITCH * len(self.chips)

    def write(self, canvas: Canvas, box: Box, *, middle: bool) -> None:
        """Write the lines and yaku, one under the other: in the middle of the box, or from its left edge."""
        at = box.y + (0 if middle else (box.h - self.height) // 2)
        x, align = (box.cx, Align.CENTRE) if middle else (box.x, Align.LEFT)
        for line in self.lines:
            canvas.text(line, x, at + _PITCH // 2, theme.PAPER, align)
            at += _PITCH
        for fitted, one in self.chips:
            left = box.cx - chip_width(fitted) // 2 if middle else box.x
            drawn = canvas.chip(fitted, left, at + _CHIP_PITCH // 2, band.pill_of(one))
            if one.near:
                canvas.frame(drawn, drawn.h // 2, _NEAR_LINE, theme.GOLD)
            at += _CHIP_PITCH


def _does(cell: HandCell, size: Size, width: int) -> _Does:
    """The words of a cell, and as many of its yaku as there is room for."""
    lines = text.balanced(cell.does, size, width, count=2)
    chips = [(text.fit(one.word, Size.BODY, width - 2 * CHIP_PAD), one) for one in cell.brings]
    return _Does(lines, tuple(chips[: _FEW_LINES - len(lines)]))


def _number(canvas: Canvas, number: str, x: int, y: int) -> None:
    side = _NUMBER
    canvas.disc(x + side // 2, y + side // 2, side, theme.SUMI)
    canvas.text(text.fit(number, Size.BODY, side), x + side // 2, y + side // 2, theme.WHITE, Align.CENTRE)


def _choice(canvas: Canvas, choice: Choice, places: ChoiceLayout) -> None:
    source, *cards = places.cards
    canvas.rounded(places.source, _RADIUS, canvas.felt.panel)
    ring = Ring.FLIPPED if choice.flipped else Ring.PLAYED
    _choice_card(canvas, Target(choice.card, choice.word), source, ring)
    _arrow(canvas, (places.source.right + places.targets[0].x) // 2, source.cy)
    for target, panel, card in zip(choice.targets, places.targets, cards, strict=True):
        canvas.rounded(panel, _RADIUS, canvas.felt.panel)
        canvas.frame(panel, _RADIUS, _BORDER, theme.GOLD)
        _choice_card(canvas, target, card, Ring.CANDIDATE)
        for brought, cy in zip(target.brings, places.chips, strict=False):
            chip(canvas, brought, panel.cx, cy, panel.w - 2 * _INSET)
    between = (places.targets[0].right + places.targets[1].x) // 2
    fitted = text.fit(choice.or_word, Size.SMALL, 80)
    canvas.text(fitted, between, source.cy, canvas.felt.quiet, Align.CENTRE)


def _choice_card(canvas: Canvas, target: Target, box: Box, ring: Ring) -> None:
    canvas.card(target.card, box)
    canvas.ring(box, ring)
    pill = Pill.FLIPPED if ring is Ring.FLIPPED else Pill.GOLD
    canvas.chip_on(target.word, (box.cx, box.bottom + 2), box.w + 30, pill)


def _arrow(canvas: Canvas, cx: int, cy: int) -> None:
    canvas.polygon(Box(cx - 10, cy - 14, 20, 28), ((0, 0), (20, 14), (0, 28)), canvas.felt.quiet)


def chip(canvas: Canvas, one: YakuChip, cx: int, cy: int, most: int) -> Box:
    """A yaku round a point: gold if it is made, with a gold ring if one card is missing."""
    fitted = text.fit(one.word, Size.BODY, most - 2 * CHIP_PAD)
    box = canvas.chip(fitted, cx - chip_width(fitted) // 2, cy, band.pill_of(one))
    if one.near:
        canvas.frame(box, box.h // 2, _NEAR_LINE, theme.GOLD)
    return box


def _decision(canvas: Canvas, decision: Decision, places: DecisionLayout) -> None:
    _stop(canvas, decision, places.stop)
    canvas.rounded(places.go_on, _RADIUS, canvas.felt.panel)
    heading = text.fit(decision.go_on, Size.BODY, places.go_on.w - 32)
    canvas.text(heading, places.go_on.x + _INSET, places.heading, canvas.felt.quiet)
    for one, box in zip(decision.reach, places.lines, strict=True):
        _reach(canvas, one, box)
    at = places.risks
    for words in decision.risks:
        for line in text.balanced(words, Size.SMALL, places.go_on.w - 2 * _INSET, count=2):
            canvas.text(line, places.go_on.x + _INSET, at, theme.PAPER)
            at += _PITCH
    _rest(canvas, decision.rest, decision.rest_word, places.rest)


def _stop(canvas: Canvas, decision: Decision, box: Box) -> None:
    """What stopping is worth: the sum, how it comes about, the yaku one under the other."""
    canvas.rounded(box, _RADIUS, canvas.felt.panel)
    canvas.frame(box, _RADIUS, _BORDER, theme.GOLD)
    lines = _sum(decision)
    rows = decision.yaku[:_ROWS]
    above = _STOP_WORDS + _STOP_FIGURE + _STOP_PITCH * len(lines)
    pitch = min(layout.STOP_LINE, (box.h - 2 * _STOP_EDGE - above) // max(1, len(rows)))
    spare = box.h - 2 * _STOP_EDGE - above - pitch * len(rows)
    gap = min(_STOP_GAP, spare)
    at = box.y + _STOP_EDGE + (spare - gap) // 2
    words = text.fit(decision.total_word, Size.BODY, box.w - 2 * _INSET)
    canvas.text(words, box.cx, at + _STOP_WORDS // 2, canvas.felt.quiet, Align.CENTRE)
    total = text.fit_figure(decision.total, box.w - 2 * _INSET)
    at += _STOP_WORDS + _STOP_FIGURE
    canvas.text(total, box.cx, at - _STOP_FIGURE // 2 - 4, theme.STRAW, Align.CENTRE)
    for line in lines:
        canvas.text(line, box.cx, at + _STOP_PITCH // 2, theme.PAPER, Align.CENTRE)
        at += _STOP_PITCH
    at += gap
    for row in rows:
        _yaku(canvas, row, Box(box.x + 10, at, box.w - 20, pitch))
        at += pitch


def _sum(decision: Decision) -> tuple[Fitted, ...]:
    """How what stopping is worth comes about, and the scores then, each in up to two lines."""
    width = layout.STOP_WIDTH - 2 * _INSET
    told = (decision.match,) if decision.calculation is None else (decision.calculation, decision.match)
    return tuple(line for each in told for line in text.balanced(each, Size.SMALL, width, count=2))


def _yaku(canvas: Canvas, line: YakuLine, box: Box) -> None:
    points = text.fit(line.points, Size.SMALL, 150)
    canvas.text(points, box.right, box.cy, theme.GOLD, Align.RIGHT)
    size = Size.BODY if box.h >= _YAKU_TYPE else Size.SMALL
    name = text.fit_whole(line.name, size, box.w - points.width - 12)
    canvas.text(name, box.x, box.cy, theme.WHITE)


def _reach(canvas: Canvas, one: Reach, box: Box) -> None:
    """A player, how many cards they hold, what they are near, and the cards that they lack for it."""
    name = text.fit_name(one.name, Size.SMALL, _REACH_NAME)
    canvas.text(name, box.x, box.cy, theme.WHITE)
    count = text.fit(str(one.hand_count), Size.SMALL, 40)
    band.hand(canvas, count, box.x + _REACH_NAME + 8, box.cy)
    left = box.x + _REACH_CHIPS
    if not one.near:
        canvas.text(text.fit(one.empty, Size.SMALL, box.right - left), left, box.cy, canvas.felt.quiet)
    for i, near in enumerate(one.near):
        lacking = one.lacking if i == 0 else ()
        room = box.right - left - len(lacking) * _LACKING_STEP - 2 * CHIP_PAD
        fitted = text.fit(near.word, Size.SMALL, room)
        if fitted.cut:
            return
        drawn = canvas.chip(fitted, left, box.cy, Pill.DARK)
        if near.near:
            canvas.frame(drawn, drawn.h // 2, _NEAR_LINE, theme.GOLD)
        left = drawn.right + 6
        for card in lacking:
            canvas.card(card, Box(left, box.cy - geometry.card_height(_LACKING) // 2, _LACKING, 59))
            left += _LACKING_STEP
        left += 4


def _rest(canvas: Canvas, cards: Cards, words: Text, box: Box) -> None:
    if not cards:
        return
    canvas.rounded(box, _RADIUS, canvas.felt.panel)
    left = Box(box.x + 10, box.y, 140, box.h)
    lines = text.lines(words, Size.SMALL, left.w, count=2)
    top = left.cy - _PITCH // 2 * (len(lines) - 1)
    for i, line in enumerate(lines):
        canvas.text(line, left.cx, top + _PITCH * i, canvas.felt.quiet, Align.CENTRE)
    width = layout.REST_CARD
    space = Box(left.right + 14, box.cy - geometry.card_height(width) // 2, box.right - left.right - 28, 0)
    for card, place in zip(cards, geometry.row(space, len(cards), width, most_step=width + 8), strict=True):
        canvas.card(card, place)
