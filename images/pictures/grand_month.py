"""A grand month: the winning move, its cards fanned large, and the month's plant, on night blue."""

from __future__ import annotations

from typing import Final

from engine.cards.deck import Card
from images.drawing import text, theme
from images.drawing.compose import Align, Canvas
from images.drawing.text import Fitted
from images.drawing.theme import Size
from images.layouts import grand_month as layout
from images.layouts.geometry import Box
from images.layouts.grand_month import Needs, Places, Spot
from images.pictures import month_scores
from images.scene.common import Text
from images.scene.result import Grand, MonthResultScene, YakuRow

_RING: Final = 6
_NOTE_LINES: Final = 3
_REASON_LINES: Final = 3
_GLOSS_GAP: Final = 14
_TOTAL_WORD: Final = 150
_HEADLINE: Final = layout.WIDTH - 2 * layout.LEFT
_WIDE: Final = layout.POINTS - layout.LEFT


def paint(scene: MonthResultScene, grand: Grand) -> Canvas:
    """Paint the result, 800 wide."""
    canvas, spots = without_fresh(scene, grand)
    for card, spot in spots:
        lay(canvas, card, spot)
    return canvas


def without_fresh(scene: MonthResultScene, grand: Grand) -> tuple[Canvas, tuple[tuple[Card, Spot], ...]]:
    """Paint the result without the cards of the last turn; give these with their places, the last on top."""
    places = layout.places(_needs(scene, grand))
    canvas = Canvas(layout.WIDTH, places.height, theme.NIGHT, face=scene.face)
    canvas.corner(scene.month, *places.corner)
    _head(canvas, scene, grand, places)
    risen = tuple(card in grand.fresh for card in grand.fan)
    fan = tuple(zip(grand.fan, layout.spots(places.fan, risen), strict=True))
    for card, spot in fan:
        if card not in grand.fresh:
            canvas.tilted(card, spot.middle, layout.CARD, spot.degrees)
    _points(canvas, scene, places)
    canvas.paper(places.paper)
    month_scores.paint(canvas, scene, places.scores)
    if scene.note is not None:
        for number, line in enumerate(_note(scene.note)):
            canvas.text(line, places.note.x, places.note.y + 30 + 40 * number, theme.KOI)
    return canvas, tuple((card, spot) for card, spot in fan if card in grand.fresh)


def lay(canvas: Canvas, card: Card, spot: Spot, line: int = _RING) -> None:
    """Lay a card of the last turn, with a gold edge."""
    canvas.tilted_ring(spot.middle, layout.CARD, spot.degrees, line)
    canvas.tilted(card, spot.middle, layout.CARD, spot.degrees)


def _needs(scene: MonthResultScene, grand: Grand) -> Needs:
    return Needs(
        headline=len(_headline(grand.headline)),
        players=len(scene.columns),
        lines=len(scene.lines),
        rows=tuple(len(_yaku(row, points=_apart(scene))) > 1 for row in scene.rows),
        reason=len(_reason(scene)),
        calculation=0 if scene.calculation is None else len(_calculation(scene.calculation)),
        note=0 if scene.note is None else len(_note(scene.note)),
        labels=month_scores.labels(scene),
    )


def _headline(words: Text) -> tuple[Fitted, ...]:
    """Return the headline, as large as two lines allow."""
    for size in (Size.TITLE, Size.NAME):
        lines = text.balanced(words, size, _HEADLINE, count=2)
        if not any(line.cut or line.width > _HEADLINE for line in lines):
            return lines
    return text.lines(words, Size.BODY, _HEADLINE, count=2)


def _reason(scene: MonthResultScene) -> tuple[Fitted, ...]:
    if scene.rows or scene.reason is None:
        return ()
    return text.balanced(scene.reason.words, Size.NAME, _WIDE, count=_REASON_LINES)


def _calculation(words: Text) -> tuple[Fitted, ...]:
    return text.balanced(words, Size.BODY, _WIDE, count=2)


def _note(words: Text) -> tuple[Fitted, ...]:
    return text.balanced(words, Size.BODY, layout.WIDTH - 2 * layout.LEFT, count=_NOTE_LINES)


def _head(canvas: Canvas, scene: MonthResultScene, grand: Grand, places: Places) -> None:
    """Draw the winning yaku, the name of the month, and the winner's seal."""
    for number, line in enumerate(_headline(grand.headline)):
        canvas.text(line, places.headline.x, places.headline.y + 26 + layout.LINE * number, theme.WHITE)
    subtitle = text.fit(grand.subtitle, Size.NAME, places.subtitle.w)
    canvas.text(subtitle, places.subtitle.x, places.subtitle.cy, theme.STRAW)
    for column in scene.columns:
        if column.seal is not None:
            month_scores.seal(canvas, column.seal, places.seal)


def _points(canvas: Canvas, scene: MonthResultScene, places: Places) -> None:
    """The yaku with their points, how these were counted, the total under them."""
    for row, box in zip(scene.rows, places.rows, strict=True):
        _row(canvas, row, box, points=_apart(scene))
    for number, line in enumerate(_reason(scene)):
        canvas.text(line, places.reason.x, places.reason.y + layout.ROW * number + 20, theme.WHITE)
    if scene.calculation is not None:
        for number, line in enumerate(_calculation(scene.calculation)):
            box = places.calculation
            canvas.text(line, box.right, box.y + layout.ROW * number + 22, theme.MIST, Align.RIGHT)
    if scene.total is None:
        return
    box = places.total
    if _apart(scene):
        canvas.rect(Box(box.x, box.y, box.w, 2), theme.STRAW)
    words = text.fit(scene.total_word or "", Size.BODY, _TOTAL_WORD)
    canvas.text(words, box.x, box.cy + 18, theme.WHITE)
    figure = text.fit_figure(scene.total, box.w - words.width - 20)
    canvas.text(figure, box.right, box.cy + 4, theme.STRAW, Align.RIGHT)


def _apart(scene: MonthResultScene) -> bool:
    """Whether the points of the yaku are not simply the total."""
    return len(scene.rows) > 1 or scene.calculation is not None


def _yaku(row: YakuRow, *, points: bool) -> tuple[Fitted, ...]:
    """The name of a yaku, and behind it what that means, in a line of its own where it has no room beside."""
    room = _WIDE - (round(_worth(row).width) + 20 if points else 0)
    name = text.fit(row.name, Size.NAME, room, floor=Size.SMALL)
    gloss = text.fit(row.gloss, Size.SMALL, _WIDE) if row.gloss else None
    if gloss is None or name.width + _GLOSS_GAP + gloss.width <= room:
        return (name,)
    return (name, gloss)


def _worth(row: YakuRow) -> Fitted:
    return text.fit(row.points, Size.NAME, 150)


def _row(canvas: Canvas, row: YakuRow, box: Box, *, points: bool) -> None:
    """A yaku: its name, beside or below it what that means, and its points."""
    cy = box.y + layout.ROW // 2
    if points:
        canvas.text(_worth(row), box.right, cy, theme.WHITE, Align.RIGHT)
    name, *below = _yaku(row, points=points)
    canvas.text(name, box.x, cy, theme.WHITE)
    for gloss in below:
        canvas.text(gloss, box.x, cy + layout.GLOSS + 6, theme.STRAW)
    if row.gloss and not below:
        gloss = text.fit(row.gloss, Size.SMALL, _WIDE)
        canvas.text(gloss, box.x + name.width + _GLOSS_GAP, cy + 3, theme.STRAW)
