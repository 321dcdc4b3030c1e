"""Discord away for a while: what could not be shown is shown afterwards, though nobody presses."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.ids import MatchId, UserId
from cogs.content.custom_id import Verb, format_press
from engine.rules.options import make_rules
from tests.support.e2e.action_log import ActionLog
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, one_hand, stage, table_of, targets
from tests.support.e2e.match_of_two import MatchOfTwo, begin_match_of_two
from tests.support.e2e.prepared_match import open_hands, prepare, third_card
from tests.support.e2e.scripted_player import MOVES, presses, until_rest
from tests.support.e2e.shown_messages import settled
from tests.support.sandbox.user import RefusedError
from tests.support.waiting import until

pytestmark = pytest.mark.outside

ONE_MONTH = make_rules("classic", {"months": 1})
HALF_AN_HOUR = 1800.0
FOR_EVER = 1e6
PATIENT = {
    "draw_seconds": "7200",
    "rest_seconds": "7200",
    "cut_seconds": "7200",
    "live_turn_seconds": "86400",
}
"""Nothing happens by itself while Discord is away."""
ROUTES = {
    "table": "/channels/{channel_id}/messages/{message_id}",
    "hand": "/webhooks/{webhook_id}/{webhook_token}/messages/@original",
    "dealt": "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
}


async def pass_by(here: LoopStage, seconds: float, step: float = 5.0) -> None:
    """Let time pass in small steps, as it does: what waits comes due one after another.

    It stands still while something is drawn, stored or asked for: a hand whose sending is given up for late
    while it comes is sent twice.
    """
    for _ in range(round(seconds / step)):
        here.clock.move(step)
        await here.still()


async def without_silence(here: LoopStage) -> None:
    """Let discord.py never take the gateway for dead: its heartbeats go by the true time."""
    assert here.bot.client is not None
    here.bot.client._connection.heartbeat_timeout = FOR_EVER
    await here.sandbox.control("gateway_drop")
    await here.sandbox.wait_log("has successfully RESUMED session")


async def cut_offs(here: LoopStage) -> int:
    """Return the number of requests that nobody has answered."""
    counts: Counter[str] = Counter((await here.sandbox.traffic())["counts"])
    return counts["cut off"]


async def one_is_asked(match: MatchOfTwo) -> None:
    """Wait until one hand offers a move; the mover's where the card turned over left them a choice."""
    players = [match.mover, match.other]
    await match.here.until(lambda: sum(bool(presses(player.hand, *MOVES)) for player in players) == 1)


@contextlib.asynccontextmanager
async def nobody_answers(here: LoopStage) -> AsyncIterator[None]:
    """For the time of the block REST requests are cut off."""
    await here.sandbox.control("settings", rest_refused=True)
    yield
    await here.sandbox.control("settings", rest_refused=False)


async def unheard(match: MatchOfTwo) -> None:
    """The mover presses; the move is stored, and no answer comes through."""
    before = len(match.action_log.actions()[MatchId(1)])
    press = format_press(presses(match.mover.hand, Verb.MOVE)[0])
    pressing = asyncio.create_task(match.mover.user.press(match.mover.hand, custom_id=press))
    await until(lambda: len(match.action_log.actions()[MatchId(1)]) != before)
    await pass_by(match.here, 15)
    with contextlib.suppress(RefusedError):
        assert (await pressing).failed


# Jitter makes it 29 to 31, and 69 to 71; a pause that does not grow would make it 90, and 900.
@pytest.mark.parametrize(("seconds", "most"), [(60, 40), (600, 80)], ids=["a minute", "ten minutes"])
async def test_after_an_outage_everything_is_shown_though_nobody_presses(
    tmp_path: Path, seconds: float, most: int
) -> None:
    """A move that is stored as Discord goes away stands on the table and on both hands when it is back.

    Meanwhile it costs few requests and few lines: three messages are behind, and each is asked for ever more
    seldom.
    """
    async with stage(tmp_path, **PATIENT) as here:
        match = await begin_match_of_two(here, months=3)
        await without_silence(here)
        lines = len(await here.sandbox.log())
        async with nobody_answers(here):
            await unheard(match)
            await pass_by(here, seconds - 15)
            assert 3 <= await cut_offs(here) <= most
            assert len(await here.sandbox.log()) - lines <= 12
        await pass_by(here, 60)
        await settled(here.server, match.action_log)
        await one_is_asked(match)
        await here.sandbox.reset_traffic()
        await here.pass_time(120)
        assert (await here.sandbox.traffic())["counts"] == {}
        await until_rest([match.mover, match.other])
        assert len(match.mover.hands) == len(match.other.hands) == 1


@pytest.mark.parametrize("resumed", [True, False], ids=["resumed", "ready"])
async def test_a_session_that_is_back_brings_everything_up_to_date_at_once(
    tmp_path: Path, *, resumed: bool
) -> None:
    """RESUMED and READY alike end the pauses: no time has to pass."""
    async with stage(tmp_path, **PATIENT) as here:
        match = await begin_match_of_two(here, months=3)
        async with nobody_answers(here):
            await unheard(match)
            await pass_by(here, 300)
        if resumed:
            await here.sandbox.control("gateway_drop")
        else:
            await here.sandbox.control("gateway_invalidate", resumable=False)
        await settled(here.server, match.action_log)
        await one_is_asked(match)


