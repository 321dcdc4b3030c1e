"""The lobby's strip: what will be played and who is there (art guide, 9.8)."""

from __future__ import annotations

from typing import Final

from engine.cards.deck import DECK, Kind
from images import painting
from images.drawing import text, theme
from images.drawing.compose import Canvas, chip_width
from images.drawing.theme import Pill, Size
from images.layouts import geometry, sheets
from images.layouts.geometry import Box
from images.scene.common import Text
from images.scene.opening import LobbyScene, LobbySeat

_FAN: Final = tuple(card for card in DECK if card.kind is Kind.LIGHT)
_FAN_CARD: Final = 108
_FAN_MIDDLE: Final = (892, 116)
_CHIPS: Final = 5
_CHIP_ROW: Final = 46
_TEXT_RIGHT: Final = 690
_RADIUS: Final = 16


@painting.paint.register
def paint(scene: LobbyScene) -> Canvas:
    """The strip, 1100 x 420."""
    canvas = Canvas(geometry.WIDTH, 420)
    most = _TEXT_RIGHT - 32
    canvas.text(text.fit(scene.title, Size.TITLE, most, floor=Size.BODY), 32, 56, theme.WHITE)
    canvas.text(text.fit(scene.subtitle, Size.BODY, most), 32, 108, theme.QUIET)
    _chips(canvas, scene.chips[:_CHIPS], scene.closed)
    for i, card in enumerate(_FAN):
        turn = i - 2
        cx = _FAN_MIDDLE[0] + 62 * turn
        canvas.tilted(card, (cx, _FAN_MIDDLE[1] + 6 * turn * turn), _FAN_CARD, -8.0 * turn)
    boxes = sheets.lobby_seats(len(scene.seats))
    for seat, box in zip(scene.seats, boxes, strict=False):
        _seat(canvas, seat, box)
    return canvas


def _chips(canvas: Canvas, chips: tuple[Text, ...], closed: Text | None) -> None:
    """One or two rows; that the lobby has closed has the first to itself."""
    x, cy = 32, 162
    if closed is not None:
        canvas.chip(text.fit(closed, Size.SMALL, _TEXT_RIGHT - 80), x, cy, Pill.GOLD)
        cy += _CHIP_ROW
    for words in chips:
        fitted = text.fit(words, Size.SMALL, _TEXT_RIGHT - 80)
        if x + chip_width(fitted) > _TEXT_RIGHT and x > 32:
            if cy > 162:
                return
            x, cy = 32, 162 + _CHIP_ROW
        x = canvas.chip(fitted, x, cy, Pill.DARK).right + 8


def _seat(canvas: Canvas, seat: LobbySeat, box: Box) -> None:
    if seat.name is None:
        canvas.frame(box, _RADIUS, 3, theme.OUTLINE)
        canvas.text(
            text.fit(seat.word, Size.BODY, box.w - 32, floor=Size.SMALL), box.x + 20, box.cy, theme.QUIET
        )
        return
    canvas.rounded(box, _RADIUS, theme.PANEL)
    # A high seat has the word under the name, a low one is two tight lines.
    above, below = (22, 22) if box.h > 100 else (18, 17)
    size = Size.NAME if box.h > 100 else Size.BODY
    name = text.fit_name(seat.name, size, box.w - 36)
    canvas.text(name, box.x + 20, box.cy - above, theme.WHITE)
    word = text.fit(seat.word, Size.SMALL, box.w - 36)
    canvas.text(word, box.x + 20, box.cy + below, theme.QUIET)
