"""Many at once, and many in the moment when a clock ends: each person's press counts once, none is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.ids import MatchId
from bot.match.hosted_match import HostedMatch
from bot.sandbox.world.model import Message, User
from cogs.content.custom_id import Press, Verb, format_press
from engine.rules.actions import Cut, Draw, Phase, Ready
from tests.support.e2e import forged_presses, shown_messages
from tests.support.e2e.action_log import ActionLog
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, Stage, begin, stage
from tests.support.e2e.match_of_two import MATCH
from tests.support.e2e.scripted_player import Player, presses, until_rest
from tests.support.e2e.snapshot import Stored
from tests.support.waiting import until

pytestmark = [pytest.mark.outside, pytest.mark.databases]

AHEAD = 0.2
AROUND = [n / 1000 for n in range(-100, 101, 20)]
"""Seconds from a clock's end at which somebody presses."""


async def table_of(here: Stage) -> Message:
    """The public message, once it is there."""
    await here.until(lambda: MATCH in ActionLog(here.data).tables())
    return forged_presses.message_of(here, ActionLog(here.data).tables()[MATCH])


async def crowd(here: Stage, users: list[User], custom_id: str, times: int = 1) -> None:
    """Have everybody press the same button of the table at once, `times` times each.

    Of so many presses each is acknowledged before it is done: wait for what they bring.
    """
    table = await table_of(here)
    acts = [forged_presses.pressed(here, user, table, custom_id) for user in users for _ in range(times)]
    await asyncio.gather(*(forged_presses.put(here, act) for act in acts))


def drawn(here: Stage) -> list[Stored]:
    """The draws that are stored."""
    return [row for row in ActionLog(here.data).actions().get(MATCH, []) if isinstance(row.move, Draw)]


async def test_eight_draws_at_once_are_eight_draws(tmp_path: Path) -> None:
    """Eight join at once and draw at once, twice over: eight people, eight cards of their own choosing."""
    async with stage(tmp_path) as here:
        users = [*here.server.world.people, *forged_presses.newcomers(here, 3)]
        command = forged_presses.commanded(
            here, users[0], forged_presses.channel_of(here, CHANNEL), "koikoi play"
        )
        await forged_presses.put(here, command)
        await crowd(here, users[1:], "kk1:join", times=2)
        await crowd(here, users[:1] * 100, "kk1:start")
        await crowd(here, users, "kk1:draw:1", times=2)
        await here.until(lambda: len(drawn(here)) >= 8)
        first = drawn(here)[:8]
        assert {row.user for row in first} == {user.id for user in users}
        assert sorted(row.player for row in first) == list(range(8))
        assert len(ActionLog(tmp_path).actions()) == 1
        await here.must_be_clean()


async def seats_of(here: Stage, phase: Phase) -> dict[int, Player]:
    """Three people in a slow match of sannin, when it has come to a phase; by table number."""
    players = [await here.player(index) for index in range(3)]
    await begin(*players, rules="sannin", months=3, clock="slow")

    async def come() -> HostedMatch | None:
        hosted = await ActionLog(here.data).hosted(MATCH)
        assert hosted.progress is not None
        if hosted.progress.state.phase is phase and all(player.hands for player in players):
            return hosted
        if hosted.progress.state.phase is Phase.CUT:
            for player in players:
                if await player.move():
                    break  # what comes next is no cut
        return None

    hosted = await until(come, moving=here.moving)
    assert hosted is not None
    await shown_messages.settled(here.server, ActionLog(here.data))
    by_id = {int(player.user.id): player for player in players}
    return {
        each.seat: by_id[each.who.user] for each in hosted.entries if each.seat is not None and each.who.user
    }


