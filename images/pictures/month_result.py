"""The result of a month (art guide, 9.4); a small month in one row, a grand one by `grand_month`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.cards.deck import Kind
from images.drawing import text, theme
from images.drawing.compose import CHIP_HEIGHT, Align, Canvas, chip_width
from images.drawing.text import Fitted
from images.drawing.theme import Rgb, Size
from images.layouts import geometry
from images.layouts import month_result as layout
from images.layouts.geometry import Box
from images.layouts.month_result import Needs, Places
from images.pictures import grand_month, month_scores, painting
from images.pictures.band import pill_of
from images.scene.common import Cards, Text
from images.scene.result import MonthResultScene, Reached, Reason, YakuRow
from images.scene.table import Ring, YakuChip

_INNER: Final = layout.WIDTH - 80
_LINES: Final = 2
_NOTE_LINES: Final = 3
# Cards lie over each other, and show so much of themselves where there is room.
_SHOWN: Final = 0.95
_BETWEEN_KINDS: Final = 12
_RING: Final = 4
_NEAR_LINE: Final = 3
_CHIP_GAP: Final = 10
_NAME_MOST: Final = 300
_BETWEEN_YAKU: Final = 18
_LEAST_STEP: Final = 13
"""The least visible part of a card, in the progress of a small month."""
# What a yaku's name means stands so far below it, and its second line so far below the first.
_GLOSS_FIRST: Final = 36
_GLOSS_PITCH: Final = 28

_Chip = tuple[Fitted, YakuChip]


@painting.paint.register
def paint(scene: MonthResultScene) -> Canvas:
    """Paint the result, 800 wide."""
    if scene.grand is not None:
        return grand_month.paint(scene, scene.grand)
    places = layout.places(_needs(scene))
    canvas = Canvas(
        layout.WIDTH,
        places.height,
        felt=theme.felt(scene.month),
        month_marks=scene.month_marks,
        face=scene.face,
    )
    canvas.paper(canvas.box.grown(-layout.MARGIN))
    _title(canvas, scene.title, places.title)
    if scene.small:
        _small(canvas, scene, places)
    else:
        _usual(canvas, scene, places)
    if scene.calculation is not None:
        _sentence(canvas, _told(scene.calculation), places.calculation.moved(0, 10), theme.KOI)
    if places.scores is not None:
        month_scores.paint(canvas, scene, places.scores)
    if scene.note is not None:
        _sentence(canvas, _note(scene.note), places.note.moved(0, 12), theme.KOI)
    return canvas


def _usual(canvas: Canvas, scene: MonthResultScene, places: Places) -> None:
    """A row for each yaku, or why there are none and how far everybody came; the total."""
    for number, (row, box) in enumerate(zip(scene.rows, places.rows, strict=True), start=1):
        _row(canvas, row, box, places, last=number == len(scene.rows))
    if scene.reason is not None and not scene.rows:
        _reason(canvas, scene, scene.reason, places)
    for one, box in zip(scene.reached, places.reached, strict=True):
        _reached(canvas, one, box)
    _total(canvas, scene, places)


def _small(canvas: Canvas, scene: MonthResultScene, places: Places) -> None:
    """All yaku in one row with the total behind them; or why there are none, and how far everybody came."""
    for box in places.rows:
        _shared_row(canvas, scene, box, places)
    if scene.reason is not None and not scene.rows:
        _reason(canvas, scene, scene.reason, places)
    for number, (one, box) in enumerate(zip(scene.reached, places.reached, strict=True)):
        score = scene.lines[-1].amounts[number].words
        fitted = text.fit(score, Size.NAME, box.w // 2)
        canvas.text(fitted, box.right, box.y + 22, theme.SUMI, Align.RIGHT)
        _cell(canvas, one, box, round(box.w - fitted.width - 16))


def _shared_row(canvas: Canvas, scene: MonthResultScene, box: Box, places: Places) -> None:
    """The names one below the other, the cards of all yaku side by side, the total."""
    if len(scene.rows) == 1:
        _named(canvas, scene.rows[0], box.x, box.cy)
    else:
        top = box.cy - layout.LINE * (len(scene.rows) - 1) // 2
        for number, row in enumerate(scene.rows):
            name = text.fit(row.name, Size.NAME, layout.NAME_MOST, floor=Size.SMALL)
            canvas.text(name, box.x, top + layout.LINE * number, theme.SUMI)
    strip, gap = places.strip, _BETWEEN_YAKU * (len(scene.rows) - 1)
    count = sum(len(row.cards) for row in scene.rows)
    x, free = strip.x, strip.w - gap
    for row in scene.rows:
        width = free * len(row.cards) // count
        x = _cards(canvas, row, Box(x, box.cy, width, 0), places.card).right + _BETWEEN_YAKU
    if scene.total is not None:
        total = text.fit(scene.total, Size.TITLE, box.right - x + _BETWEEN_YAKU, floor=Size.NAME)
        canvas.text(total, box.right, box.cy, theme.SHEET_RED, Align.RIGHT)


def _needs(scene: MonthResultScene) -> Needs:
    """Return the sizes of all parts to be placed."""
    reason = scene.reason if not scene.rows else None
    return Needs(
        players=len(scene.columns),
        lines=len(scene.lines),
        rows=len(scene.rows),
        names=max((each.width for row in scene.rows for each in _yaku_words(row)), default=0.0),
        title=len(_title_lines(scene.title)),
        reason=len(_why(scene)),
        cards=bool(reason and reason.cards),
        consequence=len(_told(reason.note)) if reason and reason.note is not None else 0,
        reached=len(scene.reached),
        calculation=len(_told(scene.calculation)) if scene.calculation is not None else 0,
        total=scene.total is not None,
        note=len(_note(scene.note)) if scene.note is not None else 0,
        labels=month_scores.labels(scene),
        small=scene.small,
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
    _cards(canvas, row, Box(places.strip.x, cy, places.strip.w, 0), places.card, right=True)
    if last:
        canvas.rect(Box(box.x, box.bottom - 2, box.w, 2), theme.SUMI)
    else:
        canvas.rect(Box(box.x, box.bottom - 1, box.w, 1), theme.SHEET_RULE)


def _cards(canvas: Canvas, row: YakuRow, space: Box, width: int, *, right: bool = False) -> Box:
    """The cards of a yaku round the middle `space.y`, from its left or up to its `right`; gives the last."""
    line = Box(space.x, space.y - geometry.card_height(width) // 2, space.w, 0)
    spots = geometry.row(line, len(row.cards), width, most_step=round(width * _SHOWN))
    if not spots:
        return Box(space.x, space.y, 0, 0)
    moved = space.right - spots[-1].right if right else 0
    for card, spot in zip(row.cards, spots, strict=True):
        place = spot.moved(moved, -layout.RISE if card in row.fresh else 0)
        if card in row.fresh:
            canvas.ring(place, Ring.PLAYED, _RING)
        canvas.card(card, place)
    return spots[-1].moved(moved, 0)


def _why(scene: MonthResultScene) -> tuple[Fitted, ...]:
    """Return the reason why there are no yaku; of a small month beside the cards that say so."""
    if scene.rows or scene.reason is None:
        return ()
    if not scene.small or not scene.reason.cards:
        return _told(scene.reason.words)
    return text.balanced(scene.reason.words, Size.NAME, layout.BESIDE_FIELD, count=2 * _LINES)


def _reason(canvas: Canvas, scene: MonthResultScene, reason: Reason, places: Places) -> None:
    _sentence(canvas, _why(scene), places.reason, theme.SUMI)
    spots = geometry.row(places.cards, len(reason.cards), layout.REASON_CARD, most_step=92)
    for card, spot in zip(reason.cards, spots, strict=True):
        canvas.card(card, spot)
    if reason.note is not None:
        _sentence(canvas, _told(reason.note), places.consequence, theme.KOI)


def _reached(canvas: Canvas, one: Reached, box: Box) -> None:
    """Draw the progress of a player: the name and the nearest yaku, below them everything captured."""
    name = text.fit_name(one.name, Size.NAME, _NAME_MOST)
    cy = box.y + 22
    canvas.text(name, box.x, cy, theme.SUMI)
    x = box.x + round(name.width) + 18
    _chip_row(canvas, one.yaku, Box(x, cy, box.right - x, 0))
    _captured(canvas, one.captured, Box(box.x, box.bottom - geometry.card_height(58), box.w, 0))


def _cell(canvas: Canvas, one: Reached, box: Box, room: int) -> None:
    """Draw the progress of a player, in a part of a row: the name has `room` beside the score."""
    canvas.text(text.fit_name(one.name, Size.NAME, room), box.x, box.y + 22, theme.SUMI)
    _chip_row(canvas, one.yaku, Box(box.x, box.y + 66, box.w, 0))
    height = geometry.card_height(layout.REACHED_CARD)
    free = box.w - layout.REACHED_CARD
    # Of three players there is no room for all that a month can bring: words tell what counts least.
    most = free // _LEAST_STEP
    worth = sorted(one.captured, key=lambda card: -card.kind.value)[:most]
    _captured(canvas, tuple(worth), Box(box.x, box.bottom - 8 - height, box.w, 0))


def _chip_row(canvas: Canvas, chips: tuple[YakuChip, ...], box: Box) -> None:
    x = box.x
    for fitted, chip in _chips(chips, box.w):
        drawn = canvas.chip(fitted, x, box.y, pill_of(chip))
        if chip.near:
            canvas.frame(drawn, CHIP_HEIGHT // 2, _NEAR_LINE, theme.GOLD)
        x = drawn.right + _CHIP_GAP


def _chips(chips: tuple[YakuChip, ...], most: int) -> list[_Chip]:
    """The best row of chips that there is room for: in full, short and small, then fewer."""
    for row in _rows_of(chips):
        if sum(chip_width(fitted) + _CHIP_GAP for fitted, _ in row) - _CHIP_GAP <= most:
            return row
    return []


def _rows_of(chips: tuple[YakuChip, ...]) -> Iterator[list[_Chip]]:
    full = [(text.fit(chip.word, Size.BODY, 400), chip) for chip in chips]
    short = [(text.fit(chip.word, Size.SMALL, 300), chip) for chip in chips]
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
    """The sum, under the points of the rows."""
    if scene.total is None:
        return
    box = places.total
    total = text.fit_figure(scene.total, 480)
    canvas.text(total, box.right, box.y + 54, theme.SHEET_RED, Align.RIGHT)
    if scene.total_word is not None:
        words = text.fit(scene.total_word, Size.NAME, box.w - total.width - 30)
        canvas.text(words, box.right - total.width - 24, box.y + 66, theme.SHEET_QUIET, Align.RIGHT)
