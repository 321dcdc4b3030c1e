"""Animation or still picture: what is there in time, and never both."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator

import pytest
import pytest_asyncio

from cogs.content import animations, renderer
from cogs.content.animations import Animations
from cogs.content.message import MessageContent, RenderedMessage
from cogs.content.pictures import Pictures, Urgency
from cogs.content.renderer import LATER, Renderer
from images import draw
from images.pictures import animated
from images.scene.common import Scene
from tests.gallery import scenes
from tests.support.manual_clock import ManualClock
from tests.support.wording_views import ENGLISH

MOVING = scenes.winning_move(ENGLISH)
CONTENT = MessageContent("won", scene=MOVING.still, alt="a month", animation=MOVING)


@pytest_asyncio.fixture
async def pictured() -> AsyncIterator[Renderer]:
    """Return the renderer of messages, on a clock that is moved by hand."""
    made = Renderer(Pictures(), Animations(), ManualClock())
    yield made
    await made.animations.close()
    await made.pictures.close()


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Animations that are drawn once this is set."""
    go = threading.Event()

    def late(scene: Scene, wanted: Callable[[], bool]) -> bytes:
        assert go.wait(30)
        return animated(scene, wanted)

    monkeypatch.setattr(animations, "animated", late)
    yield go
    go.set()


def files(message: RenderedMessage) -> list[tuple[str, bytes, str | None]]:
    """Return the attachments: names, bytes and descriptions."""
    return [(each.filename, each.fp.read(), each.description) for each in message._files()]


async def test_an_animation_takes_the_place_of_its_picture(pictured: Renderer) -> None:
    """One file, with the picture's description."""
    message = await pictured.render(CONTENT, Urgency.TABLE)
    assert files(message) == [("table.gif", draw(MOVING), "a month")]


async def test_a_late_animation_leaves_the_picture(pictured: Renderer, held: threading.Event) -> None:
    """The picture waits for it as long as it may come later, and goes then."""
    clock = pictured.clock
    assert isinstance(clock, ManualClock)
    waiting = asyncio.create_task(pictured.render(CONTENT, Urgency.TABLE))
    await pictured.pictures.draw(MOVING.still, Urgency.TABLE)
    await clock.move(LATER - 0.1)
    assert not waiting.done()
    await clock.move(0.2)
    assert files(await waiting) == [("table.png", draw(MOVING.still), "a month")]
    assert not held.is_set() and pictured.animations.drawing == 0


async def test_an_animation_that_is_too_large_leaves_the_picture(
    pictured: Renderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A phone on a slow line is to have the result at once."""
    monkeypatch.setattr(renderer, "MOST_BYTES", 1000)
    assert [name for name, *_ in files(await pictured.render(CONTENT, Urgency.TABLE))] == ["table.png"]


async def test_what_is_shown_already_is_not_animated_again(pictured: Renderer, held: threading.Event) -> None:
    """An edit that changes words alone leaves the attachment where it is."""
    message = await pictured.render(CONTENT, Urgency.TABLE, over=CONTENT)
    assert message.kept and message.gif is None and pictured.animations.drawing == 0
    assert not held.is_set()
