"""The functions that paint scenes: each module of `pictures` registers its own under the scene's type."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch

from images.drawing.compose import Canvas
from images.scene.common import Scene


@singledispatch
def paint(scene: Scene) -> Canvas:
    """The picture of a scene before it is reduced to the fixed colours; TypeError where none is known."""
    raise TypeError(f"no module of images.pictures paints a {type(scene).__name__}")


class Unwanted(Exception):  # noqa: N818 - not a fault: nobody waits for the animation any more
    """An animation was left off."""


@singledispatch
def animated(scene: Scene, wanted: Callable[[], bool]) -> bytes:
    """Animate a scene for as long as it is `wanted`, which is asked before each frame. Raises Unwanted.

    Raises TypeError where the scene does not move.
    """
    raise TypeError(f"no module of images.pictures animates a {type(scene).__name__}")


@singledispatch
def draw(scene: Scene) -> bytes:
    """The picture of a scene as a PNG; what is no single picture registers a way of its own."""
    return paint(scene).png()
