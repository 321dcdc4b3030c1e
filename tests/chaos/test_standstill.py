"""A bot whose process stands still for a while, as on a machine that is paused."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

from bot.ids import MatchId
from bot.service.watch.match_time import STILL_SECONDS
from cogs.content.custom_id import Verb, format_press
from engine.rules.options import make_rules
from tests.support.e2e.action_log import ActionLog
from tests.support.e2e.e2e_stage import process_stage
from tests.support.e2e.prepared_match import open_hands, prepare
from tests.support.e2e.scripted_player import presses

pytestmark = pytest.mark.outside


async def test_a_press_that_its_user_saw_fail_does_not_count_later(tmp_path: Path) -> None:
    """A press while the bot stood still is dropped; the same press after that counts, once."""
    await prepare(tmp_path, make_rules("classic", {"months": 1}), 2)
    async with process_stage(tmp_path) as here:
        players, log = await open_hands(here, 2), ActionLog(here.data)
        (mover,) = [player for player in players if presses(player.hand, Verb.MOVE)]
        press, before, bot = format_press(presses(mover.hand, Verb.MOVE)[0]), log.actions(), await here.pid()
        os.kill(bot, signal.SIGSTOP)
        try:
            waiting = asyncio.create_task(mover.user.press(mover.hand, custom_id=press))
            # So long by the true time, and a little longer for the way to the bot.
            await asyncio.sleep(STILL_SECONDS + 1)
        finally:
            os.kill(bot, signal.SIGCONT)

        async def said() -> bool:
            return "press came too late" in await here.log()

        await here.until(said)
        waiting.cancel()
        assert "the process stood still" in await here.log()
        assert log.actions() == before
        assert not (await mover.user.press(mover.hand, custom_id=press)).failed
        assert len(log.actions()[MatchId(1)]) == len(before[MatchId(1)]) + 1
