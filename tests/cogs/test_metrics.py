"""The metrics of a bot on its port while people play; they never tell who the people are."""

from __future__ import annotations

import asyncio
import re
import shutil
import threading
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import sqlalchemy as sa
import structlog
from prometheus_client.parser import text_string_to_metric_families

from bot.errors import StorageError, StorageErrorKind
from bot.i18n import Languages
from bot.ids import MatchId
from bot.screens.public import screen_of
from bot.service.health import Reason
from bot.storage import disk_usage
from bot.storage.database.schema import jobs
from cogs.content import pictures
from cogs.content.custom_id import Verb
from cogs.content.pictures import Urgency
from cogs.presses.verbs import VERBS
from images.pictures import draw
from images.scene.common import Scene
from tests.support.clocked_bot import ClockedBot, clocked_bot
from tests.support.e2e.e2e_stage import CHANNEL
from tests.support.e2e.scripted_player import is_hand, play_on, presses
from tests.support.waiting import until

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


@pytest.mark.outside
async def test_a_match_is_seen_from_outside_and_nobody_in_it(tmp_path: Path) -> None:
    """Everything that is promised has counted something; no number of a person, place or match occurs."""
    async with clocked_bot(tmp_path, metrics_port=0) as bot:
        player = await bot.player(0)
        await player.user.command("koikoi play", channel=CHANNEL, months=1, cpu="normal")
        await player.user.wait_for(is_hand)
        live = samples((await get(bot, "/metrics"))[1])
        assert live["koikoi_live_tables", ("league",)] == 1
        await play_on([player])
        await until(lambda: bot.client.manager.live_tables() == {})
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
            ("koikoi_discord_answers_total", ("2xx",)),
        }
        troubles = {
            "koikoi_incidents_total",
            "koikoi_storage_troubles_total",
            "koikoi_unanswered_presses_total",
        }
        assert {each: count for each, count in found.items() if each[0] in troubles and count} == {}
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
        assert {value for value in values if not re.fullmatch(r"[a-z]+|\dxx|429", value)} == {
            version("koikoi")
        }
        names = [person.global_name for person in bot.server.world.people]
        assert not [name for name in names if name and name in text]


async def test_health_is_told_over_http_as_on_the_command_line(tmp_path: Path) -> None:
    """200 while all is well, 503 with the sentence of `koikoi health` once the gateway is away too long."""
    async with clocked_bot(tmp_path, metrics_port=0, beat_seconds=0.01, health_gateway_seconds=0.1) as bot:
        assert await told(bot, 200) == "The bot is well.\n"
        assert await unwell(bot) == []
        await bot.sandbox.control("settings", gateway_refused=True)
        await bot.sandbox.control("gateway_drop")
        assert "not been connected to Discord" in await told(bot, 503)
        assert await unwell(bot) == ["gateway"]
        assert (await get(bot, "/"))[0] == 404


async def told(bot: ClockedBot, status: int) -> str:
    """The text of `/healthz` once it has this status."""

    async def answer() -> str | None:
        found, text = await get(bot, "/healthz")
        return text if found == status else None

    return await until(answer) or ""


async def unwell(bot: ClockedBot) -> list[str]:
    """The reasons for which the bot is not well, as its metrics tell them; all that there are have a line."""
    found = {
        labels[0]: value for (name, labels), value in (await measured(bot)).items() if name == "koikoi_unwell"
    }
    assert set(found) == {each.value for each in Reason}
    return [reason for reason, wrong in found.items() if wrong]


async def measured(bot: ClockedBot) -> Samples:
    """All that its port tells now."""
    return samples((await get(bot, "/metrics"))[1])


async def test_health_waits_for_no_second_beat(tmp_path: Path) -> None:
    """All is well as soon as the gateway is there, however far heartbeats are apart."""
    beats = {"beat_seconds": 1000, "health_beat_seconds": 2000}
    async with clocked_bot(tmp_path, metrics_port=0, **beats) as bot:
        assert await told(bot, 200) == "The bot is well.\n"


async def test_a_press_that_fails_or_comes_to_nothing_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An incident, other errors of the log, an answer after Discord's three seconds, and none at all."""
    callback = "/interactions/{interaction_id}/{interaction_token}/callback"
    async with clocked_bot(tmp_path, metrics_port=0, ack_seconds=10) as bot:

        async def broken(*_: object) -> None:
            raise LookupError

        async def slow(*_: object) -> None:
            await bot.clock.move(3.1)

        def handles(handler: Any) -> None:
            monkeypatch.setitem(
                VERBS, Verb.MORE, VERBS[Verb.MORE].__class__(handler, VERBS[Verb.MORE].deferral)
            )

        async def failures() -> list[float]:
            found = await measured(bot)
            names = [("incidents", ("press",)), ("incidents", ("work",)), ("unanswered_presses", ())]
            return [found[f"koikoi_{name}_total", labels] for name, labels in names]

        player = await bot.player(0)
        await player.user.command("koikoi play", channel=CHANNEL, months=1, cpu="normal")
        hand = await player.hand_with(Verb.MORE)
        assert await failures() == [0, 0, 0]
        handles(broken)
        await player.tap(hand, Verb.MORE)
        assert await failures() == [1, 0, 0]
        structlog.stdlib.get_logger("koikoi.test").error("broken")
        assert await failures() == [1, 1, 0]
        await bot.sandbox.control("settings", ack_seconds=60)
        handles(slow)
        await player.tap(hand, Verb.MORE)
        assert await failures() == [1, 1, 1]
        await bot.sandbox.control("settings", ack_seconds=0.1)
        await bot.sandbox.control("fault", method="POST", route=callback, status=404, code=10062, count=9)
        handles(broken)
        await player.tap(hand, Verb.MORE)
        await eventually_measured(bot, lambda found: found["koikoi_unanswered_presses_total", ()] == 2)
        assert (await measured(bot))["koikoi_discord_answers_total", ("4xx",)] > 0


