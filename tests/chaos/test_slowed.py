"""Discord lets a channel wait for two minutes: the match goes on, only its picture is late."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.content.custom_id import Verb
from tests.support.e2e.e2e_stage import stage, table_of
from tests.support.e2e.match_of_two import MATCH, begin_match_of_two
from tests.support.e2e.panels import my_table
from tests.support.e2e.scripted_player import play_until, presses
from tests.support.e2e.shown_messages import seen, settled

pytestmark = pytest.mark.outside

EDIT = "/channels/{channel_id}/messages/{message_id}"
POST = "/channels/{channel_id}/messages"
LONG = 120.0


async def test_a_long_wait_for_a_channel_stalls_no_match(tmp_path: Path) -> None:
    """Eight moves are answered and both hands show them; of the table one edit was tried, and one is made."""
    async with stage(tmp_path, rest_seconds="7200", live_turn_seconds="86400") as here:
        match = await begin_match_of_two(here, months=3)
        players = [match.mover, match.other]
        await here.sandbox.control("fault", method="PATCH", route=EDIT, status=429, retry_after=LONG)
        await here.sandbox.reset_traffic()
        before, stale = len(match.action_log.actions()[MATCH]), seen(match.table())
        await play_until(players, lambda: len(match.action_log.actions()[MATCH]) >= before + 8)
        await here.rest()
        counts = (await here.sandbox.traffic())["counts"]
        assert counts[f"PATCH {EDIT}"] == 1
        assert seen(match.table()) == stale
        hands = [presses(player.hand, Verb.MOVE, Verb.PICK, Verb.NEXT) for player in players]
        assert any(hands)
        await here.pass_time(LONG - 20)
        assert (await here.sandbox.traffic())["counts"][f"PATCH {EDIT}"] == 1
        await here.pass_time(25)
        await settled(here.server, match.action_log)
        assert (await here.sandbox.traffic())["counts"][f"PATCH {EDIT}"] == 2
        await here.must_be_clean()


async def test_a_table_that_has_to_wait_is_told_of(tmp_path: Path) -> None:
    """*My table* answers at once that Discord does not take it, and the match is played on."""
    async with stage(tmp_path) as here:
        match = await begin_match_of_two(here, months=1)
        await here.sandbox.control("fault", method="POST", route=POST, status=429, retry_after=LONG)
        assert "Discord is not answering" in await my_table(match.mover)
        assert presses(table_of(match.mover), Verb.HAND)
        assert await match.mover.move()
        await here.must_be_clean()