async def test_three_answers_at_once_are_three_answers(tmp_path: Path) -> None:
    """In the secret round everybody is ready at the same moment, pressing twice; each answer counts once."""
    async with stage(tmp_path) as here:
        seats = await seats_of(here, Phase.READY)
        before = len(ActionLog(tmp_path).actions()[MATCH])
        acts = []
        for player in seats.values():
            (press,) = [each for each in presses(player.hand, Verb.MOVE) if isinstance(each.move, Ready)]
            user, hand = (
                forged_presses.user_of(here, player.user.id),
                forged_presses.message_of(here, player.hand["id"]),
            )
            acts += [forged_presses.pressed(here, user, hand, format_press(press))] * 2
        await asyncio.gather(*(forged_presses.put(here, act) for act in acts))
        await here.answered()
        answers = ActionLog(tmp_path).actions()[MATCH][before:]
        assert sorted(row.player for row in answers if isinstance(row.move, Ready)) == [0, 1, 2]
        await here.must_be_clean()


async def test_a_hundred_presses_start_one_month(tmp_path: Path) -> None:
    """`Next month` pressed fifty times by each of two people, on table and hand: one new deal."""
    async with stage(tmp_path) as here:
        players = [await here.player(index) for index in range(2)]
        await begin(*players, rules="classic", months=3)
        await until_rest(players)
        users = [forged_presses.user_of(here, player.user.id) for player in players]
        await crowd(here, users, "kk1:next:0", times=50)
        await here.answered()
        hosted = await ActionLog(tmp_path).hosted(MATCH)
        assert hosted.progress is not None
        assert (hosted.progress.ends_shown, hosted.progress.state.month) == (1, 2)
        await here.must_be_clean()


async def around_its_end(here: LoopStage, kind: str, press: Callable[[], Awaitable[object]]) -> None:
    """Press again and again in the last and the first tenth of a second around a clock's end."""
    (due,) = [due for (_, name, _), due in ActionLog(here.data).deadlines().items() if name == kind]

    async def later(seconds: float) -> None:
        await asyncio.sleep(seconds)
        await press()

    left = due - here.clock.now().timestamp()
    assert left > AHEAD, "too slow to see this clock end"
    here.clock.move(left - AHEAD)
    await asyncio.gather(*(later(AHEAD + offset) for offset in AROUND))
    await here.answered()


async def test_presses_around_a_clock_s_end(tmp_path: Path) -> None:
    """Whether the press or the clock was first: one draw each, one cut, one new month, and no failure."""
    clocks = {"draw_seconds": "50", "cut_seconds": "50", "rest_seconds": "50"}
    async with stage(tmp_path, **clocks) as here:
        action_log = ActionLog(tmp_path)
        players = [await here.player(index) for index in range(3)]
        users = [forged_presses.user_of(here, player.user.id) for player in players]
        await players[0].user.command("koikoi play", channel=CHANNEL, rules="sannin", months=3)
        await crowd(here, users[1:], "kk1:join")
        await crowd(here, users[:1], "kk1:start")
        await around_its_end(here, "draw", lambda: crowd(here, users, "kk1:draw:1"))
        assert sorted(row.player for row in drawn(here)[:3]) == [0, 1, 2]
        await here.rest()
        while not any(kind == "cut" for _, kind, _ in action_log.deadlines()):  # who tied draws again
            await here.pass_time(51)
        before = len(action_log.actions()[MATCH])
        await around_its_end(here, "cut", lambda: cut(here, users, before))
        cuts = [row for row in action_log.actions()[MATCH] if isinstance(row.move, Cut)]
        assert [row.n for row in cuts] == [before]
        await until_rest(players)
        await around_its_end(here, "rest", lambda: crowd(here, users, "kk1:next:0"))
        hosted = await action_log.hosted(MATCH)
        assert hosted.progress is not None
        assert hosted.progress.ends_shown == 1
        await here.must_be_clean()


async def cut(here: Stage, users: list[User], question: int) -> None:
    """Everybody tries to cut; one of them is asked."""
    hands = {row.user: shown_messages.hand_message(here.server, row) for row in ActionLog(here.data).hands()}
    press = Press(MatchId(1), Verb.CUT, question)
    for user in users:
        if (hand := hands.get(user.id)) is not None:
            await forged_presses.put(here, forged_presses.pressed(here, user, hand, format_press(press)))
