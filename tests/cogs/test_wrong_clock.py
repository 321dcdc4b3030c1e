"""A bot that starts while its machine's clock is two years ahead: nothing is lost."""

from __future__ import annotations

import asyncio
import os
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import aiohttp
import pytest
import sqlalchemy as sa

from bot.ids import GuildId
from bot.service import housekeeping
from bot.service.health import Degraded, read
from bot.service.watch import wall_clock
from bot.storage import Store
from bot.storage.database.schema import daily_deals
from bot.storage.settings import servers
from bot.storage.settings.servers import ServerRow
from cogs.gateway import client
from cogs.platform.clock import Clock
from tests.support.e2e.in_process_bot import InProcessBot, MovableClock
from tests.support.manager_fixture import put_new_database
from tests.support.sandbox.client import start_server
from tests.support.waiting import until

LEFT = GuildId(77)
AHEAD = timedelta(days=730)
CLOCK = Degraded.CLOCK


class SetClock(MovableClock):
    """A clock that somebody has set; Discord's is right."""

    wrong = AHEAD

    def machine(self) -> datetime:
        """Two years late."""
        return super().machine() + self.wrong


async def lay(data: Path) -> tuple[Path, Path]:
    """A server that has put the bot out an hour ago, a deal of yesterday, two copies; return these."""
    put_new_database(data)
    now = datetime.now(UTC)
    store = Store(data / "koikoi.db")
    with store.writing() as tx:
        servers.save(tx, ServerRow(LEFT, "en", removed_at=now - timedelta(hours=1)))
        day = (now - timedelta(days=1)).date().isoformat()
        values = {"guild": LEFT, "day": day, "secret": bytes(32), "announced": True}
        tx.execute(sa.insert(daily_deals).values(**values))
    await store.close()
    copies = (data / "koikoi.db.before-0001", data / "koikoi.db.before-0002")
    for copy, hours in zip(copies, (20, 1), strict=True):
        copy.touch()
        os.utime(copy, ((now - timedelta(hours=hours)).timestamp(),) * 2)
    return copies


async def test_a_start_with_a_clock_two_years_ahead_deletes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither copies, nor a server's data, nor deals; once the clock is right the bot does what is due."""
    monkeypatch.setattr(housekeeping, "LOOK_SECONDS", 0.05)
    old, young = await lay(tmp_path)
    clock = SetClock()
    async with start_server() as (server, _):
        bot = InProcessBot(server, tmp_path, {"copy_days": 0.5}, clock=clock)
        await bot.start()
        try:
            assert bot.client is not None
            store = bot.client.store

            def kept() -> tuple[int, int]:
                with store.reading() as tx:
                    deals = tx.execute(sa.select(sa.func.count()).select_from(daily_deals)).scalar_one()
                    return int(servers.get(tx, LEFT).removed_at is not None), int(deals)

            await until(lambda: any("in doubt" in line.text for line in server.log.after(0)))
            assert abs(clock.now() - datetime.now(UTC)) < timedelta(seconds=10)
            assert (kept(), old.exists(), young.exists()) == ((1, 1), True, True)
            clock.wrong = timedelta(0)
            await until(lambda: not old.exists())
            assert (kept(), young.exists()) == ((1, 1), True)
        finally:
            await bot.stop()


async def test_with_a_clock_that_is_wrong_by_a_known_amount_nothing_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot does by Discord's time what is due, and asks for it when idle; till then its host is told."""
    monkeypatch.setattr(housekeeping, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr(client, "ASK_SECONDS", 0.05)
    monkeypatch.setattr(wall_clock, "STEADY", timedelta(seconds=1))
    old, young = await lay(tmp_path)
    clock = SetClock()
    clock.wrong = timedelta(seconds=-75)
    async with start_server() as (server, _):
        bot = InProcessBot(server, tmp_path, {"copy_days": 0.5, "beat_seconds": 0.05}, clock=clock)
        await bot.start()
        try:
            await until(lambda: (note := read(tmp_path)) and [each.what for each in note.hints] == [CLOCK])
            await until(lambda: not old.exists())
            await until(lambda: (note := read(tmp_path)) and note.hints == ())
            assert young.exists() and abs(clock.now() - datetime.now(UTC)) < timedelta(seconds=10)
        finally:
            await bot.stop()


async def test_an_answer_without_a_time_tells_none() -> None:
    """Answers of a proxy may have no `Date`, or none that can be read; Discord's has one."""
    dates = ["", "Date: yesterday\r\n", f"Date: {format_datetime(datetime.now(UTC), usegmt=True)}\r\n"]

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(f"HTTP/1.1 204 No Content\r\nConnection: close\r\n{dates.pop(0)}\r\n".encode())
        writer.close()

    heard = list[datetime]()

    class Listening(Clock):
        def heard(self, date: datetime, took: float) -> None:
            heard.append(date)

    trace = aiohttp.TraceConfig()
    Listening().listen(trace)
    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server, aiohttp.ClientSession(trace_configs=[trace]) as session:
        for _ in range(3):
            async with session.get(f"http://127.0.0.1:{port}/"):
                pass
    assert [abs(date - datetime.now(UTC)) < timedelta(seconds=30) for date in heard] == [True]
