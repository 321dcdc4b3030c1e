"""Whole matches through the sandbox: real HTTP, a real gateway, people who press what they see."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from bot.ids import MatchId, UserId
from cogs.content.custom_id import Verb
from engine.cards.deck import DECK
from tests.support.e2e.e2e_stage import CHANNEL, begin, no_hand_in_public, stage
from tests.support.e2e.panels import words_only
from tests.support.e2e.scripted_player import MOVES, is_hand, is_over, play_on, presses, until_rest
from tests.support.sandbox.messages import buttons


@pytest.mark.parametrize(
    ("rules", "people", "months"),
    [("classic", 2, 1), ("league", 2, 1), ("ishokai", 2, 1), ("sannin", 3, 3)],
)
async def test_people_play_a_match(tmp_path: Path, rules: str, people: int, months: int) -> None:
    """From the command to the result, months' rests between: nothing fails, each has one hand, none leaks."""
    async with stage(tmp_path) as here:
        watcher = await here.player(4)
        players = [await here.player(index, locale) for index, locale in enumerate(["ja", "en-US", "en-GB"])]
        await begin(*players[:people], rules=rules, months=months)
        await play_on(players[:people])
        here.must_be_private()
        for player in players[:people]:
            await player.user.wait_until(partial(is_over, player))
            assert len(player.hands) <= 1
        no_hand_in_public(watcher)
        await here.must_be_clean()


@pytest.mark.outside
@pytest.mark.parametrize(("rules", "people"), [("classic", 2), ("sannin", 3)])
async def test_people_play_a_month_under_discord_s_limits(tmp_path: Path, rules: str, people: int) -> None:
    """A player who presses as soon as a hand asks outruns a channel's limits: no press fails, the end is
    shown.
    """
    async with stage(tmp_path, edit_seconds="1.2") as here:
        await here.sandbox.control("settings", rate_profile="realistic")
        languages = ["ja", "en-US", "en-GB"][:people]
        players = [await here.player(index, locale) for index, locale in enumerate(languages)]
        await begin(*players, rules=rules, months=3)
        await until_rest(players)
        assert here.bot.client is not None
        await here.bot.client.manager.resign(MatchId(1), UserId(int(players[0].user.id)))
        for player in players:
            await player.user.wait_until(partial(is_over, player))
            assert len(player.hands) <= 1
        await here.must_be_clean()


@pytest.mark.parametrize("rules", ["classic", "sannin"])
async def test_a_month_against_the_cpu_begins_with_the_command(tmp_path: Path, rules: str) -> None:
    """The hand answers the command, and says who deals: there is no lobby, no seat draw and no cut."""
    async with stage(tmp_path) as here:
        player = await here.player(0, "ja")
        outcome = await player.user.command(
            "koikoi play", channel=CHANNEL, rules=rules, months=3 if rules == "sannin" else 1, cpu="normal"
        )
        assert not outcome.failed
        await player.user.wait_for(is_hand)
        assert player.taps == 0
        await play_on([player])
        assert len(player.hands) <= 1
        await here.must_be_clean()


async def test_the_second_match_begins_with_rematch(tmp_path: Path) -> None:
    """`Rematch` under a result opens the same match again, at once against the CPU."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        await player.user.command("koikoi play", channel=CHANNEL, months=1, cpu="easy")
        await play_on([player])
        await player.tap_offered(Verb.REMATCH)
        await player.user.wait_for(lambda m: is_hand(m) and bool(presses(m, *MOVES, Verb.NEXT)))
        here.must_be_private()
        await here.must_be_clean()


async def test_a_lobby_of_invitation_is_for_those_who_are_invited(tmp_path: Path) -> None:
    """Nobody else may join; declining closes it, and frees the host for another."""
    async with stage(tmp_path) as here:
        host, guest, stranger = [await here.player(index) for index in range(3)]
        await host.user.command("koikoi play", channel=CHANNEL, opponent=guest.user.id)
        lobby = await stranger.user.wait_for(lambda m: bool(presses(m, Verb.ACCEPT)))
        assert guest.user.mention in lobby["content"]
        assert [each["id"] for each in lobby["mentions"]] == [guest.user.id]
        await stranger.tap(lobby, Verb.ACCEPT)
        await stranger.user.wait_for(lambda m: bool(m["flags"] & 64))
        await guest.tap(lobby, Verb.DECLINE)
        await host.user.wait_update(lobby["id"], lambda m: not m["components"])
        assert not (await host.user.command("koikoi play", channel=CHANNEL)).failed
        await host.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        await here.must_be_clean()


@pytest.mark.outside
async def test_a_match_is_played_by_list(tmp_path: Path) -> None:
    """In the list view a card and its capture are one choice of a select; the view stays as it was chosen."""
    async with stage(tmp_path) as here:
        player = await here.player(0, "ja")
        await words_only(player)
        await player.user.command("koikoi play", channel=CHANNEL, months=1, cpu="normal")
        await player.tap(await player.hand_with(Verb.LIST), Verb.LIST)
        await player.hand_with(Verb.PICTURES)
        await play_on([player])
        await here.must_be_clean()


async def test_the_host_is_reminded_to_start_once(tmp_path: Path) -> None:
    """After the seats are filled the lobby is posted again, mentioning its host and nobody else."""
    async with stage(tmp_path, lobby_nudge_seconds="50") as here:
        host, guest = [await here.player(index) for index in range(2)]
        await host.user.command("koikoi play", channel=CHANNEL)
        lobby = await guest.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        await guest.tap(lobby, Verb.JOIN)
        await here.pass_time(25)
        assert host.user.message(lobby["id"]) is not None
        await here.pass_time(26)
        await host.user.wait_gone(lobby)
        again = await host.user.wait_for(lambda m: bool(presses(m, Verb.START)))
        assert [each["id"] for each in again["mentions"]] == [host.user.id]
        assert not again["flags"] & 4096
        await here.pass_time(40)
        assert host.user.message(again["id"]) is not None
        await here.must_be_clean()


@pytest.mark.outside
async def test_the_first_start_uploads_the_cards_as_emoji(tmp_path: Path) -> None:
    """All 48, once: the buttons of a hand show them, and a restart finds them there."""
    async with stage(tmp_path, None, True) as here:
        await here.sandbox.wait_log("emoji ready")
        assert len(here.server.world.emojis) == len(DECK)
        player = await here.player(0)
        await player.user.command("koikoi play", channel=CHANNEL, months=1, cpu="normal")
        hand = await player.hand_with(Verb.MOVE, Verb.PICK)
        faces = {each["emoji"]["id"] for each in buttons(hand) if "emoji" in each}
        assert faces & set(map(str, here.server.world.emojis))
        await here.restart()
        await here.sandbox.wait_log("uploaded=0")
        assert len(here.server.world.emojis) == len(DECK)
        await here.must_be_clean()