async def eventually_measured(bot: ClockedBot, holds: Callable[[Samples], bool]) -> None:
    """Wait until the metrics say something."""

    async def said() -> bool:
        return holds(await measured(bot))

    await until(said)


async def test_what_storage_refuses_is_counted_by_its_kind(tmp_path: Path) -> None:
    """Of reads and writes; what holds nothing is counted nowhere."""

    def refuse(kind: StorageErrorKind, _: object) -> None:
        raise StorageError(kind)

    async with clocked_bot(tmp_path, metrics_port=0) as bot:
        for do, kind in (
            (bot.client.store.read, StorageErrorKind.FULL),
            (bot.client.store.write, StorageErrorKind.LOCKED),
        ):
            with pytest.raises(StorageError):
                await do(partial(refuse, kind))
        found = {labels: n for (name, labels), n in (await measured(bot)).items() if "troubles_total" in name}
        assert {labels for labels, count in found.items() if count} == {("full",), ("locked",)}
        assert set(found) == {(kind.value,) for kind in StorageErrorKind}


async def test_pictures_and_tables_that_wait_are_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The metrics count the pictures, and tell the longest wait of a table until it is shown."""
    may_draw = threading.Event()

    def draw_later(scene: Scene) -> bytes:
        may_draw.wait()
        return draw(scene)

    async with clocked_bot(tmp_path, metrics_port=0, edit_seconds=100) as bot:
        host, *others = [await bot.player(number) for number in range(4)]
        await host.user.command("koikoi play", channel=CHANNEL)
        lobby = await host.user.wait_for(lambda m: bool(presses(m, Verb.JOIN)))
        assert (await measured(bot))["koikoi_unshown_table_seconds", ()] == 0
        for other in others:
            await other.tap(await other.user.wait_for(lambda m: m["id"] == lobby["id"]), Verb.JOIN)
        await bot.clock.move(40)
        assert (await measured(bot))["koikoi_unshown_table_seconds", ()] == 40
        await bot.clock.move(60)
        await eventually_measured(bot, lambda found: found["koikoi_unshown_table_seconds", ()] == 0)
        assert (await measured(bot))["koikoi_pictures_waiting", ()] == 0
        scene = screen_of(await bot.client.manager.view(MatchId(1))).scene(Languages.load().pick("ja"))
        with monkeypatch.context() as patch:  # undone before the stage undoes its own
            patch.setattr(pictures, "draw", draw_later)
            drawn = asyncio.create_task(bot.client.presenter.pictures.draw(scene, Urgency.TABLE))
            await eventually_measured(bot, lambda found: found["koikoi_pictures_waiting", ()] == 1)
            may_draw.set()
            await drawn
        assert (await measured(bot))["koikoi_pictures_waiting", ()] == 0


async def test_size_room_and_the_last_copy_are_seen(tmp_path: Path) -> None:
    """The database grows by what is stored; a copy has a moment, and the schedule says when it grows old."""
    async with clocked_bot(tmp_path, metrics_port=0, backup_hours=24) as bot:
        before = await measured(bot)
        rows = [{"name": f"{number:016}", "done": 0, "total": 1} for number in range(5000)]
        await bot.client.store.write(lambda tx: tx.execute(sa.insert(jobs), rows).rowcount)
        after = await measured(bot)
        assert after["koikoi_database_bytes", ()] > before["koikoi_database_bytes", ()] > 0
        assert 0 < after["koikoi_free_bytes", ()] <= shutil.disk_usage(tmp_path).total
        assert after["koikoi_copy_interval_seconds", ()] == 86400
        at = bot.clock.now().timestamp()
        await eventually_measured(bot, lambda found: ("koikoi_last_copy_timestamp_seconds", ()) in found)
        assert (await measured(bot))["koikoi_last_copy_timestamp_seconds", ()] == at


async def test_without_a_schedule_no_copy_is_told_of(tmp_path: Path) -> None:
    """No alert waits for one."""
    async with clocked_bot(tmp_path, metrics_port=0) as bot:
        names = {name for name, _ in await measured(bot)}
        assert not names & {"koikoi_last_copy_timestamp_seconds", "koikoi_copy_interval_seconds"}


async def test_a_disk_that_hangs_does_not_make_the_port_look_dead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sizes are missing, everything else is told; and nobody begins another look meanwhile."""
    looks: list[asyncio.Event] = []

    async def hang(*_: object) -> None:
        looks.append(asyncio.Event())
        await looks[-1].wait()

    monkeypatch.setattr(disk_usage, "measure", hang)
    async with clocked_bot(tmp_path, metrics_port=0) as bot:
        for _ in range(2):
            found = await measured(bot)
            assert ("koikoi_free_bytes", ()) not in found
            assert found["koikoi_identifies_left", ()] > 0
    assert len(looks) == 1
