"""A hand, as only its owner sees it (art guide, 9.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from images.drawing import text, theme
from images.drawing.compose import CHIP_HEIGHT, CHIP_PAD, Align, Canvas, Corner, chip_width
from images.drawing.text import Fitted
from images.drawing.theme import Pill, Size
from images.layouts import geometry
from images.layouts import hand as layout
from images.layouts.geometry import Box
from images.layouts.hand import CellLayout, ChoiceLayout, DecisionLayout
from images.pictures import band, painting, strip
from images.scene.common import Cards, DeckFace, Text
from images.scene.hand import (
    MOST_FEW,
    Choice,
    Decision,
    HandCell,
    HandGrid,
    HandScene,
    Need,
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
"""The distance of lines of small letters."""
_CHIP_PITCH: Final = 41
_FEW_LINES: Final = 3
"""Of words and yaku beside one of few cards."""
_ROWS: Final = 4
_HALF_EDGE: Final = 8
_HEADING: Final = 33
_STOP_FIGURE: Final = 92
_SUM_PITCH: Final = {Size.SMALL: 28, Size.BODY: 33}
_STOP_LINE: Final = 34
_STOP_GAP: Final = 12
_NEED: Final = 80
_RISK_PITCH: Final = 29
_CHIP_ROW: Final = CHIP_HEIGHT + 8
"""The height of the chip of what the dealer gets, below the risks."""
_LACKING: Final = (42, 36)
"""Width and height of a card that a yaku lacks: as captured chaff on a table."""


@painting.paint.register
def paint(scene: HandScene) -> Canvas:
    """The hand: the strip of the table, below it what is held or asked."""
    taken = [bool(one.captured) for one in scene.strip.others]
    above = layout.strip(taken, len(scene.strip.field) // 2)
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
            tall = max(_stop_height(scene.body), _go_on_height(scene.body))
            decision = layout.decision(above.bottom, tall, rest=bool(scene.body.rest))
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
    """The effects of a card: lines of words, and the yaku that it brings."""

    lines: tuple[Fitted, ...]
    chips: tuple[tuple[Fitted, YakuChip], ...]

    @property
    def height(self) -> int:
        """Return the height of both, one under the other."""
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
    fits = text.plain_width(cell.does, size) <= width
    lines = text.balanced(cell.does, size if fits else Size.SMALL, width, count=2)
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
    for half in (places.stop, places.go_on):
        canvas.rounded(half, _RADIUS, canvas.felt.panel)
        canvas.frame(half, _RADIUS, _BORDER, theme.GOLD)
    _stop(canvas, decision, places.stop)
    _go_on(canvas, decision, places.go_on)
    _rest(canvas, decision.rest, decision.rest_word, places.rest)


def _stop_height(decision: Decision) -> int:
    """Return the height of the half of stopping with all its lines."""
    above = _HEADING + _STOP_FIGURE + sum(_pitch(line) for line in _sum(decision))
    return 2 * _HALF_EDGE + above + _STOP_GAP + _STOP_LINE * len(decision.yaku[:_ROWS])


def _stop(canvas: Canvas, decision: Decision, box: Box) -> None:
    """Draw the worth of a stop: the sum, its calculation, the scores then, the yaku under each other."""
    lines, rows = _sum(decision), decision.yaku[:_ROWS]
    at = box.y + _HALF_EDGE
    words = text.fit(decision.total_word, Size.BODY, box.w - 2 * _INSET)
    canvas.text(words, box.cx, at + _HEADING // 2, canvas.felt.quiet, Align.CENTRE)
    total = text.fit_figure(decision.total, box.w - 2 * _INSET)
    at += _HEADING + _STOP_FIGURE
    canvas.text(total, box.cx, at - _STOP_FIGURE // 2 - 4, theme.STRAW, Align.CENTRE)
    for line in lines:
        canvas.text(line, box.cx, at + _pitch(line) // 2, theme.PAPER, Align.CENTRE)
        at += _pitch(line)
    at = box.bottom - _HALF_EDGE - _STOP_LINE * len(rows)
    for row in rows:
        _yaku(canvas, row, Box(box.x + _INSET, at, box.w - 2 * _INSET, _STOP_LINE))
        at += _STOP_LINE


def _sum(decision: Decision) -> tuple[Fitted, ...]:
    """Return the calculation of a stop's worth, and the scores then, each in up to two lines."""
    width = layout.HALF_WIDTH - 2 * _INSET
    made = () if decision.calculation is None else (decision.calculation,)
    told = tuple(line for each in made for line in text.balanced(each, Size.SMALL, width, count=2))
    if text.plain_width(decision.match, Size.BODY) <= width:
        return (*told, text.fit(decision.match, Size.BODY, width))
    return (*told, *text.balanced(decision.match, Size.SMALL, width, count=2))


