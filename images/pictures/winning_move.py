"""The capture that won a grand month: its card falls into the fan (art guide, 9.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from PIL import Image

from images.drawing import gif
from images.layouts.grand_month import Spot
from images.pictures import grand_month, painting
from images.scene.result import WinningMoveScene

MOST_BYTES: Final = 250_000
"""The most bytes of the animation."""

# How far from its place the card still is, in parts of the way, and the milliseconds that it is seen there.
_FALL: Final = ((1.0, 560), (0.86, 60), (0.6, 60), (0.26, 60))
_WAY: Final = (130, -6)
# Then it lies there: the width of its gold edge while that flares up.
_FLARE: Final = ((20, 90), (12, 70))
_END_MS: Final = 400


@painting.draw.register
def draw(scene: WinningMoveScene) -> bytes:
    """Draw the animation as a GIF, 800 wide; it runs once and stops at the result."""
    return animated(scene, lambda: True)


@painting.animated.register
def animated(scene: WinningMoveScene, wanted: Callable[[], bool]) -> bytes:
    """Animate it for as long as it is `wanted`, which is asked before each frame. Raises Unwanted."""
    times = [*(ms for _, ms in _FALL), *(ms for _, ms in _FLARE), _END_MS]
    return gif.encoded(_frames(scene, wanted), times)


def _frames(scene: WinningMoveScene, wanted: Callable[[], bool]) -> Iterator[Image.Image]:
    """The card on its way, as it comes to lie there, and the result."""
    assert scene.still.grand is not None
    canvas, fresh = grand_month.without_fresh(scene.still, scene.still.grand)
    ground = canvas.image
    shown = [(part, None) for part, _ in _FALL] + [(0.0, line) for line, _ in _FLARE] + [(0.0, None)]
    for part, line in shown:
        if not wanted():
            raise painting.Unwanted
        canvas.image = ground.copy()
        for card, spot in fresh:
            place = _away(spot, part)
            if line is None:
                grand_month.lay(canvas, card, place)
            else:
                grand_month.lay(canvas, card, place, line)
        yield canvas.image


def _away(spot: Spot, part: float) -> Spot:
    x, y = spot.middle
    return replace(spot, middle=(x + _WAY[0] * part, y + _WAY[1] * part))
