"""The bot is killed, or ends, in mid-match: the sandbox lives on, and so does the match."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest

from cogs.content.custom_id import Press, Verb
from engine.rules.actions import Shobu
from engine.rules.options import make_rules
from tests.support.e2e.e2e_stage import CHANNEL, one_hand, process_stage, stage, targets
from tests.support.e2e.panels import words_only
from tests.support.e2e.prepared_match import open_hand, open_hands, prepare
from tests.support.e2e.scripted_player import is_over, play_on, presses
from tests.support.waiting import until

ONE_MONTH = make_rules("classic", {"months": 1})
NO_SURPRISE = "hand_yaku=false, field_four=dealer_takes"
"""Whatever is dealt, somebody has to play a card."""


def going_on(found: Sequence[Press]) -> Press:
    """Anything but to stop: a yaku may come with the third turn, and the match would be over."""
    return random.choice([press for press in found if press.move != Shobu()])


@pytest.mark.outside
async def test_what_stands_on_the_screen_works_after_a_restart(tmp_path: Path) -> None:
    """Table and hands are shown again once; the hand from before the crash takes the next press."""
    await prepare(tmp_path, ONE_MONTH, 2)
    async with process_stage(tmp_path) as here:
        players = await open_hands(here, 2)
        hands = [player.hand["id"] for player in players]
        await here.sandbox.reset_traffic()
        await here.crash()
        counts = (await here.sandbox.traffic())["counts"]
        assert "PUT /applications/{application_id}/commands" not in counts
        for _ in range(4):
            await asyncio.gather(*(player.move(going_on) for player in players))
        assert [player.hand["id"] for player in players] == hands
        assert all(len(player.hands) == 1 for player in players)
        await play_on(players)
        await here.must_be_clean()


async def test_an_older_copy_of_a_hand_that_is_pressed_becomes_the_live_one(tmp_path: Path) -> None:
    """Of two hands on the screen the one that is pressed goes on, and the other goes."""
    await prepare(tmp_path, ONE_MONTH, 2)
    async with stage(tmp_path) as here:
        player, _ = await open_hands(here, 2)
        await words_only(player)
        older = await player.hand_with(Verb.LIST)
        await here.bot.stop()
        of_player = "person = (SELECT id FROM people WHERE discord = ?)"
        await here.change_rows(f"DELETE FROM hands WHERE {of_player}", int(player.user.id))
        await here.bot.start()
        await open_hand(player)
        await player.user.wait_until(lambda: len(player.hands) == 2)
        await targets(here, player, [player.hand["id"]])
        await player.tap(older, Verb.LIST)
        await one_hand(here, player)
        assert player.hand["id"] == older["id"]
        assert presses(player.hand, Verb.PICTURES)
        await here.must_be_clean()


async def test_a_lobby_outlives_the_bot(tmp_path: Path) -> None:
    """The lobby's buttons work after a restart, and the host's hand comes on a press from before it."""
    async with stage(tmp_path) as here:
        host, guest = [await here.player(index) for index in range(2)]
        wanted = {"rules": "league", "months": 1, "options": NO_SURPRISE}
        await host.user.command("koikoi play", channel=CHANNEL, options=wanted)
        lobby = await guest.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        await here.restart()
        await guest.tap(lobby, Verb.JOIN)
        await host.tap_offered(Verb.START)
        await here.restart()
        while not any(player.hands for player in (host, guest)):  # who tied draws again
            await here.pass_time(61)
        for player in (host, guest):
            await player.hand_without(Verb.NEXT)
        await play_on([host, guest])
        assert is_over(guest)
        await here.must_be_clean()


@pytest.mark.outside
async def test_a_result_that_was_posted_but_not_stored_is_not_posted_twice(tmp_path: Path) -> None:
    """A crash between the two: the next start posts with the same nonce, and remembers the message."""
    await prepare(tmp_path, ONE_MONTH, 2)
    async with stage(tmp_path) as here:
        players = await open_hands(here, 2)
        await play_on(players)
        await results_of(tmp_path)
        await here.bot.stop()
        assert await here.change_rows("DELETE FROM messages WHERE kind = 'result'") == 1
        await here.bot.start()
        stored = await results_of(tmp_path)
        results = [message["id"] for message in players[0].user.public() if presses(message, Verb.REMATCH)]
        assert results == stored
        await here.must_be_clean()


async def results_of(folder: Path) -> list[str]:
    """Wait until results are stored as posted; their messages."""
    query = "SELECT message FROM messages WHERE kind = 'result' AND message IS NOT NULL"

    def found() -> list[str]:
        with contextlib.closing(sqlite3.connect(folder / "koikoi.db")) as database:
            return [str(message) for (message,) in database.execute(query)]

    return await until(found)
