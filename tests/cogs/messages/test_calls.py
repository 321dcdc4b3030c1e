"""The calls to a turn: by a post that mentions one person, by a message to them alone, or by none."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from bot.i18n import Words
from bot.match.vocabulary import Cause, MadeBy, Occasion, Pings, QuietHours
from bot.wording import calls
from cogs.content.custom_id import Verb
from cogs.messages.tables import REPOST_SECONDS
from tests.support.clocked_bot import CHANNEL, ClockedBot, clocked_bot
from tests.support.e2e.clocked_match import (
    MATCH,
    alone,
    asked,
    chat,
    table,
    turn_over,
    two,
    until_idle,
    user_of,
)
from tests.support.e2e.scripted_player import Player, presses
from tests.support.waiting import until
from tests.support.wording_views import ENGLISH, JAPANESE, LANGUAGES

AWAY_SECONDS = 61
BURYING = 6


async def test_who_has_been_away_is_called_by_a_post_that_mentions_them_alone(tmp_path: Path) -> None:
    """The table comes again with a mention, their hand below it; nobody is called again in the turn.

    An edit takes the mention away.
    """
    async with clocked_bot(tmp_path) as bot:
        mover, other = await two(bot)
        before, hand = table(other), other.hand
        await turn_over(bot, mover, seconds=AWAY_SECONDS)
        await other.user.wait_gone(before)
        await other.user.wait_gone(hand)
        called = table(other)
        (found,) = other.hands
        assert int(found["id"]) > int(called["id"])
        assert [each["id"] for each in called["mentions"]] == [other.user.id]
        assert called["content"].startswith(f"<@{other.user.id}>")
        assert not called["flags"] & 4096
        await turn_over(bot, other, seconds=5)
        now = await other.user.wait_update(called["id"], lambda m: other.user.mention not in m["content"])
        assert now["id"] == called["id"]


@pytest.mark.outside
@pytest.mark.parametrize(("chosen", "words"), [(None, JAPANESE), ("ko", LANGUAGES.pick("ko"))])
async def test_a_call_speaks_the_language_of_the_person_whom_it_mentions(
    tmp_path: Path, chosen: str | None, words: Words
) -> None:
    """The language that they chose, else that of their last press; the table below stays in its own."""
    async with clocked_bot(tmp_path) as bot:
        mover, other = await two(bot, locales=("en-US", "ja"))
        guest = mover if mover.user.locale == "ja" else other
        if chosen is not None:
            await bot.client.manager.persons.speak(user_of(guest), "Name", chosen)
        if guest is mover:
            await turn_over(bot, mover, seconds=1)
            mover, other = other, mover
        await turn_over(bot, mover, seconds=AWAY_SECONDS)
        called = await other.user.wait_until(lambda: table(other)["mentions"] and table(other))
        call, rest = called["content"].split("\n", 1)
        assert call == words("{player}, it is your turn.", player=other.user.mention)
        assert "番" not in rest and "차례" not in rest


async def test_who_has_just_pressed_something_is_not_called(tmp_path: Path) -> None:
    """Within the last minute any button of that match will do; the table is edited where it is."""
    async with clocked_bot(tmp_path) as bot:
        mover, other = await two(bot)
        before = table(other)
        await until_idle(bot, seconds=AWAY_SECONDS - 5)
        await other.tap(table(other), Verb.MORE)
        await turn_over(bot, mover, seconds=50)
        shown = await other.user.wait_update(before["id"], lambda m: m["content"] != before["content"])
        assert not shown["mentions"]
        assert table(other)["id"] == before["id"]


@pytest.mark.outside
@pytest.mark.parametrize(
    ("pings", "seconds", "mentioned", "told"),
    [
        (Pings.ALWAYS, 1, True, 0),
        (Pings.NEVER, AWAY_SECONDS, False, 0),
        (Pings.DM, AWAY_SECONDS, False, 1),
        (Pings.DM, 1, False, 0),
    ],
)
async def test_everybody_chooses_how_they_are_called(
    tmp_path: Path, pings: Pings, seconds: float, mentioned: bool, told: int
) -> None:
    """Always also where they are there; never not at all; alone with a link to the table."""
    async with clocked_bot(tmp_path) as bot:
        mover, other = await two(bot)
        await bot.client.manager.persons.set_pings(user_of(other), "Name", pings)
        before = table(other)
        await turn_over(bot, mover, seconds=seconds)
        await other.user.wait_until(lambda: table(other)["content"] != before["content"])
        assert [each["id"] for each in table(other)["mentions"]] == [other.user.id] * mentioned
        await other.user.wait_until(lambda: len(alone(bot, other)) == told)
        if told:
            view = await bot.client.manager.view(MATCH)
            text = calls.to_turn_alone(ENGLISH, calls.link(view.place, int(table(other)["id"])))
            assert [each.content for each in alone(bot, other)] == [text]


async def test_quiet_hours_are_quiet(tmp_path: Path) -> None:
    """The test's clock says noon: from twelve to one nothing calls, whatever was chosen."""
    async with clocked_bot(tmp_path) as bot:
        mover, other = await two(bot)
        persons = bot.client.manager.persons
        await persons.set_zone(user_of(other), "Name", "UTC")
        await persons.set_quiet(user_of(other), "Name", QuietHours(12 * 60, 13 * 60))
        before = table(other)
        await turn_over(bot, mover, seconds=AWAY_SECONDS)
        await other.user.wait_update(before["id"], lambda m: m["content"] != before["content"])
        assert table(other)["id"] == before["id"]
        await persons.set_quiet(user_of(other), "Name", QuietHours(13 * 60, 12 * 60))
        await turn_over(bot, other, seconds=5)
        await turn_over(bot, mover, seconds=AWAY_SECONDS)
        await other.user.wait_gone(before)
        assert table(other)["mentions"]


