"""Commands without a match name and link the one that they mean, and ask where it may be one of several."""

from __future__ import annotations

import re
from pathlib import Path

from bot.ids import MatchId
from bot.sandbox.world.permissions import Permission
from bot.wording import commands, notes
from cogs.content.custom_id import Verb
from tests.support.e2e.action_log import ActionLog
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, begin, stage
from tests.support.e2e.mentions import mentioning
from tests.support.e2e.panels import below_name, my_hand, my_table, note_of, without
from tests.support.e2e.scripted_player import MOVES, Player, is_hand, presses
from tests.support.sandbox.messages import Json, buttons
from tests.support.wording_views import ENGLISH

ELSEWHERE = "tea-room"
FIRST, SECOND = MatchId(1), MatchId(2)
SINCE = re.compile(r"<t:\d+:R>")


async def alone(player: Player, channel: str) -> None:
    """Begin a match against the CPU."""
    await player.user.command("koikoi play", channel=channel, months=3, cpu="normal")
    await player.user.wait_for(lambda m: bool(presses(m, Verb.HAND)), channel=channel)


async def in_two_channels(here: LoopStage) -> Player:
    """Somebody who plays in two channels."""
    player = await here.player(0)
    for channel in (CHANNEL, ELSEWHERE):
        await alone(player, channel)
    await here.rest()
    return player


async def asked(player: Player, command: str, channel: str) -> Json:
    """The answer to a command."""
    return await player.user.answer(await player.user.command(f"koikoi {command}", channel=channel))


def address(here: LoopStage, match: MatchId, channel: str) -> str:
    """Return the address of a match's table."""
    message = ActionLog(here.data).tables()[match]
    return f"https://discord.com/channels/{here.sandbox.guild}/{here.sandbox.channel(channel)}/{message}"


async def test_one_match_is_named_and_linked_wherever_it_is_asked_for(tmp_path: Path) -> None:
    """Rules, opponents, month, scores, channel; from another channel, in every answer and on the hand."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        await alone(player, ELSEWHERE)
        await here.rest()
        where = f"in <#{here.sandbox.channel(ELSEWHERE)}>"
        link = address(here, FIRST, ELSEWHERE)
        note = await asked(player, "resign", CHANNEL)
        line = note["content"].split("\n")[0]
        said = "January, you\u00a00, CPU Hato\u00a00"
        assert line == f"**[Standard against CPU Hato]({link})**, {said}, {where}"
        assert player.user.ephemerals(CHANNEL) == [note]
        hand = await my_hand(player)
        assert hand["content"].startswith("-# **[Standard against CPU") and link in hand["content"]
        moved = await my_table(player)
        assert below_name(moved) == ENGLISH.say(notes.TABLE_MOVED)
        assert address(here, FIRST, ELSEWHERE) in moved
        await here.must_be_clean()


async def test_who_plays_two_matches_is_asked_which_one_ends(tmp_path: Path) -> None:
    """Also in the channel of one of them; the answer is about the chosen one, in the same note."""
    async with stage(tmp_path) as here:
        player = await in_two_channels(here)
        note = await asked(player, "resign", CHANNEL)
        assert note["content"].startswith("Which match do you want to end?")
        for match, channel in ((FIRST, CHANNEL), (SECOND, ELSEWHERE)):
            assert address(here, match, channel) in note["content"]
        assert [press.match for press in presses(note, Verb.ASK_RESIGN)] == [FIRST, SECOND]
        assert [each["label"] for each in buttons(note)] == [
            "1 Standard against CPU Hato",
            "2 Standard against CPU Hato",
        ]
        await player.user.press(note, custom_id=f"kk{SECOND}:{Verb.ASK_RESIGN.value}")
        chosen = await player.user.wait_update(note, lambda m: bool(presses(m, Verb.CANCEL)))
        assert address(here, SECOND, ELSEWHERE) in chosen["content"]
        assert {press.match for press in presses(chosen)} == {SECOND}
        for _ in range(2):
            another = await asked(player, "resign", CHANNEL)
        await here.rest()
        shown = [each["id"] for each in player.user.ephemerals(CHANNEL) if not is_hand(each)]
        assert shown == [chosen["id"], another["id"]]
        await here.must_be_clean()


async def test_every_match_of_a_list_has_its_hand_and_its_table(tmp_path: Path) -> None:
    """With the match's number; the list becomes the hand that is pressed for, or says that the table came."""
    async with stage(tmp_path) as here:
        player = await in_two_channels(here)
        third = next(
            each["name"]
            for each in player.user.guilds[0]["channels"]
            if each["name"] not in {CHANNEL, ELSEWHERE, "quiet"}
        )
        note = await asked(player, "games", third)
        labels = [each["label"] for each in buttons(note)]
        assert labels[:4] == ["1 My hand", "1 My table", "2 My hand", "2 My table"]
        assert [press.match for press in presses(note)] == [SECOND, SECOND, FIRST, FIRST]
        await player.user.press(note, custom_id=f"kk{FIRST}:{Verb.HAND.value}")
        hand = await player.user.wait_update(note, lambda m: bool(presses(m, *MOVES)))
        assert presses(hand, *MOVES)[0].match == FIRST
        note = await asked(player, "games", third)
        await player.user.press(note, custom_id=f"kk{FIRST}:{Verb.BRING_DOWN.value}")
        await player.user.wait_update(note, lambda m: m["content"].endswith(ENGLISH.say(notes.TABLE_MOVED)))
        await asked(player, "resign", third)
        assert player.user.message(hand["id"]), "it is a hand, and no list any more"
        here.must_be_private()
        await here.must_be_clean()


