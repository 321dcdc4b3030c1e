"""An arena: the people who come, and the standing, on the felt of the evening's month with its plant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from images.drawing import faces, text, theme
from images.drawing.compose import CHIP_PAD, Align, Canvas, chip_width
from images.drawing.text import Fitted
from images.drawing.theme import Pill, Size
from images.layouts import arenas as layout
from images.layouts.arenas import RowLayout, StandingLayout
from images.layouts.geometry import Box, card_height
from images.pictures import painting
from images.scene.arenas import ArenaRow, ArenaScene
from images.scene.common import Name, Text

MEDALS: Final = {1: theme.GOLD, 2: theme.SILVER, 3: theme.BRONZE}
_RADIUS: Final = 10
_PLACE: Final = 46
_PLACE_WIDTH: Final = 60
_MEDAL: Final = 50
_MEDAL_TIGHT: Final = 38
_WORDS: Final = 500
_PLANT_OUT: Final = 36
_PLANT_DOWN: Final = 210
_CARD: Final = 26
_CHIP_TOP: Final = 172
_CHIP_ROW: Final = 48
_SMALL_PLANT: Final = 0.68
_DOT: Final = 5
_BETWEEN: Final = 22
"""Between two names."""
_PILL: Final = (32, 26)
"""The height of a streak's pill, and what it is wider than its number."""


@painting.paint.register
def paint(scene: ArenaScene) -> Canvas:
    """The standing; before the start the people who come."""
    return _standing(scene) if scene.rows else _coming(scene)


def _felt(scene: ArenaScene, height: int, head: int) -> Canvas:
    """A canvas with the title, and the month's plant that grows from behind what stands below it."""
    canvas = Canvas(layout.WIDTH, height, felt=theme.felt(scene.month))
    part = 1.0 if head > layout.HEAD else _SMALL_PLANT
    canvas.corner(
        scene.month, layout.WIDTH + round(_PLANT_OUT * part), head + round(_PLANT_DOWN * part), part=part
    )
    canvas.rect(Box(0, head, layout.WIDTH, height - head), canvas.felt.ground)
    title = text.fit(scene.title, Size.TITLE, _WORDS, floor=Size.BODY)
    canvas.text(title, layout.LEFT, 56, theme.WHITE)
    canvas.text(
        text.fit(scene.subtitle, Size.BODY, _WORDS, floor=Size.SMALL), layout.LEFT, 108, canvas.felt.quiet
    )
    return canvas


