"""One process with several shards: people play in servers of each, and what is theirs is found everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.ids import UserId
from cogs.content.custom_id import Verb, format_press
from tests.support.e2e import shown_messages
from tests.support.e2e.action_log import ActionLog
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, stage
from tests.support.e2e.scripted_player import Player, is_hand, presses
from tests.support.sandbox.messages import text_of

pytestmark = pytest.mark.databases

NAMES = ("north", "east", "south")
CHANNELS = (CHANNEL, *NAMES)


async def play_in(player: Player, channel: str, **options: object) -> None:
    """Open a table, or a match against a CPU player until its hand is there."""
    assert not (await player.user.command("koikoi play", channel=channel, options=options)).failed
    if "cpu" in options:
        place = player.user._sandbox.channel(channel)
        await player.user.wait_for(lambda m: m["channel_id"] == place and is_hand(m))


async def four_matches(here: LoopStage) -> Player:
    """Somebody plays on every shard, and in direct messages."""
    for name in NAMES:
        await here.sandbox.add_server(name)
    player = await here.player(0)
    for channel in CHANNELS:
        await play_in(player, channel, cpu="normal", rules="classic", months=3)
    await here.rest()
    return player


async def move_in(here: LoopStage, player: Player, place: str) -> None:
    """Play a card in a match; of two that it may take, one is chosen."""
    for verb in (Verb.MOVE, Verb.PICK):
        hands = [hand for hand in player.hands if hand["channel_id"] == place]
        if found := [press for hand in hands for press in presses(hand, verb)]:
            await player.user.press(hands[-1], custom_id=format_press(found[0]))
            await here.rest()


@pytest.mark.outside
async def test_matches_of_all_shards_are_one_persons(tmp_path: Path) -> None:
    """The list of direct messages, which are on the first shard, names those of all; presses reach each."""
    async with stage(tmp_path, shards="4") as here:
        player = await four_matches(here)
        shown = await player.user.answer(
            await player.user.command("koikoi games", channel=player.user.direct)
        )
        places = [here.sandbox.channel(name) for name in CHANNELS]
        assert all(f"/{place}/" in text_of(shown) for place in places)
        log = ActionLog(here.data)
        before = {match: len(rows) for match, rows in log.actions().items()}
        assert len(before) == len(CHANNELS)
        for channel in CHANNELS:
            await move_in(here, player, here.sandbox.channel(channel))
        assert all(len(rows) > before[match] for match, rows in log.actions().items())
        await here.must_be_clean()


@pytest.mark.outside
async def test_who_deletes_themself_in_direct_messages_ends_their_matches_on_every_shard(
    tmp_path: Path,
) -> None:
    """Each table shows its end, and each Result is posted once."""
    async with stage(tmp_path, shards="4") as here:
        player = await four_matches(here)
        assert here.bot.client is not None
        assert here.bot.client.shard.number == 0
        await here.bot.client.manager.forget(UserId(int(player.user.id)))
        await here.rest()
        log = ActionLog(here.data)
        assert log.live() == []
        assert len(log.actions()) == len(CHANNELS)
        public = shown_messages.public_messages(here.server).values()
        for channel in CHANNELS:
            said = [each for each in public if str(each.channel_id) == here.sandbox.channel(channel)]
            files = [file.filename for message in said for file in message.attachments]
            assert not [each for each in said if Verb.HAND.value in str(shown_messages.custom_ids(each))]
            assert files.count("result.png") == 1, files
        await here.must_be_clean()
