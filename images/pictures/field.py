"""The places of a field, on the table and in a hand's strip: cards, shadows, then the rings over all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from images.drawing import text
from images.drawing.compose import Canvas, chip_width
from images.drawing.theme import Pill, Size
from images.layouts import table as layout
from images.layouts.geometry import Box
from images.layouts.table import TableLayout
from images.scene.table import Highlight, Ring, Slot

TYPE: Final = Size.NAME
"""The smallest letters that are more than nine pixels on a phone, which shows the table 324 wide."""
_USUAL_CARD: Final = 148
_WORD_MOST: Final = 190


def lay(canvas: Canvas, slots: Sequence[Slot], boxes: Sequence[Box]) -> tuple[tuple[Box, Highlight], ...]:
    """Put cards in their boxes, and a shadow where one has just been captured.

    Gives the boxes that wear a ring, which are not ringed yet: a ring is drawn after all cards, so that no
    neighbour's shadow lies on it.
    """
    return tuple(_laid(canvas, slots, boxes))


def _laid(canvas: Canvas, slots: Sequence[Slot], boxes: Sequence[Box]) -> Iterator[tuple[Box, Highlight]]:
    for slot, box in zip(slots, boxes, strict=True):
        if slot.cleared:
            canvas.imprint(box)
        if slot.card is None:
            continue
        canvas.card(slot.card, box)
        if slot.highlight is not None:
            yield box, slot.highlight


def paint(canvas: Canvas, slots: Sequence[Slot], places: TableLayout) -> None:
    """The field of the table, with the rings of the last move and of what may be captured."""
    ringed = lay(canvas, slots, places.slots)
    outside: list[tuple[Box, Highlight]] = []
    for box, highlight in ringed:
        canvas.ring(box, highlight.ring)
        if box.w < _USUAL_CARD and highlight.ring is not Ring.CANDIDATE:
            outside.append((box, highlight))
            continue
        # On the card's lower end, where no month's mark is.
        canvas.chip_on(highlight.word, (box.cx, box.bottom - 22), box.w + 6, _pill(highlight.ring), TYPE)
    for _, line in groupby(outside, lambda each: each[0].y):
        _words(canvas, list(line), places.field)


def _words(canvas: Canvas, ringed: Sequence[tuple[Box, Highlight]], field: Box) -> None:
    """The words of narrow cards of one row, outside of them, side by side."""
    fitted = [text.fit(highlight.word, TYPE, _WORD_MOST) for _, highlight in ringed]
    widths = [chip_width(each) for each in fitted]
    wanted = [box.cx - width // 2 for (box, _), width in zip(ringed, widths, strict=True)]
    lefts = layout.apart(wanted, widths, least=layout.FIELD_LEFT - 6, most=field.right)
    for (box, highlight), each, left in zip(ringed, fitted, lefts, strict=True):
        canvas.chip(each, left, layout.word_middle(field, box), _pill(highlight.ring))


def _pill(ring: Ring) -> Pill:
    return Pill.FLIPPED if ring is Ring.FLIPPED else Pill.GOLD
