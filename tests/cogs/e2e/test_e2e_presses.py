"""Presses that are too many, too late, somebody else's, or forged."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cogs.content.custom_id import Verb, format_press, parse_press
from tests.support.e2e.action_log import ActionLog
from tests.support.e2e.e2e_stage import CHANNEL, Stage, begin, stage
from tests.support.e2e.scripted_player import MOVES, presses
from tests.support.sandbox.client import by_bot
from tests.support.sandbox.messages import buttons, text_of
from tests.support.waiting import until


def actions(here: Stage) -> int:
    """The actions that are stored."""
    return sum(map(len, ActionLog(here.data).actions().values()))


@pytest.mark.outside
async def test_a_hundred_presses_on_one_question_are_one_move(tmp_path: Path) -> None:
    """Exactly one moves, 99 are answered politely, none fails, nothing is thrown."""
    async with stage(tmp_path) as here:
        players = [await here.player(index) for index in range(2)]
        await begin(*players, months=3)
        mover = await first_to_move(players)
        hand = await mover.hand_with(Verb.MOVE)
        press = next(press for press in presses(hand, Verb.MOVE))
        ids = [each["custom_id"] for each in buttons(hand)]
        wanted = next(each for each in ids if parse_press(each) == press)
        before = actions(here)
        await asyncio.gather(*(mover.user.attempt(hand, wanted) for _ in range(100)))
        await here.rest()
        assert actions(here) == before + 1
        assert len(mover.hands) == 1
        here.must_be_private()
        await here.must_be_clean()


async def first_to_move(players: list[Any]) -> Any:
    """The player to move for a card."""
    return await until(
        lambda: next((each for each in players if each.hands and presses(each.hand, *MOVES)), None)
    )


async def test_as_many_draws_at_once_are_as_many_draws(tmp_path: Path) -> None:
    """Everybody's `Draw` counts, pressed twice it counts once."""
    async with stage(tmp_path) as here:
        players = [await here.player(index) for index in range(5)]
        host, *others = players
        await host.user.command("koikoi play", channel=CHANNEL, months=1)
        lobby = await host.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        await asyncio.gather(*(other.tap(lobby, Verb.JOIN) for other in others))
        await host.tap_offered(Verb.START)
        tables = [await one.user.wait_for(lambda m: bool(presses(m, Verb.DRAW))) for one in players]
        # Each presses a card of their own: the button of a card that is taken goes.
        own = [
            (one, table, format_press(presses(table, Verb.DRAW)[place]))
            for place, (one, table) in enumerate(zip(players, tables, strict=True))
        ]
        twice = [one.user.press(table, custom_id=card) for one, table, card in own * 2]
        await asyncio.gather(*twice, return_exceptions=True)

        async def drawn() -> bool:
            return len(await lines_of_draws(here)) >= 5

        await here.until(drawn)
        lines = await lines_of_draws(here)
        assert len({line.split("player=")[1].split()[0] for line in lines[:5]}) == 5
        assert all("by=user" in line for line in lines[:5])
        await here.must_be_clean()


async def lines_of_draws(here: Stage) -> list[str]:
    """Return the log's lines about the seat draw."""
    return [line["text"] for line in await here.sandbox.log() if "move=draw" in line["text"]]


async def test_who_draws_twice_is_told_that_he_has_drawn(tmp_path: Path) -> None:
    """A private Note with their card, while others are still to draw; a round that has passed needs none."""
    async with stage(tmp_path) as here:
        host, other = [await here.player(index) for index in range(2)]
        await host.user.command("koikoi play", channel=CHANNEL, months=1)
        await other.tap_offered(Verb.JOIN)
        await host.tap_offered(Verb.START)
        table = await host.user.wait_for(lambda m: bool(presses(m, Verb.DRAW)))
        drawn, *_ = presses(table, Verb.DRAW)
        assert (await host.tap(table, Verb.DRAW)).callback == 6
        outcome = await host.user.press(table, custom_id=format_press(presses(table, Verb.DRAW)[1]))
        assert outcome.callback == 4
        note = await host.user.wait_until(partial(host.user.message, str(outcome.message_id)))
        assert note["flags"] & 64
        said = text_of(note)
        assert said.startswith("You have drawn already: ")
        card = said.partition(": ")[2].partition(".")[0]
        await host.user.wait_for(lambda m: m["id"] == table["id"] and card in text_of(m))
        old = await post(here, [format_press(drawn)], host.user.id)
        left = await other.user.wait_for(lambda m: m["id"] == table["id"] and drawn not in presses(m))
        await other.tap(left, Verb.DRAW)
        await host.user.wait_for(lambda m: m["id"] == table["id"] and drawn not in presses(m))
        late = await host.user.press(old, custom_id=format_press(drawn))
        assert late.callback == 6
        await here.must_be_clean()


