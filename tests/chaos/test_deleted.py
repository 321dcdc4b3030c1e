"""Deleted under us in mid-match: nothing goes round in circles, and *My table* brings the match back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.sandbox.world.permissions import Permission
from bot.wording import notes
from cogs.content.custom_id import Verb
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, asked, one_hand, stage, table_of
from tests.support.e2e.match_of_two import MATCH, MatchOfTwo, begin_match_of_two
from tests.support.e2e.panels import below_name, delete_channel, my_table, note_of, without
from tests.support.e2e.scripted_player import Player, is_hand, never_stopping, play_on, play_until, presses
from tests.support.wording_views import ENGLISH

pytestmark = pytest.mark.outside

EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
POST = "POST /channels/{channel_id}/messages"
CLOCKS = {
    "rest_seconds": "7200",
    "cut_seconds": "7200",
    "draw_seconds": "7200",
    "live_turn_seconds": "86400",
}
MOVES = 6
QUIET = 50.0
"""Seconds in which nothing happens by itself in a match, and a loop would go round some times."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """The trouble, its repair, and the place where *My table* is pressed then."""

    take: Callable[[LoopStage, Player], Awaitable[object]]
    mend: Callable[[LoopStage, Player], Awaitable[object]]
    asked_in: str = CHANNEL


async def nothing(here: LoopStage, player: Player) -> None:
    """Mend nothing, because nothing is broken."""


async def message_goes(here: LoopStage, player: Player) -> None:
    """A person who owns the server deletes the table."""
    owner = await here.player(0)
    await owner.user.delete(table_of(player))
    await player.user.wait_gone(table_of(player))


async def sight_goes(here: LoopStage, player: Player) -> None:
    """The bot may not see the channel any more."""
    await without(here, here.sandbox.channel(CHANNEL), Permission.VIEW_CHANNEL)


async def files_go(here: LoopStage, player: Player) -> None:
    """The bot may send no pictures any more, nor anything new."""
    taken = Permission.ATTACH_FILES | Permission.SEND_MESSAGES
    await without(here, here.sandbox.channel(CHANNEL), taken)


async def permission_comes_back(here: LoopStage, player: Player) -> None:
    """The bot may do again what it could."""
    await without(here, here.sandbox.channel(CHANNEL), Permission(0))


TROUBLES = {
    "message": Trouble(message_goes, nothing),
    "sight": Trouble(sight_goes, permission_comes_back),
    "files": Trouble(files_go, permission_comes_back),
}


@pytest.mark.parametrize("name", TROUBLES)
async def test_a_match_goes_on_by_its_hands_and_comes_back(tmp_path: Path, name: str) -> None:
    """Each move tries the table once at most, with one line; time alone tries nothing."""
    trouble = TROUBLES[name]
    async with stage(tmp_path, **CLOCKS) as here:
        match = await begin_match_of_two(here, months=1)
        players = [match.mover, match.other]
        await trouble.take(here, match.mover)
        await here.rest()
        await here.sandbox.reset_traffic()
        lines = await complaints(here)
        moves = await some_moves(match)
        await here.pass_time(QUIET)
        counts = await asked(here)
        assert counts.get(EDIT, 0) + counts.get(POST, 0) <= moves
        assert await complaints(here) - lines <= moves
        if trouble.mend is not nothing:
            assert not (await my_table(match.mover)).endswith(ENGLISH.say(notes.TABLE_MOVED))
            await trouble.mend(here, match.mover)
        assert below_name(await my_table(match.mover, trouble.asked_in)) == ENGLISH.say(notes.TABLE_MOVED)
        assert presses(table_of(match.mover), Verb.HAND)
        await play_on(players)
        await here.must_be_clean()


async def test_a_table_is_up_to_date_as_soon_as_the_bot_may_show_it(tmp_path: Path) -> None:
    """The permission comes back and nobody presses anything: the moves made meanwhile are seen."""
    async with stage(tmp_path, **CLOCKS) as here:
        match = await begin_match_of_two(here, months=1)
        await sight_goes(here, match.mover)
        await here.rest()
        before = table_of(match.mover)
        await some_moves(match)
        assert table_of(match.mover)["content"] == before["content"]
        await permission_comes_back(here, match.mover)
        await match.mover.user.wait_update(before["id"], lambda m: m["content"] != before["content"])
        await play_on([match.mover, match.other])
        await here.must_be_clean()


async def complaints(here: LoopStage) -> int:
    """Return the number of log lines that are warnings, or tell of a table."""
    return sum("warning" in line["text"] or "table" in line["text"] for line in await here.sandbox.log())


async def some_moves(match: MatchOfTwo) -> int:
    """Play a few moves with the hands, and no month to its end; how many actions were stored."""
    before = len(match.action_log.actions()[MATCH])
    await play_until(
        [match.mover, match.other],
        lambda: len(match.action_log.actions()[MATCH]) >= before + MOVES,
        choose=never_stopping,
    )
    await match.here.rest()
    return len(match.action_log.actions()[MATCH]) - before


async def test_a_deleted_thread_leaves_a_match_for_another_place(tmp_path: Path) -> None:
    """Hands and table went with it, and nobody asks for them; it is played on in the channel."""
    async with stage(tmp_path, **CLOCKS) as here:
        player = await here.player(0)
        body = {"user": player.user.id, "channel": here.sandbox.channel(CHANNEL), "name": "a thread"}
        thread = (await here.sandbox.post("/client/threads", body))["id"]
        await player.user.command("koikoi play", channel=thread, months=1, cpu="normal")
        await player.user.wait_for(is_hand)
        await here.rest()
        await delete_channel(here, thread)
        await here.sandbox.reset_traffic()
        lines = await complaints(here)
        await here.pass_time(1200)
        assert sum((await asked(here)).values()) <= 4
        assert await complaints(here) - lines <= 4
        assert below_name(await my_table(player)) == ENGLISH.say(notes.TABLE_MOVED)
        await player.tap_offered(Verb.HAND, channel=CHANNEL)
        await one_hand(here, player)
        await play_on([player], channel=CHANNEL)
        await here.must_be_clean()


@pytest.mark.parametrize("away", [False, True])
async def test_players_hear_of_a_deleted_channel_and_of_the_way_back(tmp_path: Path, away: bool) -> None:
    """Each in a direct message, once; nothing that the bot says leads into the channel that is gone."""
    async with stage(tmp_path, **CLOCKS) as here:
        channel = await here.sandbox.add_channel("parlour")
        match = await begin_match_of_two(here, months=1, channel="parlour")
        if away:
            await here.bot.stop()
        await delete_channel(here, channel)
        if away:
            await here.bot.start()
        for player in (match.mover, match.other):
            told = await player.user.wait_for(lambda m: not m.get("guild_id"), channel=player.user.direct)
            assert "was deleted" in told["content"]
            assert "</koikoi games:" in told["content"]
        if away:
            await here.restart()
        await here.rest()
        for player in (match.mover, match.other):
            assert len(player.user.messages(player.user.direct)) == 1
            for command in ("koikoi games", "koikoi play"):
                said = await note_of(player, await player.user.command(command, channel=CHANNEL))
                assert channel not in said
                assert "In another channel of its server" in said
        assert below_name(await my_table(match.mover)) == ENGLISH.say(notes.TABLE_MOVED)
        for player in (match.mover, match.other):
            await player.tap_offered(Verb.HAND, channel=CHANNEL)
        await play_on([match.mover, match.other], channel=CHANNEL)
        await here.must_be_clean()


async def test_a_bot_that_is_put_out_asks_for_nothing_any_more(tmp_path: Path) -> None:
    """In mid-match, with hands open: the match ends, and nobody asks for its messages ever after."""
    async with stage(tmp_path, **CLOCKS) as here:
        match = await begin_match_of_two(here, months=1)
        lines = await complaints(here)
        await here.sandbox.control("bot_guild", guild=here.sandbox.guild, present=False)
        await here.sandbox.wait_log("guild lost")
        await here.rest()
        await here.sandbox.reset_traffic()
        await here.pass_time(600)
        assert sum((await asked(here)).values()) <= 4
        assert match.action_log.live() == []
        assert await complaints(here) - lines <= 4
        assert here.bot.client is not None
        assert len(here.bot.client.presenter.tables) == len(here.bot.client.presenter.hands) == 0
