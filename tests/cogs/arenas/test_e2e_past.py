"""Arenas that are over, as people find them in Discord: from where, and whose names they read."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest

from cogs.messages import note_message
from tests.support.e2e.arena_stage import both_paired, end_arena, labels, open_arena, passing, shown, told
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, stage
from tests.support.e2e.panels import press
from tests.support.e2e.scripted_player import Player
from tests.support.sandbox.messages import Json


async def end(here: LoopStage, player: Player, standing: Json) -> None:
    """End an arena without waiting for its matches."""
    for _ in range(2):
        await end_arena(player, standing)
    await passing(here, lambda: shown(player, "podium.png"))


def named(words: Json) -> set[str]:
    """Return the names in a standing in words."""
    rows = [line for line in words["content"].splitlines() if re.match(r"\*\*\d", line)]
    return {row.partition("** ")[2].partition(":")[0] for row in rows}


async def test_past_arenas_are_found_from_the_leaderboard_and_from_the_command(tmp_path: Path) -> None:
    """Also while the next one goes on; the standing of one leads back to the list."""
    async with stage(tmp_path) as here:
        ann, _, standing = await both_paired(here)
        await end(here, ann, standing)
        wanted = {"measure": "arenas", "rules": "classic", "period": "all"}
        outcome = await ann.user.command("koikoi leaderboard", channel=CHANNEL, options=wanted)
        past = await press(ann, await ann.user.answer(outcome), "Past arenas")
        assert "**1** " in past["content"] and "2 players" in past["content"]
        words = await press(ann, past, "1")
        assert ": 0 points" in words["content"]
        assert (await press(ann, words, "Past arenas"))["content"] == past["content"]
        rated = await ann.user.command("koikoi leaderboard", channel=CHANNEL, options={"measure": "wins"})
        assert "Past arenas" not in labels(await ann.user.answer(rated))
        await open_arena(ann, rules="classic")
        outcome = await ann.user.command("koikoi arena", channel=CHANNEL)
        again = await press(ann, await ann.user.answer(outcome), "Past arenas")
        assert again["content"] == past["content"]
        await here.must_be_clean()


async def test_people_who_hide_have_no_name_in_past_arenas(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Except to themselves; the standing of a live arena names everybody at its tables."""
    monkeypatch.setattr(note_message, "TWICE", timedelta())
    async with stage(tmp_path) as here:
        ann, ben, standing = await both_paired(here)
        await here.change_rows("UPDATE people SET hidden = 1 WHERE discord = ?", int(ben.user.id))
        names = named(await told(ann, standing, "More"))
        assert len(names) == 2 and "somebody" not in names
        await end(here, ann, standing)
        poster = shown(ann, "podium.png")[0]
        assert named(await told(ben, poster, "More")) == names
        for_ann = named(await told(ann, poster, "More"))
        assert "somebody" in for_ann and len(for_ann & names) == 1
        await here.must_be_clean()
