"""What a bot tells about itself on its port while people play; and who they are it does not tell."""

from __future__ import annotations

import asyncio
import re
from importlib.metadata import version
from pathlib import Path

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.support.clocked_bot import ClockedBot, clocked_bot
from tests.support.e2e.e2e_stage import CHANNEL
from tests.support.e2e.scripted_player import play_on
from tests.support.manager_fixture import eventually

pytestmark = pytest.mark.usefixtures("ordinary_deals")

Samples = dict[tuple[str, tuple[str, ...]], float]


async def get(bot: ClockedBot, path: str) -> tuple[int, str]:
    """Status and text of an address of the bot's port."""
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{bot.metrics_port}{path}") as response,
    ):
        return response.status, await response.text()


def samples(text: str) -> Samples:
    """Each sample of the koikoi by its name and the values of its labels, the bounds of buckets left out."""
    return {
        (sample.name, tuple(value for key, value in sample.labels.items() if key != "le")): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name.startswith("koikoi_") and not sample.name.endswith("_bucket")
    }


async def test_a_match_is_seen_from_outside_and_nobody_in_it(tmp_path: Path) -> None:
    """Everything that is promised has counted something; no number of a person, place or match occurs."""
    async with clocked_bot(tmp_path, metrics_port=0) as bot:
        player = await bot.player(0)
        await player.user.command("koikoi play", channel=CHANNEL, months=1, cpu="normal")
        await player.draw_seat(CHANNEL)
        live = samples((await get(bot, "/metrics"))[1])
        assert live["koikoi_live_tables", ("classic",)] == 1
        await play_on([player])
        await eventually(lambda: bot.client.manager.live_tables() == {})
        _, text = await get(bot, "/metrics")
        found = samples(text)
        counted = {
            ("koikoi_press_seconds_count", ("acknowledged",)),
            ("koikoi_press_seconds_count", ("picture",)),
            ("koikoi_edits_total", ("table", "done")),
            ("koikoi_edits_total", ("hand", "done")),
            ("koikoi_storage_seconds_count", ("read",)),
            ("koikoi_storage_seconds_count", ("write",)),
            ("koikoi_cpu_decision_seconds_count", ("normal",)),
        }
        assert {each for each in counted if found.get(each, 0) < 1} == set()
        assert found["koikoi_press_seconds_count", ("acknowledged",)] == player.taps + 1
        assert found["koikoi_identifies_left", ()] == 999
        assert found["koikoi_gateway_last_seen_timestamp_seconds", ()] > 1_700_000_000
        world = bot.server.world
        ids = {*(person.id for person in world.people), *world.guilds}
        ids |= {channel for guild in world.guilds.values() for channel in guild.channel_ids}
        assert len(ids) > 5
        assert not [each for each in ids if str(each) in text]
        # What a label says is a word, but for the version.
        values = {value for _, labels in found for value in labels}
        assert {value for value in values if not re.fullmatch(r"[a-z]+", value)} == {version("koikoi")}
        names = [person.global_name for person in bot.server.world.people]
        assert not [name for name in names if name and name in text]


async def test_health_is_told_over_http_as_on_the_command_line(tmp_path: Path) -> None:
    """200 while all is well, 503 with the sentence of `koikoi health` once the gateway is away too long."""
    async with clocked_bot(tmp_path, metrics_port=0, beat_seconds=0.01, health_gateway_seconds=0.1) as bot:
        assert await told(bot, 200) == "The bot is well.\n"
        await bot.sandbox.control("settings", gateway_refused=True)
        await bot.sandbox.control("gateway_drop")
        assert "not been connected to Discord" in await told(bot, 503)
        assert (await get(bot, "/"))[0] == 404


async def told(bot: ClockedBot, status: int) -> str:
    """The text of `/healthz` once it has this status."""
    async with asyncio.timeout(20):
        while (answer := await get(bot, "/healthz"))[0] != status:
            pass
    return answer[1]


async def test_health_waits_for_no_second_beat(tmp_path: Path) -> None:
    """All is well as soon as the gateway is there, however far beats are apart."""
    beats = {"beat_seconds": 1000, "health_beat_seconds": 2000}
    async with clocked_bot(tmp_path, metrics_port=0, **beats) as bot:
        assert await told(bot, 200) == "The bot is well.\n"