async def test_a_refusal_leads_to_the_table_that_is_in_the_way(tmp_path: Path) -> None:
    """The text tells the players, the time and every way out: to a stranger, to a player of it, in a lobby's
    way.
    """
    async with stage(tmp_path, tables_per_channel="1") as here:
        players = [await here.player(index) for index in range(2)]
        stranger = await here.player(2)
        words = mentioning(here.server)
        await players[0].user.command("koikoi play", channel=ELSEWHERE)
        await here.rest()
        lobby = await note_of(players[0], await players[0].user.command("koikoi play", channel=CHANNEL))
        assert lobby.startswith("You have a table already: **[") and address(here, FIRST, ELSEWHERE) in lobby
        assert "\n" not in lobby
        (table,) = [m for m in players[0].user.public(ELSEWHERE) if presses(m, Verb.LEAVE)]
        await players[0].tap(table, Verb.LEAVE)
        await begin(*players, months=3)
        await here.rest()
        await without(here, here.sandbox.channel(CHANNEL), Permission.CREATE_PUBLIC_THREADS)
        said = await note_of(stranger, await stranger.user.command("koikoi play", channel=CHANNEL))
        assert said.startswith("There is a table in this channel already: **[Standard: ")
        assert address(here, SECOND, CHANNEL) in said
        assert all(player.user.name.split("_")[0] in said for player in players)
        assert SINCE.search(said)
        assert words("{resign}", resign=commands.mention(words, "koikoi resign")) in said
        mine = await note_of(players[1], await players[1].user.command("koikoi play", channel=ELSEWHERE))
        assert mine.startswith("You have a table already: **[Standard against ")
        assert address(here, SECOND, CHANNEL) in mine and "\n" not in mine
        await here.must_be_clean()


async def test_a_watcher_who_asks_for_a_hand_learns_how_to_play_next(tmp_path: Path) -> None:
    """And nothing of the cards."""
    async with stage(tmp_path) as here:
        players = [await here.player(index) for index in range(2)]
        watcher = await here.player(3)
        await begin(*players, months=3)
        table = await watcher.user.wait_for(lambda m: bool(presses(m, Verb.HAND)))
        note = await watcher.user.answer(await watcher.tap(table, Verb.HAND))
        assert note["content"].startswith("You are watching")
        assert "Join" in note["content"] and "</koikoi play:" in note["content"]
        assert not note["attachments"] and not note["components"]
        await here.must_be_clean()


async def test_who_has_no_match_is_told_so_in_one_note(tmp_path: Path) -> None:
    """Whichever commands ask."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        for command in ("games", "resign"):
            note = await asked(player, command, CHANNEL)
            await here.rest()
            assert player.user.ephemerals() == [note]
        await here.must_be_clean()
