"""An arena is opened in Discord: the times that are offered, now, every week, and when that is skipped."""

from __future__ import annotations

import asyncio
from datetime import time
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.ids import GuildId, UserId
from bot.match.vocabulary import Person
from bot.storage import arenas
from bot.times_of_day import next_at
from tests.support.e2e.arena_stage import (
    announce,
    announced,
    both_paired,
    files,
    labels,
    open_arena,
    opener,
    passing,
    shown,
    told,
)
from tests.support.e2e.e2e_stage import CHANNEL, stage
from tests.support.e2e.panels import press
from tests.support.sandbox.messages import Json

WEEKLY = {"repeat": "weekly"}


async def test_the_times_that_are_offered_are_those_that_are_typed(tmp_path: Path) -> None:
    """Discord takes the first one for whatever somebody has typed."""
    async with stage(tmp_path) as here:
        ann = await here.player(0)
        for typed, first in (("", "0"), ("no", "0"), ("15", "15"), ("45", "45"), ("20:30", "20:30")):
            offered = await ann.user.autocomplete(
                "koikoi arena", "start", options={"start": typed}, channel=CHANNEL
            )
            assert offered[0]["value"] == first, typed
        await here.must_be_clean()


async def test_a_weekly_arena_that_begins_now_is_not_skipped(tmp_path: Path) -> None:
    """Nobody else has had the time to join; its first message is the standing already."""
    async with stage(tmp_path) as here:
        ann = await here.player(0)
        shown = await announced(ann, **WEEKLY)
        assert "My table" in labels(shown) and "ends <t:" in shown["content"]
        await here.must_be_clean()


@pytest.mark.outside
async def test_a_weekly_arena_says_when_it_is_skipped_and_that_it_was(tmp_path: Path) -> None:
    """The announcement says so before; afterwards the same message tells when the next one begins."""
    async with stage(tmp_path) as here:
        ann = await here.player(0)
        shown = await announced(ann, start="15", **WEEKLY)
        assert "Every week, unless fewer than 3 join." in shown["content"]

        def skipped() -> list[Json]:
            return [m for m in ann.user.public(CHANNEL) if "is skipped: fewer than 3" in m["content"]]

        (after,) = await passing(here, skipped, step=15)
        assert after["id"] == shown["id"] and "The next one begins <t:" in after["content"]
        assert not labels(after)
        await here.must_be_clean()


async def test_matches_last_three_months_unless_said(tmp_path: Path) -> None:
    """By any rules. Those of one month move no ratings and pay for courage; *Sannin* has none."""
    async with stage(tmp_path) as here:
        ann = await here.player(0)
        outcome = await ann.user.command(
            "koikoi arena", channel=CHANNEL, options={"start": "15", "rules": "sannin", "months": "1"}
        )
        assert "3, 6, 12" in (await ann.user.answer(outcome))["content"]
        shown = await announced(ann, start="15")
        assert "**Arena: Standard · 3 months**" in shown["content"]
        assert "koi-koi" not in shown["content"] and "move no ratings" not in shown["content"]
        await here.must_be_clean()


async def test_a_plan_names_what_it_clashes_with(tmp_path: Path) -> None:
    """The host is told when and where the other one is; a manager may plan both."""
    async with stage(tmp_path) as here:
        ann, ben = await here.player(0), await here.player(1)
        await announced(ann, start="15")
        note = await announce(ben.user, start="45")
        assert "Another arena is to run at that time" in note["content"]
        assert "<t:" in note["content"] and "<#" in note["content"]
        outcome = await ben.user.command("koikoi arena", channel=CHANNEL, options={"start": "200"})
        preview = await ben.user.answer(outcome)
        refused = await press(ben, preview, "Open arena")
        assert "You have planned an arena already" in refused["content"]
        assert opener(refused) == opener(preview)
        await here.must_be_clean()


@pytest.mark.outside
async def test_a_plan_lapses_behind_an_arena_that_runs(tmp_path: Path) -> None:
    """The channel is told that it waits, then that it has lapsed."""
    async with stage(tmp_path) as here:
        ann, ben = await here.player(0), await here.player(1)
        await open_arena(ann, minutes="120")
        await announce(ben.user, start="20")

        def told(words: str) -> bool:
            return any(m["content"].startswith(words) for m in ann.user.public(CHANNEL))

        await passing(here, lambda: told("Another arena of this server still runs."), step=15)
        await passing(here, lambda: told("The arena has lapsed"), step=15)
        await here.must_be_clean()