async def test_who_takes_no_direct_messages_blocks_nothing(tmp_path: Path) -> None:
    """Discord says so once (50007): the match goes on, and for a while nothing more is tried."""
    async with clocked_bot(tmp_path) as bot:
        mover, other = await two(bot)
        await bot.client.manager.persons.set_pings(user_of(other), "Name", Pings.DM)
        await bot.sandbox.control("member", guild=bot.sandbox.guild, user=other.user.id, closed_dms=True)
        for _ in range(2):
            await turn_over(bot, mover, seconds=AWAY_SECONDS)
            await turn_over(bot, other, seconds=5)
        assert (await bot.sandbox.traffic())["statuses"]["403"] == 1
        assert not alone(bot, other)
        assert asked(mover)


async def test_a_buried_table_comes_back_with_all_hands_below_it(tmp_path: Path) -> None:
    """All below the chat, and each there once: a waiting player has their cards on screen at their turn."""
    async with clocked_bot(tmp_path) as bot:
        mover, other = await two(bot)
        before, hand, own = table(other), other.hand, mover.hand
        await chat(bot, mover, BURYING)
        await turn_over(bot, mover, seconds=1)
        await other.user.wait_gone(before)
        await other.user.wait_gone(hand)
        await mover.user.wait_gone(own)
        for player in (mover, other):
            await player.user.wait_until(partial(lambda each: len(each.hands) == 1, player))
            assert int(player.hand["id"]) > int(table(player)["id"])
        assert asked(other)
        assert not table(other)["mentions"]
        # It is the live one: what happens next is on it.
        await turn_over(bot, other, seconds=1)
        assert not asked(other)


async def test_a_call_that_must_wait_for_its_channel_comes_unless_they_have_come(tmp_path: Path) -> None:
    """A table is posted again once in twenty seconds: the call follows then, or is not needed any more."""
    async with clocked_bot(tmp_path) as bot:
        mover, other = await two(bot)
        await bot.client.manager.persons.set_pings(user_of(mover), "Name", Pings.ALWAYS)
        await bot.client.manager.persons.set_pings(user_of(other), "Name", Pings.ALWAYS)
        await turn_over(bot, mover, seconds=30)
        first = await other.user.wait_until(lambda: table(other)["mentions"] and table(other))
        await turn_over(bot, other, seconds=5)
        assert table(mover)["id"] == first["id"]
        await until_idle(bot, seconds=REPOST_SECONDS - 5)
        await mover.user.wait_gone(first)
        called = table(mover)
        assert [each["id"] for each in called["mentions"]] == [mover.user.id]


async def test_a_table_that_may_not_be_posted_again_goes_on_being_edited(tmp_path: Path) -> None:
    """Discord forbids the new message: nobody is called, and the match is seen where it was."""
    async with clocked_bot(tmp_path) as bot:
        mover, other = await two(bot)
        before = table(other)
        route = "/channels/{channel_id}/messages"
        await bot.sandbox.control("fault", method="POST", route=route, status=403, code=50013)
        await turn_over(bot, mover, seconds=AWAY_SECONDS)
        shown = await other.user.wait_update(before["id"], lambda m: m["content"] != before["content"])
        assert shown["id"] == table(other)["id"]


async def test_an_invitation_calls_as_its_people_have_chosen(tmp_path: Path) -> None:
    """Never: the name stands there and nobody is called; alone: with a link."""
    async with clocked_bot(tmp_path) as bot:
        host, never, direct = [await bot.player(index) for index in range(3)]
        persons = bot.client.manager.persons
        await persons.set_pings(user_of(never), "Name", Pings.NEVER)
        await persons.set_pings(user_of(direct), "Name", Pings.DM)
        options = {"rules": "sannin", "opponent": never.user.id, "opponent2": direct.user.id}
        await host.user.command("koikoi play", channel=CHANNEL, options=options)
        lobby = await host.user.wait_for(lambda m: bool(presses(m, Verb.ACCEPT)), channel=CHANNEL)
        assert never.user.mention in lobby["content"]
        assert not lobby["mentions"]
        await until_told(bot, direct)
        (told,) = alone(bot, direct)
        assert told.content.endswith(lobby["id"])
        assert not alone(bot, never)


@pytest.mark.parametrize(("pings", "told"), [(Pings.NEVER, 0), (Pings.DM, 1)])
async def test_a_host_is_reminded_to_start_as_they_have_chosen(
    tmp_path: Path, pings: Pings, told: int
) -> None:
    """The table stays where it is; who wants it so has a message to them alone."""
    async with clocked_bot(tmp_path) as bot:
        host, guest = await bot.player(0), await bot.player(1)
        await bot.client.manager.persons.set_pings(user_of(host), "Name", pings)
        await host.user.command("koikoi play", channel=CHANNEL)
        lobby = await guest.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)), channel=CHANNEL)
        await guest.tap(lobby, Verb.JOIN)
        await until_idle(bot, seconds=1)
        view = await bot.client.manager.view(MATCH)
        bot.client.presenter.publish(view, Cause(Occasion.NUDGED, made_by=MadeBy.CLOCK))
        await until_idle(bot, seconds=1)
        if told:
            await until_told(bot, host)
        assert len(alone(bot, host)) == told
        (shown,) = [each for each in host.user.public(CHANNEL) if presses(each, Verb.START)]
        assert shown["id"] == lobby["id"]


async def until_told(bot: ClockedBot, player: Player) -> None:
    """Wait until somebody has a message to them alone."""
    await until(lambda: alone(bot, player))
