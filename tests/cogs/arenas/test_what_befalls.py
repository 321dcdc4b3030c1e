"""An arena in the local Discord, and what befalls it: people who leave, restarts, time without Discord."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.ids import GuildId, UserId
from bot.match.arenas.facts import ArenaStatus, Attendance
from bot.match.arenas.view import ArenaView
from bot.sandbox.world.permissions import Permission
from bot.service.arenas import LOOK_SECONDS
from tests.support.e2e.arena_stage import (
    announced,
    both_paired,
    end_arena,
    labels,
    open_arena,
    passing,
    shown,
    threads,
    told,
)
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, stage
from tests.support.e2e.panels import without
from tests.support.e2e.scripted_player import never_stopping, play_until
from tests.support.sandbox.messages import Json
from tests.support.waiting import until

HALF_SECONDS, HOURS = 61, 7200
CLOSE = 60.0
"""Seconds by which two times may differ that are meant to be the same."""


async def view_of(here: LoopStage) -> ArenaView:
    """Return the arena as it stands."""
    assert here.bot.client is not None
    found = await here.bot.client.manager.arenas.of_guild(GuildId(int(here.sandbox.guild)))
    assert found is not None
    return found


@pytest.mark.outside
async def test_who_leaves_the_server_leaves_the_arena(tmp_path: Path) -> None:
    """At half time of a turn they are looked for; then their time is over and they are paired no more."""
    async with stage(tmp_path) as here:
        ann, ben, _ = await both_paired(here)
        await here.sandbox.control("member", guild=here.sandbox.guild, user=ben.user.id, present=False)

        async def gone() -> Attendance | None:
            row = (await view_of(here)).row_of(UserId(int(ben.user.id)))
            if row and row.attendance.gone:
                return row.attendance
            if not await ann.move(never_stopping):
                await here.pass_time(HALF_SECONDS)
            return None

        assert await until(gone) is Attendance.LEFT
        await here.must_be_clean()


async def test_hands_come_on_presses_from_before_a_restart(tmp_path: Path) -> None:
    """A token lives for a quarter of an hour, whatever the bot does; the last call is posted once."""
    async with stage(tmp_path) as here:
        ann, ben = await here.player(0), await here.player(1)
        plan = await announced(ann, rules="classic", start="5", minutes="30")
        await told(ben, plan, "Join")
        await here.rest()
        await here.restart()
        await passing(here, lambda: ann.hands and ben.hands)
        assert {player.hand["channel_id"] for player in (ann, ben)} == {here.sandbox.channel(CHANNEL)}

        def calls() -> list[Json]:
            return [m for m in ann.user.public(CHANNEL) if "Last call!" in m["content"]]

        for _ in range(80):
            if not calls():
                await here.pass_time(35)  # the connection holds: its time would be given back
        (call,) = calls()
        await ann.user.delete(call)
        await here.restart()
        await here.pass_time(15)
        assert shown(ann, "arena.png") and not calls()
        await here.must_be_clean()


@pytest.mark.parametrize("denied", [Permission.CREATE_PUBLIC_THREADS, Permission.SEND_MESSAGES_IN_THREADS])
async def test_a_permission_that_is_lost_is_named_and_pairing_waits_for_it(
    tmp_path: Path, denied: Permission
) -> None:
    """The standing says it for as long as it is so; no thread is opened in vain."""
    async with stage(tmp_path) as here:
        ann, ben = await here.player(0), await here.player(1)
        standing = await open_arena(ann, rules="classic")
        await without(here, here.sandbox.channel(CHANNEL), denied)
        await told(ben, standing, "Join")

        def lacking() -> bool:
            return "Missing permissions:" in shown(ann, "arena.png")[0]["content"]

        await passing(here, lacking)
        await here.pass_time(60)
        assert threads(here) == [] and lacking()
        await without(here, here.sandbox.channel(CHANNEL), Permission(0))
        await passing(here, lambda: ann.hands and ben.hands)
        await passing(here, lambda: not lacking())
        assert len(threads(here)) == 1
        assert (await here.sandbox.traffic())["errors"] == []
        await here.must_be_clean()


async def hours_without_gateway(here: LoopStage) -> None:
    """Let two hours pass in which Discord tells the bot of nothing."""
    assert here.bot.client is not None
    client = here.bot.client
    await here.sandbox.control("settings", gateway_refused=True)
    await here.sandbox.control("gateway_drop")
    await passing(here, lambda: not client.connection.online, step=0)
    await here.pass_time(HOURS)
    await here.sandbox.control("settings", gateway_refused=False)
    await passing(here, lambda: client.connection.online and not client.manager._runner._giving_back)


async def test_an_arena_that_runs_waits_for_discord(tmp_path: Path) -> None:
    """The end is as far away afterwards as before, and so is the last call."""
    async with stage(tmp_path) as here:
        ann, _, _ = await both_paired(here)
        before, now = await view_of(here), here.clock.now()
        await hours_without_gateway(here)
        after, passed = await view_of(here), here.clock.now() - now
        assert (after.arena.status, after.playing[0].match) == (ArenaStatus.RUNNING, before.playing[0].match)
        moved = (after.arena.ends_at - before.arena.ends_at).total_seconds()
        assert HOURS - CLOSE < moved <= passed.total_seconds()
        assert not [m for m in ann.user.public(CHANNEL) if "Last call!" in m["content"]]


async def test_an_arena_that_was_to_begin_without_discord_begins_as_it_is_back(tmp_path: Path) -> None:
    """People wait for it: it is looked at again within seconds."""
    async with stage(tmp_path) as here:
        ann = await here.player(0)
        await announced(ann, start="90")
        await hours_without_gateway(here)
        back = here.clock.elapsed()
        await passing(here, lambda: "My table" in labels(shown(ann, "arena.png")[-1]))
        assert here.clock.elapsed() - back < LOOK_SECONDS / 2


async def test_an_arena_that_awaits_its_last_match_waits_for_discord(tmp_path: Path) -> None:
    """The match counts though it ends hours after the arena's time was up."""
    async with stage(tmp_path) as here:
        ann, ben, standing = await both_paired(here)
        await end_arena(ann, standing)
        await hours_without_gateway(here)
        view = await view_of(here)
        assert (view.arena.status, len(view.awaited)) == (ArenaStatus.CLOSING, 1)
        await here.rest()  # an old standing is posted again
        for player in (ann, ben):  # the keys of their hands are dead
            await player.user.press(shown(player, "arena.png")[-1], "My table")
        await play_until([ann, ben], lambda: bool(shown(ann, "podium.png")))
        (poster,) = shown(ann, "podium.png")
        assert "wins the arena" in poster["content"] and "1 match" in poster["content"]


async def test_an_end_that_may_not_be_shown_is_shown_when_it_is_allowed(tmp_path: Path) -> None:
    """Notes tell why nobody is paired, as the bot may not even change its message."""
    async with stage(tmp_path) as here:
        ann, ben, standing = await both_paired(here)
        await without(here, here.sandbox.channel(CHANNEL), Permission.SEND_MESSAGES)
        note = await told(await here.player(2), standing, "Join")
        assert "Missing permissions: Send Messages" in note["content"]
        for _ in range(2):  # the first end awaits the match in play
            await end_arena(ann, standing)
        await here.pass_time(60)
        assert not shown(ann, "podium.png")
        await without(here, here.sandbox.channel(CHANNEL), Permission(0))
        await passing(here, lambda: shown(ben, "podium.png"))
        await passing(here, lambda: shown(ann, "arena.png")[0]["content"].endswith("over"))
        await here.must_be_clean()
