"""A person has one private note of a match beside their hand, whatever they press."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from cogs.content.custom_id import Verb
from cogs.messages import note_message
from tests.support.e2e.e2e_stage import CHANNEL, begin, stage, table_of
from tests.support.e2e.match_of_two import begin_match_of_two
from tests.support.e2e.scripted_player import Player, all_play_a_card, is_hand, play_turn, presses
from tests.support.sandbox.messages import Json

PAGES = (Verb.RULES, Verb.LOG)
MENU = Verb.BRING_DOWN
"""The verb that stands under *More* alone."""


def shown(player: Player) -> list[Json]:
    """The notes on the screen."""
    return [message for message in player.user.ephemerals() if not is_hand(message)]


def counts(player: Player) -> Iterator[int]:
    """Yield the number of private messages on the screen, after each event."""
    there = set[str]()
    for event in player.user.events:
        kind, message = event["type"], event["data"]
        if kind == "message_create" and message["flags"] & 64:
            there.add(message["id"])
        elif kind == "message_delete":
            there.discard(message["id"])
        yield len(there)


async def opened(player: Player, message: Json, verb: Verb, wanted: Verb | None = None) -> Json:
    """Press something that shows a note; the note, once it is the one that is wanted."""
    assert not (await player.tap(message, verb)).failed
    return await until(player, wanted)


async def until(player: Player, wanted: Verb | None) -> Json:
    """Wait for the one note that offers a verb, or, where that is None, nothing."""

    def found() -> Json | None:
        there = shown(player)
        if len(there) != 1:
            return None
        offered = {press.verb for press in presses(there[0])}
        return there[0] if (wanted in offered if wanted else not offered) else None

    note: Json = await player.user.wait_until(found, what=f"a note with {wanted}")
    return note


async def test_every_page_takes_the_place_of_the_one_before_and_leads_back(tmp_path: Path) -> None:
    """From a hand and from the table: one note, below; *Back* is *More* again. Never two at any moment."""
    async with stage(tmp_path) as here:
        match = await begin_match_of_two(here, months=3)
        player = match.mover
        table = table_of(player)
        first = await opened(player, player.hand, Verb.YAKU, Verb.UNSEEN)
        note = await opened(player, player.hand, Verb.MORE, MENU)
        await player.user.wait_gone(first)
        for page in PAGES:
            paged = await opened(player, note, page, Verb.MENU)
            assert paged["id"] == note["id"]
            note = await opened(player, paged, Verb.MENU, MENU)
        log = await opened(player, note, Verb.LOG, Verb.SHUFFLES)
        note = await opened(player, await opened(player, log, Verb.SHUFFLES, Verb.MENU), Verb.MENU, MENU)
        note = await opened(player, note, Verb.ASK_RESIGN, Verb.MENU)
        assert not presses(note, Verb.CANCEL)
        await opened(player, note, Verb.MENU, MENU)
        await opened(player, table, Verb.MORE, MENU)
        assert max(counts(player)) == 2
        assert player.user.message(table["id"]) == table
        await here.must_be_clean()


async def test_it_goes_when_its_owner_plays_and_what_is_no_part_of_it_stays(tmp_path: Path) -> None:
    """Not when the other plays. A list is a page of its own."""
    async with stage(tmp_path) as here:
        match = await begin_match_of_two(here, months=3)
        board = await match.mover.user.answer(
            await match.mover.user.command("koikoi leaderboard", channel=CHANNEL)
        )
        theirs = await opened(match.other, match.other.hand, Verb.MORE, MENU)
        outcome = await match.mover.tap(match.mover.hand, Verb.MORE)
        mine = await match.mover.user.answer(outcome)
        await play_turn(match.mover)
        await match.mover.user.wait_gone(mine)
        await here.rest()
        assert match.mover.user.message(board["id"])
        assert len(match.mover.hands) == 1
        assert match.other.user.message(theirs["id"])
        assert max(counts(match.other)) == 2
        await here.must_be_clean()


async def test_a_dismissed_note_comes_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord tells nobody, and takes edits of it as before: whatever is pressed next is seen."""
    monkeypatch.setattr(note_message, "TWICE", timedelta())  # Discord's time, which no test moves
    async with stage(tmp_path) as here:
        match = await begin_match_of_two(here, months=3)
        player = match.mover
        for verb, wanted in ((Verb.MORE, MENU), (Verb.YAKU, Verb.UNSEEN), (Verb.MORE, MENU)):
            note = await opened(player, player.hand, verb, wanted)
            await player.user.dismiss(note)
            await player.user.wait_gone(note)
        await opened(player, player.hand, Verb.MORE, MENU)
        await here.must_be_clean()


