"""The rest of a table in its channel: one line, which leads to the result where there is one."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

from bot.ids import MatchId, UserId
from bot.sandbox.common.types import Snowflake
from bot.sandbox.world.permissions import Permission
from bot.sandbox.world.seed import CHANNEL_IDS, GUILD_ID
from cogs.content.custom_id import Verb
from engine.rules.options import make_rules
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, stage, table_of
from tests.support.e2e.panels import without
from tests.support.e2e.prepared_match import open_hands, prepare, third_card
from tests.support.e2e.scripted_player import Player, presses
from tests.support.sandbox.messages import Json, buttons

ONE_MONTH = make_rules("classic", {"months": 1})
WATCH = "kk0:openings:watch"
"""The button under a table that nobody came to: to be told of the next one."""
LOOKED_AT = ["kk0:replay:open:1.0.-.0", "kk1:log", "kk0:review:open:1.-"]
"""The buttons under the first match, where it has ended without a result."""
POST = {"method": "POST", "route": "/channels/{channel_id}/messages"}


def is_line(message: Json) -> bool:
    """Whether it is one line without a picture, with nothing to press but what looks back at the match."""
    one = message["content"].startswith("-# ") and "\n" not in message["content"]
    pressed = [each["custom_id"] for each in buttons(message)]
    return one and not message["attachments"] and pressed in ([], [WATCH], LOOKED_AT)


def leads_to(result: Json) -> str:
    """The address of a message, as a link in a text has it."""
    return f"(https://discord.com/channels/{GUILD_ID}/{CHANNEL_IDS[CHANNEL]}/{result['id']})"


async def resign(here: LoopStage, player: Player) -> None:
    """Give the match up, past the screens."""
    assert here.bot.client is not None
    await here.bot.client.manager.resign(MatchId(1), UserId(int(player.user.id)))


async def result_of(player: Player) -> Json:
    """Wait for the message with the result."""
    return await player.user.wait_for(lambda m: bool(presses(m, Verb.REMATCH)))


async def line_of(player: Player, table: Json) -> Json:
    """Wait until the table is one line."""
    return await player.user.wait_for(lambda m: m["id"] == table["id"] and is_line(m))


def let_go(here: LoopStage) -> bool:
    """Whether storage knows that nothing is to be changed on any table any more."""
    with contextlib.closing(sqlite3.connect(here.data / "koikoi.db")) as database:
        query = "SELECT count(*) FROM messages WHERE kind = 'table' AND message IS NOT NULL"
        return bool(database.execute(query).fetchone() == (0,))


async def test_a_finished_table_shrinks_to_a_line_once_its_result_stands(tmp_path: Path) -> None:
    """The result is posted first: at no time the channel shows neither picture nor result."""
    await prepare(tmp_path, ONE_MONTH, 2, third_card)
    async with stage(tmp_path) as here:
        players = await open_hands(here, 2)
        table = table_of(players[0])
        await resign(here, players[0])
        result = await result_of(players[1])
        line = await line_of(players[1], table)
        assert leads_to(result) in line["content"]
        seen = [each["data"] for each in players[1].user.events if each["type"].startswith("message_")]
        ids = [(each["id"], bool(each.get("attachments"))) for each in seen if "attachments" in each]
        assert ids.index((result["id"], True)) < ids.index((table["id"], False))
        await here.rest()
        assert let_go(here)
        await here.must_be_clean()


@pytest.mark.outside
async def test_a_table_whose_result_cannot_be_sent_keeps_its_picture_until_it_can(tmp_path: Path) -> None:
    """Discord refuses for a while; meanwhile the table shows its last state, with nothing to press."""
    await prepare(tmp_path, ONE_MONTH, 2, third_card)
    async with stage(tmp_path) as here:
        player, _ = await open_hands(here, 2)
        table = table_of(player)
        await here.sandbox.control("fault", **POST, status=503, count=7)
        await resign(here, player)
        last = await player.user.wait_for(lambda m: m["id"] == table["id"] and not m["components"])
        assert last["attachments"]
        while not [m for m in player.user.public() if presses(m, Verb.REMATCH)]:
            assert not is_line(next(m for m in player.user.public() if m["id"] == table["id"]))
            await here.pass_time(5)
        line = await line_of(player, table)
        assert leads_to(await result_of(player)) in line["content"]


async def test_a_table_whose_result_is_forbidden_is_told_when_it_is_allowed(tmp_path: Path) -> None:
    """The bot may not send any more when the match ends; it keeps the picture until it may again."""
    await prepare(tmp_path, ONE_MONTH, 2, third_card)
    async with stage(tmp_path) as here:
        player, _ = await open_hands(here, 2)
        table, channel = table_of(player), here.sandbox.channel(CHANNEL)
        await without(here, channel, Permission.SEND_MESSAGES)
        await resign(here, player)
        await here.rest()
        (left,) = player.user.public()
        assert left["attachments"] and left["id"] == table["id"]
        await without(here, channel, Permission(0))
        assert leads_to(await result_of(player)) in (await line_of(player, table))["content"]


async def test_a_crash_between_result_and_line_leaves_no_table_standing(tmp_path: Path) -> None:
    """The next start writes the line; a start after that changes nothing."""
    await prepare(tmp_path, ONE_MONTH, 2, third_card)
    async with stage(tmp_path) as here:
        player, _ = await open_hands(here, 2)
        table = table_of(player)
        await resign(here, player)
        line = await line_of(player, table)
        await here.rest()
        await here.bot.stop()
        # As the rows and the channel were between the two.
        channel = here.server.world.channels[CHANNEL_IDS[CHANNEL]]
        channel.messages[Snowflake(int(table["id"]))].content = "still here"
        stood = "UPDATE messages SET message = ? WHERE kind = 'table'"
        assert await here.change_rows(stood, int(table["id"])) == 1
        await here.bot.start()
        await here.rest()
        assert channel.messages[Snowflake(int(table["id"]))].content == line["content"]
        assert let_go(here)
        await here.sandbox.reset_traffic()
        await here.restart()
        await here.rest()
        counts = (await here.sandbox.traffic())["counts"]
        assert "PATCH /channels/{channel_id}/messages/{message_id}" not in counts
        assert len([m for m in player.user.public() if presses(m, Verb.REMATCH)]) == 1


async def test_a_lobby_that_closed_while_the_bot_was_away_is_a_line_too(tmp_path: Path) -> None:
    """The rows say that it is closed, its message does not yet."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        await player.user.command("koikoi play", channel=CHANNEL)
        lobby = await player.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        await here.rest()
        await here.bot.stop()
        closed = "UPDATE matches SET status = 'closed', lobby_end = 'expired', ended_at = "
        now = int(here.clock.now().timestamp() * 1e6)
        assert await here.change_rows(f"{closed} ?", now) == 1
        await here.bot.start()
        assert "nobody started the match in time" in (await line_of(player, lobby))["content"]
        await here.rest()
        assert let_go(here)


