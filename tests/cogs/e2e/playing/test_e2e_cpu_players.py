"""CPU players through the sandbox: every level plays whole matches by every rule set, every character too."""

from __future__ import annotations

from functools import partial, partialmethod
from itertools import product
from pathlib import Path

import pytest

from bot.match.vocabulary import CpuLevel, CpuPlayer
from bot.opponents.thinker import Thinker
from cogs.content.custom_id import Verb
from cogs.messages.table_rows import CHARACTERS, LEVEL
from engine.rules.rule_sets import RuleSetId
from tests.support import short_search
from tests.support.e2e.e2e_stage import stage, table_of
from tests.support.e2e.lobbies import choose, open_lobby
from tests.support.e2e.scripted_player import Player, is_over, play_on
from tests.support.sandbox.messages import Json, selects

pytestmark = pytest.mark.usefixtures("ordinary_deals")
SUFFIXES = ("", "-bold", "-careful")
TABLES = [
    (rules, CpuPlayer(f"{level}{SUFFIXES[number % len(SUFFIXES)]}"))
    for number, (level, rules) in enumerate(product(CpuLevel, RuleSetId))
]
"""Sixteen matches, in which each of the twelve players has one at least."""


@pytest.mark.parametrize(("rules", "cpu"), TABLES)
async def test_every_cpu_player_plays_a_match_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rules: RuleSetId, cpu: CpuPlayer
) -> None:
    """From *Choose a character* to the result, against somebody who presses by chance; nothing leaks.

    Of *master* the process is meant, and not how well it plays: it searches for a tenth of its time.
    """
    monkeypatch.setattr(Thinker, "__init__", partialmethod(Thinker.__init__, search=short_search.choose))
    async with stage(tmp_path) as here:
        player = await here.player(0)
        months = 3 if rules is RuleSetId.SANNIN else 1
        lobby = await open_lobby(player, rules=rules.value, months=months)
        note = await characters_of(player, lobby)
        outcome = await player.user.select(note, [cpu.value], custom_id=select_of(note, cpu)["custom_id"])
        assert not outcome.failed
        await play_on([player])
        await player.user.wait_until(partial(is_over, player))
        here.must_be_private()
        await here.must_be_clean()


async def characters_of(player: Player, lobby: Json) -> Json:
    """Open the private note of characters."""
    return await player.user.answer(await choose(player, lobby, Verb.PLAY_CPU, CHARACTERS))


def select_of(note: Json, cpu: CpuPlayer) -> Json:
    """The select of a note that offers a CPU player."""
    (found,) = [
        each for each in selects(note) if cpu.value in [option["value"] for option in each["options"]]
    ]
    return found


LEVELS = [f"{LEVEL}{each.value}" for each in CpuLevel]


async def test_a_level_is_chosen_first_and_the_last_opponent_stands_on_top(tmp_path: Path) -> None:
    """Five lines, then six; a person who has opted out has five, as everybody sees the select."""
    async with stage(tmp_path) as here:
        player, other = await here.player(0), await here.player(1)
        lobby = await open_lobby(player, months=1)
        (select,) = selects(lobby)
        assert [each["value"] for each in select["options"]] == [*LEVELS, CHARACTERS]
        assert [each["label"] for each in select["options"]][:4] == ["Easy", "Normal", "Hard", "Master"]
        refused = await choose(other, lobby, Verb.PLAY_CPU, CHARACTERS)
        assert "host" in (await other.user.answer(refused))["content"]
        note = await characters_of(player, lobby)
        assert note["flags"] & 64 and [len(each["options"]) for each in selects(note)] == [4, 4, 4]
        assert [each["placeholder"] for each in selects(note)][2] == "Kame: choose a level"
        assert "**Kame** · careful: stops early" in note["content"]
        chosen = select_of(note, CpuPlayer.HARD_CAREFUL)
        await player.user.select(note, [CpuPlayer.HARD_CAREFUL.value], custom_id=chosen["custom_id"])
        await player.user.wait_for(lambda m: "careful: stops early" in m["content"] and not m["flags"] & 64)
        assert "CPU Kame" in table_of(player)["content"]
        await play_on([player])
        await player.user.wait_until(partial(is_over, player))
        lobby = await open_lobby(player, months=1)
        first, *others = selects(lobby)[0]["options"]
        assert (first["label"], first["value"]) == ("Again: Kame, hard", CpuPlayer.HARD_CAREFUL.value)
        assert [each["value"] for each in others] == [*LEVELS, CHARACTERS]
        await choose(player, lobby, Verb.PLAY_CPU, CpuPlayer.HARD_CAREFUL.value)
        await player.user.wait_for(lambda m: m["id"] == lobby["id"] and "CPU Kame" in m["content"])
        await here.must_be_clean()
