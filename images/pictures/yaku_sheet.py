"""All yaku of a rule set, on paper (art guide, 9.6). Which, and what they are worth, is in the scene."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from engine.cards.deck import Card, card
from images.drawing import text, theme
from images.drawing.compose import Align, Canvas, chip_width
from images.drawing.sprites import Wear
from images.drawing.text import Fitted
from images.drawing.theme import Pill, Rgb, Size
from images.layouts import yaku_sheet as layout
from images.layouts.geometry import Box
from images.layouts.yaku_sheet import Cell, CellPlaces
from images.pictures import painting
from images.scene.common import Text
from images.scene.records import CardState, RowLook, YakuEntry, YakuSheetScene

_RADIUS: Final = 8
_POINTS_MOST: Final = 170
_GAP: Final = 12
_LINES: Final = 3
_FRAME: Final = 3
_RAISED: Final = 4
# The coin on a card that is in the reader's hand.
_COIN: Final = 24
_SAMPLE: Final = card("I")
_SAMPLE_SIDE: Final = 36
_STRUCK: Final = {RowLook.LOST, RowLook.VOID}
_PILLS: Final = {RowLook.PLAIN: Pill.GOLD, RowLook.MADE: Pill.GOLD, RowLook.VOID: Pill.STRUCK}
_WEARS: Final = {CardState.OUT: Wear.PALE, CardState.GONE: Wear.CROSSED}


@dataclass(frozen=True, slots=True)
class _Told:
    """The words of a yaku: its points, its name, what stands beside the name, the lines below its cards."""

    points: Fitted
    name: Fitted
    beside: Fitted | None
    lines: tuple[tuple[Fitted, Rgb], ...]


@painting.paint.register
def paint(scene: YakuSheetScene) -> Canvas:
    """A page of the sheet, 800 wide: two yaku a row."""
    told = [_told(entry) for entry in scene.entries]
    cells = [
        Cell(entry.sets or (len(entry.cards),) * bool(entry.cards), len(each.lines), held=bool(entry.reached))
        for entry, each in zip(scene.entries, told, strict=True)
    ]
    places = layout.places(cells, legend=bool(scene.legend))
    canvas = Canvas(layout.WIDTH, places.height, theme.PAPER_SHADE, face=scene.face)
    title = places.title
    note = text.fit(scene.note, Size.SMALL, 300)
    canvas.text(note, title.right, title.cy + 4, theme.SHEET_QUIET, Align.RIGHT)
    most = title.w - note.width - _GAP
    canvas.text(text.fit(scene.title, Size.TITLE, most, floor=Size.BODY), title.x, title.cy, theme.SUMI)
    if places.legend is not None:
        _legend(canvas, scene.legend, places.legend)
    for entry, each, place in zip(scene.entries, told, places.cells, strict=True):
        _entry(canvas, entry, each, place)
    return canvas


def _told(entry: YakuEntry) -> _Told:
    points = text.fit(entry.points, Size.SMALL, _POINTS_MOST)
    most = layout.INNER - chip_width(points) - _GAP
    name = text.fit(entry.name, Size.BODY, most)
    beside = text.fit(entry.gloss, Size.SMALL, most - name.width - _GAP, floor=Size.SMALL)
    lines = tuple((line, theme.SHEET_QUIET) for line in _rule(entry.rule, layout.INNER))
    if entry.who is not None:
        return _Told(
            points, name, None, ((text.fit_name(entry.who, Size.SMALL, layout.INNER), theme.PINE), *lines)
        )
    if not beside.cut:
        return _Told(points, name, beside, lines)
    # What a name means stands below it where there is no room beside it; in a month there are other worries.
    below = () if entry.states else ((text.fit(entry.gloss, Size.SMALL, layout.INNER), theme.PINE),)
    return _Told(points, name, None, (*below, *lines))


def _rule(rule: Text, most: int) -> tuple[Fitted, ...]:
    """The rule in as few lines as it needs: a sentence each, or of about the same length."""
    lines = text.balanced(rule, Size.SMALL, most, count=_LINES)
    sentences = re.findall(r"[^。]+。", rule) if isinstance(rule, str) else []
    if len(lines) != len(sentences):
        return lines
    told = tuple(text.fit(each, Size.SMALL, most, floor=Size.SMALL) for each in sentences)
    return lines if any(each.cut for each in told) else told


def _legend(canvas: Canvas, legend: tuple[tuple[CardState, Text], ...], box: Box) -> None:
    """A small card of each state, and what it says."""
    share = box.w // len(legend)
    for i, (state, words) in enumerate(legend):
        tile = Box(box.x + share * i, box.cy - _SAMPLE_SIDE // 2, _SAMPLE_SIDE, _SAMPLE_SIDE)
        _tile(canvas, _SAMPLE, tile, state)
        said = text.fit(words, Size.SMALL, share - _SAMPLE_SIDE - 14, floor=Size.SMALL)
        canvas.text(said, tile.right + 8, box.cy, theme.SUMI)


def _entry(canvas: Canvas, entry: YakuEntry, told: _Told, place: CellPlaces) -> None:
    canvas.rounded(place.box, _RADIUS, theme.PAPER)
    if entry.look is RowLook.MADE:
        canvas.frame(place.box, _RADIUS, _FRAME, theme.GOLD)
    states = entry.states or (CardState.PLAIN,) * len(entry.cards)
    for each, state, box in zip(entry.cards, states, place.tiles, strict=False):
        _tile(canvas, each, box, state)
    right, middle = place.points
    pill = _PILLS.get(entry.look, Pill.SHEET)
    canvas.chip(told.points, right - chip_width(told.points), middle, pill)
    _name(canvas, told, place.name, struck=entry.look in _STRUCK)
    for (line, colour), cy in zip(told.lines, place.lines, strict=True):
        # The letters of some names reach further down than any of ours.
        canvas.text(line, place.text, cy - _RAISED if line.name else cy, colour)
    if entry.reached:
        colour = theme.DEEP if entry.look is RowLook.NEAR else theme.SUMI
        reached = text.fit(entry.reached, Size.BODY, layout.HELD)
        canvas.text(reached, *place.held, colour, Align.RIGHT)


def _tile(canvas: Canvas, shown: Card, box: Box, state: CardState) -> None:
    """The card as it lies; its lower left corner shows even where the next one covers it."""
    canvas.tile(shown, box, _WEARS.get(state, Wear.COLOURS))
    if state is CardState.HELD:
        x, y = box.x + _COIN // 2 - 3, box.bottom - _COIN // 2 + 3
        canvas.disc(x, y, _COIN, theme.SUMI)
        canvas.disc(x, y, _COIN - 6, theme.STRAW)


def _name(canvas: Canvas, told: _Told, box: Box, *, struck: bool) -> None:
    """The name, struck through where it does not count, and what it means beside it."""
    canvas.text(told.name, box.x, box.cy, theme.SHEET_QUIET if struck else theme.SUMI)
    if struck:
        canvas.rect(Box(box.x - 3, box.cy - 1, round(told.name.width) + 6, 3), theme.DEEP)
    if told.beside is not None:
        left = box.x + told.name.width + _GAP
        canvas.text(told.beside, left, box.cy, theme.SHEET_QUIET if struck else theme.PINE)
