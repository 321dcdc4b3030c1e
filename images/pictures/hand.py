"""A hand, as only its owner sees it (art guide, 9.3)."""

from __future__ import annotations

from typing import Final

from images import painting
from images.drawing import text, theme
from images.drawing.compose import Align, Canvas, Corner, chip_width
from images.drawing.theme import Pill, Size
from images.layouts import geometry
from images.layouts import hand as layout
from images.layouts.geometry import Box
from images.layouts.hand import CellLayout, PanelLayout
from images.pictures import field, strip
from images.scene.common import Cards, Text
from images.scene.hand import Choice, Decision, HandGrid, HandScene, Target, YakuLine
from images.scene.table import Ring

_RADIUS: Final = 12
_BORDER: Final = 4
_END: Final = 8
_MARK: Final = 36
_NUMBER: Final = 40
_CARD: Final = 112
_SMALL: Final = 58
_CARDS_OF_YAKU: Final = 8
_ROWS: Final = 6


@painting.paint.register
def paint(scene: HandScene) -> Canvas:
    """The hand: the strip of the table, below it what is held or asked."""
    above = layout.strip(len(scene.strip.others), field.used(scene.strip.field))
    match scene.body:
        case HandGrid():
            cells = layout.cells(above.bottom, [len(cell.matches) for cell in scene.body.cells])
            canvas = _canvas(scene, max((cell.box.bottom for cell in cells), default=above.bottom))
            _grid(canvas, scene.body, cells)
        case Choice():
            places = layout.panels(above.bottom, rest=bool(scene.body.rest))
            canvas = _canvas(scene, places.bottom)
            _choice(canvas, scene.body, places)
        case Decision():
            places = layout.panels(above.bottom, rest=bool(scene.body.rest))
            canvas = _canvas(scene, places.bottom)
            _decision(canvas, scene.body, places)
    strip.paint(canvas, scene.strip, above)
    return canvas


def _canvas(scene: HandScene, bottom: int) -> Canvas:
    return Canvas(
        layout.WIDTH, bottom + _END, month_marks=scene.month_marks, mark_side=_MARK, face=scene.face
    )


def _grid(canvas: Canvas, grid: HandGrid, places: tuple[CellLayout, ...]) -> None:
    for cell, place in zip(grid.cells, places, strict=True):
        if cell.matches:
            canvas.rounded(place.box, _RADIUS, theme.PANEL)
        canvas.card(cell.card, place.card, faded=not cell.matches, corner=Corner.RIGHT)
        _number(canvas, str(cell.number), place.card.x - 2, place.card.y - 2)
        for match, box in zip(cell.matches, place.matches, strict=True):
            canvas.card(match, box)
        if cell.matches:
            canvas.frame(place.box, _RADIUS, _BORDER, theme.GOLD if grid.playable else theme.OUTLINE)


