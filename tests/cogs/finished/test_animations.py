"""Animations: drawn off the loop, shared, kept, and left off when nobody waits for them any more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from bot.ids import UserId
from cogs.content import animations
from cogs.content.animations import KEPT, Animations
from images.scene.table import ReplayScene
from tests.gallery import scenes
from tests.gallery.held import Held
from tests.support.wording_views import ENGLISH

ANN, BEN = UserId(1), UserId(2)
FRAMES = scenes.animation(ENGLISH).frames


def some(count: int, first: int = 0) -> ReplayScene:
    return ReplayScene(FRAMES[first : first + count])


async def test_what_nobody_waits_for_any_more_is_left_off(held: Held) -> None:
    """Something else is to stand on the message: the frame that is being drawn is the last one."""
    drawer = Animations()
    waiting = asyncio.create_task(drawer.draw_on(ANN, 7, some(5)))
    await held.until_begun()
    drawer.leave(ANN, 6)
    drawer.leave(ANN, 7)
    assert await waiting is None
    held.go.set()
    await drawer.close()
    assert held.painted == 1


async def test_as_long_as_one_waits_it_goes_on(held: Held) -> None:
    """Two wait for the same month, one leaves: the other gets it, and it was drawn once."""
    drawer = Animations()
    one, other = (asyncio.create_task(drawer.draw_on(user, 1, some(2))) for user in (ANN, BEN))
    await held.until_begun()
    drawer.leave(ANN)
    assert await one is None
    held.go.set()
    drawn = await other
    assert drawn is not None and drawn.startswith(b"GIF89a")
    assert held.painted == 2
    assert await drawer.draw_on(ANN, 3, some(2)) == drawn and held.painted == 2
    await drawer.close()


async def test_another_month_takes_the_place_of_the_first(held: Held) -> None:
    """A reader who asks for another month waits for the first one no more."""
    drawer = Animations()
    first = asyncio.create_task(drawer.draw_on(ANN, 1, some(4)))
    await held.until_begun()
    second = asyncio.create_task(drawer.draw_on(ANN, 2, some(1, first=5)))
    assert await first is None
    held.go.set()
    assert await second is not None
    assert held.painted == 2
    await drawer.close()


async def test_who_is_cancelled_waits_no_more(held: Held) -> None:
    """The end of the process, or of the interaction, cancels the wait itself."""
    drawer = Animations()
    waiting = asyncio.create_task(drawer.draw_on(ANN, 1, some(5)))
    await held.until_begun()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    held.go.set()
    await drawer.draw(some(1, first=6))
    await drawer.close()
    assert held.painted == 2


async def test_only_a_few_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest goes, and is drawn again when it is asked for."""
    asked: list[ReplayScene] = []

    def drawn(scene: ReplayScene, wanted: Callable[[], bool]) -> bytes:
        asked.append(scene)
        return b"GIF"

    monkeypatch.setattr(animations, "animated", drawn)
    drawer = Animations()
    for first in range(KEPT + 1):
        await drawer.draw(some(1, first))
    await drawer.draw(some(1, KEPT))
    assert len(asked) == KEPT + 1
    await drawer.draw(some(1, 0))
    assert len(asked) == KEPT + 2
    await drawer.close()


async def test_what_cannot_be_drawn_is_raised_to_whoever_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """And tried again by somebody who asks after that."""

    def fails(scene: ReplayScene, wanted: Callable[[], bool]) -> bytes:
        raise OSError("no memory")

    monkeypatch.setattr(animations, "animated", fails)
    drawer = Animations()
    for _ in range(2):
        with pytest.raises(OSError, match="no memory"):
            await drawer.draw_on(ANN, 1, some(1))
    assert not drawer.drawing
    await drawer.close()