async def test_a_declined_and_an_expired_lobby_are_one_line(tmp_path: Path) -> None:
    """The channel is told who declined; nobody is called by it."""
    async with stage(tmp_path) as here:
        host, guest = [await here.player(index) for index in range(2)]
        await host.user.command("koikoi play", channel=CHANNEL, options={"opponent": guest.user.id})
        lobby = await guest.user.wait_for(lambda m: bool(presses(m, Verb.DECLINE)))
        assert lobby["attachments"]
        await guest.tap(lobby, Verb.DECLINE)
        declined = await line_of(host, lobby)
        assert f"{guest.user.mention} declined the invitation" in declined["content"]
        assert host.user.name in declined["content"]
        await host.user.command("koikoi play", channel=CHANNEL)
        lobby = await guest.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        await here.pass_time(601)
        assert "nobody started the match in time" in (await line_of(host, lobby))["content"]
        await here.must_be_clean()


async def test_an_aborted_table_is_one_line(tmp_path: Path) -> None:
    """With why, and with who played."""
    await prepare(tmp_path, ONE_MONTH, 2, third_card)
    async with stage(tmp_path) as here:
        players = await open_hands(here, 2)
        table = table_of(players[0])
        assert here.bot.client is not None
        await here.bot.client.manager.abort(MatchId(1))
        line = await line_of(players[1], table)
        assert "without a result" in line["content"]
        assert [each["custom_id"] for each in buttons(line)] == LOOKED_AT
        await here.rest()
        assert not [m for m in players[0].user.public() if presses(m, Verb.REMATCH)]
        assert let_go(here)
