"""A season's end through the sandbox: told once where people play, whatever becomes of the bot meanwhile."""

from __future__ import annotations

import contextlib
import inspect
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.ids import GuildId
from bot.records.periods import SeasonKind, season_span
from bot.sandbox.world.seed import CHANNEL_IDS, GUILD_ID
from bot.storage.settings.servers import ServerRow
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, stage
from tests.support.e2e.scripted_player import Player
from tests.support.records.world import won, world
from tests.support.sandbox.messages import Json, buttons, text_of
from tests.support.waiting import until

GUILD = GuildId(int(GUILD_ID))


async def a_season(folder: Path, locale: str, channel: int) -> None:
    """Ann has won six matches of the month before this one."""
    now = datetime.now(UTC)
    begins = season_span(SeasonKind.MONTHLY, now, ServerRow(GUILD, locale).zone).starts_at
    async with world(folder) as it:
        await it.guild(ServerRow(GUILD, locale))
        for n in range(6):
            await it.match(begins - timedelta(days=n + 1), won("Ann", "Ben"), guild=GUILD)
    run(folder, "UPDATE matches SET channel = ?", channel)


def run(folder: Path, statement: str, *values: object) -> list[Any]:
    """Read or change rows."""
    with contextlib.closing(sqlite3.connect(folder / "koikoi.db")) as database, database:
        return database.execute(statement, values).fetchall()


async def told(folder: Path) -> None:
    """Wait until no season waits to be told."""
    waiting = "SELECT 1 FROM seasons WHERE told_at IS NULL AND ends_at < ?"
    await until(lambda: not run(folder, waiting, micros()))


def micros() -> int:
    """Now, as rows have it."""
    return round(datetime.now(UTC).timestamp() * 1_000_000)


def lines(player: Player) -> list[Json]:
    """The messages that tell champions."""
    return [message for message in player.user.public() if "🏆" in message["content"]]


async def as_time_passes(here: LoopStage, seconds: float, holds: Callable[[], object]) -> None:
    """Let seconds pass on the clock each time until something holds."""

    async def passed() -> bool:
        here.clock.move(seconds)
        await here.still()
        found = holds()
        return bool(await found if inspect.isawaitable(found) else found)

    await until(passed)


async def must_be_told_once(here: LoopStage, player: Player) -> Json:
    """One line, also a while later."""
    await told(here.data)
    await here.rest()
    (line,) = lines(player)
    return line


@pytest.mark.outside
@pytest.mark.parametrize(("locale", "rules"), [("en-US", "Classic: **Ann**"), ("ja", "クラシック：**Ann**")])
async def test_champions_are_told_once_where_people_play(tmp_path: Path, locale: str, rules: str) -> None:
    """In the server's language, with a button that opens the list; the next season has begun."""
    await a_season(tmp_path, locale, int(CHANNEL_IDS[CHANNEL]))
    async with stage(tmp_path) as here:
        player = await here.player(0, locale)
        line = await must_be_told_once(here, player)
        assert rules in line["content"]
        assert line["channel_id"] == str(CHANNEL_IDS[CHANNEL])
        (button,) = buttons(line)
        note = await player.user.answer(await player.user.press(line, custom_id=button["custom_id"]))
        assert note["flags"] & 64
        assert "Ann" in text_of(note)
        assert len(run(tmp_path, "SELECT 1 FROM seasons WHERE ends_at > ?", micros())) == 1
        await here.restart()
        assert lines(player) == [line]
        await here.must_be_clean()


async def test_what_was_told_and_not_noted_is_told_once(tmp_path: Path) -> None:
    """The next run posts with the same nonce, and gets the same message."""
    await a_season(tmp_path, "en-US", int(CHANNEL_IDS[CHANNEL]))
    async with stage(tmp_path) as here:
        player = await here.player(0)
        line = await player.user.wait_for(lambda m: "🏆" in m["content"])
        await told(tmp_path)
        await here.bot.stop()
        await here.change_rows("UPDATE seasons SET told_at = NULL")
        await here.bot.start()
        assert (await must_be_told_once(here, player))["id"] == line["id"]


async def test_champions_are_told_after_an_outage(tmp_path: Path) -> None:
    """Discord fails while a season is to be told: it is told later, once."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        await here.bot.stop()
        await a_season(tmp_path, "en-US", int(CHANNEL_IDS[CHANNEL]))
        # discord.py tries five times by itself.
        route = "/channels/{channel_id}/messages"
        await here.sandbox.control("fault", method="POST", route=route, status=500, count=12)
        await here.bot.start()

        async def given_up() -> bool:
            return "champions not announced" in await here.log()

        await as_time_passes(here, 1, given_up)
        assert lines(player) == []
        await as_time_passes(here, 5, lambda: lines(player))
        await must_be_told_once(here, player)
        assert (await here.log()).count("champions not announced") == 2


async def test_where_nobody_lets_the_bot_write_it_stays_untold(tmp_path: Path) -> None:
    """A channel that is gone: it is noted, and never tried again."""
    await a_season(tmp_path, "en-US", 5)
    async with stage(tmp_path) as here:
        player = await here.player(0)
        await here.sandbox.wait_log("champions not announced")
        await told(tmp_path)
        assert lines(player) == []
        text = await here.log()
        assert "Traceback" not in text


async def test_champions_are_told_in_the_last_channel_that_is_still_there(tmp_path: Path) -> None:
    """The channel of the season's last matches is deleted: the one before takes the line."""
    await a_season(tmp_path, "en-US", 5)
    run(
        tmp_path,
        "UPDATE matches SET channel = ? WHERE id = (SELECT max(id) FROM matches)",
        int(CHANNEL_IDS[CHANNEL]),
    )
    async with stage(tmp_path) as here:
        line = await must_be_told_once(here, await here.player(0))
        assert line["channel_id"] == str(CHANNEL_IDS[CHANNEL])
        assert "Traceback" not in await here.log()
