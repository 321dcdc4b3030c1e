"""CPU players through the sandbox: every level plays whole matches by every rule set, every character too."""

from __future__ import annotations

import asyncio
from functools import partial, partialmethod
from itertools import product
from pathlib import Path

import pytest

from bot.ids import MatchId
from bot.match.vocabulary import CpuLevel, CpuPlayer, Status
from bot.opponents import hard
from bot.opponents.places import rungs
from bot.opponents.thinker import Thinker
from bot.screens.result import won_seal
from cogs.content.custom_id import Verb
from cogs.messages.table_rows import CHARACTERS, LEVEL, OWN_LEVEL
from engine.rules.options import make_rules
from engine.rules.rule_sets import RuleSetId
from tests.support import short_search
from tests.support.e2e.e2e_stage import CHANNEL, stage, table_of
from tests.support.e2e.forged_presses import answer_of, message_of, pressed, put, user_of
from tests.support.e2e.lobbies import choose, open_lobby
from tests.support.e2e.prepared_match import PEOPLE, PLACE
from tests.support.e2e.scripted_player import Player, is_hand, is_over, play_on, presses
from tests.support.manager_fixture import RunningService, running_service
from tests.support.sandbox.messages import Json, buttons, selects

SUFFIXES = ("", "-bold", "-careful")
TABLES = [
    pytest.param(
        rules,
        CpuPlayer(f"{level}{SUFFIXES[number % len(SUFFIXES)]}"),
        # Of each level and each rule set one is played at every run.
        marks=() if number % 5 == 0 else pytest.mark.long,
    )
    for number, (level, rules) in enumerate(product(CpuLevel, RuleSetId))
]
"""Sixteen matches, in which each of the twelve players has one at least."""


@pytest.mark.outside
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


RUNG = rungs(RuleSetId.LEAGUE)[0]
LEVELS = [f"{LEVEL}{each.value}" for each in CpuLevel]


@pytest.mark.outside
async def test_what_suits_the_host_stands_on_top_of_the_levels(tmp_path: Path) -> None:
    """The next rung is first, then come the own level and, once there is one, the last opponent."""
    async with stage(tmp_path) as here:
        player, other = await here.player(0), await here.player(1)
        lobby = await open_lobby(player, months=1)
        (select,) = selects(lobby)
        assert [each["value"] for each in select["options"]] == [RUNG.value, OWN_LEVEL, *LEVELS, CHARACTERS]
        labels = [each["label"] for each in select["options"]]
        assert labels[:3] == ["Rung 1 of 12: Tora, easy", "At my level", "Easy"]
        assert labels[2:6] == ["Easy", "Normal", "Hard", "Master"]
        assert select["options"][1]["description"] == "about as strong as Tora (easy), a first guess; unrated"
        assert select["options"][3]["description"].startswith("looks a move ahead")
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
        options = selects(lobby)[0]["options"]
        assert (options[2]["label"], options[2]["value"]) == ("Again: Kame, hard", "hard-careful")
        assert [each["value"] for each in options[:2]] == [RUNG.value, OWN_LEVEL]
        assert [each["value"] for each in options[3:]] == [*LEVELS, CHARACTERS]
        await choose(player, lobby, Verb.PLAY_CPU, CpuPlayer.HARD_CAREFUL.value)
        await player.user.wait_for(lambda m: m["id"] == lobby["id"] and "CPU Kame" in m["content"])
        await here.must_be_clean()


@pytest.mark.outside
@pytest.mark.parametrize("at_once", [False, True])
async def test_at_my_level_is_told_openly(tmp_path: Path, *, at_once: bool) -> None:
    """One press begins the match, or the command at once; the table tells that it is the player's level."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        if at_once:
            await player.user.command("koikoi play", channel=CHANNEL, months=1, cpu="own-level")
        else:
            await choose(player, await open_lobby(player, months=1), Verb.PLAY_CPU, OWN_LEVEL)
        told = "at the player's level"
        table = await player.user.wait_for(lambda m: told in m["content"] and not m["flags"] & 64)
        assert "as strong as" not in table["content"], "everybody reads it"
        await play_on([player])
        await player.user.wait_until(partial(is_over, player))
        (result,) = [each for each in player.user.public(CHANNEL) if presses(each, Verb.REMATCH)]
        assert not presses(result, Verb.RUNG)
        await here.must_be_clean()


async def won_match(folder: Path) -> MatchId:
    """A match of three months in which the first person has beaten the first rung of the ladder."""
    rung = rungs(RuleSetId.CLASSIC)[0]
    async with running_service(folder) as service:
        while True:
            rules = make_rules("classic", {"months": 3})
            opened = await service.manager.open_lobby(PLACE, PEOPLE[0], rules, cpu=rung)
            await _play_well(service, opened.match)
            view = await service.seen(opened.match)
            if (winner := won_seal(view)) is not None:
                assert winner == PEOPLE[0].user
                return view.match


async def _play_well(service: RunningService, match: MatchId) -> None:
    """The first person plays as *hard* does."""
    await service.draw(match)
    while (view := await service.seen(match)).status is Status.PLAYING:
        asked = [each.observation for each in view.seats if each.participant.user is not None]
        if view.rest is not None:
            await service.agree(match)
        elif (seen := asked[0]) is not None and seen.question is not None:
            await service.manager.act(match, PEOPLE[0].user, seen.question, hard.choose(seen))
        else:
            await asyncio.sleep(0)


async def test_after_a_win_the_next_rung_is_offered_once(tmp_path: Path) -> None:
    """To the winner, below the result; a rung that lies behind them is said to, and begins nothing."""
    match = await won_match(tmp_path)
    ladder = rungs(RuleSetId.CLASSIC)
    async with stage(tmp_path) as here:
        player, other = await here.player(0), await here.player(1)
        result = await player.user.wait_for(lambda m: bool(presses(m, Verb.RUNG)))
        (button,) = [each for each in buttons(result) if f"kk{match}:rung" in each["custom_id"]]
        assert button["label"] == "Next: Hato (easy), rung 2 of 12"
        refused = await other.user.press(result, custom_id=button["custom_id"])
        assert "Only its players" in (await other.user.answer(refused))["content"]
        behind = f"kk{match}:rung:{tuple(CpuPlayer).index(ladder[0])}"
        first = user_of(here, player.user.id)
        told = answer_of(here, await put(here, pressed(here, first, message_of(here, result["id"]), behind)))
        assert told is not None and "You have beaten CPU Tora \\(easy\\) already." in told.content
        assert "Next: Hato (easy), rung 2 of 12" in str(told.components)
        await player.user.press(result, custom_id=button["custom_id"])
        await player.user.wait_for(lambda m: is_hand(m) and any(each.match != match for each in presses(m)))
        await player.user.wait_for(lambda m: "CPU Hato" in m["content"])
        await here.must_be_clean()
