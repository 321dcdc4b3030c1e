"""The bot's connection to the gateway: a resume host that is dead, a gateway that never sends READY."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import discord
import pytest
from discord.gateway import DiscordWebSocket
from structlog.testing import capture_logs

from bot.config import Settings
from bot.sandbox.server import Server
from cogs.gateway.process import serve
from cogs.gateway.reconnect import RESTARTED, Connection, NeverReadyError, Timeouts, answers
from tests.support import waiting
from tests.support.command_process import ended, environment, of
from tests.support.e2e.in_process_bot import MovableClock
from tests.support.sandbox.client import ROOT, start_server
from tests.support.waiting import LOOK_SECONDS

NEVER = 1000.0
SOON = 0.15
TRIES = 4
"""Attempts to connect that are made in more time than a bot may need to be ready here."""
HASTE = 0.1
"""Seconds that a clock is moved forward at every look."""
WITH_SHORT_WAITS = """
from bot.__main__ import main
from cogs.gateway.reconnect import Timeouts
main(["run"], obj=Timeouts(ready=0.3, resume=0.2, pause=0.05))
"""


@pytest.fixture(autouse=True)
def discord_unchanged() -> Iterator[None]:
    """Undo the redirection after a test."""
    kept = (discord.http.Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, discord.asset.Asset.BASE)
    yield
    discord.http.Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, discord.asset.Asset.BASE = kept


@contextlib.asynccontextmanager
async def bot(server: Server, data: Path, waits: Timeouts) -> AsyncIterator[asyncio.Task[None]]:
    """The bot in this process, until the block ends."""
    settings = Settings(_env_file=None, token=server.token, discord=server.url, data=data)
    task = asyncio.create_task(serve(settings, announce=lambda _: None, waits=waits))
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.wait({task})


async def until(
    true: Callable[[], bool], task: asyncio.Task[None], clock: MovableClock | None = None
) -> None:
    """Wait for something while the bot runs; with a `clock` what it waits for itself is over at once."""

    def come() -> bool:
        if task.done():
            task.result()
        if not true() and clock is not None:
            clock.move(HASTE)
        return true()

    await waiting.until(come)


def living(server: Server) -> str | None:
    """The id of the session that has a connection; None if there is none."""
    return next((session.id for session in server.gateway.sessions.values() if session.sink), None)


@pytest.mark.outside
@pytest.mark.parametrize(
    "waits",
    [Timeouts(resume=NEVER, pause=SOON), Timeouts(refusals=1000, resume=SOON, pause=SOON)],
    ids=["three refusals", "too long"],
)
async def test_a_dead_resume_host_is_left(tmp_path: Path, waits: Timeouts) -> None:
    """After three refusals, or some time, the same process has a new session of the default gateway."""
    clock = MovableClock()
    async with start_server() as (server, sandbox), bot(server, tmp_path, waits) as task:
        await until(lambda: living(server) is not None, task)
        first = living(server)
        await sandbox.control("settings", resume_refused=True)
        await sandbox.control("gateway_drop")
        with clock.running():
            await until(lambda: living(server) not in {None, first}, task, clock)
        user = await sandbox.user(0)
        assert not (await user.command("koikoi leaderboard", channel="hanafuda")).failed
        # A session that can be resumed is resumed, also after all this.
        second = living(server)
        await sandbox.control("settings", resume_refused=False)
        await sandbox.control("gateway_drop")
        await until(lambda: living(server) is not None, task)
        assert living(server) == second
    assert not (tmp_path / RESTARTED).exists()


@pytest.mark.outside
async def test_after_ten_minutes_away_the_next_try_is_as_near_as_ever(tmp_path: Path) -> None:
    """Tries are at most fifteen seconds apart, one line each without a traceback."""
    clock, slack, waits = MovableClock(), 20.0, Timeouts(ready=NEVER)
    async with start_server() as (server, sandbox), bot(server, tmp_path, waits) as task:
        await until(lambda: living(server) is not None, task)
        await sandbox.control("settings", gateway_refused=True)
        with clock.running(), capture_logs() as lines:
            loop = asyncio.get_running_loop()
            await sandbox.control("gateway_drop")
            began = loop.time()
            times: list[float] = []
            while loop.time() < began + 600:
                # Hours may pass in a pause; a try is made of true seconds, however busy the machine is.
                pause = next((line["pause"] for line in lines[-1:] if "pause" in line), 0)
                left = times[-1] + pause - loop.time() if times else 0
                clock.move(max(left, HASTE))
                await asyncio.sleep(LOOK_SECONDS)
                times += [loop.time()] * (len(told(lines)) - len(times))
            assert living(server) is None
            assert max(after - before for before, after in pairwise(times)) < 15 + slack
            assert 20 <= len(times) <= 60
            assert not [line for line in lines if line.get("exc_info")]
            await sandbox.control("settings", gateway_refused=False)
            back = loop.time()
            await until(lambda: living(server) is not None, task, clock)
            assert loop.time() - back < 15 + slack


def told(lines: Sequence[Mapping[str, object]]) -> list[object]:
    """Return the log's lines about tries to connect."""
    wanted = {"connection lost", "session not resumed", "connecting with a new session"}
    return [line["event"] for line in lines if line["event"] in wanted]


