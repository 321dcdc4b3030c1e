"""The measurements of the whole stack go on when a message changes between the look and the press."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.sandbox.changes import messages
from bot.sandbox.common.settings import RateProfile
from bot.sandbox.world.model import Message
from cogs.content.custom_id import Verb
from tests.bench_stack import Bench, press
from tests.support.bench.crowd import Crowd, sandbox
from tests.support.e2e.e2e_stage import CHANNEL, stage
from tests.support.e2e.match_of_two import begin_match_of_two

HAND = {"type": 2, "id": 2, "custom_id": "kk1:hand", "label": "My hand", "style": 1}


@pytest.mark.outside
async def test_a_hand_that_is_gone_when_it_is_pressed_is_no_press(tmp_path: Path) -> None:
    """The screen still shows it, the local Discord has it no more: the player looks again."""
    async with stage(tmp_path) as here:
        match = await begin_match_of_two(here, months=3)
        bench = Bench()
        messages.delete(here.server.world, match.hand(match.mover))
        assert not await press(match.mover, CHANNEL, bench)
        assert bench.waits == []


async def test_a_table_that_offers_nothing_any_more_is_no_press(tmp_path: Path) -> None:
    """A crowd's person who finds the buttons gone presses nothing, and nothing counts as failed."""
    async with sandbox(tmp_path, RateProfile.OFF) as server:
        crowd = Crowd(server, 1)
        (table,) = crowd.tables
        world, person = server.world, table.people[0]
        table.message = Message(world.ids.next(), table.channel.id, table.guild, world.bot, 0.0)
        table.message.components = [{"type": 1, "id": 1, "components": [HAND]}]
        assert crowd.offering_hands() == [table]
        table.message.components = []
        assert await crowd.press(table, person, table.message, {Verb.HAND}) is None
        assert await crowd._ask(table) is None
        assert (crowd.figures.failed, crowd.figures.acknowledged) == (0, [])
