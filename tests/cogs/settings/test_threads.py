"""A server whose matches are played in threads: one each, the result in the channel, no empty thread."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.sandbox.common.types import ChannelType
from bot.sandbox.world.events import ChannelUpdated
from bot.sandbox.world.model import Channel
from bot.sandbox.world.permissions import Permission
from cogs.content.custom_id import Verb
from tests.support.e2e.e2e_stage import CHANNEL, Stage, stage
from tests.support.e2e.panels import choose, my_table, opened, without
from tests.support.e2e.scripted_player import Player, is_hand, play_on, presses
from tests.support.sandbox.messages import Json


async def set_threads(owner: Player) -> Json:
    """Let the server's matches be played in threads; the panel afterwards."""
    panel = await choose(owner, await opened(owner), "pick", "channels")
    return await choose(owner, panel, "set", "thread", "place")


def threads(here: Stage) -> list[Channel]:
    """The threads that there are."""
    return [each for each in here.server.world.channels.values() if each.type is ChannelType.PUBLIC_THREAD]


async def asked(player: Player, channel: str = CHANNEL, **options: object) -> str:
    """Return the answer to `/koikoi play`."""
    outcome = await player.user.command("koikoi play", channel=channel, options=options)
    return str((await player.user.answer(outcome))["content"])


@pytest.mark.outside
async def test_a_match_is_played_in_its_thread_and_told_in_the_channel(tmp_path: Path) -> None:
    """From the lobby to the result; the thread has its host's name and leads to the result."""
    async with stage(tmp_path) as here:
        owner, guest = await here.player(0), await here.player(1)
        assert "✓" in (await set_threads(owner))["content"]
        said = await asked(owner, months=3)
        (thread,) = threads(here)
        assert said == f"Your table is here: <#{thread.id}>"
        assert thread.name == f"Koi-koi: {owner.user.name}"
        assert thread.parent_id == int(here.sandbox.channel(CHANNEL))
        assert thread.thread is not None and thread.thread.auto_archive_minutes == 1440
        inside = str(thread.id)
        await guest.tap_offered(Verb.JOIN, channel=inside)
        await owner.tap_offered(Verb.START)
        await play_on([owner, guest])
        result = await guest.user.wait_for(lambda m: bool(presses(m, Verb.REMATCH)))
        assert result["channel_id"] == here.sandbox.channel(CHANNEL)
        link = f"https://discord.com/channels/{here.sandbox.guild}/{result['channel_id']}/{result['id']}"
        await guest.user.wait_for(lambda m: link in m["content"], channel=inside)
        hands = [message for message in guest.user.ephemerals() if is_hand(message)]
        assert {message["channel_id"] for message in hands} <= {inside}
        again = await guest.user.answer(await guest.tap(result, Verb.REMATCH))
        assert len(threads(here)) == 2
        assert "Your table is here" in again["content"]
        await here.must_be_clean()


async def test_a_slow_match_has_a_thread_for_a_week(tmp_path: Path) -> None:
    """So that it is not put away between two turns."""
    async with stage(tmp_path) as here:
        owner = await here.player(0)
        await set_threads(owner)
        await asked(owner, clock="slow")
        (thread,) = threads(here)
        assert thread.thread is not None and thread.thread.auto_archive_minutes == 10080
        await here.must_be_clean()


async def test_no_thread_is_opened_in_vain(tmp_path: Path) -> None:
    """A person who may not open a table is told so first."""
    async with stage(tmp_path) as here:
        owner = await here.player(0)
        await set_threads(owner)
        await asked(owner)
        assert "You have a table already" in await asked(owner, channel="tea-room")
        assert len(threads(here)) == 1
        await here.must_be_clean()


async def test_what_threads_need_is_named(tmp_path: Path) -> None:
    """As the place is chosen, and to somebody who opens a table without it."""
    async with stage(tmp_path) as here:
        owner = await here.player(0)
        await without(here, here.sandbox.channel(CHANNEL), Permission.CREATE_PUBLIC_THREADS)
        panel = await set_threads(owner)
        assert (
            f"⚠ Missing permissions in <#{here.sandbox.channel(CHANNEL)}>: Create Public Threads."
            in panel["content"]
        )
        assert "Missing permissions: Create Public Threads." in await asked(owner)
        assert threads(here) == []
        await here.must_be_clean()


@pytest.mark.outside
async def test_a_thread_that_is_deleted_leaves_a_match(tmp_path: Path) -> None:
    """*My table* brings it into the channel, where it goes on and ends."""
    async with stage(tmp_path) as here:
        owner = await here.player(0)
        await set_threads(owner)
        await asked(owner, months=3, cpu="normal")
        (thread,) = threads(here)
        table = await owner.user.wait_for(lambda m: bool(presses(m, Verb.HAND)), channel=str(thread.id))
        await owner.tap(table, Verb.HAND)
        gone = f"/client/channels/{thread.id}?user={owner.user.id}"
        await here.sandbox.request("DELETE", gone)
        await my_table(owner)
        await owner.tap_offered(Verb.HAND, channel=CHANNEL)
        await play_on([owner])
        await owner.user.wait_for(lambda m: bool(presses(m, Verb.REMATCH)), channel=CHANNEL)
        await here.must_be_clean()


async def test_an_announcement_channel_has_threads_of_its_own_kind(tmp_path: Path) -> None:
    """An announcement channel takes no others: a table is opened there in one of type 10."""
    async with stage(tmp_path) as here:
        owner, world = await here.player(0), here.server.world
        channel = world.channels[int(here.sandbox.channel(CHANNEL))]  # type: ignore[index]
        channel.type = ChannelType.ANNOUNCEMENT
        world.publish(ChannelUpdated(channel))
        await set_threads(owner)
        said = await asked(owner, months=3)
        (thread,) = [each for each in world.channels.values() if each.parent_id == channel.id]
        assert thread.type is ChannelType.ANNOUNCEMENT_THREAD
        assert said == f"Your table is here: <#{thread.id}>"
        assert presses(
            await owner.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)), channel=str(thread.id))
        )
        await here.must_be_clean()
