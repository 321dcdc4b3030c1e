"""The table: one message a match, edited sparingly, posted again when lost, brought back when deleted."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.errors import MissingPermissions
from bot.ids import ChannelId
from bot.sandbox.world.permissions import Permission
from bot.wording import notes
from cogs.content.custom_id import Verb
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from tests.support.e2e.action_log import ActionLog
from tests.support.e2e.e2e_stage import CHANNEL, asked, begin, stage, table_of, until_dealt
from tests.support.e2e.panels import below_name, my_hand, my_table, without
from tests.support.e2e.scripted_player import (
    directly,
    is_hand,
    mover_of,
    never_stopping,
    play_on,
    play_until,
    presses,
)
from tests.support.wording_views import ENGLISH

EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
POST = "POST /channels/{channel_id}/messages"
HAND = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
MOVES_COUNTED = 5
NOTES = (Verb.RULES, Verb.LOG)
ORIGINAL = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original"


async def test_a_move_costs_one_edit_of_the_table_and_one_of_each_other_hand(tmp_path: Path) -> None:
    """The presser's own hand is the answer to their press; nothing else is sent."""
    async with stage(tmp_path) as here:
        players = [await here.player(index) for index in range(2)]
        await begin(*players, months=1)
        mover, other = await mover_of(players)
        await here.rest()
        await here.sandbox.reset_traffic()
        before = other.hand
        assert await mover.move(directly)
        await other.user.wait_update(before["id"], lambda m: m != before)

        async def edited() -> bool:
            return EDIT in await asked(here)

        await here.until(edited)
        await here.rest()
        counts = await asked(here)
        assert counts[EDIT] == 1
        assert counts.get(HAND, 0) + counts.get(ORIGINAL, 0) == 1
        assert counts["POST /interactions/{interaction_id}/{interaction_token}/callback"] == 1
        assert sum(counts.values()) == 3


@pytest.mark.outside
@pytest.mark.parametrize("rule_set", RuleSetId)
async def test_no_move_costs_more_than_an_edit_of_each_message(tmp_path: Path, rule_set: RuleSetId) -> None:
    """Over many moves: at most one edit of the table and one of each other's hand for each of them."""
    async with stage(tmp_path) as here:
        players = [await here.player(index) for index in range(make_rules(rule_set).seats)]
        await begin(*players, rules=rule_set.value, months=3)
        await play_until(players, lambda: all(player.hands for player in players))
        await here.rest()
        await here.sandbox.reset_traffic()
        log = ActionLog(here.data)
        before, taps = log.moves(), sum(player.taps for player in players)
        # A month that ends is gone on from by agreements, which are no moves and cost edits, too.
        await play_until(players, lambda: log.moves() >= before + MOVES_COUNTED, choose=never_stopping)
        await here.rest()
        counts, moves = await asked(here), log.moves() - before
        assert moves >= MOVES_COUNTED
        assert 0 < counts[EDIT] <= moves
        assert 0 < counts.get(HAND, 0) + counts.get(ORIGINAL, 0) <= moves * (len(players) - 1)
        answers = counts["POST /interactions/{interaction_id}/{interaction_token}/callback"]
        assert answers == sum(player.taps for player in players) - taps
        assert sum(counts.values()) == counts[EDIT] + counts.get(HAND, 0) + counts.get(ORIGINAL, 0) + answers
        await here.must_be_clean()


async def test_a_deleted_table_comes_back_from_the_list(tmp_path: Path) -> None:
    """The match goes on without it, nothing forces it back; *My table* posts it again."""
    async with stage(tmp_path) as here:
        players = [await here.player(index) for index in range(2)]
        await begin(*players, months=1)
        mover, other = await mover_of(players)
        table = table_of(mover)
        await players[0].user.delete(table)
        await mover.move()
        await here.rest()
        assert not [message for message in other.user.public() if message["components"]]
        await here.restart()
        await mover.move()
        await my_table(other)
        again = await other.user.wait_for(lambda m: bool(presses(m, Verb.MORE)) and not m["flags"] & 64)
        assert again["id"] != table["id"]
        await play_on(players)
        await here.must_be_clean()