async def test_a_stranger_is_told_what_he_may_do(tmp_path: Path) -> None:
    """Every button of a table answers a stranger with a private Note; the match does not change."""
    async with stage(tmp_path) as here:
        players = [await here.player(index) for index in range(2)]
        stranger = await here.player(3, "ja")
        await begin(*players, months=1)
        await first_to_move(players)
        before = actions(here)
        table = await stranger.user.wait_for(lambda m: bool(presses(m, Verb.HAND)))
        for button in buttons(table):
            outcome = await stranger.user.press(table, custom_id=button["custom_id"])
            assert outcome.callback == 4
            note = await stranger.user.wait_until(partial(stranger.user.message, str(outcome.message_id)))
            assert note["flags"] & 64
        assert not stranger.hands
        assert actions(here) == before
        await here.must_be_clean()


async def test_a_stale_hand_shows_how_things_stand(tmp_path: Path) -> None:
    """A copy of a hand from before the last move moves nothing: it becomes the hand as it is now."""
    async with stage(tmp_path) as here:
        players = [await here.player(index) for index in range(2)]
        await begin(*players, months=1)
        mover = await first_to_move(players)
        hand = await mover.hand_with(Verb.MOVE)
        stale = next(each for each in buttons(hand) if parse_press(each["custom_id"]).verb is Verb.MOVE)
        await post(here, [stale["custom_id"]], mover.user.id)
        await mover.user.press(hand, custom_id=stale["custom_id"])
        await mover.user.wait_update(hand["id"], lambda m: stale["custom_id"] not in str(m["components"]))
        before = actions(here)
        copy = await mover.user.wait_for(lambda m: stale["custom_id"] in str(m["components"]))
        assert not (await mover.user.press(copy, custom_id=stale["custom_id"])).failed
        assert actions(here) == before
        here.must_be_private()
        await here.must_be_clean()


FORGED = [
    "kk1:move:0:A",
    "kk1:move:2:cut:5",
    "kk1:pick:2:A",
    "kk1:choose:2",
    "kk1:next:0",
    "kk1:next:7",
    "kk1:draw:1",
    "kk1:draw:99",
    "kk1:join",
    "kk1:start",
    "kk1:leave",
    "kk1:cut:2",
    "kk1:list",
    "kk1:resigned",
    "kk1:cancel",
    "kk1:down",
    "kk999:join",
    "kk999:hand",
    "kk999:move:0:A",
    "kk999:more",
    f"kk{2**62}:yaku",
    f"kk{2**64}:yaku",
    "kk1:nothing",
    "kk1:move:0",
    "kk1:move:0:resign",
    "kk0:log",
    "kk:join",
    "other:bot:button",
    "x",
]


async def test_forged_buttons_are_answered_and_do_nothing(tmp_path: Path) -> None:
    """Whatever a button says, on a public message too: no failure, no fault, no state but the engine's."""
    async with stage(tmp_path) as here:
        players = [await here.player(index) for index in range(2)]
        stranger = await here.player(2)
        await begin(*players, months=1)
        await first_to_move(players)
        await here.rest()
        before = actions(here)
        table = await players[0].user.wait_for(lambda m: bool(presses(m, Verb.HAND)))
        for start in range(0, len(FORGED), 20):
            message = await post(here, FORGED[start : start + 20], players[0].user.id)
            await stranger.user.wait_until(partial(stranger.user.message, message))
            for each in FORGED[start : start + 20]:
                assert not (await stranger.user.press(message, custom_id=each)).failed
        await here.rest()
        assert actions(here) == before
        assert players[0].user.message(table["id"]) == table
        await here.must_be_clean()


async def post(here: Stage, custom_ids: list[str], user: str) -> str:
    """A message of the bot with such buttons, as an older version of it may have left behind."""
    components = [
        {
            "type": 1,
            "components": [{"type": 2, "style": 2, "label": each[:80], "custom_id": each} for each in row],
        }
        for row in (custom_ids[start : start + 5] for start in range(0, len(custom_ids), 5))
    ]
    body = {"content": "an older message", "components": components}
    path = f"/channels/{here.sandbox.channel(CHANNEL)}/messages"
    return str((await by_bot(here.server, "POST", path, body))["id"])
