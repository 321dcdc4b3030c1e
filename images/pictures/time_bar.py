"""The time of the player to move, as a row of ten cells: those of the bank are lower, those used up empty."""

from __future__ import annotations

from typing import Final

from images.drawing import theme
from images.drawing.compose import Canvas
from images.layouts import geometry
from images.layouts.geometry import Box
from images.scene.common import TENTHS, TimeBar

_GAP: Final = 3
# Of the bar's height, in the cells of the bank.
_BANK: Final = 0.6


def paint(canvas: Canvas, bar: TimeBar, box: Box) -> None:
    """The bar in `box`."""
    low = round(box.h * _BANK)
    for n, cell in enumerate(geometry.cells(box, TENTHS, gap=_GAP)):
        bank = n < bar.bank
        shape = Box(cell.x, cell.bottom - low, cell.w, low) if bank else cell
        left = theme.FLIPPED if bank else theme.GOLD
        canvas.rect(shape, left if n < bar.left else canvas.felt.chip)