async def test_no_more_sessions_are_begun_than_discord_allows(tmp_path: Path) -> None:
    """A gateway that takes each IDENTIFY and is never ready sees less than a thousand a day."""
    clock, times = MovableClock(), list[float]()

    async def connect() -> None:
        """Begins a session, and loses it at once."""
        await connection.before_session()
        times.append(asyncio.get_running_loop().time())
        connection.on_disconnected()
        await asyncio.Event().wait()

    async def hang_up() -> None:
        """There is nothing to close."""

    async def nobody_there() -> bool:
        return False

    connection = Connection(connect, hang_up, nobody_there, tmp_path, Timeouts(ready=NEVER))
    with clock.running():
        running = asyncio.create_task(connection.run())
        began = asyncio.get_running_loop().time()
        while asyncio.get_running_loop().time() < began + 7200:
            clock.move(10)
            for _ in range(5):
                await asyncio.sleep(0)
        running.cancel()
        await asyncio.wait({running})
    assert times[10] - began > 900 - 10
    assert 70 <= len(times) <= 1000 / 12


@pytest.mark.outside
async def test_a_gateway_that_comes_late_is_waited_for(tmp_path: Path) -> None:
    """Nobody is there at the beginning but the REST API: the bot goes on asking, as often as it takes."""
    waits = Timeouts(pause=0.05, resume=SOON, ready=NEVER)
    async with start_server() as (server, sandbox):
        await sandbox.control("settings", never_ready=True)
        with capture_logs() as lines:
            async with bot(server, tmp_path, waits) as task:
                await until(lambda: len(told(lines)) >= TRIES, task)
                assert server.gateway.online == (0, 0)
                await sandbox.control("settings", never_ready=False)
                await until(lambda: living(server) is not None, task)


@pytest.mark.outside
async def test_a_bot_that_is_never_ready_ends_to_be_started_again_but_seldom(tmp_path: Path) -> None:
    """Once; the next process waits until the time between two restarts is over."""
    waits = Timeouts(pause=0.05, resume=SOON, ready=SOON)
    async with start_server() as (server, sandbox):
        await sandbox.control("settings", never_ready=True)
        async with bot(server, tmp_path, waits) as task:
            with pytest.raises(NeverReadyError):
                await task
        assert abs(time.time() - json.loads((tmp_path / RESTARTED).read_text())) < waits.restart
        with capture_logs() as lines:
            async with bot(server, tmp_path, waits) as again:
                await until(lambda: len(told(lines)) >= TRIES, again)
        (tmp_path / RESTARTED).write_text(json.dumps(time.time() - waits.restart))
        async with bot(server, tmp_path, waits) as later:
            with pytest.raises(NeverReadyError):
                await later


@pytest.mark.outside
async def test_the_exit_status_asks_for_a_restart(tmp_path: Path) -> None:
    """75 and one line for somebody who reads the log."""
    async with start_server() as (server, sandbox):
        await sandbox.control("settings", never_ready=True)
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", WITH_SHORT_WAITS,
            cwd=ROOT, env=environment(**of(server, tmp_path)),
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        said = await ended(process)
    assert said.status == 75
    assert said.err.splitlines()[-1].startswith(
        "Discord's gateway answers, but the bot has not been ready for 0.3 s"
    )
    assert "Traceback" not in said.err


async def test_a_gateway_that_answers_nobody_is_no_reason_to_end(tmp_path: Path) -> None:
    """The fault is not this process's; it goes on asking, and notes nothing."""
    asked = 0

    async def nobody_there() -> bool:
        nonlocal asked
        asked += 1
        return await answers("ws://127.0.0.1:9/")

    async def connect() -> None:
        """Goes on without an end."""
        await asyncio.Event().wait()

    async def hang_up() -> None:
        """There is nothing to close."""

    waits = Timeouts(pause=0.01, resume=0.05, ready=0.05)
    connection = Connection(connect, hang_up, nobody_there, tmp_path, waits)
    running = asyncio.create_task(connection.run())
    await until(lambda: asked > 1, running)
    running.cancel()
    assert not (tmp_path / RESTARTED).exists()


async def test_discord_py_is_as_the_bot_takes_it_to_be() -> None:
    """The private parts that the bot uses are there: the start of sessions, and a client's socket."""
    assert DiscordWebSocket.DEFAULT_GATEWAY.with_query(v=10).query == {"v": "10"}
    assert vars(discord.Client(intents=discord.Intents.none()))["ws"] is None
    assert isinstance(vars(DiscordWebSocket)["open"], property)
    async with start_server() as (server, _):
        assert await answers(server.gateway.url)
        assert not await answers(f"{server.url}/client/world")
