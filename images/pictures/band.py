"""A player's band on the table: the header line and what they captured (art guide, 9.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.cards.deck import Kind, card
from images.drawing import text, theme
from images.drawing.compose import Canvas, chip_width
from images.drawing.text import Fitted
from images.drawing.theme import Pill, Size
from images.layouts import table as layout
from images.layouts.geometry import Box
from images.scene.common import DeckFace, KindWords, Text
from images.scene.table import Band, SeatMark, YakuChip

CUP: Final = card("g")
"""The sake cup, which may be chaff besides being an animal."""
KINDS: Final = (Kind.LIGHT, Kind.ANIMAL, Kind.RIBBON, Kind.CHAFF)
_RADIUS: Final = 16
_BORDER: Final = 4
_CARD_RING: Final = 4
_CHIP_MOST: Final = 300
_YAKU_CHIPS: Final = 3
_TURN: Final = 34
_MARK_GAP: Final = 10
_MARK_MOST: Final = 140
_NEAR_LINE: Final = 3
_BACK: Final = (22, 34)
"""Width and height of the card's back beside the number of cards in hand."""
_BACK_GAP: Final = 8
_MOON: Final = 26
_WORD_GAP: Final = 10

_Chip = tuple[Fitted, Pill, bool]
"""The text of a chip, its colours, and whether it wears a ring."""


def paint(canvas: Canvas, band: Band, box: Box, kinds: KindWords) -> None:
    """The band in `box`: its line alone where there is no room for more."""
    canvas.rounded(box, _RADIUS, canvas.felt.panel)
    if band.active:
        canvas.frame(box, _RADIUS, _BORDER, theme.GOLD)
    header(canvas, band, box)
    if box.h > layout.LOW_BAND:
        _captured(canvas, band, box, kinds)


