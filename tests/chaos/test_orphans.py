"""The bot dies between sending and noting that it was sent: afterwards there is one hand, one table."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from bot.ids import MatchId
from bot.match.vocabulary import Cause, MadeBy, Occasion
from cogs.content.custom_id import Verb
from engine.rules.options import make_rules
from tests.support.e2e.e2e_stage import (
    CHANNEL,
    LoopStage,
    begin,
    no_hand_in_public,
    one_hand,
    stage,
    table_of,
)
from tests.support.e2e.lobbies import is_lobby
from tests.support.e2e.panels import my_hand, words_only
from tests.support.e2e.prepared_match import open_hands, prepare
from tests.support.e2e.scripted_player import Player, play_on, presses
from tests.support.processes import databases

pytestmark = pytest.mark.outside

ONE_MONTH = make_rules("classic", {"months": 1})
DEAF = """
    CREATE TRIGGER deaf BEFORE INSERT ON hands WHEN NEW.target NOT LIKE '?%'
    BEGIN SELECT RAISE(ABORT, 'the bot is dead by now'); END
"""
PACES = {"prompt": "2.5", "slow": "0"}
Way = Callable[[LoopStage, Player], Awaitable[object]]


@contextlib.asynccontextmanager
async def dying(here: LoopStage) -> AsyncIterator[None]:
    """In the block nothing is stored of a hand once it is sent; then the bot has died, and is there again."""
    await here.change_rows(DEAF)
    yield
    await here.sandbox.wait_log("hand not stored")
    await here.rest()
    await here.bot.stop()
    await here.change_rows("DROP TRIGGER deaf")
    await here.bot.start()
    await here.rest()


async def from_the_table(here: LoopStage, player: Player) -> None:
    """`My hand`."""
    await player.tap(table_of(player), Verb.HAND)


async def by_command(here: LoopStage, player: Player) -> None:
    """`/koikoi games`, then *My hand*."""
    await my_hand(player)


async def from_an_older_copy(here: LoopStage, player: Player) -> None:
    """A press on a copy that nobody knows of any more."""
    await here.bot.stop()
    await here.change_rows("DROP TRIGGER deaf")
    await here.change_rows(
        "DELETE FROM hands WHERE person = (SELECT id FROM people WHERE discord = ?)", int(player.user.id)
    )
    await here.change_rows(DEAF)
    await here.bot.start()
    await player.tap(player.hand, Verb.LIST)


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("way", [from_the_table, by_command, from_an_older_copy])
async def test_a_hand_that_answered_a_press_is_found_again(tmp_path: Path, way: Way, pace: str) -> None:
    """The hand's row was stored before it was sent: the next start finds and shows it. There is no other."""
    await prepare(tmp_path, ONE_MONTH, 2)
    async with stage(tmp_path, ack_seconds=PACES[pace]) as here:
        watcher = await here.player(4)
        players = await open_hands(here, 2)
        await words_only(players[0])
        await players[0].hand_with(Verb.LIST)
        async with dying(here):
            await way(here, players[0])
            await here.rest()
            assert len(players[0].hands) == 1
        for player in players:
            await one_hand(here, player)
        await play_on(players)
        no_hand_in_public(watcher)
        assert all(len(player.hands) <= 1 for player in players)


async def test_of_hands_that_were_dealt_no_second_ones_come(tmp_path: Path) -> None:
    """Nobody knew their ids before: the one that is pressed becomes the live one, and is the only one."""
    async with stage(tmp_path) as here:
        players = [await here.player(index) for index in range(2)]
        for player in players:
            await words_only(player)
        async with dying(here):
            await begin(*players, months=1)
            for player in players:
                await player.hand_without(Verb.NEXT)
        for player in players:
            assert len(player.hands) == 1
            await player.tap(player.hand, Verb.LIST)
            await one_hand(here, player)
        await play_on(players)
        assert all(len(player.hands) <= 1 for player in players)
        await here.must_be_clean()


async def test_a_hand_that_was_never_sent_is_not_written_to(tmp_path: Path) -> None:
    """The bot died before it answered: the copy on the screen is pressed, and is the only one."""
    await prepare(tmp_path, ONE_MONTH, 2)
    async with stage(tmp_path) as here:
        players = await open_hands(here, 2)
        for player in players:
            await words_only(player)
            await player.hand_with(Verb.LIST)
        await here.bot.stop()
        await here.change_rows("UPDATE hands SET target = '?@original', token = token || 'x'")
        await here.bot.start()
        for player in players:
            await player.tap(player.hand, Verb.LIST)
            await one_hand(here, player)
        await play_on(players)
        await here.must_be_clean()


DEAF_TO_TABLES = """
    CREATE TRIGGER deaf BEFORE INSERT ON messages WHEN NEW.kind = 'table' AND NEW.replaced IS NOT NEW.message
    BEGIN SELECT RAISE(ABORT, 'nobody listens'); END
"""
"""Nothing is stored of where a table stands, only that it is about to be posted again."""


async def nudged(here: LoopStage, host: Player, guest: Player) -> str:
    """A table whose host is about to be called by a post in its place; its message."""
    await host.user.command("koikoi play", channel=CHANNEL)
    await guest.tap(await guest.user.wait_for(is_lobby), Verb.JOIN)
    await here.rest()
    return str(table_of(host)["id"])


async def call_host(here: LoopStage) -> None:
    """Have the table posted again."""
    assert here.bot.client is not None
    view = await here.bot.client.manager.view(MatchId(1))
    here.bot.client.presenter.publish(view, Cause(Occasion.NUDGED, made_by=MadeBy.CLOCK))


async def stands_once(here: LoopStage, host: Player, old: str) -> None:
    """Another message than the old one is the table, the only one, and works."""
    await here.pass_time(30)
    (standing,) = [message for message in host.user.public() if message["components"]]
    assert standing["id"] != old
    await host.tap(standing, Verb.START)
    await here.rest()
    assert presses(table_of(host), Verb.DRAW)


@pytest.mark.parametrize("ends", [False, True], ids=["goes on", "is started again"])
async def test_a_table_that_was_posted_again_and_not_stored_stands_once(
    tmp_path: Path, *, ends: bool
) -> None:
    """The old one goes once the new one is stored; where the bot ends before that, after its next start."""
    async with stage(tmp_path) as here:
        host, guest = await here.player(0), await here.player(1)
        old = await nudged(here, host, guest)
        await here.change_rows(DEAF_TO_TABLES)
        await call_host(here)
        await host.user.wait_until(lambda: table_of(host)["id"] != old)
        if ends:
            await here.bot.stop()
        await here.change_rows("DROP TRIGGER deaf")
        if ends:
            await here.bot.start()
        await stands_once(here, host, old)


async def test_a_table_that_was_replaced_goes_after_the_next_start_where_it_could_not_before(
    tmp_path: Path,
) -> None:
    """Discord refuses once to delete it, and the bot ends before it tries again."""
    async with stage(tmp_path) as here:
        host, guest = await here.player(0), await here.player(1)
        old = await nudged(here, host, guest)
        route = "/channels/{channel_id}/messages/{message_id}"
        fault = {"method": "DELETE", "route": route, "status": 400, "count": 1, "message_id": old}
        await here.sandbox.control("fault", **fault)
        await call_host(here)
        await here.sandbox.wait_log("old table not removed")
        await here.bot.stop()
        assert table_of(host)["id"] != old
        await here.bot.start()
        await stands_once(here, host, old)
        query = "SELECT replaced FROM messages WHERE kind = 'table'"
        assert await asyncio.to_thread(databases.rows, here.data, query) == [(None,)]
