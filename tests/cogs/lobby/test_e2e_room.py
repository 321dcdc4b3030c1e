"""People who all want to play in one channel: further tables, and the way in where there is no room."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.sandbox.client.views import user_view
from bot.sandbox.common.types import ChannelType
from bot.sandbox.world.permissions import Permission
from cogs.content.custom_id import Verb
from tests.support.e2e import forged_presses
from tests.support.e2e.e2e_stage import CHANNEL, Stage, stage, until_dealt
from tests.support.e2e.lobbies import is_lobby
from tests.support.e2e.panels import without
from tests.support.e2e.scripted_player import Player, presses
from tests.support.sandbox.messages import text_of


def threads(here: Stage) -> list[str]:
    """The channel ids of the threads that there are."""
    channels = here.server.world.channels.values()
    return [str(each.id) for each in channels if each.type is ChannelType.PUBLIC_THREAD]


async def open_table(player: Player) -> None:
    """Open a lobby, and wait until it stands somewhere."""
    assert not (await player.user.command("koikoi play", channel=CHANNEL, options={"months": 1})).failed
    await player.user.wait_for(lambda m: is_lobby(m) and player.user.name in text_of(m))


@pytest.mark.outside
async def test_eight_people_in_one_channel_all_play(tmp_path: Path) -> None:
    """The first table stands in the channel, and each further one in a thread of its own."""
    async with stage(tmp_path) as here:
        for user in forged_presses.newcomers(here, 3):
            here.server.world.people = (*here.server.world.people, user)
            here.sandbox.users.append(user_view(user))
        people = [await here.player(index) for index in range(8)]
        for host, guest in zip(people[:4], people[4:], strict=True):
            await open_table(host)
            place = [here.sandbox.channel(CHANNEL), *sorted(threads(here), key=int)][-1]
            await guest.tap_offered(Verb.JOIN, channel=place)
            await host.tap_offered(Verb.START, channel=place)
            await until_dealt(host, guest)
            assert {hand["channel_id"] for one in (host, guest) for hand in one.hands} == {place}
        assert len(threads(here)) == 3
        await here.must_be_clean()


async def test_a_channel_without_threads_holds_three_tables_and_offers_a_seat(tmp_path: Path) -> None:
    """The fourth person is refused with *Join*; once all play, the refusal links a table."""
    async with stage(tmp_path) as here:
        await without(here, here.sandbox.channel(CHANNEL), Permission.CREATE_PUBLIC_THREADS)
        people = [await here.player(index) for index in range(4)]
        for host in people[:3]:
            await open_table(host)
        last = people[3]
        outcome = await last.user.command("koikoi play", channel=CHANNEL)
        note = await last.user.answer(outcome)
        assert "There is a table in this channel already" in note["content"]
        assert presses(note, Verb.JOIN)
        await last.tap(note, Verb.JOIN)
        told = await last.user.wait_update(note, lambda m: not presses(m, Verb.JOIN))
        assert told["content"] == f"Your table is here: <#{here.sandbox.channel(CHANNEL)}>"
        await people[0].user.wait_for(lambda m: last.user.name in text_of(m), channel=CHANNEL)
        assert threads(here) == []
        await here.must_be_clean()