async def test_a_time_of_day_is_the_hosts_own_else_the_servers_else_it_is_asked(tmp_path: Path) -> None:
    """The answer names the zone and the moment; a zone behind the time is that of the time."""
    async with stage(tmp_path) as here:
        client = here.bot.client
        assert client is not None
        ann, manager = await here.player(0), client.manager
        guild, me = GuildId(int(here.sandbox.guild)), UserId(int(ann.user.id))

        async def said(typed: str, zone: str = "") -> str:
            outcome = await ann.user.command("koikoi arena", channel=CHANNEL, options={"start": typed})
            text = str((await ann.user.answer(outcome))["content"])
            if zone:
                at = next_at(time(20, 30), ZoneInfo(zone), here.clock.now())
                assert f"20:30 ({zone})" in text and f"<t:{int(at.timestamp())}:F>" in text
                for arena in await client.store.read(arenas.live_in, guild):
                    await manager.arenas.end(arena, Person(me, "Ann", "en", join_id=1))
            return text

        assert "In which time zone is `20:30`?" in await said("20:30")
        await said("8.30 pm europe/berlin", "Europe/Berlin")
        await manager.servers.set_zone(guild, "en", "America/New_York")
        await said("２０：３０", "America/New_York")
        await manager.persons.set_zone(me, "Ann", "Asia/Tokyo")
        await said("2030", "Asia/Tokyo")
        assert "such as 20:30 or 8:30 pm" in await said("half past eight")
        assert "a week ahead at most" in await said("20160")
        await here.must_be_clean()


async def test_the_zones_that_a_time_may_be_of_are_offered(tmp_path: Path) -> None:
    """The typed text stands first where nobody has chosen a zone: Discord takes the first one."""
    async with stage(tmp_path) as here:
        assert here.bot.client is not None
        ann, guild = await here.player(0), GuildId(int(here.sandbox.guild))

        async def offered(typed: str) -> list[str]:
            options = {"start": typed}
            found = await ann.user.autocomplete("koikoi arena", "start", options=options, channel=CHANNEL)
            return [each["name"] for each in found]

        first, *zones = await offered("8:30 pm")
        assert first == "8:30 pm" and "20:30 Asia/Tokyo" in zones and len(zones) <= 24
        assert (await offered("8:30 pm berl"))[0] == "20:30 Europe/Berlin"
        await here.bot.client.manager.servers.set_zone(guild, "en", "America/New_York")
        assert await offered("2030") == ["20:30 (America/New_York)"]
        await here.must_be_clean()


async def test_nobody_sees_an_arena_before_its_host_opens_it_once(tmp_path: Path) -> None:
    """The preview is private and says what will be played, when and for how long; two presses open one."""
    async with stage(tmp_path) as here:
        ann = await here.player(0)
        options = {"start": "20:30 Asia/Tokyo", "minutes": "90", "rules": "sannin"}
        preview = await ann.user.answer(
            await ann.user.command("koikoi arena", channel=CHANNEL, options=options)
        )
        assert preview["flags"] & 64 and ann.user.public(CHANNEL) == []
        assert (
            "**Arena: Sannin · 3 months**" in preview["content"]
            and "20:30 (Asia/Tokyo)" in preview["content"]
        )
        assert "for 1 h 30 min" in preview["content"] and labels(preview) == ["Open arena"]
        custom_id = opener(preview)
        assert custom_id is not None
        await asyncio.gather(*(ann.user.attempt(preview, custom_id) for _ in range(2)))
        await ann.user.wait_for(lambda m: "arena.png" in files(m), channel=CHANNEL)
        await here.rest()
        assert len(shown(ann, "arena.png")) == 1
        own = ann.user.message(preview["id"])
        assert own is not None and labels(own) == ["Leave", "Manage"]
        await here.must_be_clean()


async def test_every_question_of_a_host_has_a_way_back(tmp_path: Path) -> None:
    """From *More* to each question, and from each back to *More*; nothing has happened."""
    async with stage(tmp_path) as here:
        ann = await here.player(0)
        standing = await open_arena(ann, rules="classic")
        note = await told(ann, standing, "More", "Manage")
        for label in ("End arena", "Remove player"):
            asked = await press(ann, note, label)
            note = await press(ann, asked, "Back")
        more = await press(ann, note, "Back")
        assert "Pause" in labels(more)
        paused = await press(ann, more, "Pause")
        assert labels(paused) == ["Come back", "Leave", "Manage"]
        await here.must_be_clean()


async def test_a_pause_says_that_it_begins_after_this_match(tmp_path: Path) -> None:
    async with stage(tmp_path) as here:
        ann, _, standing = await both_paired(here)
        note = await told(ann, standing, "More", "Pause")
        assert "You pause after this match." in note["content"] and "You play" in note["content"]
        await here.must_be_clean()
