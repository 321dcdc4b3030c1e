"""The seat draw on the screen: what was drawn stands there before the first month covers it."""

from __future__ import annotations

from pathlib import Path

from cogs.content.custom_id import Verb
from tests.support.e2e.e2e_stage import stage, start, table_of, until_dealt
from tests.support.e2e.scripted_player import Player, is_hand, presses
from tests.support.sandbox.messages import Json, text_of

LOOKED = 4


def looked_at(message: Json) -> bool:
    """Whether a table shows who deals, and why."""
    return not message["flags"] & 64 and " deals first: " in text_of(message)


async def drawn(players: list[Player]) -> Json:
    """Begin a match and draw until the table shows who deals; the table."""
    await start(*players, months=1)
    await until_dealt(*players, verbs=(Verb.DRAW,), done=lambda: looked_at(table_of(players[0])))
    return table_of(players[0])


def told_who_deals(message: Json) -> bool:
    """Whether a private message says who deals first."""
    return bool(message["flags"] & 64) and "first.** Your cards come" in text_of(message)


async def test_people_see_what_they_drew_and_then_their_cards(tmp_path: Path) -> None:
    """The table says who deals first; no hand is dealt until that was looked at."""
    async with stage(tmp_path, drawn_seconds=str(LOOKED)) as here:
        players = [await here.player(index) for index in range(2)]
        table = await drawn(players)
        assert len(table["attachments"]) == 1
        await here.rest()
        assert not any(player.hands for player in players)
        await here.pass_time(LOOKED)
        for player in players:
            assert is_hand(await player.hand_without(Verb.NEXT))
        await players[0].user.wait_update(table["id"], lambda m: not looked_at(m))
        await here.must_be_clean()


async def test_a_hand_that_is_asked_for_meanwhile_becomes_the_cards(tmp_path: Path) -> None:
    """`My hand` is answered while the draw is looked at, and that message is the hand from then on."""
    async with stage(tmp_path, drawn_seconds=str(LOOKED)) as here:
        players = [await here.player(index) for index in range(2)]
        table = await drawn(players)
        assert presses(table, Verb.HAND) and not presses(table, Verb.DRAW)
        await players[0].tap(table, Verb.HAND)
        line = await players[0].user.wait_for(told_who_deals)
        await here.pass_time(LOOKED)
        await players[0].user.wait_update(line["id"], is_hand)
        assert len(players[0].hands) == 1
        await here.must_be_clean()
