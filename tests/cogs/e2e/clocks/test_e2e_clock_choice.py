"""Choosing a clock through the sandbox: by command, in the lobby's rules, in the settings, by a rematch."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.i18n import Words
from bot.match.vocabulary import MatchClock
from bot.wording import rules
from cogs.content.custom_id import Verb
from tests.support.e2e import forged_presses
from tests.support.e2e.e2e_stage import CHANNEL, stage, table_of
from tests.support.e2e.match_of_two import begin_match_of_two
from tests.support.e2e.panels import choose, opened
from tests.support.e2e.scripted_player import (
    MOVES,
    Player,
    custom_id,
    play_on,
    play_turn,
    presses,
)
from tests.support.sandbox.messages import Json, selects
from tests.support.wording_views import ENGLISH, JAPANESE

LIVE, SLOW, OFF = "Live (2 min a turn, 5 min to spare)", "Slow (24 h a turn)", "No clock, unrated"
COUNTDOWN = re.compile(r"<t:(\d+):R>")
IN_JAPANESE = "のんびり（1手24時間）"


async def lobby_of(player: Player) -> Json:
    """The open lobby on a player's screen."""
    return await player.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))


async def set_clock(host: Player, lobby: Json, clock: MatchClock) -> Json:
    """Choose a clock under *Rules*; the panel afterwards."""
    panel = await host.user.answer(await host.tap(lobby, Verb.RULES))
    await host.user.select(panel, [clock.value], custom_id=custom_id(panel, Verb.CLOCK))
    return await host.user.wait_update(panel, lambda m: m["components"] != panel["components"])


async def test_the_host_chooses_the_clock_in_the_lobby(tmp_path: Path) -> None:
    """Message, picture's description and rules say it; nobody else may, and no value of a forger counts."""
    async with stage(tmp_path) as here:
        host, guest = await here.player(0, "ja"), await here.player(1)
        await host.user.command("koikoi play", channel=CHANNEL)
        lobby = await lobby_of(guest)
        assert "· Live ·" in lobby["content"] and LIVE in lobby["attachments"][0]["description"]
        await guest.tap(lobby, Verb.JOIN)
        panel = await set_clock(host, lobby, MatchClock.SLOW)
        (_, clocks) = selects(panel)
        assert [each["label"] for each in clocks["options"] if each.get("default")] == [IN_JAPANESE]
        seen = await guest.user.wait_for(lambda m: "· Slow ·" in m["content"])
        assert SLOW in seen["attachments"][0]["description"]
        theirs = await guest.user.answer(await guest.tap(lobby, Verb.RULES))
        assert selects(theirs) == [] and SLOW in theirs["content"]
        message = forged_presses.message_of(here, theirs["id"])
        for player, value in ((guest, "off"), (host, "never"), (host, "")):
            user = forged_presses.user_of(here, player.user.id)
            await forged_presses.put(
                here, forged_presses.pressed(here, user, message, "kk1:clock", values=[value])
            )
        await here.rest()
        assert SLOW in table_of(guest)["attachments"][0]["description"]
        await here.must_be_clean()


@pytest.mark.outside
async def test_the_command_names_the_clock_and_a_rematch_keeps_it(tmp_path: Path) -> None:
    """Slow counts a day down, on the table and on hands; the same clock stands in the rematch's lobby."""
    async with stage(tmp_path) as here:
        match = await begin_match_of_two(here, months=1, clock="slow")
        told = COUNTDOWN.findall(table_of(match.mover)["content"])
        assert len(told) == 1
        left = int(told[0]) - here.clock.now().timestamp()
        assert 86_300 < left <= 86_400
        for player in (match.mover, match.other):
            assert f"Deadline: <t:{told[0]}:R>." in player.hand["content"]
        await play_on([match.mover, match.other])
        result = await match.other.user.wait_for(lambda m: bool(presses(m, Verb.REMATCH)))
        await match.other.tap(result, Verb.REMATCH)
        again = await match.other.user.wait_for(lambda m: bool(presses(m, Verb.ACCEPT)))
        assert "· Slow ·" in again["content"]
        await here.must_be_clean()


async def test_without_a_clock_nothing_counts_down_and_the_result_is_unrated(tmp_path: Path) -> None:
    """However long everybody is silent; a live match would have played by then."""
    async with stage(tmp_path) as here:
        match = await begin_match_of_two(here, months=3, clock="off")
        before = table_of(match.other)
        assert not COUNTDOWN.findall(before["content"])
        await here.pass_time(800)
        assert table_of(match.other)["content"] == before["content"]
        for player in (match.mover, match.other):
            await player.hand_with(*MOVES)
            await play_turn(player)
            await here.rest()
        asked = await match.mover.user.command("koikoi resign", channel=CHANNEL)
        await match.mover.tap(await match.mover.user.answer(asked), Verb.RESIGN)
        result = await match.other.user.wait_for(lambda m: bool(presses(m, Verb.REMATCH)))
        assert "Unrated: the match had no clock." in result["content"]
        await here.must_be_clean()


@pytest.mark.parametrize(("locale", "words"), [("en-US", ENGLISH), ("ja", JAPANESE)])
async def test_a_server_has_a_clock_of_its_own(tmp_path: Path, locale: str, words: Words) -> None:
    """One row of the settings; tables begin with it, unless the command names another."""
    async with stage(tmp_path) as here:
        owner, guest = await here.player(0, locale), await here.player(1)
        panel = await opened(owner)
        assert rules.clock_name(words, MatchClock.LIVE) in panel["content"]
        panel = await choose(owner, panel, "pick", "clock")
        panel = await choose(owner, panel, "set", "off", "clock")
        assert rules.clock_name(words, MatchClock.OFF) in panel["content"]
        await guest.user.command("koikoi play", channel=CHANNEL)
        lobby = await lobby_of(guest)
        assert f"· {OFF} ·" in lobby["content"]
        await guest.tap(lobby, Verb.LEAVE)
        await guest.user.wait_update(lobby, lambda m: not m["components"])
        await guest.user.command("koikoi play", channel=CHANNEL, clock="live")
        lobby = await guest.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)) and m["id"] != lobby["id"])
        assert "· Live ·" in lobby["content"]
        await here.must_be_clean()


async def test_alone_among_cpu_players_nobody_speaks_of_clocks(tmp_path: Path) -> None:
    """Neither table nor hand, once the match has begun against a CPU player."""
    async with stage(tmp_path) as here:
        host = await here.player(0)
        await host.user.command("koikoi play", channel=CHANNEL, months=1)
        lobby = await lobby_of(host)
        assert "Live" in lobby["content"]
        await host.user.select(lobby, ["level:easy"], custom_id=custom_id(lobby, Verb.PLAY_CPU))
        await host.hand_with(*MOVES, Verb.NEXT)
        await host.user.wait_for(lambda m: bool(presses(m, Verb.HAND)))  # the table is edited after the hand
        for message in host.user.messages():
            assert "Deadline" not in message["content"] and "Live" not in message["content"]
        await here.must_be_clean()