def header(
    canvas: Canvas,
    band: Band,
    box: Box,
    *,
    size: Size = Size.NAME,
    least: tuple[int, int] = layout.NAME_LEAST,
) -> None:
    """The line of a player in letters of `size`, the name's excepted.

    `least`: how far finished and unfinished yaku may squeeze the name.
    """
    score = text.fit(band.score, size, 220)
    count = text.fit("" if band.hand_count is None else str(band.hand_count), size, 60)
    marks = [
        (text.fit(words, at, _CHIP_MOST), pill)
        for words, at, pill in (
            (band.koi, size, Pill.KOI),
            (band.absent, size.smaller(), Pill.DARK_QUIET),
        )
        if words is not None
    ]
    in_hand = 0 if band.hand_count is None else _BACK[0] + _BACK_GAP + count.width
    parts = [score.width, in_hand, *(chip_width(fitted) for fitted, _ in marks)]
    chips, places = _yaku_chips(band, box, parts, size, least)
    _before(canvas, band, box.x + 14, places.centre, size)
    name = text.fit_name(band.name, Size.NAME, places.name_width)
    canvas.text(name, places.name, places.centre, theme.WHITE)
    canvas.text(score, places.parts[0], places.centre, theme.STRAW)
    if in_hand:
        hand(canvas, count, places.parts[1], places.centre)
    for (fitted, pill), x in zip(marks, places.parts[2:], strict=True):
        canvas.chip(fitted, x, places.centre, pill)
    for (fitted, pill, near), x in zip(chips, places.chips, strict=True):
        drawn = canvas.chip(fitted, x, places.centre, pill)
        if near:
            canvas.frame(drawn, drawn.h // 2, _NEAR_LINE, theme.GOLD)


def hand(canvas: Canvas, count: Fitted, x: int, cy: int) -> None:
    """A card's back and how many the player holds."""
    width, height = _BACK
    back = Box(x, cy - height // 2, width, height)
    canvas.rounded(back, 4, theme.DEEP)
    canvas.frame(back.grown(-3), 2, 2, theme.GOLD)
    canvas.text(count, back.right + _BACK_GAP, cy, theme.PAPER)


def _yaku_chips(
    band: Band, box: Box, parts: list[float], size: Size, least: tuple[int, int]
) -> tuple[list[_Chip], layout.HeaderLayout]:
    """The best row of yaku chips that there is room for, and where everything then lies."""
    before = (_TURN if band.active else 0) + _mark_width(band.seat_mark, size)
    name = text.fit_name(band.name, Size.NAME, layout.NAME_MOST).width
    for chips in _rows(band, size):
        widths = [(chip_width(fitted), pill is not Pill.DARK) for fitted, pill, _ in chips]
        places = layout.header(box, layout.HeaderWidths(before, name, parts, widths), least)
        if places is not None:
            return chips, places
    raise AssertionError("a header without chips always has room")


def _rows(band: Band, size: Size) -> Iterator[list[_Chip]]:
    """Rows of chips, best first: in full size; small; then fewer and fewer."""
    small = size.smaller()
    most = min(_YAKU_CHIPS, len(band.yaku))
    yield [_yaku_chip(chip, size) for chip in band.yaku[:most]] + _more(band, most, small)
    lesser = [_yaku_chip(chip, small) for chip in band.yaku[:most]]
    for kept in range(most, -1, -1):
        yield lesser[:kept] + _more(band, kept, small)
    yield []


def _more(band: Band, kept: int, size: Size) -> list[_Chip]:
    """A chip +n for finished yaku that are not shown: they are never left out without a word."""
    hidden = sum(chip.finished for chip in band.yaku[kept:])
    return [(text.fit(f"+{hidden}", size, _CHIP_MOST), Pill.GOLD, False)] if hidden else []


def _yaku_chip(chip: YakuChip, size: Size) -> _Chip:
    return text.fit(chip.word, size, _CHIP_MOST), pill_of(chip), chip.near


def pill_of(chip: YakuChip) -> Pill:
    """Gold for what is finished, struck through where it counts nothing, dark for the rest."""
    if chip.void:
        return Pill.STRUCK
    return Pill.GOLD if chip.finished else Pill.DARK


def _mark_width(mark: SeatMark | None, size: Size) -> int:
    if mark is None:
        return 0
    return chip_width(text.fit(mark.word, size, _MARK_MOST)) + _MARK_GAP


def _before(canvas: Canvas, band: Band, x: int, cy: int, size: Size) -> None:
    if band.active:
        canvas.polygon(Box(x + 2, cy - 13, 24, 26), ((0, 0), (24, 13), (0, 26)), theme.GOLD)
        x += _TURN
    if band.seat_mark is not None:
        pill = Pill.DEEP if band.seat_mark.dealer else Pill.DARK
        canvas.chip(text.fit(band.seat_mark.word, size, _MARK_MOST), x, cy, pill)


@dataclass(frozen=True, slots=True)
class _Head:
    """The heading of a group: its kind, its count, and the mark of a sake cup that counts with them."""

    kind: Text
    cards: int
    moon: bool

    @property
    def parts(self) -> tuple[Fitted, Fitted]:
        """The kind and the number."""
        return text.fit(self.kind, Size.NAME, 220), text.fit(str(self.cards + self.moon), Size.NAME, 80)

    @property
    def width(self) -> float:
        """Return the width; 0 where there is nothing to count."""
        if not self.cards + self.moon:
            return 0
        kind, number = self.parts
        return kind.width + _WORD_GAP + number.width + (_WORD_GAP + _MOON if self.moon else 0)

    def write(self, canvas: Canvas, x: int, cy: int) -> None:
        """Write the part from `x`."""
        if not self.width:
            return
        kind, number = self.parts
        canvas.text(kind, x, cy, canvas.felt.quiet)
        canvas.text(number, x + kind.width + _WORD_GAP, cy, theme.WHITE)
        if self.moon:
            canvas.half_moon(round(x + self.width) - _MOON // 2, cy, _MOON)


def _captured(canvas: Canvas, band: Band, box: Box, kinds: KindWords) -> None:
    groups = [[each for each in sorted(band.captured) if each.kind is kind] for kind in KINDS]
    heads = [
        _Head(words, len(group), moon=kind is Kind.CHAFF and band.cup_counts)
        for kind, words, group in zip(
            KINDS, (kinds.light, kinds.animal, kinds.ribbon, kinds.chaff), groups, strict=True
        )
    ]
    tiles = layout.TILE_WIDTHS if canvas.face is DeckFace.STANDARD else layout.CLEAR_WIDTHS
    places = layout.captured(box, [len(group) for group in groups], [head.width for head in heads], tiles)
    rings = dict(band.fresh)
    for head, group, boxes, x in zip(heads, groups, places.groups, places.labels, strict=True):
        head.write(canvas, x, places.middle)
        for each, place in zip(group, boxes, strict=True):
            canvas.tile(each, place)
            if each is CUP and band.cup_counts:
                canvas.half_moon(place.right - 16, place.y + 16, _MOON)
        for each, place in zip(group, boxes, strict=True):
            if each in rings:
                canvas.ring(place, rings[each], _CARD_RING)