@pytest.mark.outside
async def test_a_table_whose_channel_was_deleted_comes_into_another(tmp_path: Path) -> None:
    """*My table* brings it to where it is pressed; there the match goes on, a crash between."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        await player.user.command("koikoi play", channel="tea-room", months=1, cpu="normal")
        await player.user.wait_for(is_hand)
        gone = f"/client/channels/{here.sandbox.channel('tea-room')}?user={player.user.id}"
        await here.sandbox.request("DELETE", gone)
        assert "Send Messages" in await my_table(player, "quiet")
        assert below_name(await my_table(player)) == ENGLISH.say(notes.TABLE_MOVED)
        await player.user.wait_for(lambda m: bool(presses(m, Verb.MORE)), channel=CHANNEL)
        await here.restart()
        await my_hand(player)
        await play_on([player], channel=CHANNEL)
        await here.must_be_clean()


async def test_a_table_does_not_come_into_a_channel_that_has_one(tmp_path: Path) -> None:
    """The Note says so, and it waits until there is room; one against the CPU needs none."""
    async with stage(tmp_path, tables_per_channel="1") as here:
        player, other, third = [await here.player(index) for index in range(3)]
        await player.user.command("koikoi play", channel=CHANNEL, months=1)
        await third.user.command("koikoi play", channel=CHANNEL, months=1, cpu="normal")
        await other.user.command("koikoi play", channel="tea-room", months=1)
        lobby = await other.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)), channel="tea-room")
        await here.rest()
        gone = f"/client/channels/{here.sandbox.channel(CHANNEL)}?user={player.user.id}"
        await here.sandbox.request("DELETE", gone)
        assert (await my_table(player, "tea-room")).startswith(
            "There is a table in this channel already: **["
        )
        assert below_name(await my_table(third, "tea-room")) == ENGLISH.say(notes.TABLE_MOVED)
        await other.tap(lobby, Verb.LEAVE)
        await here.rest()
        assert below_name(await my_table(player, "tea-room")) == ENGLISH.say(notes.TABLE_MOVED)
        await here.must_be_clean()


async def test_a_table_that_may_not_be_posted_says_why(tmp_path: Path) -> None:
    """Permissions taken in play: by name in the table's channel, with the channel in another one."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        await player.user.command("koikoi play", channel=CHANNEL, months=1, cpu="normal")
        table = await player.user.wait_for(lambda m: bool(presses(m, Verb.MORE)))
        channel = here.sandbox.channel(CHANNEL)
        await without(here, channel, Permission.SEND_MESSAGES)
        lacking = notes.error(ENGLISH, MissingPermissions(("send_messages",)))
        assert below_name(await my_table(player)) == lacking
        await player.tap(table, Verb.MORE)
        more = await player.user.wait_for(lambda m: bool(presses(m, Verb.BRING_DOWN)))
        await player.tap(more, Verb.BRING_DOWN)
        await player.user.wait_update(more["id"], lambda m: m["content"].endswith(lacking))
        far = notes.table_out_of_reach(ENGLISH, ChannelId(int(channel)))
        assert below_name(await my_table(player, "tea-room")) == far
        await without(here, channel, Permission(0))
        assert below_name(await my_table(player)) == ENGLISH.say(notes.TABLE_MOVED)
        await here.must_be_clean()


