"""The hands of an arena on a phone: one at a time, however many matches somebody plays."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from bot.ids import MatchId
from bot.service.arenas import LOOK_SECONDS
from cogs.messages.hand_channels import HandChannels
from cogs.messages.writer import BURIED
from tests.support.e2e.arena_stage import (
    both_paired,
    end_arena,
    open_arena,
    passing,
    results,
    shown,
    threads,
    told,
)
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, stage
from tests.support.e2e.panels import press
from tests.support.e2e.scripted_player import Player, act_until, never_stopping, presses

TOKEN_SECONDS = 900
"""The life of a press's token at Discord."""


@dataclass(frozen=True)
class Shown:
    """The only hand on somebody's screen: its message, and its match."""

    message: str
    match: MatchId

    @classmethod
    def to(cls, player: Player) -> Shown | None:
        """Return the hand of a player; None where there is not one alone, or it offers nothing of a match."""
        hands = player.hands
        matches = {press.match for hand in hands for press in presses(hand)}
        return cls(hands[0]["id"], matches.pop()) if len(hands) == len(matches) == 1 else None


async def played_out(
    here: LoopStage, players: Sequence[Player], pause: Callable[[], Awaitable[object]]
) -> tuple[Player, dict[Player, Shown]]:
    """Play a match of two to its end, with a pause before each press.

    Returns the player whose press ended it, and the hands that the two had.
    """
    (thread,), last = threads(here), players[0]
    first = {player: shown for player in players if (shown := Shown.to(player))}
    before = len(results(last, thread))

    async def moved() -> bool:
        nonlocal last
        await pause()
        for player in players:
            if await player.move(never_stopping):
                last = player
                break
        await here.rest()
        return True

    await act_until([each.user for each in players], lambda: len(results(last, thread)) > before, moved)
    return last, first


def next_hand(player: Player, before: Shown, *, same: bool) -> bool:
    """Whether a player sees the hand of another match, in the same message or in another one."""
    shown = Shown.to(player)
    return shown is not None and shown.match != before.match and (shown.message == before.message) is same


@pytest.mark.outside
async def test_the_next_hand_takes_the_place_of_the_ended_one(tmp_path: Path) -> None:
    """Also where the press that joined the arena is too old by then: the last one on a hand counts."""
    async with stage(tmp_path) as here:
        ann, ben, _ = await both_paired(here)
        begun = here.clock.monotonic()

        async def think() -> None:
            if here.clock.monotonic() - begun <= TOKEN_SECONDS:
                await here.pass_time(100)

        _, first = await played_out(here, (ann, ben), think)
        assert here.clock.monotonic() - begun > TOKEN_SECONDS and len(first) == 2
        for player, before in first.items():
            await passing(here, partial(next_hand, player, before, same=False))
        await here.rest()
        (thread,) = threads(here)
        said = sorted(
            player.hand["content"].partition(f"<#{thread}> · ")[2].splitlines()[0] for player in first
        )
        assert said in (["1 of 2 · 2 points", "2 of 2 · 0 points"], ["1 of 2 · 1 point", "1 of 2 · 1 point"])
        await here.must_be_clean()


@pytest.mark.outside
async def test_hands_are_edits_in_a_channel_that_takes_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The note becomes the first hand, and that the next one, unless people who talk have pushed it up."""
    monkeypatch.setattr(HandChannels, "is_full", lambda *_: True)
    async with stage(tmp_path) as here:
        ann, ben = await here.player(0), await here.player(1)
        standing = await open_arena(ann, rules="classic")
        notes = {player: await told(player, standing, "Join") for player in (ann, ben)}
        await passing(here, lambda: Shown.to(ann) and Shown.to(ben))
        for player in (ann, ben):
            assert [each["id"] for each in player.user.ephemerals()] == [notes[player]["id"]]
        who = await told(ben, standing, "More")
        assert [each["id"] for each in ben.user.ephemerals()] == [notes[ben]["id"], who["id"]]

        async def talk() -> None:
            for number in range(BURIED):
                await ann.user.say(f"line {number}", channel=CHANNEL)

        _, first = await played_out(here, (ann, ben), here.rest)
        for player, before in first.items():
            await passing(here, partial(next_hand, player, before, same=True))
        last, second = await played_out(here, (ann, ben), talk)
        (other,) = {ann, ben} - {last}
        await passing(here, partial(next_hand, other, second[other], same=False))
        await here.must_be_clean()


@pytest.mark.outside
@pytest.mark.parametrize("restarts", [False, True])
async def test_the_end_is_told_to_everybody_once_however_slow_discord_is(
    tmp_path: Path, restarts: bool
) -> None:
    """Notes to all players go to one channel, where Discord slows them down; a restart comes in between."""
    async with stage(tmp_path) as here:
        ann, ben, standing = await both_paired(here)
        await played_out(here, (ann, ben), here.rest)
        await here.rest()
        route = "/webhooks/{webhook_id}/{webhook_token}"
        await here.sandbox.control("fault", method="POST", route=route, status=429, retry_after=50)
        for _ in range(2):
            await end_arena(ann, standing)

        def lines() -> list[int]:
            said = ([m["content"] for m in each.user.ephemerals()] for each in (ann, ben))
            return [sum("is over. Your place" in each for each in texts) for texts in said]

        if restarts:
            await passing(here, lambda: shown(ann, "podium.png"))
            assert lines() == [0, 0]
            await here.restart()
        await passing(here, lambda: all(lines()))
        await here.restart()
        await here.pass_time(LOOK_SECONDS)
        await here.rest()
        assert lines() == [1, 1]
        await here.must_be_clean()


async def test_presses_on_an_arena_change_one_note(tmp_path: Path) -> None:
    """A press in public brings it anew, at the bottom, and takes the old one away; one on it changes it."""
    async with stage(tmp_path) as here:
        ann = await here.player(0)
        standing = await open_arena(ann, rules="classic")
        for label in ("Join", "More", "My table", "More"):
            note = await told(ann, standing, label)
        asked = await press(ann, await press(ann, note, "Manage"), "End arena")
        assert [each["id"] for each in ann.user.ephemerals()] == [note["id"]] == [asked["id"]]
        await here.restart()
        await press(ann, asked, "End arena")
        assert [each["id"] for each in ann.user.ephemerals()] == [note["id"]]
        await here.must_be_clean()
