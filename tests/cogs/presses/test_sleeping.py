"""A match that rests, as its people see it: one line, a call, and a thread where the channel is full."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.sandbox.world.permissions import Permission
from bot.sandbox.world.seed import GUILD_ID
from bot.wording import own_matches
from cogs.content.custom_id import Verb
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, begin, stage
from tests.support.e2e.panels import without
from tests.support.e2e.scripted_player import Player, presses
from tests.support.sandbox.messages import Json
from tests.support.wording_views import ENGLISH

pytestmark = pytest.mark.outside

TIMES = {"live_turn_seconds": "60", "live_bank_seconds": "0", "aside_seconds": "900"}


async def asleep(here: LoopStage, ann: Player, ben: Player) -> Json:
    """A match of two that both have left; the line in place of its table."""
    await begin(ann, ben, months=1)
    for player in (ann, ben):
        await player.hand_without(Verb.NEXT)
    for _ in range(60):
        await here.pass_time(61)
        if lines := [each for each in ann.user.public(CHANNEL) if "is paused" in each["content"]]:
            return lines[-1]
    raise AssertionError("it never rests")


async def test_a_match_that_rests_frees_its_channel_and_wakes_in_a_thread(tmp_path: Path) -> None:
    """The first press calls the other one, once, through a restart; the second one starts the clocks."""
    async with stage(tmp_path, **TIMES) as here:
        ann, ben, eve = [await here.player(number) for number in (1, 2, 3)]
        line = await asleep(here, ann, ben)
        assert not line["attachments"] and [press.verb for press in presses(line)] == [Verb.HAND]
        games = await ann.user.answer(await ann.user.command("koikoi games", channel=CHANNEL))
        assert ENGLISH.say(own_matches.STANDINGS["ASIDE"]) in games["content"]
        mentions = [each for each in ann.user.public(CHANNEL) if each["mentions"]]
        await eve.user.command("koikoi play", channel=CHANNEL)
        await eve.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        pressed = await ann.tap(line, Verb.HAND)
        said = await ann.user.answer(pressed)
        await here.still()
        threads = [each for each in here.server.world.channels.values() if each.parent_id and each.messages]
        (thread,) = (each for each in threads if each.guild_id == GUILD_ID)
        assert f"<#{thread.id}>" in said["content"] and not presses(said)
        called = await ben.user.wait_for(
            lambda m: "would like to play on" in m["content"] and bool(m["mentions"])
        )
        assert called["channel_id"] == str(thread.id)
        assert [each["id"] for each in called["mentions"]] == [ben.user.id]
        await here.restart()
        await ann.tap(called, Verb.HAND)
        await here.rest()
        await ben.tap(called, Verb.HAND)
        back = await ben.user.wait_for(
            lambda m: m["channel_id"] == str(thread.id) and bool(presses(m, Verb.MORE))
        )
        assert back["attachments"]
        await here.rest()
        assert not [each for each in ann.user.public(CHANNEL) if each["id"] == line["id"]]
        assert [each for each in ann.user.public(CHANNEL) if each["mentions"]] == mentions
        await here.must_be_clean()


async def test_a_match_that_nobody_resumes_ends_in_a_day(tmp_path: Path) -> None:
    """Nobody is called, and a line says that it has no result."""
    async with stage(tmp_path, **TIMES) as here:
        ann, ben = await here.player(1), await here.player(2, "ja")
        line = await asleep(here, ann, ben)
        before = ann.user.public(CHANNEL)
        await here.pass_time(86_300)
        assert ann.user.public(CHANNEL) == before
        await here.pass_time(101)
        await ann.user.wait_for(lambda m: "nobody had moved for too long" in m["content"])
        await here.rest()
        assert not [each for each in ann.user.public(CHANNEL) if each["id"] == line["id"] or each["mentions"]]
        await here.must_be_clean()


async def test_without_a_right_to_threads_a_match_wakes_in_its_full_channel(tmp_path: Path) -> None:
    """Nobody is kept from their own match."""
    async with stage(tmp_path, **TIMES) as here:
        ann, ben, eve = [await here.player(number) for number in (1, 2, 3)]
        line = await asleep(here, ann, ben)
        await eve.user.command("koikoi play", channel=CHANNEL)
        await eve.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        await without(here, here.sandbox.channel(CHANNEL), Permission.CREATE_PUBLIC_THREADS)
        await ann.tap(line, Verb.HAND)
        called = await ben.user.wait_for(
            lambda m: "would like to play on" in m["content"] and bool(m["mentions"])
        )
        await ben.tap(called, Verb.HAND)
        back = await ben.user.wait_for(lambda m: bool(presses(m, Verb.MORE)) and not m["flags"] & 64)
        assert back["channel_id"] == called["channel_id"] == here.sandbox.channel(CHANNEL)
        await here.must_be_clean()
