"""A match in a thread that is archived, or locked as well, while it is played."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.match.vocabulary import ChannelId, MatchId
from bot.sandbox.changes import channels
from bot.sandbox.types import Snowflake
from bot.sandbox.world.model import Channel
from bot.sandbox.world.permissions import Permission
from bot.wording import notes
from tests.support.e2e.action_log import ActionLog
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, stage
from tests.support.e2e.panels import note_of, without
from tests.support.e2e.scripted_player import MOVES, Player, never_stopping, play_until, presses
from tests.support.e2e.shown_messages import settled
from tests.support.wording_views import ENGLISH

pytestmark = pytest.mark.usefixtures("ordinary_deals")
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
        moved = await player.user.command("koikoi table", channel=CHANNEL)
        assert await note_of(player, moved) == notes.table_out_of_reach(ENGLISH, ChannelId(thread.id))
        thread.thread.locked = False
        await some_moves(here, player)
        await settled(here.server, ActionLog(tmp_path))
        assert not thread.thread.archived
        await here.must_be_clean()
