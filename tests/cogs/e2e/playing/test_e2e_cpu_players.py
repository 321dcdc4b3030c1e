"""CPU players through the sandbox: every level plays whole matches by every rule set, every character too."""

from __future__ import annotations

from functools import partial
from itertools import product
from pathlib import Path

import pytest

from bot.match.vocabulary import CpuLevel, CpuPlayer
from cogs.presses.custom_id import Verb
from engine.rules.rule_sets import RuleSetId
from tests.support.e2e.e2e_stage import CHANNEL, stage, table_of
from tests.support.e2e.lobbies import choose, open_lobby
from tests.support.e2e.scripted_player import is_over, play_on

pytestmark = pytest.mark.usefixtures("ordinary_deals")
CHARACTERS = ("", "-bold", "-careful")
TABLES = [
    (rules, CpuPlayer(f"{level}{CHARACTERS[number % len(CHARACTERS)]}"))
    for number, (level, rules) in enumerate(product(CpuLevel, RuleSetId))
]
"""Sixteen matches, in which each of the twelve players has one at least."""


@pytest.mark.parametrize(("rules", "cpu"), TABLES)
async def test_every_cpu_player_plays_a_match_to_its_end(
    tmp_path: Path, rules: RuleSetId, cpu: CpuPlayer
) -> None:
    """From `cpu:` to the result, against somebody who presses by chance; nothing fails, nothing leaks."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        months = 3 if rules is RuleSetId.SANNIN else 1
        outcome = await player.user.command(
            "koikoi play", channel=CHANNEL, rules=rules.value, months=months, cpu=cpu.value
        )
        assert not outcome.failed
        await play_on([player])
        await player.user.wait_until(partial(is_over, player))
        here.must_be_private()
        await here.must_be_clean()


async def test_a_character_is_chosen_in_the_lobby_and_named_at_the_table(tmp_path: Path) -> None:
    """The select names all twelve, the even ones first, with how each plays; the draw says it again."""
    assert {cpu for _, cpu in TABLES} == set(CpuPlayer)
    async with stage(tmp_path) as here:
        player = await here.player(0)
        lobby = await open_lobby(player)
        (select,) = [each for row in lobby["components"] for each in row["components"] if "options" in each]
        assert [each["value"] for each in select["options"]] == [each.value for each in CpuPlayer]
        assert [each["value"] for each in select["options"]][:4] == [each.value for each in CpuLevel]
        told = {each["value"]: (each["label"], each["description"]) for each in select["options"]}
        label, manner = told[CpuPlayer.HARD_CAREFUL]
        assert label == "CPU Kame (hard)" and manner.startswith("careful")
        await choose(player, lobby, Verb.PLAY_CPU, CpuPlayer.HARD_CAREFUL)
        await player.user.wait_for(lambda m: manner in m["content"])
        assert "CPU Kame" in table_of(player)["content"]
        await here.must_be_clean()
