"""The private messages of an arena: one hand and one note at a time, or a phone is full of them."""

from __future__ import annotations

import time
from collections.abc import Collection
from functools import partial
from pathlib import Path

import pytest

from tests.support.e2e.arena_stage import PATIENCE, both_paired, open_arena, passing, results, threads, told
from tests.support.e2e.e2e_stage import stage
from tests.support.e2e.panels import press
from tests.support.e2e.scripted_player import Player, never_stopping

TOKEN_SECONDS = 900
"""The life of a press's token at Discord."""
pytestmark = pytest.mark.usefixtures("ordinary_deals")


def one_new_hand(player: Player, before: Collection[str]) -> bool:
    """Whether somebody has one hand on the screen, and another one than before."""
    return [hand["id"] in before for hand in player.hands] == [False]


async def test_the_next_hand_takes_the_place_of_the_ended_one(tmp_path: Path) -> None:
    """Also where the press that joined the arena is too old by then: the last one on a hand counts."""
    async with stage(tmp_path) as here:
        ann, ben, _ = await both_paired(here)
        (thread,), first = threads(here), {ann.hand["id"], ben.hand["id"]}
        begun, patient = here.clock.monotonic(), time.monotonic() + PATIENCE
        while not results(ann, thread):
            assert time.monotonic() < patient
            await here.pass_time(70)
            await ann.move(never_stopping) or await ben.move(never_stopping)
            await here.rest()
        assert here.clock.monotonic() - begun > TOKEN_SECONDS
        for player in (ann, ben):
            await passing(here, partial(one_new_hand, player, first))
        await here.must_be_clean()


async def test_presses_on_an_arena_change_one_note(tmp_path: Path) -> None:
    """A press in public brings it anew, at the bottom, and takes the old one away; one on it changes it."""
    async with stage(tmp_path) as here:
        ann = await here.player(0)
        standing = await open_arena(ann, rules="classic")
        for label in ("Pause", "In words", "My table", "Who plays"):
            note = await told(ann, standing, label)
        asked = await press(ann, note, "End arena")
        assert [each["id"] for each in ann.user.ephemerals()] == [note["id"]] == [asked["id"]]
        await here.restart()
        await press(ann, asked, "End arena")
        assert [each["id"] for each in ann.user.ephemerals()] == [note["id"]]
        await here.must_be_clean()
