"""The places of a hand: how it opens, closes and comes back; always on a message of its player alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cogs.content.custom_id import Verb
from tests.support.e2e.e2e_stage import (
    CHANNEL,
    begin,
    no_hand_in_public,
    one_hand,
    stage,
    targets,
)
from tests.support.e2e.panels import my_hand, words_only
from tests.support.e2e.scripted_player import MOVES, Player, is_hand, play_on, play_until, presses, until_rest
from tests.support.waiting import until

SLOW = {"ack_seconds": "0"}
"""Every press is acknowledged before its answer can be ready."""
PROMPT = {"ack_seconds": "2.5"}


@pytest.mark.outside
@pytest.mark.parametrize("pace", [PROMPT, SLOW], ids=["prompt", "slow"])
async def test_every_way_to_open_a_hand_keeps_it_private(tmp_path: Path, pace: dict[str, str]) -> None:
    """Dealt on a press, opened from the table and by command, pressed, reopened: only private targets.

    At the end there is none: a hand may live no longer than its match.
    """
    async with stage(tmp_path, **pace) as here:
        watcher, host, guest = [await here.player(index) for index in (4, 0, 1)]
        await begin(host, guest, rules="classic", months=3)
        for player in (host, guest):
            await one_hand(here, player)
            table = await player.user.wait_for(lambda m: bool(presses(m, Verb.HAND)) and not m["flags"] & 64)
            await player.tap(table, Verb.HAND)
            await one_hand(here, player)
            await my_hand(player)
            await one_hand(here, player)
            await words_only(player)
            for verb in (Verb.LIST, Verb.PICTURES):
                await player.tap(await player.hand_with(verb), verb)
                await one_hand(here, player)
            await words_only(player, on=False)
        await until_rest([host, guest])
        await one_hand(here, host)
        table = await host.user.wait_for(lambda m: bool(presses(m, Verb.NEXT)) and not m["flags"] & 64)
        await host.tap(table, Verb.NEXT)
        await guest.tap(await guest.hand_with(Verb.NEXT), Verb.NEXT)
        for player in (host, guest):
            await player.hand_without(Verb.NEXT)
            await one_hand(here, player)
        question = await host.user.answer(await host.user.command("koikoi resign", channel=CHANNEL))
        await host.tap(question, Verb.RESIGN)
        for player in (host, guest):
            await targets(here, player, [])
        no_hand_in_public(watcher)
        await here.must_be_clean()


@pytest.mark.outside
@pytest.mark.parametrize("pace", [PROMPT, SLOW], ids=["prompt", "slow"])
async def test_the_answer_to_a_cpu_match_is_a_private_hand(tmp_path: Path, pace: dict[str, str]) -> None:
    """The hand comes as the answer to the command, and is stored as that private answer."""
    async with stage(tmp_path, **pace) as here:
        player = await here.player(0)
        await player.user.command("koikoi play", channel=CHANNEL, months=1, cpu="normal")
        await one_hand(here, player)
        await play_on([player])
        await here.must_be_clean()


async def test_no_draw_of_one_s_own_is_needed_for_a_hand(tmp_path: Path) -> None:
    """A player who lets the clock draw gets their hand on the token of their join."""
    async with stage(tmp_path, draw_seconds="20") as here:
        host, guest = [await here.player(index) for index in (0, 1)]
        await host.user.command("koikoi play", channel=CHANNEL, months=1)
        await guest.tap_offered(Verb.JOIN)
        await host.tap_offered(Verb.START)
        while not any(player.hands for player in (host, guest)):  # who tied draws again
            await here.pass_time(21)
        for player in (host, guest):
            await one_hand(here, player)
        await here.must_be_clean()


async def test_a_hand_is_closed_before_its_token_dies_and_reopens_in_place(tmp_path: Path) -> None:
    """At its time a hand says so and shows one button, which brings it back into the same message."""
    async with stage(tmp_path, hand_seconds="840") as here:
        player = await here.player(0)
        await player.user.command("koikoi play", channel=CHANNEL, months=3, cpu="normal")
        hand = (await player.hand_without(Verb.NEXT))["id"]
        await here.pass_time(841)
        closed = await player.user.wait_update(hand, lambda m: not m["attachments"])
        assert [press.verb for press in presses(closed)] == [Verb.HAND]
        await targets(here, player, [])
        await player.tap(closed, Verb.HAND)
        await player.user.wait_update(hand, is_hand)
        await one_hand(here, player)
        assert player.hand["id"] == hand
        await here.must_be_clean()


async def test_a_hand_whose_message_was_dismissed_comes_back_with_one_tap(tmp_path: Path) -> None:
    """Moves go on without it; `My hand` opens it, and no second one is about."""
    async with stage(tmp_path) as here:
        host, guest = [await here.player(index) for index in (0, 1)]
        await begin(host, guest, months=1)
        for player in (host, guest):
            await player.hand_without(Verb.NEXT)
        mover, other = (host, guest) if presses(host.hand, *MOVES) else (guest, host)
        await other.user.dismiss(other.hand)
        while presses(mover.hand, *MOVES):
            await mover.move()
        assert not other.hands
        table = await other.user.wait_for(lambda m: bool(presses(m, Verb.HAND)) and not m["flags"] & 64)
        await other.tap(table, Verb.HAND)
        await one_hand(here, other)
        assert presses(other.hand, *MOVES)
        await here.must_be_clean()


@pytest.mark.outside
async def test_a_reload_of_the_page_costs_one_tap(tmp_path: Path) -> None:
    """Private messages vanish on a reload; `My hand` shows the hand again and the match goes on."""
    async with stage(tmp_path) as here:
        player = await here.player(0, "ja")
        await player.user.command("koikoi play", channel=CHANNEL, months=1, cpu="normal")
        await player.hand_without(Verb.NEXT)
        await player.move()
        await player.user.reload()
        assert not player.hands
        await player.tap_offered(Verb.HAND)
        await play_on([player])
        await here.must_be_clean()


async def one_of(players: list[Player], fits: Callable[[Player], bool]) -> Player:
    """Wait until something holds of any player."""
    found = await until(lambda: [each for each in players if fits(each)], moving=players[0].user.moving)
    return found[0]


async def test_a_hand_says_that_the_bot_has_moved_for_its_player(tmp_path: Path) -> None:
    """A person who is too late to cut reads so above their cards, until the next move; nobody else does."""
    said = "Time ran out, so the bot tapped the deck for you."
    async with stage(tmp_path, cut_seconds="20") as here:
        players = [await here.player(0), await here.player(1)]
        await begin(*players, rules="ishokai", months=3)
        await here.pass_time(21)
        late = await one_of(players, lambda player: bool(player.hands) and said in player.hand["content"])
        await play_until(players, lambda: said not in late.hand["content"])
        (other,) = [player for player in players if player is not late]
        assert not any(said in str(event) for event in other.user.events)
        await here.must_be_clean()
