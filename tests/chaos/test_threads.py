"""A match in a thread that is archived, or locked as well, while it is played."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.ids import ChannelId, MatchId
from bot.sandbox.changes import channels
from bot.sandbox.common.types import Snowflake
from bot.sandbox.world.model import Channel
from bot.sandbox.world.permissions import Permission
from bot.wording import notes
from cogs.content.custom_id import Verb
from tests.support.e2e.action_log import ActionLog
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, stage, until_dealt
from tests.support.e2e.panels import below_name, my_table, without
from tests.support.e2e.scripted_player import MOVES, Player, never_stopping, play_until, presses
from tests.support.e2e.shown_messages import settled
from tests.support.wording_views import ENGLISH

pytestmark = pytest.mark.outside

MATCH = MatchId(1)


async def in_a_thread(here: LoopStage, player: Player) -> Channel:
    """A match against a CPU player in a thread; somebody has a hand."""
    body = {"user": player.user.id, "channel": here.sandbox.channel(CHANNEL), "name": "a thread"}
    thread = (await here.sandbox.post("/client/threads", body))["id"]
    await player.user.command("koikoi play", channel=thread, months=3, cpu="normal")
    await player.user.wait_for(lambda m: bool(presses(m, *MOVES)))
    await settled(here.server, ActionLog(here.data))
    await here.rest()
    return here.server.world.channels[Snowflake(int(thread))]


async def some_moves(here: LoopStage, player: Player) -> None:
    """Play a few moves with the hand alone."""
    log = ActionLog(here.data)
    before = len(log.actions()[MATCH])
    await play_until([player], lambda: len(log.actions()[MATCH]) >= before + 2, choose=never_stopping)
    await here.rest()


async def test_an_archived_thread_is_woken_by_the_next_move(tmp_path: Path) -> None:
    """Edits and presses are no activity for Discord: the table takes its thread out of the archive."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        thread = await in_a_thread(here, player)
        channels.set_archived(here.server.world, thread, archived=True)
        await some_moves(here, player)
        await settled(here.server, ActionLog(tmp_path))
        assert thread.thread is not None
        assert not thread.thread.archived
        await here.must_be_clean()


async def test_a_match_goes_on_in_the_hands_where_its_thread_is_locked(tmp_path: Path) -> None:
    """The bot may not wake it, and tries nothing in a loop; once it is open again the next move is shown."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        thread = await in_a_thread(here, player)
        await without(here, here.sandbox.channel(CHANNEL), Permission.MANAGE_THREADS)
        assert thread.thread is not None
        channels.set_archived(here.server.world, thread, archived=True)
        thread.thread.locked = True
        await some_moves(here, player)
        await here.sandbox.reset_traffic()
        await here.pass_time(600)
        assert (await here.sandbox.traffic())["counts"] == {}
        far = notes.table_out_of_reach(ENGLISH, ChannelId(thread.id))
        assert below_name(await my_table(player)) == far
        thread.thread.locked = False
        await some_moves(here, player)
        await settled(here.server, ActionLog(tmp_path))
        assert not thread.thread.archived
        await here.must_be_clean()


async def archived(here: LoopStage, thread: Channel) -> None:
    """Discord archives the thread, in which nobody writes."""
    await here.rest()
    channels.set_archived(here.server.world, thread, archived=True)


def awake(thread: Channel) -> bool:
    """Whether the thread is out of the archive."""
    assert thread.thread is not None
    return not thread.thread.archived


async def test_a_table_is_posted_again_in_an_archived_thread(tmp_path: Path) -> None:
    """By command from another channel, and by the button under *More*."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        thread = await in_a_thread(here, player)
        await archived(here, thread)
        assert below_name(await my_table(player)) == ENGLISH.say(notes.TABLE_MOVED)
        assert awake(thread)
        more = await player.user.answer(await player.tap(player.hand, Verb.MORE))
        await archived(here, thread)
        await player.tap(more, Verb.BRING_DOWN)
        await player.user.wait_update(more, lambda m: m["content"].endswith(ENGLISH.say(notes.TABLE_MOVED)))
        assert awake(thread)
        await here.must_be_clean()


async def test_the_result_comes_into_an_archived_thread(tmp_path: Path) -> None:
    """The thread is woken by it, and the table leads to it."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        thread = await in_a_thread(here, player)
        await some_moves(here, player)
        await archived(here, thread)
        question = await player.user.answer(await player.user.command("koikoi resign", channel=CHANNEL))
        await player.tap(question, Verb.RESIGN)
        await player.user.wait_for(lambda m: bool(presses(m, Verb.REMATCH)), channel=str(thread.id))
        await here.rest()
        assert awake(thread)
        await here.must_be_clean()


async def test_a_reminder_comes_into_an_archived_thread(tmp_path: Path) -> None:
    """A player whose time is half over hears of it, however long nobody wrote there."""
    async with stage(tmp_path, slow_turn_seconds="7200") as here:
        host, guest = [await here.player(index) for index in range(2)]
        body = {"user": host.user.id, "channel": here.sandbox.channel(CHANNEL), "name": "a thread"}
        place = (await here.sandbox.post("/client/threads", body))["id"]
        thread = here.server.world.channels[Snowflake(int(place))]
        await host.user.command("koikoi play", channel=place, months=3, clock="slow")
        await guest.tap_offered(Verb.JOIN)
        await host.tap_offered(Verb.START)
        await until_dealt(host, guest)
        await archived(here, thread)
        await here.pass_time(3601)
        assert [m for m in host.user.public(place) if "Your time runs out" in m["content"]]
        assert awake(thread)
        await here.must_be_clean()