def _number(canvas: Canvas, number: str, x: int, y: int) -> None:
    side = _NUMBER
    canvas.disc(x + side // 2, y + side // 2, side, theme.SUMI)
    canvas.text(text.fit(number, Size.BODY, side), x + side // 2, y + side // 2, theme.WHITE, Align.CENTRE)


def _words(canvas: Canvas, words: Text, box: Box) -> None:
    lines = text.lines(words, Size.SMALL, box.w, count=4)
    top = box.cy - 16 * (len(lines) - 1)
    for i, line in enumerate(lines):
        canvas.text(line, box.cx, top + 32 * i, theme.QUIET, Align.CENTRE)


def _choice(canvas: Canvas, choice: Choice, places: PanelLayout) -> None:
    source, *targets = places.choice
    canvas.rounded(source, _RADIUS, theme.PANEL)
    ring = Ring.FLIPPED if choice.flipped else Ring.PLAYED
    _choice_card(canvas, Target(choice.card, choice.word), source, ring)
    _arrow(canvas, (source.right + targets[0].x) // 2, source.cy)
    for target, box in zip(choice.targets, targets, strict=True):
        canvas.rounded(box, _RADIUS, theme.PANEL)
        canvas.frame(box, _RADIUS, _BORDER, theme.GOLD)
        _choice_card(canvas, target, box, Ring.CANDIDATE)
    between = (targets[0].right + targets[1].x) // 2
    fitted = text.fit(choice.or_word, Size.SMALL, 80)
    canvas.chip(fitted, between - chip_width(fitted) // 2, source.cy, Pill.DARK)
    _rest(canvas, choice.rest, choice.rest_word, places.rest)


def _choice_card(canvas: Canvas, target: Target, box: Box, ring: Ring) -> None:
    height = geometry.card_height(_CARD)
    card = Box(box.cx - _CARD // 2, box.cy - height // 2 - 10, _CARD, height)
    canvas.card(target.card, card)
    canvas.ring(card, ring)
    pill = Pill.FLIPPED if ring is Ring.FLIPPED else Pill.GOLD
    canvas.chip_on(target.word, (card.cx, card.bottom + 2), box.w - 24, pill)


def _arrow(canvas: Canvas, cx: int, cy: int) -> None:
    canvas.polygon(Box(cx - 10, cy - 14, 20, 28), ((0, 0), (20, 14), (0, 28)), theme.QUIET)


def _rest(canvas: Canvas, cards: Cards, words: Text, box: Box) -> None:
    if not cards:
        return
    canvas.rounded(box, _RADIUS, theme.PANEL)
    left = Box(box.x + 10, box.y, 140, box.h)
    _words(canvas, words, left)
    top = box.cy - geometry.card_height(_SMALL) // 2
    space = Box(left.right + 14, top, box.right - left.right - 28, 0)
    for card, place in zip(cards, geometry.row(space, len(cards), _SMALL, most_step=72), strict=True):
        canvas.card(card, place)


def _decision(canvas: Canvas, decision: Decision, places: PanelLayout) -> None:
    canvas.rounded(places.yaku, _RADIUS, theme.PANEL)
    rows = decision.yaku[:_ROWS]
    width, pitch = layout.yaku_rows(places.yaku, [min(_CARDS_OF_YAKU, len(row.cards)) for row in rows])
    top = places.yaku.cy - pitch * len(rows) // 2
    for i, line in enumerate(rows):
        _yaku(canvas, line, Box(places.yaku.x + 12, top + i * pitch, places.yaku.w - 24, pitch), width)
    _total(canvas, decision, places.total)
    _rest(canvas, decision.rest, decision.rest_word, places.rest)


def _yaku(canvas: Canvas, line: YakuLine, box: Box, card_width: int) -> None:
    points = text.fit(line.points, Size.BODY, 150)
    canvas.chip(points, box.right - chip_width(points), box.cy, Pill.GOLD)
    most = 200 if card_width else box.w - chip_width(points) - 20
    canvas.text(text.fit(line.name, Size.BODY, most), box.x + 4, box.cy, theme.WHITE)
    if card_width:
        cards = line.cards[:_CARDS_OF_YAKU]
        space = Box(
            box.x + 212,
            box.cy - geometry.card_height(card_width) // 2,
            box.w - 212 - chip_width(points) - 12,
            0,
        )
        places = geometry.row(space, len(cards), card_width, most_step=card_width - 10)
        for card, place in zip(cards, places, strict=True):
            canvas.card(card, place, marked=False)


def _total(canvas: Canvas, decision: Decision, box: Box) -> None:
    canvas.rounded(box, _RADIUS, theme.PANEL)
    canvas.frame(box, _RADIUS, _BORDER, theme.GOLD)
    lines = (
        text.balanced(decision.calculation, Size.SMALL, box.w - 32, count=3) if decision.calculation else ()
    )
    shift = 16 * len(lines)
    words = text.fit(decision.total_word, Size.BODY, box.w - 32)
    canvas.text(words, box.cx, box.cy - 70 - shift, theme.QUIET, Align.CENTRE)
    total = text.fit_figure(decision.total, box.w - 32)
    canvas.text(total, box.cx, box.cy + 6 - shift, theme.STRAW, Align.CENTRE)
    for i, line in enumerate(lines):
        canvas.text(line, box.cx, box.cy + 76 - shift + 32 * i, theme.PAPER, Align.CENTRE)