def _pitch(line: Fitted) -> int:
    """Return the height of a line of the sum."""
    return _SUM_PITCH[Size(line.size)]


def _go_on_height(decision: Decision) -> int:
    """Return the height of the half of going on with all its lines."""
    needs = _NEED * len(decision.needs) or _PITCH
    risks = _RISK_PITCH * sum(map(len, _risks(decision))) + (_CHIP_ROW if decision.end else 0)
    return 2 * _HALF_EDGE + _HEADING + needs + risks + _STOP_GAP


def _risks(decision: Decision) -> list[tuple[Fitted, ...]]:
    """Return the risks of going on, each in up to two lines."""
    width = layout.HALF_WIDTH - 2 * _INSET
    return [text.balanced(words, Size.SMALL, width, count=2) for words in decision.risks]


def _go_on(canvas: Canvas, decision: Decision, box: Box) -> None:
    """Draw the needs of going on, the places of these cards, and the risk."""
    at = box.y + _HALF_EDGE
    heading = text.fit(decision.go_on, Size.BODY, box.w - 2 * _INSET)
    canvas.text(heading, box.cx, at + _HEADING // 2, canvas.felt.quiet, Align.CENTRE)
    at += _HEADING
    for need in decision.needs:
        _need(canvas, need, Box(box.x + _INSET, at, box.w - 2 * _INSET, _NEED))
        at += _NEED
    if not decision.needs:
        nothing = text.fit(decision.nothing, Size.SMALL, box.w - 2 * _INSET)
        canvas.text(nothing, box.cx, at + _PITCH // 2, theme.PAPER, Align.CENTRE)
        at += _PITCH
    told = [line for each in _risks(decision) for line in each]
    at = box.bottom - _HALF_EDGE - _RISK_PITCH * len(told)
    if decision.end is not None:
        at -= _CHIP_ROW
        fitted = text.fit(decision.end, Size.BODY, box.w - 2 * _INSET - 2 * CHIP_PAD)
        canvas.chip(fitted, box.x + _INSET, box.bottom - _HALF_EDGE - CHIP_HEIGHT // 2, Pill.DEEP)
    for line in told:
        canvas.text(line, box.x + _INSET, at + _RISK_PITCH // 2, canvas.felt.quiet)
        at += _RISK_PITCH


def _need(canvas: Canvas, need: Need, box: Box) -> None:
    """A yaku that is near, below it the cards that it lacks and where they are."""
    fitted = text.fit(need.near.word, Size.SMALL, box.w - 2 * CHIP_PAD)
    drawn = canvas.chip(fitted, box.x, box.y + _NEED // 4, Pill.DARK)
    if need.near.near:
        canvas.frame(drawn, drawn.h // 2, _NEAR_LINE, theme.GOLD)
    wide, tall = _LACKING
    left, cy = box.x, box.y + _NEED * 3 // 4
    for card in need.cards:
        canvas.tile(card, Box(left, cy - tall // 2, wide, tall))
        left += wide + 6
    where = text.fit(need.where, Size.SMALL, box.right - left - 4)
    canvas.text(where, left + 4, cy, theme.PAPER)


def _yaku(canvas: Canvas, line: YakuLine, box: Box) -> None:
    points = text.fit(line.points, Size.SMALL, 150)
    canvas.text(points, box.right, box.cy, theme.GOLD, Align.RIGHT)
    name = text.fit_whole(line.name, Size.BODY, box.w - points.width - 12)
    canvas.text(name, box.x, box.cy, theme.WHITE)


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
