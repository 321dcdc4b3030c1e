"""An arena is opened in Discord: the times that are offered, now, every week, and when that is skipped."""

from __future__ import annotations

from pathlib import Path

import pytest

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


async def test_a_plan_lapses_behind_an_arena_that_runs(tmp_path: Path) -> None:
    """The channel is told that it waits, then that it has lapsed."""
    async with stage(tmp_path) as here:
        ann, ben = await here.player(0), await here.player(1)
        await open_arena(ann, minutes="120")
        await ben.user.command("koikoi arena", channel=CHANNEL, options={"start": "20"})

        def told(words: str) -> bool:
            return any(m["content"].startswith(words) for m in ann.user.public(CHANNEL))

        await passing(here, lambda: told("Another arena of this server still runs."), step=60)
        await passing(here, lambda: told("The arena has lapsed"), step=60)
        await here.must_be_clean()
