"""A player's band on the table: the header line and what they captured (art guide, 9.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.cards.deck import Card, Kind
from images.drawing import text, theme
from images.drawing.compose import CHIP_HEIGHT, CHIP_PAD, Align, Canvas, chip_width
from images.drawing.text import Fitted
from images.drawing.theme import Pill, Size
from images.layouts import table as layout
from images.layouts.geometry import Box
from images.scene.common import KindLetters, Label
from images.scene.table import Band, SeatMark, YakuChip

KINDS: Final = (Kind.LIGHT, Kind.ANIMAL, Kind.RIBBON, Kind.CHAFF)
_RADIUS: Final = 16
_BORDER: Final = 4
_CARD_RING: Final = 4
_CHIP_MOST: Final = 300
_YAKU_CHIPS: Final = 3
_TURN: Final = 34
_CUP_FIRST: Final = 10
_MARK_GAP: Final = 10
_NEAR_LINE: Final = 3

_Chip = tuple[Fitted, Pill, bool]
"""What it says, its colours, and whether it wears a ring."""


def paint(canvas: Canvas, band: Band, box: Box, letters: KindLetters) -> None:
    """The band in `box`."""
    canvas.rounded(box, _RADIUS, theme.PANEL)
    if band.active:
        canvas.frame(box, _RADIUS, _BORDER, theme.GOLD)
    header(canvas, band, box)
    _captured(canvas, band, box, letters)


def header(canvas: Canvas, band: Band, box: Box, *, least: tuple[int, int] = layout.NAME_LEAST) -> None:
    """The line of a player; `least`: how far finished and unfinished yaku may squeeze the name."""
    score = text.fit(band.score, Size.BODY, 200)
    count = text.fit(band.hand_count, Size.SMALL, 160)
    marks = [
        (text.fit(words, size, _CHIP_MOST), pill)
        for words, size, pill in ((band.koi, Size.BODY, Pill.KOI), (band.absent, Size.SMALL, Pill.DARK_QUIET))
        if words is not None
    ]
    parts = [score.width, count.width, *(chip_width(fitted) for fitted, _ in marks)]
    chips, places = _yaku_chips(band, box, parts, least)
    _before(canvas, band, box.x + 14, places.centre)
    name = text.fit_name(band.name, Size.NAME, places.name_width)
    canvas.text(name, places.name, places.centre, theme.WHITE)
    canvas.text(score, places.parts[0], places.centre, theme.STRAW)
    canvas.text(count, places.parts[1], places.centre, theme.QUIET)
    for (fitted, pill), x in zip(marks, places.parts[2:], strict=True):
        canvas.chip(fitted, x, places.centre, pill)
    for (fitted, pill, near), x in zip(chips, places.chips, strict=True):
        drawn = canvas.chip(fitted, x, places.centre, pill)
        if near:
            canvas.frame(drawn, CHIP_HEIGHT // 2, _NEAR_LINE, theme.GOLD)


def _yaku_chips(
    band: Band, box: Box, parts: list[float], least: tuple[int, int]
) -> tuple[list[_Chip], layout.HeaderLayout]:
    """The best row of yaku chips that there is room for, and where everything then lies."""
    before = (_TURN if band.active else 0) + _mark_width(band.seat_mark)
    name = text.fit_name(band.name, Size.NAME, layout.NAME_MOST).width
    for chips in _rows(band):
        widths = [(chip_width(fitted), pill is Pill.GOLD) for fitted, pill, _ in chips]
        places = layout.header(box, layout.HeaderWidths(before, name, parts, widths), least)
        if places is not None:
            return chips, places
    raise AssertionError("a header without chips always has room")


def _rows(band: Band) -> Iterator[list[_Chip]]:
    """Rows of chips, best first: in full; short and small; then fewer and fewer."""
    most = min(_YAKU_CHIPS, len(band.yaku))
    yield [_yaku_chip(chip, Size.BODY) for chip in band.yaku[:most]] + _more(band, most)
    small = [_yaku_chip(chip, Size.SMALL) for chip in band.yaku[:most]]
    for kept in range(most, -1, -1):
        yield small[:kept] + _more(band, kept)
    yield []


def _more(band: Band, kept: int) -> list[_Chip]:
    """A chip +n for finished yaku that are not shown: they are never left out without a word."""
    hidden = sum(chip.finished for chip in band.yaku[kept:])
    return [(text.fit(f"+{hidden}", Size.SMALL, _CHIP_MOST), Pill.GOLD, False)] if hidden else []


def _yaku_chip(chip: YakuChip, size: Size) -> _Chip:
    words = chip.word.short if size is Size.SMALL and isinstance(chip.word, Label) else chip.word
    return text.fit(words, size, _CHIP_MOST), Pill.GOLD if chip.finished else Pill.DARK, chip.near


def _mark_width(mark: SeatMark | None) -> int:
    if mark is None:
        return 0
    fitted = text.fit(mark.word, Size.SMALL, 120)
    return max(40, round(fitted.width) + 2 * CHIP_PAD - 4) + _MARK_GAP


def _before(canvas: Canvas, band: Band, x: int, cy: int) -> None:
    if band.active:
        canvas.polygon(Box(x + 2, cy - 13, 24, 26), ((0, 0), (24, 13), (0, 26)), theme.GOLD)
        x += _TURN
    if band.seat_mark is not None:
        pill = Pill.RED if band.seat_mark.dealer else Pill.DARK_QUIET
        width = _mark_width(band.seat_mark) - _MARK_GAP
        canvas.rounded(Box(x, cy - 20, width, 40), 20, pill.ground)
        fitted = text.fit(band.seat_mark.word, Size.SMALL, 120)
        canvas.text(fitted, x + width / 2, cy, pill.colour, Align.CENTRE)


def _captured(canvas: Canvas, band: Band, box: Box, letters: KindLetters) -> None:
    groups: list[list[Card | None]] = [
        [card for card in sorted(band.captured) if card.kind is kind] for kind in KINDS
    ]
    if band.cup_word is not None:
        # The cup's place stands first (Ishokai's custom), unless further rows would hide its word.
        groups[3].insert(0 if len(groups[3]) < _CUP_FIRST else len(groups[3]), None)
    places = layout.captured(box, [len(group) for group in groups])
    rings = dict(band.fresh)
    for i, kind in enumerate(KINDS):
        outline = places.empty[i]
        if outline is not None:
            canvas.empty(outline)
        for card, place in zip(groups[i], places.groups[i], strict=True):
            if card is None:
                _cup(canvas, band.cup_word or "", place)
                continue
            canvas.card(card, place)
            if card in rings:
                canvas.ring(place, rings[card], _CARD_RING)
        canvas.count_chip(kind, letters, len(groups[i]), *places.chips[i])


def _cup(canvas: Canvas, word: str, box: Box) -> None:
    canvas.rounded(box, 6, theme.CHIP)
    canvas.frame(box, 6, 2, theme.QUIET)
    canvas.text(text.fit(word, Size.SMALL, box.w - 6), box.cx, box.y + 18, theme.QUIET, Align.CENTRE)
