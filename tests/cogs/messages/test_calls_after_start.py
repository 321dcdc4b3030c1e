"""Calls and reminders when the bot stops and starts, and the deadline of half a turn's time."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.match.views import MatchView
from tests.support.e2e.clocked_match import MATCH, reminders, table
from tests.support.e2e.e2e_stage import LoopStage, stage
from tests.support.e2e.match_of_two import MatchOfTwo, begin_match_of_two
from tests.support.e2e.scripted_player import directly

HALF_SECONDS = 61
SAME = "UPDATE messages SET kind = kind WHERE kind = 'reminder'"
"""Changes nothing, and tells of how many."""


async def until_stored(here: LoopStage, count: int) -> None:
    """Wait until `count` reminders are stored."""

    async def stored() -> bool:
        return await here.change_rows(SAME) == count

    await here.until(stored)


async def view_of(here: LoopStage) -> MatchView:
    """The match as it stands."""
    assert here.bot.client is not None
    view = await here.bot.client.manager.view(MATCH)
    assert isinstance(view, MatchView)
    return view


async def test_a_reminder_outlives_the_bot_and_goes_on_the_move(tmp_path: Path) -> None:
    """The reminder comes by itself at half time; the bot that runs when the move comes removes it."""
    async with stage(tmp_path) as here:
        match = await begin_match_of_two(here)
        await here.pass_time(HALF_SECONDS)
        (reminder,) = await match.mover.user.wait_until(lambda: reminders(match.mover))
        await here.restart()
        await here.rest()
        assert [each["id"] for each in reminders(match.mover)] == [reminder["id"]]
        assert await match.mover.move(directly)
        await match.mover.user.wait_gone(reminder)
        await until_stored(here, 0)
        await here.must_be_clean()


async def test_a_start_removes_a_reminder_of_a_move_that_was_made(tmp_path: Path) -> None:
    """The bot died between storing the move and removing what reminded of it."""
    async with stage(tmp_path) as here:
        match = await begin_match_of_two(here)
        await here.pass_time(HALF_SECONDS)
        (reminder,) = await match.mover.user.wait_until(lambda: reminders(match.mover))
        await until_stored(here, 1)
        await here.bot.stop()
        await here.change_rows(
            "UPDATE messages SET posted_at = (SELECT min(at) FROM actions) WHERE kind = 'reminder'"
        )
        await here.bot.start()
        await match.mover.user.wait_gone(reminder)
        await until_stored(here, 0)


@pytest.mark.outside
async def test_a_start_calls_nobody_twice_and_makes_up_for_a_call_that_was_lost(tmp_path: Path) -> None:
    """The post's time and the turn's beginning in the log decide."""
    async with stage(tmp_path) as here:
        match = await begin_match_of_two(here)
        await here.pass_time(HALF_SECONDS)
        await play_turn(match)
        called = await match.other.user.wait_until(
            lambda: table(match.other)["mentions"] and table(match.other)
        )
        await here.restart()
        await here.rest()
        assert table(match.other)["id"] == called["id"]
        await here.bot.stop()
        await here.change_rows(
            "UPDATE messages SET posted_at = (SELECT min(at) FROM actions) WHERE kind = 'table'"
        )
        await here.bot.start()
        await match.other.user.wait_gone(called)
        assert [each["id"] for each in table(match.other)["mentions"]] == [match.other.user.id]


@pytest.mark.outside
async def test_who_has_left_the_server_is_absent_at_their_second_turn(tmp_path: Path) -> None:
    """At half time they are looked for: a safe move the first time, then their opponent may choose."""
    async with stage(tmp_path) as here:
        match = await begin_match_of_two(here, months=12)
        gone, other = match.mover, match.other
        await here.sandbox.control("member", guild=here.sandbox.guild, user=gone.user.id, present=False)
        before = await view_of(here)
        await here.pass_time(HALF_SECONDS)
        now = await view_of(here)
        assert now.n > before.n
        assert not any(seat.away for seat in now.seats)
        for _ in range(4):  # a turn may be several questions
            if not any(seat.away for seat in (await view_of(here)).seats):
                await other.move()
                await here.pass_time(HALF_SECONDS)
        (away,) = [seat for seat in (await view_of(here)).seats if seat.away]
        assert str(away.participant.user) == gone.user.id
        assert not reminders(gone)


async def play_turn(match: MatchOfTwo) -> None:
    """The player to move plays until they are not asked any more."""
    while await match.mover.move(directly):
        await match.here.rest()