def _coming(scene: ArenaScene) -> Canvas:
    """The people who come, two in a row, each with a card face down."""
    places = layout.coming(len(scene.people), footed=bool(scene.footer))
    canvas = _felt(scene, places.height, places.head)
    _chips(canvas, scene)
    canvas.text(text.fit(scene.heading, Size.BODY, _WORDS), layout.LEFT, places.heading, theme.STRAW)
    if not scene.people:
        canvas.rounded(places.empty, _RADIUS, canvas.felt.panel)
        lines = text.balanced(scene.empty, Size.BODY, places.empty.w - 40, count=2)
        for number, line in enumerate(lines):
            cy = places.empty.cy + 36 * number - 18 * (len(lines) - 1)
            canvas.text(line, places.empty.cx, cy, canvas.felt.quiet, Align.CENTRE)
    for name, cell in zip(scene.people, places.cells, strict=True):
        canvas.rounded(cell, _RADIUS, canvas.felt.panel)
        card = Box(cell.x + 14, cell.cy - card_height(_CARD) // 2, _CARD, card_height(_CARD))
        canvas.back(card)
        left = card.right + 16
        canvas.text(text.fit_name(name, Size.BODY, cell.right - 14 - left), left, cell.cy, theme.WHITE)
    _footer(canvas, scene, places.footer)
    return canvas


def _chips(canvas: Canvas, scene: ArenaScene) -> None:
    """Chips that tell the conditions, in up to two lines."""
    x, cy = layout.LEFT, _CHIP_TOP
    for words in scene.chips:
        fitted = text.fit(words, Size.BODY, _WORDS - 2 * CHIP_PAD)
        if x > layout.LEFT and x + chip_width(fitted) > _WORDS:
            x, cy = layout.LEFT, cy + _CHIP_ROW
        x = canvas.chip(fitted, x, cy, Pill.DARK).right + 8


def _footer(canvas: Canvas, scene: ArenaScene, cy: int) -> None:
    footer = text.fit(scene.footer, Size.SMALL, layout.WIDTH - 2 * layout.LEFT)
    canvas.text(footer, layout.WIDTH - layout.LEFT, cy, canvas.felt.quiet, Align.RIGHT)


def _standing(scene: ArenaScene) -> Canvas:
    """Places, names, opponents, wins, streaks and points."""
    most = max(1, *(len(row.against) for row in scene.rows)) if scene.heads.against is not None else 0
    widths = tuple(_widths(scene))
    places = layout.standing(len(scene.rows), widths, against=most, footed=bool(scene.footer))
    canvas = _felt(scene, places.height, layout.HEAD)
    _heads(canvas, scene, places)
    for row, where in zip(scene.rows, places.rows, strict=True):
        _row(canvas, scene, row, where, places)
    _footer(canvas, scene, places.footer)
    return canvas


def _widths(scene: ArenaScene) -> Iterator[float]:
    """The width that each column of numbers needs: of wins, streaks and points."""
    heads = scene.heads
    size = Size.NAME if len(scene.rows) <= layout.ROOMY_MOST else Size.BODY
    yield max(_head(heads.wins), *(faces.width(row.wins, size) for row in scene.rows))
    yield max(_head(heads.streak), *(faces.width(row.streak, Size.SMALL) + _PILL[1] for row in scene.rows))
    yield max(_head(heads.points), *(faces.width(row.points, size) for row in scene.rows))


def _head(words: Text) -> float:
    return text.plain_width(words, Size.SMALL)


def _heads(canvas: Canvas, scene: ArenaScene, places: StandingLayout) -> None:
    heads = scene.heads
    if places.against is not None:
        said = text.fit(heads.against or "", Size.SMALL, places.against.w)
        canvas.text(said, places.against.x, places.heads, canvas.felt.quiet)
    three = zip((heads.wins, heads.streak, heads.points), places.values, strict=True)
    for number, (words, (right, width)) in enumerate(three):
        colour = theme.STRAW if number == 2 else canvas.felt.quiet
        canvas.text(text.fit(words, Size.SMALL, width), right, places.heads, colour, Align.RIGHT)


def _row(canvas: Canvas, scene: ArenaScene, row: ArenaRow, where: RowLayout, places: StandingLayout) -> None:
    """A person: those who are gone in quiet letters."""
    box, large = where.box, where.roomy
    canvas.rounded(box, _RADIUS, canvas.felt.panel)
    _place(canvas, row, where)
    loud = canvas.felt.quiet if row.gone else theme.WHITE
    size = Size.NAME if large else Size.BODY
    canvas.text(text.fit_name(row.name, size, where.name.w), where.name.x, where.name.cy, loud)
    _against(canvas, row, where.against, scene.heads.versus if where.roomy else "")
    wins, streak, points = places.values
    canvas.text(text.fit(row.wins, size, wins[1]), wins[0], box.cy, loud, Align.RIGHT)
    _streak(canvas, row, streak[0], box.cy)
    colour = canvas.felt.quiet if row.gone else theme.STRAW
    canvas.text(text.fit(row.points, size, points[1]), points[0], box.cy, colour, Align.RIGHT)


def _place(canvas: Canvas, row: ArenaRow, where: RowLayout) -> None:
    cy, side = where.box.cy, _MEDAL if where.roomy else _MEDAL_TIGHT
    medal = MEDALS.get(row.medal)
    if medal is not None:
        canvas.burst(_PLACE, cy, side, medal)
    fitted = text.fit(row.place, Size.BODY if where.roomy else Size.SMALL, _PLACE_WIDTH)
    canvas.text(fitted, _PLACE, cy, canvas.felt.quiet if medal is None else theme.SUMI, Align.CENTRE)


def _against(canvas: Canvas, row: ArenaRow, box: Box, word: Text) -> None:
    """The opponents behind `word`, each with an equal part of the room; else why there is none."""
    if not row.against:
        canvas.text(text.fit(row.state, Size.SMALL, box.w), box.x, box.cy, canvas.felt.quiet)
        return
    said = text.fit(word, Size.SMALL, box.w // 2)
    canvas.text(said, box.x, box.cy, canvas.felt.quiet)
    indent = round(said.width) + 12 if said.text else 0
    names = Box(box.x + indent, box.y, box.w - indent, box.h)
    for number, (fitted, x) in enumerate(_side_by_side(row.against, names)):
        canvas.text(fitted, x, box.cy, theme.PAPER)
        if number:
            canvas.disc(x - _BETWEEN // 2, box.cy + 2, _DOT, canvas.felt.quiet)


def _side_by_side(names: tuple[Name, ...], box: Box) -> Iterator[tuple[Fitted, int]]:
    """Each name with its left edge: each has an equal part of the room, and what shorter ones leave."""
    room = box.w - _BETWEEN * (len(names) - 1)
    part = room / len(names)
    whole = [text.fit_name(name, Size.SMALL, room).width for name in names]
    x = box.x
    for name, wide in zip(names, whole, strict=True):
        others = sum(min(each, part) for each in whole) - min(wide, part)
        fitted = text.fit_name(name, Size.SMALL, room - others)
        yield fitted, x
        x += round(fitted.width) + _BETWEEN


def _streak(canvas: Canvas, row: ArenaRow, right: int, cy: int) -> None:
    """Wins in a row: on a gold pill where they bring a point more."""
    fitted = text.fit(row.streak, Size.SMALL, 90)
    tall, pad = _PILL
    if row.bright:
        wide = max(round(fitted.width) + pad, tall)
        canvas.rounded(Box(right - wide, cy - tall // 2, wide, tall), tall // 2, theme.GOLD)
    colour = theme.SUMI if row.bright else canvas.felt.quiet
    canvas.text(fitted, right - pad // 2, cy, colour, Align.RIGHT)
