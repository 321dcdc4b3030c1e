"""Time in which the gateway was lost is given back to somebody who had to move."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.ids import MatchId
from bot.match.views import MatchView
from cogs.content.custom_id import Verb
from tests.support.clocked_bot import ClockedBot, clocked_bot
from tests.support.e2e.e2e_stage import begin
from tests.support.manager_fixture import fired
from tests.support.waiting import until

TEN_MINUTES = 600
MATCH = MatchId(1)


async def seconds_left(bot: ClockedBot) -> float:
    """Return the rest of the time of the player to move."""
    view = await bot.client.manager.view(MATCH)
    assert isinstance(view, MatchView) and view.turn_time is not None
    return (view.turn_time.due_at - bot.clock.now()).total_seconds()


async def test_ten_minutes_without_the_gateway_cost_nobody_their_turn(tmp_path: Path) -> None:
    """Nothing is played for anybody meanwhile; afterwards as much time is left as there was before."""
    async with clocked_bot(tmp_path) as bot:
        players = await bot.player(0), await bot.player(1)
        await begin(*players, months=1)
        for player in players:
            await player.hand_without(Verb.NEXT)
        await bot.clock.move(50)
        before = await seconds_left(bot)
        assert before == pytest.approx(370)
        view = await bot.client.manager.view(MATCH)
        assert isinstance(view, MatchView)
        await bot.sandbox.control("settings", gateway_refused=True)
        await bot.sandbox.control("gateway_drop")
        await until(lambda: not bot.client.connection.online)
        await bot.clock.move(TEN_MINUTES)
        runner = bot.client.manager._runner
        runner.scheduler.wake()
        await fired(runner, MATCH)
        now = await bot.client.manager.view(MATCH)
        assert isinstance(now, MatchView)
        assert now.n == view.n
        await bot.sandbox.control("settings", gateway_refused=False)
        await until(lambda: bot.client.connection.online)
        await until(lambda: not runner._giving_back)
        assert await seconds_left(bot) == pytest.approx(before)