async def test_twelve_failures_in_a_row_leave_nothing_stale(tmp_path: Path) -> None:
    """Of each kind of edit; discord.py alone gives up after five."""
    async with stage(tmp_path, **PATIENT) as here:
        match = await begin_match_of_two(here, months=3)
        for route in ROUTES.values():
            await here.sandbox.control("fault", method="PATCH", route=route, status=500, count=12)
        assert await match.mover.move(lambda found: next(each for each in found if each.verb is Verb.MOVE))
        await pass_by(here, 180)
        await settled(here.server, match.action_log)
        await one_is_asked(match)


async def test_hands_are_dealt_after_the_outage(tmp_path: Path) -> None:
    """The clock drew for both while Discord was away: their hands come on the presses of before it."""
    async with stage(tmp_path, **PATIENT | {"draw_seconds": "20"}) as here:
        players = host, guest = [await here.player(0), await here.player(1)]
        await host.user.command("koikoi play", channel=CHANNEL, months=1)
        await guest.tap_offered(Verb.JOIN)
        await host.tap_offered(Verb.START)
        await here.rest()
        async with nobody_answers(here):
            await pass_by(here, 120)
            assert not host.hands
        await pass_by(here, 60)
        for player in players:
            await player.hand_without(Verb.NEXT)
            await one_hand(here, player)
        await settled(here.server, ActionLog(tmp_path))


async def test_a_result_is_posted_after_the_outage(tmp_path: Path) -> None:
    """Nobody presses on a match that is over: table, hands and result are shown all the same."""
    await prepare(tmp_path, ONE_MONTH, 2, third_card)
    async with stage(tmp_path, **PATIENT) as here:
        players = await open_hands(here, 2)
        await here.rest()
        assert here.bot.client is not None
        async with nobody_answers(here):
            await here.bot.client.manager.resign(MatchId(1), UserId(int(players[0].user.id)))
            await pass_by(here, 60, step=1)
        await pass_by(here, 60, step=1)
        for player in players:
            await player.user.wait_for(lambda m: bool(presses(m, Verb.REMATCH)))
            await player.user.wait_update(player.hand["id"], lambda m: not presses(m))
            await targets(here, player, [])
        await here.must_be_clean()


async def test_after_twenty_minutes_dead_hands_are_let_go(tmp_path: Path) -> None:
    """The hands' tokens are dead: nothing more is asked for them, and `My hand` opens them again."""
    async with stage(tmp_path, **PATIENT, hand_seconds="840") as here:
        match = await begin_match_of_two(here, months=3)
        async with nobody_answers(here):
            await unheard(match)
            await pass_by(here, 1200)
        await pass_by(here, 60)
        await here.rest()
        assert match.action_log.hands() == []
        await here.sandbox.reset_traffic()
        await here.pass_time(HALF_AN_HOUR)
        assert (await here.sandbox.traffic())["counts"] == {}
        for player in (match.mover, match.other):
            await player.tap(table_of(player), Verb.HAND)
            await targets(here, player, [player.hand["id"]])
        await one_is_asked(match)


async def test_hands_of_a_match_that_was_aborted_meanwhile_end_after_the_outage(tmp_path: Path) -> None:
    """Nothing can be pressed on them any more, and nothing is asked for them ever after."""
    await prepare(tmp_path, ONE_MONTH, 2)
    async with stage(tmp_path, **PATIENT) as here:
        players = await open_hands(here, 2)
        await here.rest()
        assert here.bot.client is not None
        async with nobody_answers(here):
            await here.bot.client.manager.abort(MatchId(1))
            await pass_by(here, 60, step=1)
            assert all(presses(player.hand) for player in players)
        await pass_by(here, 60, step=1)
        for player in players:
            await player.user.wait_update(player.hand["id"], lambda m: not presses(m))
            await targets(here, player, [])
        await here.must_be_clean()


async def test_a_hand_whose_time_ends_in_an_outage_is_closed_after_it(tmp_path: Path) -> None:
    """The hand's token outlives its time a little: one button is left on it, which opens it again."""
    await prepare(tmp_path, ONE_MONTH, 2)
    async with stage(tmp_path, **PATIENT, hand_seconds="120") as here:
        players = await open_hands(here, 2)
        await here.rest()
        async with nobody_answers(here):
            await pass_by(here, 130)
            open_still = [player.hand["id"] for player in players]
        await pass_by(here, 30, step=1)
        for player, hand in zip(players, open_still, strict=True):
            closed = await player.user.wait_update(hand, lambda m: not presses(m, Verb.MORE))
            assert presses(closed) == presses(closed, Verb.HAND)
            await targets(here, player, [])
            await player.tap(closed, Verb.HAND)
            await one_hand(here, player)
        await here.must_be_clean()
