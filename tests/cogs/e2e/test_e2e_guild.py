"""A guild that removes the bot or is deleted takes its matches with it; one that is out of order does not."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

from cogs.content.custom_id import Verb
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, Stage, stage
from tests.support.e2e.scripted_player import play_on, presses


def statuses(here: Stage) -> list[str]:
    """Return the stored states of the matches."""
    with contextlib.closing(sqlite3.connect(here.data / "koikoi.db")) as database:
        return [status for (status,) in database.execute("SELECT status FROM matches ORDER BY id")]


async def opened(here: Stage) -> None:
    """A match with a CPU player, whose table is there, and a lobby in another channel."""
    player, host = await here.player(0), await here.player(1)
    await player.user.command("koikoi play", channel=CHANNEL, months=12, cpu="normal")
    await player.user.wait_for(lambda m: bool(presses(m, Verb.MORE)), channel=CHANNEL)
    await host.user.command("koikoi play", channel="tea-room")
    await host.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)), channel="tea-room")
    assert statuses(here) == ["playing", "lobby"]


async def lost(here: LoopStage) -> None:
    """Match and lobby are over, and a moment later nothing of them is asked of Discord any more."""
    await here.sandbox.wait_log("guild lost")
    await here.until(lambda: statuses(here) == ["aborted", "closed"])
    await here.pass_time(30)
    log = await here.log()
    assert "Traceback" not in log, log


@pytest.mark.outside
async def test_a_guild_that_removes_the_bot_frees_its_channels(tmp_path: Path) -> None:
    """The guild's matches end at once; invited again, the bot opens a table where one was."""
    async with stage(tmp_path) as here:
        await opened(here)
        guild = here.sandbox.guild
        await here.sandbox.control("bot_guild", guild=guild, present=False)
        await lost(here)
        await here.sandbox.control("bot_guild", guild=guild, present=True)
        player = await here.player(0)
        await player.user.command("koikoi play", channel=CHANNEL, months=1, cpu="normal")
        await play_on([player], channel=CHANNEL)


async def test_a_deleted_guild_takes_its_matches_with_it(tmp_path: Path) -> None:
    """The bot stops trying to show a match that can never be shown again."""
    async with stage(tmp_path) as here:
        await opened(here)
        await here.sandbox.request("DELETE", f"/client/guilds/{here.sandbox.guild}")
        await lost(here)


@pytest.mark.outside
async def test_an_outage_ends_no_match(tmp_path: Path) -> None:
    """A guild that Discord cannot serve for a while comes back with its matches in play."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        await player.user.command("koikoi play", channel=CHANNEL, months=1, cpu="normal")
        for unavailable in (True, False):
            await here.sandbox.control("unavailable", guild=here.sandbox.guild, unavailable=unavailable)
            await here.rest()
            assert statuses(here) == ["playing"]
        await play_on([player], channel=CHANNEL)
        assert statuses(here) == ["over"]
        assert "guild lost" not in await here.log()


def removed(here: Stage) -> bool | None:
    """Whether the server counts as one that has put the bot out; None where nothing is stored of it."""
    with contextlib.closing(sqlite3.connect(here.data / "koikoi.db")) as database:
        found = database.execute("SELECT removed_at FROM guilds").fetchone()
        return None if found is None else found[0] is not None


async def until_removed(here: Stage, *, wanted: bool | None) -> None:
    """Wait until it does, or does no more."""
    await here.until(lambda: removed(here) is wanted)


async def test_a_removal_while_the_bot_does_not_run_is_found_out(tmp_path: Path) -> None:
    """At the next start what is open in that server ends; invited again, everything is as before."""
    async with stage(tmp_path) as here:
        await opened(here)
        guild = here.sandbox.guild
        await here.bot.stop()
        await here.sandbox.control("bot_guild", guild=guild, present=False)
        await here.bot.start()
        await here.sandbox.wait_log("guild lost meanwhile")
        await here.until(lambda: statuses(here) == ["aborted", "closed"])
        assert removed(here)
        await here.sandbox.control("bot_guild", guild=guild, present=True)
        await until_removed(here, wanted=False)


async def test_an_outage_at_the_start_is_no_removal(tmp_path: Path) -> None:
    """A server that Discord cannot serve just then is one that the bot is in."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        await player.user.command("koikoi play", channel=CHANNEL, months=1, cpu="normal")
        await player.user.wait_for(lambda m: bool(presses(m, Verb.MORE)), channel=CHANNEL)
        await here.bot.stop()
        await here.sandbox.control("unavailable", guild=here.sandbox.guild, unavailable=True)
        await here.bot.start()
        await here.sandbox.wait_log("servers known")
        assert statuses(here) == ["playing"]
        assert not removed(here)
        await here.sandbox.control("unavailable", guild=here.sandbox.guild, unavailable=False)
        await play_on([player])
        assert "guild lost" not in await here.log()


async def test_a_server_that_is_gone_for_a_month_is_forgotten(tmp_path: Path) -> None:
    """The server's rows go at a start, its matches stay; a server that has come back keeps everything."""
    async with stage(tmp_path) as here:
        await opened(here)
        for present in (True, False):
            await here.bot.stop()
            await here.change_rows("UPDATE guilds SET removed_at = 1")  # long ago
            await here.sandbox.control("bot_guild", guild=here.sandbox.guild, present=present)
            await here.bot.start()
            await until_removed(here, wanted=False if present else None)
        with contextlib.closing(sqlite3.connect(tmp_path / "koikoi.db")) as database:
            found = database.execute("SELECT guild, channel FROM matches").fetchall()
        assert found == [(None, None), (None, None)]
