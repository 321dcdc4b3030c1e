"""Pictures are drawn off the event loop, the most urgent first."""

from __future__ import annotations

import asyncio
from dataclasses import fields

import pytest

from bot.heavy_work import HeavyWork
from bot.i18n import Languages
from bot.ids import UserId
from bot.match.views import MatchView
from bot.screens import hand
from bot.screens.public import screen_of
from cogs.content.pictures import KEPT, Pictures, Urgency
from engine.rules.rule_sets import RuleSetId
from images.scene.common import Scene
from images.scene.table import TableScene
from tests.support.random_walks import walk
from tests.support.wording_views import tables

PNG = b"\x89PNG\r\n"


async def test_the_urgent_ones_come_first() -> None:
    """Of what waits, answers to presses are drawn before hands, hands before tables."""
    pictures = Pictures(threads=1)
    done: list[Urgency] = []

    async def draw(scene: Scene, urgency: Urgency) -> None:
        assert (await pictures.draw(scene, urgency)).startswith(PNG)
        done.append(urgency)

    first, *rest = tables(7)
    order = [Urgency.TABLE, Urgency.HAND, Urgency.PRESS, Urgency.TABLE, Urgency.HAND, Urgency.PRESS]
    begun = asyncio.create_task(draw(first, Urgency.TABLE))
    await asyncio.sleep(0)  # it is taken up before the others are asked for
    await asyncio.gather(begun, *(draw(*pair) for pair in zip(rest, order, strict=True)))
    await pictures.close()
    assert done[1:] == sorted(order)


async def test_a_picture_that_waits_is_drawn_once_somebody_presses_for_it() -> None:
    """A table has asked for it before: it does not wait behind hands any more, and it is drawn once."""
    pictures = Pictures(threads=1)
    done: list[str] = []

    async def draw(name: str, scene: Scene, urgency: Urgency) -> None:
        await pictures.draw(scene, urgency)
        done.append(name)

    first, shared, other = tables(3)
    begun = asyncio.create_task(draw("first", first, Urgency.TABLE))
    await asyncio.sleep(0)
    await asyncio.gather(
        *(begun, draw("table", shared, Urgency.TABLE), draw("hand", other, Urgency.HAND)),
        draw("press", shared, Urgency.PRESS),
    )
    await pictures.close()
    assert done == ["first", "table", "press", "hand"]


async def test_pictures_of_heavy_work_come_after_presses_and_hands() -> None:
    """Whatever they answer: a replay that was asked for first is drawn after the hands of a match."""
    pictures, heavy = Pictures(threads=1), HeavyWork()
    done: list[str] = []

    async def draw(name: str, scene: Scene, urgency: Urgency) -> None:
        await pictures.draw(scene, urgency)
        done.append(name)

    async def replay(scene: Scene) -> None:
        async with heavy.turn(UserId(1)):
            await draw("replay", scene, Urgency.PRESS)

    first, one, two, three, four = tables(5)
    begun = asyncio.create_task(draw("first", first, Urgency.TABLE))
    await asyncio.sleep(0)
    await asyncio.gather(
        *(begun, draw("table", one, Urgency.TABLE), replay(two)),
        *(draw("hand", three, Urgency.HAND), draw("press", four, Urgency.PRESS)),
    )
    await pictures.close()
    assert done == ["first", "press", "hand", "replay", "table"]


async def test_equal_scenes_are_drawn_once() -> None:
    """A person who asks for a picture that is kept, or being drawn, gets that very picture."""
    pictures = Pictures(threads=2)
    (scene,) = tables(1)
    drawn = await asyncio.gather(*(pictures.draw(scene, Urgency.TABLE) for _ in range(5)))
    again = await pictures.draw(scene, Urgency.PRESS)
    await pictures.close()
    assert all(each is again for each in drawn)


async def test_only_a_few_are_kept() -> None:
    """The first of many pictures is forgotten and drawn again."""
    pictures = Pictures()
    first, *rest = tables(KEPT + 2)
    before = await pictures.draw(first, Urgency.TABLE)
    for scene in rest:
        await pictures.draw(scene, Urgency.TABLE)
    after = await pictures.draw(first, Urgency.TABLE)
    await pictures.close()
    assert after == before
    assert after is not before


class Counted(TableScene):
    """A table that counts how often such tables are hashed."""

    __slots__ = ()
    hashed = 0

    def __hash__(self) -> int:
        Counted.hashed += 1
        return super().__hash__()


@pytest.mark.outside
@pytest.mark.parametrize("waiting", [0, 12])
async def test_a_picture_costs_no_more_where_many_are_kept_or_wait(waiting: int) -> None:
    """A scene is deep, and its hash costs microseconds: no other one's is asked for."""
    pictures = Pictures(threads=1)
    scenes = [
        Counted(**{field.name: getattr(scene, field.name) for field in fields(scene)})
        for scene in tables(100)
        if isinstance(scene, TableScene)
    ][: KEPT + waiting + 1]
    assert len(scenes) == KEPT + waiting + 1
    begun = Counted.hashed
    for scene in scenes[:KEPT]:
        await pictures.draw(scene, Urgency.TABLE)
    others = [asyncio.ensure_future(pictures.draw(scene, Urgency.TABLE)) for scene in scenes[KEPT:-1]]
    await asyncio.sleep(0)  # each of them has asked
    before = Counted.hashed
    last = asyncio.ensure_future(pictures.draw(scenes[-1], Urgency.TABLE))
    await asyncio.sleep(0)
    assert Counted.hashed - before <= 3
    await asyncio.gather(*others, last)
    await pictures.close()
    assert Counted.hashed - begun <= 6 * len(scenes), "each is asked for, kept and forgotten"


@pytest.mark.outside
@pytest.mark.parametrize("rule_set", RuleSetId)
async def test_every_moment_of_a_match_can_be_drawn(rule_set: RuleSetId) -> None:
    """Tables and hands of every phase have a picture, in every language."""
    pictures = Pictures()
    seen: set[tuple[object, ...]] = set()
    for view in walk(rule_set, 12, months=3):
        if (kind := _kind(view)) in seen:
            continue
        seen.add(kind)
        for words in Languages.load():
            wanted = [
                screen_of(view).scene(words),
                *(hand.scene(words, hand.Facts.of(view, seat)) for seat in view.seats),
            ]
            for scene in wanted:
                assert (await pictures.draw(scene, Urgency.HAND)).startswith(PNG)
    await pictures.close()


def _kind(view: MatchView) -> tuple[object, ...]:
    phase = view.public.phase if view.public is not None else None
    return view.status, phase, view.rest is not None
