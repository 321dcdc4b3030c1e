"""The lobby's strip: what will be played and who is there (art guide, 9.8)."""

from __future__ import annotations

from typing import Final

from engine.cards.deck import DECK, Kind
from images.drawing import text, theme
from images.drawing.compose import CHIP_PAD, Canvas
from images.drawing.theme import Pill, Size
from images.layouts import geometry, sheets
from images.layouts.geometry import Box
from images.pictures import painting
from images.scene.common import Text
from images.scene.lobby import LobbyScene, LobbySeat

_FAN: Final = tuple(card for card in DECK if card.kind is Kind.LIGHT)
_FAN_CARD: Final = 108
_FAN_MIDDLE: Final = (892, 110)
_CHIPS: Final = 5
_LEFT: Final = 32
_CHIP_TOP: Final = 154
_CHIP_ROW: Final = 50
_TEXT_RIGHT: Final = 690
_RADIUS: Final = 16
_PLACE: Final = 44
"""The width of the small card that lies at a seat that is taken."""


@painting.paint.register
def paint(scene: LobbyScene) -> Canvas:
    """The strip, 1100 wide, as high as its seats need."""
    canvas = Canvas(geometry.WIDTH, sheets.lobby_height(len(scene.seats)))
    most = _TEXT_RIGHT - 32
    canvas.text(text.fit(scene.title, Size.TITLE, most, floor=Size.BODY), 32, 54, theme.WHITE)
    canvas.text(text.fit(scene.subtitle, Size.NAME, most), 32, 104, theme.QUIET)
    _chips(canvas, scene.chips[:_CHIPS])
    for i, card in enumerate(_FAN):
        turn = i - 2
        cx = _FAN_MIDDLE[0] + 62 * turn
        canvas.tilted(card, (cx, _FAN_MIDDLE[1] + 6 * turn * turn), _FAN_CARD, -8.0 * turn)
    boxes = sheets.lobby_seats(len(scene.seats))
    for seat, box in zip(scene.seats, boxes, strict=False):
        _seat(canvas, seat, box)
    return canvas


def _chips(canvas: Canvas, chips: tuple[Text, ...]) -> None:
    """One or two rows; a text that is too long beside the others is told in short, else it begins a row."""
    x, cy = _LEFT, _CHIP_TOP
    for words in chips:
        fitted = text.fit(words, Size.NAME, _TEXT_RIGHT - x - 2 * CHIP_PAD, floor=Size.NAME)
        if fitted.cut and x > _LEFT:
            if cy > _CHIP_TOP:
                return
            x, cy = _LEFT, _CHIP_TOP + _CHIP_ROW
            fitted = text.fit(words, Size.NAME, _TEXT_RIGHT - x - 2 * CHIP_PAD)
        x = canvas.chip(fitted, x, cy, Pill.DARK).right + 8


def _seat(canvas: Canvas, seat: LobbySeat, box: Box) -> None:
    """A small card lies at a seat that is taken, its outline at one that is free or kept for somebody."""
    card = Box(box.x + 14, box.y + 8, _PLACE, geometry.card_height(_PLACE))
    x = card.right + 18
    most = box.right - 14 - x
    if seat.taken:
        canvas.rounded(box, _RADIUS, theme.PANEL)
        canvas.back(card)
    else:
        canvas.frame(box, _RADIUS, 3, theme.OUTLINE)
        canvas.frame(card, 5, 2, theme.QUIET)
    word = text.fit(seat.word, Size.NAME, most, floor=Size.SMALL)
    if seat.name is None:
        canvas.text(word, x, box.cy, theme.QUIET)
        return
    name = text.fit_name(seat.name, Size.NAME, most)
    canvas.text(name, x, box.cy - 20, theme.WHITE if seat.taken else theme.QUIET)
    canvas.text(word, x, box.cy + 25, theme.GOLD if seat.hosts else theme.QUIET)
