"""What a month brought, on paper (art guide, 9.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.cards.deck import Kind
from images import painting
from images.drawing import text, theme
from images.drawing.compose import CHIP_HEIGHT, Align, Canvas, chip_width
from images.drawing.text import Fitted
from images.drawing.theme import Rgb, Size
from images.layouts import geometry
from images.layouts import month_result as layout
from images.layouts.geometry import Box
from images.layouts.month_result import Needs, Places
from images.pictures.band import pill_of
from images.scene.common import Cards, Gain, Label, Text
from images.scene.result import Amount, MonthResultScene, Reached, Reason, ScoreLine, YakuRow
from images.scene.table import Ring, YakuChip

_INNER: Final = layout.WIDTH - 80
_LINES: Final = 2
_NOTE_LINES: Final = 3
# Cards lie over each other, and show so much of themselves where there is room.
_SHOWN: Final = 0.625
_BETWEEN_KINDS: Final = 12
_RING: Final = 4
_SEAL: Final = 42
_NEAR_LINE: Final = 3
_CHIP_GAP: Final = 10
_NAME_MOST: Final = 300
# What a yaku's name means stands so far below it, and its second line so far below the first.
_GLOSS_FIRST: Final = 36
_GLOSS_PITCH: Final = 28

_Chip = tuple[Fitted, YakuChip]


@painting.paint.register
def paint(scene: MonthResultScene) -> Canvas:
    """The result, 800 wide."""
    places = layout.places(_needs(scene))
    canvas = Canvas(
        layout.WIDTH,
        places.height,
        felt=theme.felt(scene.month),
        month_marks=scene.month_marks,
        face=scene.face,
    )
    canvas.paper(places.paper)
    _title(canvas, scene.title, places.title)
    for number, (row, box) in enumerate(zip(scene.rows, places.rows, strict=True), start=1):
        _row(canvas, row, box, places, last=number == len(scene.rows))
    if scene.reason is not None and not scene.rows:
        _reason(canvas, scene.reason, places)
    for one, box in zip(scene.reached, places.reached, strict=True):
        _reached(canvas, one, box)
    _total(canvas, scene, places)
    _scores(canvas, scene, places)
    if scene.note is not None:
        _sentence(canvas, _note(scene.note), places.note.moved(0, 12), theme.KOI)
    return canvas


def _needs(scene: MonthResultScene) -> Needs:
    """What there is to be placed."""
    reason = scene.reason if not scene.rows else None
    return Needs(
        players=len(scene.columns),
        lines=len(scene.lines),
        rows=len(scene.rows),
        names=max((each.width for row in scene.rows for each in _yaku_words(row)), default=0.0),
        title=len(_title_lines(scene.title)),
        reason=len(_told(reason.words)) if reason else 0,
        cards=bool(reason and reason.cards),
        consequence=len(_told(reason.note)) if reason and reason.note is not None else 0,
        reached=len(scene.reached),
        calculation=len(_told(scene.calculation)) if scene.calculation is not None else 0,
        total=scene.total is not None,
        note=len(_note(scene.note)) if scene.note is not None else 0,
        labels=max((text.fit(line.label, Size.BODY, 184).width for line in scene.lines), default=0.0),
    )


def _told(words: Text) -> tuple[Fitted, ...]:
    return text.balanced(words, Size.NAME, _INNER, count=_LINES)


def _note(words: Text) -> tuple[Fitted, ...]:
    return text.balanced(words, Size.BODY, _INNER, count=_NOTE_LINES)


def _sentence(canvas: Canvas, lines: tuple[Fitted, ...], box: Box, colour: Rgb) -> None:
    for number, line in enumerate(lines):
        canvas.text(line, box.x, box.y + layout.LINE * number + layout.LINE // 2, colour)


def _title_lines(words: Text) -> tuple[Fitted, ...]:
    """A title with a very long name has two lines."""
    title = text.fit(words, Size.TITLE, _INNER, floor=Size.NAME)
    if not title.cut:
        return (title,)
    lines = text.lines(words, Size.NAME, _INNER, count=_LINES)
    # Two dozen of the widest letters are one word, and longer than a line.
    return text.lines(words, Size.BODY, _INNER, count=_LINES) if any(each.cut for each in lines) else lines


def _title(canvas: Canvas, words: Text, box: Box) -> None:
    for number, line in enumerate(_title_lines(words)):
        canvas.text(line, box.x, box.y + 36 + layout.LINE * number, theme.SUMI)
    canvas.rect(Box(box.x, box.bottom - 3, box.w, 3), theme.SUMI)


def _yaku_words(row: YakuRow) -> tuple[Fitted, ...]:
    """The name, and in lines below it what it means, where that has room."""
    most = layout.NAME_MOST if row.cards else 560
    name = text.fit(row.name, Size.NAME, most, floor=Size.SMALL)
    below = text.lines(row.gloss, Size.SMALL, most, count=_LINES) if row.gloss else ()
    return (name,) if any(line.cut for line in below) else (name, *below)


def _named(canvas: Canvas, row: YakuRow, x: int, cy: int) -> None:
    name, *below = _yaku_words(row)
    top = cy - _GLOSS_PITCH * len(below) // 2
    canvas.text(name, x, top, theme.SUMI)
    for number, line in enumerate(below):
        canvas.text(line, x, top + _GLOSS_FIRST + _GLOSS_PITCH * number, theme.PINE)


def _row(canvas: Canvas, row: YakuRow, box: Box, places: Places, *, last: bool) -> None:
    cy = box.cy
    canvas.text(text.fit(row.points, Size.NAME, 124), box.right, cy, theme.SUMI, Align.RIGHT)
    _named(canvas, row, box.x, cy)
    top = cy - geometry.card_height(places.card) // 2
    space = Box(places.strip.x, top, places.strip.w, 0)
    step = round(places.card * _SHOWN)
    spots = geometry.row(space, len(row.cards), places.card, most_step=step)
    for card, spot in zip(row.cards, spots, strict=True):
        if card in row.fresh:
            canvas.ring(spot.moved(0, -layout.RISE), Ring.PLAYED, _RING)
            canvas.card(card, spot.moved(0, -layout.RISE))
        else:
            canvas.card(card, spot)
    if last:
        canvas.rect(Box(box.x, box.bottom - 2, box.w, 2), theme.SUMI)
    else:
        canvas.rect(Box(box.x, box.bottom - 1, box.w, 1), theme.SHEET_RULE)


def _reason(canvas: Canvas, reason: Reason, places: Places) -> None:
    _sentence(canvas, _told(reason.words), places.reason, theme.SUMI)
    spots = geometry.row(places.cards, len(reason.cards), layout.REASON_CARD, most_step=92)
    for card, spot in zip(reason.cards, spots, strict=True):
        canvas.card(card, spot)
    if reason.note is not None:
        _sentence(canvas, _told(reason.note), places.consequence, theme.KOI)


def _reached(canvas: Canvas, one: Reached, box: Box) -> None:
    """How far a player came: the name and the nearest yaku, below them everything captured."""
    name = text.fit_name(one.name, Size.NAME, _NAME_MOST)
    cy = box.y + 22
    canvas.text(name, box.x, cy, theme.SUMI)
    x = box.x + round(name.width) + 18
    for fitted, chip in _chips(one.yaku, box.right - x):
        drawn = canvas.chip(fitted, x, cy, pill_of(chip))
        if chip.near:
            canvas.frame(drawn, CHIP_HEIGHT // 2, _NEAR_LINE, theme.GOLD)
        x = drawn.right + _CHIP_GAP
    _captured(canvas, one.captured, Box(box.x, box.bottom - geometry.card_height(58), box.w, 0))


def _chips(chips: tuple[YakuChip, ...], most: int) -> list[_Chip]:
    """The best row of chips that there is room for: in full, short and small, then fewer."""
    for row in _rows_of(chips):
        if sum(chip_width(fitted) + _CHIP_GAP for fitted, _ in row) - _CHIP_GAP <= most:
            return row
    return []


def _rows_of(chips: tuple[YakuChip, ...]) -> Iterator[list[_Chip]]:
    full = [(text.fit(chip.word, Size.BODY, 400), chip) for chip in chips]
    short = [
        (text.fit(chip.word.short if isinstance(chip.word, Label) else chip.word, Size.SMALL, 300), chip)
        for chip in chips
    ]
    yield full
    for kept in range(len(chips), 0, -1):
        yield short[:kept]


def _captured(canvas: Canvas, cards: Cards, space: Box) -> None:
    """Cards in one row, a little apart where another kind begins."""
    kinds = [[card for card in sorted(cards) if card.kind is kind] for kind in Kind]
    groups = [group for group in kinds if group]
    if not groups:
        canvas.text(text.fit("–", Size.NAME, 60), space.x, space.y + 40, theme.SHEET_QUIET)
        return
    width = layout.REACHED_CARD
    free = space.w - width - _BETWEEN_KINDS * (len(groups) - 1)
    step = min(round(width * 0.8), free // max(1, len(cards) - 1))
    x = space.x
    for group in groups:
        for card in group:
            canvas.card(card, Box(x, space.y, width, geometry.card_height(width)), marked=False)
            x += step
        x += _BETWEEN_KINDS


def _total(canvas: Canvas, scene: MonthResultScene, places: Places) -> None:
    box = places.total
    if scene.calculation is not None:
        _sentence(canvas, _told(scene.calculation), places.calculation.moved(0, 10), theme.KOI)
    if scene.total is None:
        return
    total = text.fit_figure(scene.total, 480)
    canvas.text(total, box.right, box.y + 54, theme.SHEET_RED, Align.RIGHT)
    if scene.total_word is not None:
        words = text.fit(scene.total_word, Size.NAME, box.w - total.width - 30)
        canvas.text(words, box.right - total.width - 24, box.y + 66, theme.SHEET_QUIET, Align.RIGHT)


def _scores(canvas: Canvas, scene: MonthResultScene, places: Places) -> None:
    """The players with what the month brought, and what it led to."""
    for column, box in zip(scene.columns, places.columns, strict=True):
        if column.seal is not None:
            canvas.rounded(box, 12, theme.PAPER_SHADE)
        name = text.fit_name(column.name, Size.NAME, box.w - 12)
        canvas.text(name, box.cx, places.header.cy, theme.SUMI, Align.CENTRE)
    for line, box in zip(scene.lines, places.lines, strict=True):
        top = Box(box.x, box.y, box.w, 2 if line.total else 1)
        canvas.rect(top, theme.SUMI if line.total else theme.SHEET_RULE)
        first = line is scene.lines[0]
        seals = [column.seal if first else None for column in scene.columns]
        _score_line(canvas, line, box, places.columns, seals)


def _score_line(
    canvas: Canvas, line: ScoreLine, box: Box, columns: tuple[Box, ...], seals: list[str | None]
) -> None:
    label = text.fit(line.label, Size.BODY, columns[0].x - box.x - 8)
    canvas.text(label, box.x, box.cy, theme.SHEET_QUIET)
    for amount, column, seal in zip(line.amounts, columns, seals, strict=True):
        room = _SEAL + 8 if seal is not None else 0
        fitted = text.fit(amount.words, Size.NAME, column.w - 16 - room)
        left = column.cx - round(fitted.width + room) // 2
        if seal is not None:
            stamp = Box(left, box.cy - _SEAL // 2, _SEAL, _SEAL)
            canvas.rounded(stamp, 8, theme.RED)
            canvas.letter(seal, stamp.grown(-2), theme.WHITE)
        canvas.text(fitted, left + room, box.cy, _colour(amount, total=line.total))


def _colour(amount: Amount, *, total: bool) -> Rgb:
    if amount.gain is Gain.WON:
        return theme.SHEET_RED
    return theme.SUMI if total or amount.gain is Gain.LOST else theme.SHEET_QUIET