async def test_a_table_that_is_moved_down_is_there_once(tmp_path: Path) -> None:
    """The new message takes over, the old one goes."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        await player.user.command("koikoi play", channel=CHANNEL, months=1, cpu="normal")
        table = await player.user.wait_for(lambda m: bool(presses(m, Verb.MORE)) and not m["flags"] & 64)
        await player.tap(table, Verb.MORE)
        await player.tap_offered(Verb.BRING_DOWN)
        await player.user.wait_gone(table)
        assert len([message for message in player.user.public() if message["components"]]) == 1
        await play_on([player])
        await here.must_be_clean()


@pytest.mark.outside
async def test_a_buried_table_is_posted_again_at_the_next_move(tmp_path: Path) -> None:
    """Six messages bury it; it moves down silently with the next event, and only once."""
    async with stage(tmp_path) as here:
        players = [await here.player(index) for index in range(2)]
        await begin(*players, months=1)
        mover, _ = await mover_of(players)
        table = table_of(mover)
        for number in range(6):
            await mover.user.say(f"chatter {number}", channel=CHANNEL)
        await here.rest()
        assert await mover.move(directly)
        await mover.user.wait_gone(table)
        again = await mover.user.wait_for(lambda m: bool(presses(m, Verb.MORE)) and not m["flags"] & 64)
        assert int(again["id"]) > int(table["id"])
        assert again["flags"] & 4096
        await play_on(players)
        await here.must_be_clean()


async def test_more_leads_to_the_rules_the_log_and_the_shuffles(tmp_path: Path) -> None:
    """Each in the same note, and back, while the match goes on; also for somebody who only watches."""
    async with stage(tmp_path) as here:
        player, watcher = await here.player(0), await here.player(1)
        await player.user.command("koikoi play", channel=CHANNEL, months=1, cpu="normal")
        for one in (player, watcher):
            table = await one.user.wait_for(lambda m: bool(presses(m, Verb.MORE)) and not m["flags"] & 64)
            opened = await one.tap(table, Verb.MORE)
            more = await one.user.wait_until(lambda: one.user.message(str(opened.message_id)))  # noqa: B023
            told = dict[Verb, str]()
            for verb in NOTES:
                await one.tap(more, verb)
                page = await one.user.wait_update(more, lambda m: bool(presses(m, Verb.MENU)))
                told[verb] = page["content"]
                await one.tap(page, Verb.MENU)
                await one.user.wait_update(more, lambda m: m["content"] == more["content"])  # noqa: B023
            assert told[Verb.LOG] == ENGLISH("No month has ended yet.")
            assert len(set(told.values())) == len(NOTES)
        await here.must_be_clean()


async def test_the_result_is_a_message_of_its_own(tmp_path: Path) -> None:
    """With a picture and alt text; the table has nothing to press any more."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        await player.user.command("koikoi play", channel=CHANNEL, months=1, cpu="normal")
        table = await player.user.wait_for(lambda m: bool(presses(m, Verb.MORE)) and not m["flags"] & 64)
        await play_on([player])
        await player.user.wait_update(table["id"], lambda m: not m["components"])
        result = await player.user.wait_for(lambda m: bool(presses(m, Verb.REMATCH)))
        assert result["attachments"][0]["filename"] == "result.png"
        assert result["attachments"][0]["description"]
        for verb in (Verb.LOG, Verb.SHUFFLES):
            await player.tap(result, verb)
        await here.must_be_clean()


async def test_a_channel_where_the_bot_may_not_play_says_what_is_missing(tmp_path: Path) -> None:
    """No lobby opens where the bot may not send; the Note names the permissions."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        await player.user.command("koikoi play", channel="quiet", months=1)
        note = await player.user.wait_for(lambda m: bool(m["flags"] & 64), channel="quiet")
        assert "Send Messages" in note["content"]
        assert "Attach Files" in note["content"]
        await player.user.command("koikoi play", channel=CHANNEL, months=1)
        await player.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        await here.must_be_clean()


async def test_a_lobby_is_the_whole_answer_to_its_command(tmp_path: Path) -> None:
    """No private note stays beside it; the host's hand comes all the same, on the token of the command."""
    async with stage(tmp_path) as here:
        host, guest = [await here.player(index) for index in range(2)]
        assert not (await host.user.command("koikoi play", channel=CHANNEL, months=1)).failed
        lobby = await host.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        await here.rest()
        assert host.user.ephemerals() == []
        await guest.tap(lobby, Verb.JOIN)
        await host.tap_offered(Verb.START)
        await until_dealt(host, guest)
        for player in (host, guest):
            await player.hand_without(Verb.NEXT)
        await here.must_be_clean()