async def test_who_asks_again_for_what_is_there_sees_it_below(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The note may be out of sight: the old one goes, a new one comes."""
    monkeypatch.setattr(note_message, "TWICE", timedelta())  # Discord's time, which no test moves
    async with stage(tmp_path) as here:
        match = await begin_match_of_two(here, months=3)
        player = match.mover
        note = await opened(player, player.hand, Verb.MORE, MENU)
        await player.tap(player.hand, Verb.MORE)
        await player.user.wait_gone(note)
        again = await until(player, MENU)
        assert int(again["id"]) > int(note["id"])
        assert max(counts(player)) == 2
        await here.must_be_clean()


@pytest.mark.outside
async def test_a_hundred_presses_at_once_are_one_note(tmp_path: Path) -> None:
    """On the hand, on the table and on the note itself; what was pressed last is shown, none fails."""
    async with stage(tmp_path) as here:
        match = await begin_match_of_two(here, months=3)
        player = match.mover
        hand, table = player.hand, table_of(player)

        await asyncio.gather(
            *(
                player.attempt(message, verb)
                for message, verb in ((hand, Verb.YAKU), (hand, Verb.MORE), (table, Verb.MORE))
                for _ in range(25)
            )
        )
        note = await opened(player, hand, Verb.MORE, MENU)
        await asyncio.gather(*(player.attempt(note, verb) for verb in (*PAGES, MENU) for _ in range(25)))
        await here.rest()
        assert len(shown(player)) == 1
        assert len(player.hands) == 1
        assert max(counts(player)) == 2
        here.must_be_private()
        await here.must_be_clean()


async def test_before_its_token_dies_it_goes(tmp_path: Path) -> None:
    """A second one would come beside it, which nobody could take away."""
    async with stage(tmp_path) as here:
        match = await begin_match_of_two(here, months=3, clock="off")
        player = match.mover
        note = await opened(player, player.hand, Verb.MORE, MENU)
        await here.pass_time(13 * 60)
        note = await opened(player, note, Verb.LOG, Verb.MENU)  # a new token
        await here.pass_time(13 * 60)
        assert player.user.message(note["id"])
        await here.pass_time(2 * 60)
        await player.user.wait_gone(note)
        assert here.bot.client is not None
        assert len(here.bot.client.presenter.notes) == 0
        await opened(player, table_of(player), Verb.MORE, MENU)
        await here.must_be_clean()


async def test_after_a_restart_the_note_that_is_pressed_is_the_live_one(tmp_path: Path) -> None:
    """The pressed note is known by its buttons; what is opened then takes its place."""
    async with stage(tmp_path) as here:
        match = await begin_match_of_two(here, months=3)
        player = match.mover
        note = await opened(player, player.hand, Verb.MORE, MENU)
        await here.restart()
        note = await opened(player, note, Verb.LOG, Verb.MENU)
        await opened(player, player.hand, Verb.MORE, MENU)
        assert max(counts(player)) == 2
        await play_turn(player)
        await player.user.wait_gone(note)
        await here.must_be_clean()


async def test_a_note_that_becomes_the_hand_is_not_taken_away(tmp_path: Path) -> None:
    """*Play on* under the question shows the hand in its place: the next move is made on it."""
    async with stage(tmp_path) as here:
        match = await begin_match_of_two(here, months=3)
        player = match.mover
        await all_play_a_card([match.mover, match.other])
        note = await opened(player, player.hand, Verb.MORE, MENU)
        note = await opened(player, note, Verb.ASK_RESIGN, Verb.ABORT)
        await player.tap(note, Verb.ABORT)
        note = await until(player, None)
        note = await opened(player, player.hand, Verb.MORE, MENU)
        note = await opened(player, note, Verb.ASK_RESIGN, Verb.PLAY_ON)
        await player.tap(note, Verb.PLAY_ON)
        await player.user.wait_until(lambda: [each["id"] for each in player.hands] == [note["id"]])
        await play_turn(player)
        await here.rest()
        assert [each["id"] for each in player.user.ephemerals()] == [note["id"]]
        here.must_be_private()
        await here.must_be_clean()


async def test_the_rules_of_a_lobby_go_when_its_host_starts(tmp_path: Path) -> None:
    """The rules would offer options that nobody can change any more."""
    async with stage(tmp_path) as here:
        host, guest = [await here.player(index) for index in range(2)]
        await host.user.command("koikoi play", channel=CHANNEL, months=3)
        lobby = await host.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        panel = await opened(host, lobby, Verb.RULES, Verb.MONTHS)
        assert not presses(panel, Verb.MENU)
        await guest.tap_offered(Verb.JOIN)
        await host.tap_offered(Verb.START)
        await host.user.wait_gone(panel)
        await here.must_be_clean()


async def test_a_watcher_has_one_note_too(tmp_path: Path) -> None:
    """Whatever of a table they press."""
    async with stage(tmp_path) as here:
        players = [await here.player(index) for index in range(2)]
        watcher = await here.player(3)
        await begin(*players, months=3)
        table = await watcher.user.wait_for(lambda m: bool(presses(m, Verb.HAND)))
        for verb in (Verb.HAND, Verb.MORE, Verb.HAND):
            await watcher.tap(table, verb)
        await here.rest()
        assert len(watcher.user.ephemerals()) == 1
        assert max(counts(watcher)) == 1
        await here.must_be_clean()
