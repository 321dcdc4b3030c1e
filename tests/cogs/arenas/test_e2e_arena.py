"""A whole arena in the local Discord: opened, joined, paired, played, its standing kept up to date, ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.ids import GuildId
from bot.sandbox.world.permissions import Permission
from cogs.content.custom_id import Verb
from cogs.messages.arena_message import PACE_SECONDS
from tests.support.e2e.arena_stage import (
    announced,
    both_paired,
    end_arena,
    files,
    labels,
    open_arena,
    passing,
    results,
    shown,
    threads,
    told,
)
from tests.support.e2e.e2e_stage import CHANNEL, stage
from tests.support.e2e.panels import choose, delete_channel, opened, press, without
from tests.support.e2e.scripted_player import Player, play_until, presses
from tests.support.evening.record import Record
from tests.support.sandbox.messages import Json


async def test_an_arena_is_played_from_its_first_press_to_its_poster(tmp_path: Path) -> None:
    """Hands come on the last press, in its channel; table and result stay in the thread."""
    async with stage(tmp_path) as here:
        ann, ben, standing = await both_paired(here)
        (thread,) = threads(here)
        for player in (ann, ben):
            assert player.hand["channel_id"] == here.sandbox.channel(CHANNEL)
            assert f"<#{thread}>" in player.hand["content"]
        sealed, *_ = ann.user.public(thread)
        assert not sealed["attachments"] and "arena.png" in files(standing)
        for player in (ann, ben):
            assert f"<#{thread}>" in (await told(player, standing, "More", "Pause"))["content"]
        await play_until([ann, ben], lambda: bool(results(ann, thread)))
        assert not presses(results(ann, thread)[0], Verb.REMATCH)
        words = await told(ben, standing, "More")
        assert "1 win" in words["content"]
        await end_arena(ann, standing)
        poster = await passing(here, lambda: shown(ann, "podium.png"))
        assert [files(m) for m in ann.user.public(CHANNEL)] == [["arena.png"], ["podium.png"]]
        assert len(poster) == 1 and "wins the arena" in poster[0]["content"]
        for player in (ann, ben):
            await player.user.wait_for(lambda m: "Your place" in m["content"] and bool(m["flags"] & 64))
        assert labels(shown(ann, "arena.png")[0]) == ["More"]
        past = await told(ben, poster[0], "More", "Past arenas")
        assert "Classic" in past["content"]
        wanted = {"measure": "arenas", "rules": "classic", "period": "all"}
        outcome = await ann.user.command("koikoi leaderboard", channel=CHANNEL, options=wanted)
        (board,) = (await ann.user.answer(outcome))["attachments"]
        assert "1 arena won" in board["description"]
        await here.must_be_clean()


async def test_what_stands_in_the_way_of_an_arena_is_named(tmp_path: Path) -> None:
    """Missing permissions, another arena, a time that nobody understands, a server of managers."""
    async with stage(tmp_path) as here:
        ann, ben = await here.player(0), await here.player(1)

        async def asked(player: Player, **options: object) -> Json:
            outcome = await player.user.command("koikoi arena", channel=CHANNEL, options=options)
            return await player.user.answer(outcome)

        await without(here, here.sandbox.channel(CHANNEL), Permission.CREATE_PUBLIC_THREADS)
        assert "Create Public Threads" in (await asked(ann))["content"]
        assert threads(here) == []
        await without(here, here.sandbox.channel(CHANNEL), Permission(0))
        assert "such as 20:30" in (await asked(ann, start="soon"))["content"]
        panel = await choose(ann, await opened(ann), "pick", "arena_cpu")
        await press(ann, panel, "Managers open")
        assert "may manage" in (await asked(ben))["content"]
        plan = await announced(ann, start="15")
        assert labels(plan) == ["Join", "More"]
        assert "Manage" not in labels(await told(ben, plan, "More"))
        running = await open_arena(ann)
        again = await asked(ann)
        assert running["id"] in again["content"] and "Manage" in labels(again)
        await here.must_be_clean()


async def test_somebody_comes_pauses_comes_back_and_goes(tmp_path: Path) -> None:
    """Each press is answered by how it stands; who was removed does not come back."""
    async with stage(tmp_path) as here:
        ann, ben = await here.player(0), await here.player(1)
        standing = await open_arena(ann, rules="classic")
        note = await told(ann, standing, "More", "Pause")
        assert "You pause" in note["content"] and labels(note) == ["Come back", "Leave", "Manage"]
        assert "not in this arena" in (await told(ben, standing, "My table"))["content"]
        assert "waiting for an opponent" in (await told(ben, standing, "Join"))["content"]
        left = await told(ben, standing, "My table", "Leave")
        assert "not in this arena" in left["content"] and labels(left) == ["Join"]
        await told(ben, standing, "Join")
        select = await told(ann, standing, "More", "Manage", "Remove player")
        await ann.user.select(select, [ben.user.id])
        assert "removed" in (await told(ben, standing, "Join"))["content"].lower()
        await here.must_be_clean()


@pytest.mark.outside
async def test_a_standing_that_is_deleted_is_posted_again_and_a_restart_edits_the_same(
    tmp_path: Path,
) -> None:
    """There is one standing, whatever happens to it; hands and presses outlive the restart."""
    async with stage(tmp_path) as here:
        ann, ben, standing = await both_paired(here)

        await ann.user.delete(standing)
        (again,) = await passing(
            here, lambda: [m for m in shown(ann, "arena.png") if m["id"] != standing["id"]]
        )
        await here.restart()
        note = await told(await here.player(2), again, "Join")
        assert "waiting for an opponent" in note["content"]
        await passing(here, lambda: "3 players" in shown(ann, "arena.png")[0]["content"])
        assert [m["id"] for m in shown(ann, "arena.png")] == [again["id"]]
        (thread,) = threads(here)
        await play_until([ann, ben], lambda: bool(results(ann, thread)))
        await here.must_be_clean()


async def test_an_arena_ends_with_its_channel(tmp_path: Path) -> None:
    """Another one can be opened elsewhere then; none is announced every week where nobody sees it."""
    async with stage(tmp_path) as here:
        ann = await here.player(0)
        await open_arena(ann, rules="classic", repeat="weekly")
        await delete_channel(here, here.sandbox.channel(CHANNEL))
        await here.rest()
        assert here.bot.client is not None
        assert await here.bot.client.manager.arenas.next_weekly(GuildId(int(here.sandbox.guild))) is None
        await open_arena(ann, "tea-room", rules="classic")
        await here.must_be_clean()


@pytest.mark.outside
async def test_people_are_reminded_once_and_told_of_the_last_call(tmp_path: Path) -> None:
    """Ten minutes before the start those are mentioned who have not said otherwise."""
    async with stage(tmp_path) as here:
        ann, ben = await here.player(0), await here.player(1)
        plan = await announced(ann, start="15", minutes="30")
        await told(ben, plan, "Join")

        def calling(text: str) -> list[Json]:
            return [m for m in ann.user.public(CHANNEL) if text in m["content"]]

        (reminder,) = await passing(here, lambda: calling("The arena begins"), step=10)
        assert {each["id"] for each in reminder["mentions"]} == {ann.user.id, ben.user.id}
        for player in (ann, ben):
            await told(player, plan, "More", "Leave")
        await passing(here, lambda: calling("ends <t:"), step=10)
        (last,) = await passing(here, lambda: calling("Last call!"), step=10)
        assert last["mentions"] == []
        await passing(here, lambda: shown(ann, "podium.png"), step=10)
        assert len(calling("The arena begins")) == len(calling("Last call!")) == 1
        await here.must_be_clean()


async def test_the_next_edit_of_the_standing_counts_from_the_end_of_a_slow_one(tmp_path: Path) -> None:
    """Two edits are ten seconds apart on people's screens, not in the bot."""
    async with stage(tmp_path) as here:
        ann, ben = await here.player(0), await here.player(1)
        standing = await open_arena(ann, rules="classic")
        await here.pass_time(2 * PACE_SECONDS)
        record = Record(here)
        edits = record.edited[int(standing["id"])]
        edit = "/channels/{channel_id}/messages/{message_id}"
        await here.sandbox.control("fault", method="PATCH", route=edit, status=0, delay=PACE_SECONDS / 2)

        async def change(*path: str) -> None:
            before = len(edits)
            await told(ben, standing, *path)
            await passing(here, lambda: len(edits) > before)

        await change("Join")
        await change("More", "Pause")
        assert [*record.hasty()] == []
        await here.must_be_clean()
