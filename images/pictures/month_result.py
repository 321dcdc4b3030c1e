"""What a month brought, on paper (art guide, 9.4)."""

from __future__ import annotations

from typing import Final

from images import painting
from images.drawing import text, theme
from images.drawing.compose import Align, Canvas
from images.drawing.theme import Size
from images.layouts import geometry, sheets
from images.layouts.geometry import Box
from images.scene.common import Cards, Gain
from images.scene.result import Change, MonthResultScene, Reason, YakuRow

_CARDS_OF_YAKU: Final = 8
_HAND_CARD: Final = 76
_GAP: Final = 26
_CARDS_LEFT: Final = 440
_CARDS_WIDTH: Final = 430
# A row of cards overlaps by so much of a card's width.
_OVERLAP: Final = 0.375
_REASON_PITCH: Final = 58
# What a yaku's name means stands so far below it.
_GLOSS: Final = 38
# A title with a very long name has two lines.
_TITLE_PITCH: Final = 36


@painting.paint.register
def paint(scene: MonthResultScene) -> Canvas:
    """The result, 1100 x 760."""
    places = sheets.result(len(scene.rows), len(scene.changes))
    canvas = Canvas(geometry.WIDTH, 760, theme.WOOD, month_marks=scene.month_marks, face=scene.face)
    canvas.paper(places.paper)
    _title(canvas, scene, places.title)
    for row, box in zip(scene.rows, places.rows, strict=True):
        _row(canvas, row, box, places.card)
    if scene.reason is not None and not scene.rows:
        _reason(canvas, scene.reason, places.body)
    _total(canvas, scene, places.total)
    for change, box in zip(scene.changes, places.footer, strict=True):
        _change(canvas, change, box)
    return canvas


def _title(canvas: Canvas, scene: MonthResultScene, box: Box) -> None:
    most = box.w
    if scene.reason is not None and scene.rows:
        words = text.fit(scene.reason.words, Size.BODY, 380)
        canvas.text(words, box.right, box.cy + 4, theme.SHEET_QUIET, Align.RIGHT)
        most -= round(words.width) + 30
    title = text.fit(scene.title, Size.TITLE, most, floor=Size.BODY)
    lines = text.lines(scene.title, Size.BODY, most, count=2) if title.cut else (title,)
    top = box.cy - _TITLE_PITCH * (len(lines) - 1) // 2
    for i, line in enumerate(lines):
        canvas.text(line, box.x, top + _TITLE_PITCH * i, theme.SUMI)
    canvas.rect(Box(box.x, box.bottom, box.w, 3), theme.SUMI)


def _row(canvas: Canvas, row: YakuRow, box: Box, width: int) -> None:
    points = text.fit(row.points, Size.NAME, 170)
    canvas.text(points, box.right - 4, box.cy, theme.SUMI, Align.RIGHT)
    most = _CARDS_LEFT - 20 if row.cards else box.w - points.width - 40
    name, gloss = text.fit(row.name, Size.NAME, most - box.x), text.fit(row.gloss, Size.BODY, most - box.x)
    two = bool(gloss.text) and not gloss.cut
    canvas.text(name, box.x + 4, box.cy - _GLOSS // 2 * two, theme.SUMI)
    if two:
        canvas.text(gloss, box.x + 4, box.cy + _GLOSS // 2, theme.PINE)
    space = Box(_CARDS_LEFT, box.cy - geometry.card_height(width) // 2, _CARDS_WIDTH, 0)
    _cards(canvas, row.cards[:_CARDS_OF_YAKU], space, width)
    canvas.rect(Box(box.x, box.bottom - 1, box.w, 1), theme.SHEET_RULE)


def _cards(canvas: Canvas, cards: Cards, space: Box, width: int, *, centred: bool = False) -> None:
    step = round(width * (1 - _OVERLAP)) if not centred else width + 10
    places = geometry.row(space, len(cards), width, most_step=step, centred=centred)
    for card, place in zip(cards, places, strict=True):
        canvas.card(card, place)


def _reason(canvas: Canvas, reason: Reason, box: Box) -> None:
    # Label, cards and note stand as one block in the middle of the sheet.
    tall = geometry.card_height(_HAND_CARD) + 40 if reason.cards else 0
    tall += 60 if reason.note is not None else 0
    middle = box.cy - tall // 2
    lines = text.balanced(reason.words, Size.TITLE, box.w, count=2)
    for i, line in enumerate(lines):
        cy = middle - _REASON_PITCH * (len(lines) - 1 - i)
        canvas.text(line, box.cx, cy, theme.SUMI, Align.CENTRE)
    if reason.cards:
        space = Box(box.x, middle + 50, box.w, 0)
        _cards(canvas, reason.cards, space, _HAND_CARD, centred=True)
        middle += geometry.card_height(_HAND_CARD) + 40
    if reason.note is not None:
        note = text.fit(reason.note, Size.NAME, box.w)
        canvas.text(note, box.cx, middle + 64, theme.KOI, Align.CENTRE)


def _total(canvas: Canvas, scene: MonthResultScene, box: Box) -> None:
    left = float(box.right)
    if scene.total is not None:
        total = text.fit_figure(scene.total, 420)
        canvas.text(total, box.right - 4, box.cy - 8, theme.RED, Align.RIGHT)
        left -= total.width + 24
    if scene.total_word is not None:
        words = text.fit(scene.total_word, Size.BODY, 200)
        canvas.text(words, left, box.cy + 8, theme.SHEET_QUIET, Align.RIGHT)
        left -= words.width + 24
    if scene.calculation is not None:
        lines = text.balanced(scene.calculation, Size.BODY, left - box.x, count=2)
        for i, line in enumerate(lines):
            cy = box.cy + 8 - 34 * (len(lines) - 1) + 34 * i
            canvas.text(line, box.x + 4, cy, theme.KOI)


def _change(canvas: Canvas, change: Change, box: Box) -> None:
    canvas.rect(Box(box.x + 34, box.y, box.w - 68, 2), theme.SHEET_RULE)
    name = text.fit_name(change.name, Size.BODY, box.w - 40)
    canvas.text(name, box.cx, box.y + 26, theme.SHEET_QUIET, Align.CENTRE)
    brought = text.fit(change.change, Size.NAME, box.w * 0.45)
    score = text.fit(change.score, Size.BODY, box.w - brought.width - _GAP - 10)
    left = box.cx - (brought.width + score.width + _GAP) / 2
    colour = theme.RED if change.gain is Gain.WON else theme.SUMI
    canvas.text(brought, left, box.y + 63, colour)
    canvas.text(score, left + brought.width + _GAP, box.y + 63, theme.SUMI)
