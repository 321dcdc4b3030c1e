"""A bot that is behind: presses are acknowledged at once, and what can wait gives way to them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cogs.content import pictures
from cogs.content.custom_id import Verb
from cogs.platform.load import BUSY, Deferrable, PressLoad
from engine.rules.options import make_rules
from images.pictures import draw
from images.scene.common import Scene
from tests.support.e2e.e2e_stage import LoopStage, stage
from tests.support.e2e.in_process_bot import MovableClock
from tests.support.e2e.prepared_match import open_hands, prepare, third_card
from tests.support.e2e.scripted_player import MOVES, Player, directly, play_turn, presses


@contextmanager
def pressed(load: PressLoad, presses: int) -> Iterator[None]:
    """Hold presses of other people in flight inside."""
    under_way = [object() for _ in range(presses)]
    for each in under_way:
        load.began(each)
    try:
        yield
    finally:
        for each in under_way:
            load.ended(each)


def load_of(here: LoopStage) -> PressLoad:
    """The load of the stage's bot."""
    assert here.bot.client is not None
    return here.bot.client.shared.load


async def settled() -> None:
    """Let whatever can go on in this loop go on."""
    for _ in range(8):
        await asyncio.sleep(0)


async def test_tables_give_way_first_then_hands() -> None:
    """With few presses neither waits, with more tables do, with many both; the hands go on before tables."""
    load, clock, gone = PressLoad(), MovableClock(), list[Deferrable]()

    async def show(kind: Deferrable) -> None:
        await load.yield_to_presses(kind, clock)
        gone.append(kind)

    with clock.running():
        with pressed(load, Deferrable.TABLE.most - 1):
            await asyncio.gather(*map(show, Deferrable))
        gone.clear()
        with pressed(load, Deferrable.TABLE.most):
            shown = [asyncio.create_task(show(kind)) for kind in (Deferrable.TABLE, Deferrable.HAND)]
            await settled()
            assert gone == [Deferrable.HAND] and load.waiting == {Deferrable.HAND: 0, Deferrable.TABLE: 1}
            with pressed(load, BUSY):
                shown.append(asyncio.create_task(show(Deferrable.HAND)))
                await settled()
                assert load.waiting == {Deferrable.HAND: 1, Deferrable.TABLE: 1}
            await settled()
            assert gone == [Deferrable.HAND] * 2
        await asyncio.gather(*shown)
        assert gone[-1] is Deferrable.TABLE


async def test_nothing_waits_for_ever() -> None:
    """The longest wait of a table holds against presses that never end."""
    load, clock = PressLoad(), MovableClock()
    with clock.running(), pressed(load, BUSY):
        waiting = asyncio.create_task(load.yield_to_presses(Deferrable.TABLE, clock))
        await settled()
        clock.move(Deferrable.TABLE.seconds - 1)
        await settled()
        assert not waiting.done()
        clock.move(1)
        await waiting


async def test_what_has_waited_goes_on_one_after_another() -> None:
    """A hundred tables that waited do not come at once: a press that comes meanwhile stops the others."""
    load, clock, gone, ten = PressLoad(), MovableClock(), list[int](), asyncio.Event()

    async def show(number: int) -> None:
        await load.yield_to_presses(Deferrable.TABLE, clock)
        gone.append(number)
        if number == 9:
            load.began("a press")
            ten.set()

    with clock.running():
        with pressed(load, BUSY - 1):
            shown = [asyncio.create_task(show(number)) for number in range(100)]
            await settled()
        others = [object() for _ in range(Deferrable.TABLE.most - 1)]
        for each in others:
            load.began(each)
        await ten.wait()
        await settled()
        assert gone == list(range(10))
        load.ended("a press")
        await asyncio.gather(*shown)
        assert gone == list(range(100))


async def playing(here: LoopStage) -> tuple[Player, Player]:
    """Two people with their hands open: who is to move, and the other."""
    players = await open_hands(here, 2)
    await here.rest()
    mover = next(each for each in players if presses(each.hand, *MOVES))
    return mover, next(each for each in players if each is not mover)


async def test_a_press_is_acknowledged_before_it_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A busy bot acknowledges at once, whatever the picture takes; the picture comes all the same."""
    await prepare(tmp_path, make_rules("classic", {"months": 3}), 2, third_card)
    async with stage(tmp_path, ack_seconds="60") as here:
        mover, _ = await playing(here)
        go = threading.Event()

        def held(scene: Scene) -> bytes:
            go.wait()
            return draw(scene)

        before = mover.hand
        with monkeypatch.context() as patch, pressed(load_of(here), BUSY):
            patch.setattr(pictures, "draw", held)
            try:
                assert await mover.move(directly)
                assert mover.hand["content"] == before["content"]
            finally:
                go.set()
        await mover.user.wait_update(before, lambda message: message["content"] != before["content"])
        await here.rest()
        await here.must_be_clean()


async def test_a_table_is_shown_once_the_presses_are_answered(tmp_path: Path) -> None:
    """Several moves are made meanwhile: the hands show each, the table the last alone."""
    await prepare(tmp_path, make_rules("classic", {"months": 3}), 2, third_card)
    async with stage(tmp_path) as here:
        players = await playing(here)
        (table,) = [each for each in players[0].user.public() if presses(each, Verb.HAND)]
        load = load_of(here)
        with pressed(load, Deferrable.TABLE.most):
            for player in players:
                await play_turn(player)
                await here.rest()
            assert load.waiting[Deferrable.TABLE] == 1
            assert players[0].user.message(table["id"]) == table
        edits = len(players[0].user.events)
        await players[0].user.wait_update(table)
        await here.rest()
        changed = [each for each in players[0].user.events[edits:] if each["type"] == "message_update"]
        assert [each["data"]["id"] for each in changed] == [table["id"]]
        await here.must_be_clean()
