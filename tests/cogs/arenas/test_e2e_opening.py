"""An arena is opened in Discord: the times that are offered, now, every week, and when that is skipped."""

from __future__ import annotations

from datetime import time
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.ids import GuildId, UserId
from bot.match.vocabulary import Person
from bot.storage import arenas
from bot.times_of_day import next_at
from tests.support.e2e.arena_stage import files, labels, open_arena, passing
from tests.support.e2e.e2e_stage import CHANNEL, stage
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
        await ann.user.command("koikoi arena", channel=CHANNEL, options=WEEKLY)
        shown = await ann.user.wait_for(lambda m: "arena.png" in files(m), channel=CHANNEL)
        assert "My table" in labels(shown) and "ends <t:" in shown["content"]
        await here.must_be_clean()


@pytest.mark.outside
async def test_a_weekly_arena_says_when_it_is_skipped_and_that_it_was(tmp_path: Path) -> None:
    """The announcement says so before; afterwards the same message tells when the next one begins."""
    async with stage(tmp_path) as here:
        ann = await here.player(0)
        await ann.user.command("koikoi arena", channel=CHANNEL, options={"start": "15", **WEEKLY})
        shown = await ann.user.wait_for(lambda m: "arena.png" in files(m), channel=CHANNEL)
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
        ann, opened = await here.player(0), {"start": "15"}
        outcome = await ann.user.command(
            "koikoi arena", channel=CHANNEL, options={"start": "15", "rules": "sannin", "months": "1"}
        )
        assert "3, 6, 12" in (await ann.user.answer(outcome))["content"]
        await ann.user.command("koikoi arena", channel=CHANNEL, options=opened)
        shown = await ann.user.wait_for(lambda m: "arena.png" in files(m), channel=CHANNEL)
        assert "**Arena: Standard · 3 months**" in shown["content"]
        assert "koi-koi" not in shown["content"] and "move no ratings" not in shown["content"]
        await here.must_be_clean()


async def test_a_plan_names_what_it_clashes_with(tmp_path: Path) -> None:
    """The host is told when and where the other one is; a manager may plan both."""
    async with stage(tmp_path) as here:
        ann, ben = await here.player(0), await here.player(1)
        await ann.user.command("koikoi arena", channel=CHANNEL, options={"start": "15"})
        await ben.user.command("koikoi arena", channel=CHANNEL, options={"start": "45"})
        note = await ben.user.wait_for(lambda m: "Another arena is to run at that time" in m["content"])
        assert "<t:" in note["content"] and "<#" in note["content"]
        await ben.user.command("koikoi arena", channel=CHANNEL, options={"start": "200"})
        await ben.user.wait_for(lambda m: "You have planned an arena already" in m["content"])
        await here.must_be_clean()


@pytest.mark.outside
async def test_a_plan_lapses_behind_an_arena_that_runs(tmp_path: Path) -> None:
    """The channel is told that it waits, then that it has lapsed."""
    async with stage(tmp_path) as here:
        ann, ben = await here.player(0), await here.player(1)
        await open_arena(ann, minutes="120")
        await ben.user.command("koikoi arena", channel=CHANNEL, options={"start": "20"})

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
