"""A choice of capture that somebody has opened on their hand stays open until they make it or go back."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.match.vocabulary import Deck
from cogs.content.custom_id import Verb
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, stage
from tests.support.e2e.panels import choose, opened
from tests.support.e2e.scripted_player import Player, play_until, presses
from tests.support.sandbox.messages import Json


async def with_a_choice(here: LoopStage) -> tuple[Player, Json]:
    """Somebody who is asked what a card captures, and their hand."""
    player = await here.player(0)
    await player.user.command("koikoi play", channel=CHANNEL, months=12, cpu="normal")
    await play_until([player], lambda: bool(player.hands and presses(player.hand, Verb.PICK)))
    await here.rest()
    hand = player.hand
    pick = presses(hand, Verb.PICK)[0]
    await player.user.press(hand, custom_id=f"kk{pick.match}:pick:{pick.number}:{pick.card}")
    chosen = await player.user.wait_update(hand, lambda m: bool(presses(m, Verb.HAND)))
    return player, chosen


@pytest.mark.outside
async def test_another_deck_changes_the_picture_and_not_the_choice(tmp_path: Path) -> None:
    """Chosen in one's settings while the choice is open; *Back* leaves it."""
    async with stage(tmp_path) as here:
        player, hand = await with_a_choice(here)
        picture = hand["attachments"][0]["id"]
        panel = await choose(player, await opened(player, "koikoi me"), "pick", "deck")
        other = next(each for each in Deck if each is not Deck.STANDARD)
        assert f"kk0:me:set:deck.{other.value}" in str(panel["components"])
        await player.user.press(panel, custom_id=f"kk0:me:set:deck.{other.value}")
        redrawn = await player.user.wait_update(hand, lambda m: m["attachments"][0]["id"] != picture)
        await here.rest()
        redrawn = player.user.message(hand["id"]) or redrawn
        assert presses(redrawn, Verb.MOVE) == presses(hand, Verb.MOVE)
        await player.tap(redrawn, Verb.HAND)
        await player.user.wait_update(hand, lambda m: not presses(m, Verb.HAND))
        await here.must_be_clean()
