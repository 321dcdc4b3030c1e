"""The target of a late answer is gone when it comes."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.content.custom_id import Verb
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, stage
from tests.support.e2e.panels import my_table
from tests.support.e2e.scripted_player import play_on, presses

EDIT = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
LOADING = 1 << 7
SLOW = 30.0
"""The flag of a message that says that the bot is thinking."""


async def edits_are_slow(here: LoopStage) -> None:
    """The next edit of an answer takes so long that something can happen meanwhile."""
    await here.sandbox.control("fault", method="PATCH", route=EDIT, status=0, count=1, delay=SLOW)


@pytest.mark.outside
async def test_a_channel_that_goes_while_an_answer_is_made_is_no_incident(tmp_path: Path) -> None:
    """Nobody is left to be told; the match is brought into another channel, and played there."""
    async with stage(tmp_path, ack_seconds="0") as here:
        player = await here.player(0)
        await player.user.command("koikoi play", channel="tea-room", months=1, cpu="normal")
        await player.hand_with(Verb.MOVE, Verb.PICK)  # before it the press would tell of the draw
        await edits_are_slow(here)
        table = await player.user.wait_for(lambda m: bool(presses(m, Verb.HAND)))
        await player.tap(table, Verb.HAND)
        await player.user.wait_for(lambda m: bool(m["flags"] & LOADING))
        await here.rest()
        gone = f"/client/channels/{here.sandbox.channel('tea-room')}?user={player.user.id}"
        await here.sandbox.request("DELETE", gone)
        here.clock.move(SLOW)
        await here.sandbox.wait_log("interaction not answered")
        await my_table(player)
        await player.tap_offered(Verb.HAND, channel=CHANNEL)
        await play_on([player])
        await here.must_be_clean()
