"""Measurements of the whole stack: `python -m tests.bench_stack` prints them as lines, for a note.

The sandbox runs in a process of its own with the bot as its child, as `koikoi sandbox` has it. Five people
play against the CPU, each in their own channel, driven by a third process. Nobody pauses, tables are edited
as often as they change and rate limits are off: they would be measured in place of the machine.

With `--scale N ...` two people each at N tables make a move every ten seconds, on one process with SQLite, on
one with PostgreSQL, on two. `--take-over K` kills a bot of 50 tables K times; `--idle N ...` is the memory of
a process with N shards. With `--tables N` two people each play at N tables, with `--restore N` a bot with N
tables is killed and started again; there the bot and the sandbox, with the people in it, have a process
each, and limits are as Discord's. With `--arena N` N people play an arena, and the bot has one core.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import platform
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from bot import log
from bot.config import LogFormat, LogLevel
from bot.sandbox.common.settings import RateProfile
from tests.support.bench import scale
from tests.support.bench.arena import arena
from tests.support.bench.tables import restore, tables
from tests.support.e2e.action_log import ActionLog
from tests.support.e2e.scripted_player import MOVES, Player, is_hand, presses
from tests.support.processes import databases
from tests.support.sandbox.client import ROOT, Sandbox

PEOPLE = 5
SANDBOX = """
import asyncio, sys
from pathlib import Path
from bot.sandbox.server import run_sandbox
from bot.sandbox.common.settings import RateProfile, Settings
from images.drawing.fonts import main_face
asyncio.run(run_sandbox(
    port=0, data=Path(sys.argv[1]), bot_command=sys.argv[2:], fonts={"japanese": main_face().path},
    settings=Settings(rate_profile=RateProfile.OFF),
))
"""
"""`koikoi sandbox`, but for the rate limits and the bot's command."""
QUICK = ("CPU_PAUSE_MIN", "CPU_PAUSE_MAX", "CPU_STOP_PAUSE", "DRAWN_SECONDS", "EDIT_SECONDS")
"""The bot's pauses, which are not measured."""


@dataclass(slots=True)
class Bench:
    """The measurements."""

    page_seconds: float = 0.0
    ready_seconds: float = 0.0
    matches: int = 0
    seconds: float = 0.0
    actions: int = 0
    waits: list[float] = field(default_factory=list)
    """From each press to the first sign of its answer, in milliseconds."""
    bot_megabytes: float = 0.0
    sandbox_megabytes: float = 0.0
    pause: str = ""

    def lines(self) -> list[str]:
        """The results, one a line."""
        cut = statistics.quantiles(self.waits, n=100)
        return [
            f"machine: {os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}",
            f"start to page: {self.page_seconds:.1f} s; to a bot that answers: {self.ready_seconds:.1f} s",
            f"{self.matches} matches in {self.seconds:.0f} s",
            f"actions: {self.actions}, {self.actions / self.seconds:.1f} a second",
            f"presses: {len(self.waits)}, {len(self.waits) / self.seconds:.1f} a second",
            f"press to answer: median {cut[49]:.0f} ms, 99 in 100 under {cut[98]:.0f} ms",
            f"resident memory: bot {self.bot_megabytes:.0f} MB, sandbox {self.sandbox_megabytes:.0f} MB",
            f"event loop of the bot: {self.pause}",
        ]


@contextlib.asynccontextmanager
async def running(folder: Path) -> AsyncIterator[tuple[Sandbox, int, float]]:
    """A sandbox process with a bot, its process id, and when it was started."""
    started = time.monotonic()
    command = [sys.executable, "-c", SANDBOX, str(folder), sys.executable, "-m", "tests.support.bot_main"]
    quick = {f"KOIKOI_{name}": "0" for name in QUICK}
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=ROOT,
        env={**os.environ, **quick},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert process.stdout is not None
    try:
        url = (await asyncio.wait_for(process.stdout.readline(), 30)).decode().strip()
        async with Sandbox.connect(url) as sandbox:
            yield sandbox, process.pid, started
    finally:
        process.terminate()
        await process.wait()


async def play(player: Player, channel: str, bench: Bench, matches: int) -> None:
    """Play one match after another against the CPU until `matches` have been played by all together."""
    while bench.matches < matches:
        before = len(results(player, channel))
        await player.user.command("koikoi play", channel=channel, months=1, cpu="normal")
        while len(results(player, channel)) == before:
            if not await press(player, channel, bench):
                await asyncio.sleep(0.002)
        bench.matches += 1


def results(player: Player, channel: str) -> list[str]:
    """The results on the screen."""
    return [each["id"] for each in player.user.public(channel) if "result.png" in str(each["attachments"])]


async def press(player: Player, channel: str, bench: Bench) -> bool:
    """Press what the hand offers; False where it offers nothing, or nothing any more."""
    hands = [each for each in player.user.ephemerals(channel) if is_hand(each) and presses(each, *MOVES)]
    if not hands:
        return False
    began = time.monotonic()
    moved = await player.move()
    if moved:
        bench.waits.append((time.monotonic() - began) * 1000)
    return moved


async def measure(matches: int) -> Bench:
    """Start everything, play, look."""
    bench = Bench()
    with tempfile.TemporaryDirectory(prefix="koikoi-bench-") as folder:
        async with running(Path(folder)) as (sandbox, pid, started):
            await sandbox.fetch(sandbox.url)
            bench.page_seconds = time.monotonic() - started
            await sandbox.bot_ready()
            bench.ready_seconds = time.monotonic() - started
            await sandbox.wait_log("emoji ready")
            players = [Player(await sandbox.user(index)) for index in range(PEOPLE)]
            channels = [await channel(sandbox, players[0], number) for number in range(PEOPLE)]
            bot = int((await sandbox.get("/client/world"))["bot"]["pid"])
            os.kill(bot, signal.SIGUSR2)  # what the start took is not of interest
            began = time.monotonic()
            async with asyncio.TaskGroup() as group:
                for player, where in zip(players, channels, strict=True):
                    group.create_task(play(player, where, bench, matches))
            bench.seconds = time.monotonic() - began
            bench.actions = sum(map(len, ActionLog(Path(folder)).actions().values()))
            bench.pause = await longest_pause(sandbox, bot)
            bench.bot_megabytes, bench.sandbox_megabytes = resident(bot), resident(pid)
    return bench


async def channel(sandbox: Sandbox, owner: Player, number: int) -> str:
    """A channel for one table."""
    body = {"user": owner.user.id, "guild": sandbox.guild, "name": f"table-{number}"}
    return str((await sandbox.post("/client/channels", body))["id"])


async def longest_pause(sandbox: Sandbox, bot: int) -> str:
    """Return the bot's report about its loop."""
    last = (await sandbox.log())[-1]["n"]
    os.kill(bot, signal.SIGUSR2)
    while True:
        for line in await sandbox.log(after=last):
            if "longest pause" in line["text"]:
                return str(line["text"])
        await asyncio.sleep(0.05)


def resident(pid: int) -> float:
    """Resident memory of a process in MB."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench_stack", description=__doc__)
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--tables", type=int, metavar="N", help="a move each every 10 s at N tables of two")
    parser.add_argument("--arena", type=int, metavar="N", help="an arena of N people, the bot on one core")
    parser.add_argument(
        "--scale", type=int, nargs="+", metavar="N", help="on either database, on two processes"
    )
    parser.add_argument("--take-over", type=int, metavar="K", help="kill a bot so many times")
    parser.add_argument("--idle", type=int, nargs="+", metavar="N", help="one process with N shards")
    parser.add_argument(
        "--database", choices=databases.KINDS, default="sqlite", help="of --tables, --restore, --arena"
    )
    parser.add_argument("--seconds", type=float, default=60.0, help="for so long")
    parser.add_argument("--restore", type=int, metavar="N", help="start a bot with N tables again")
    parser.add_argument("--finished", type=int, default=0, help="with so many matches that are over")
    parser.add_argument("--limits", choices=("off", "realistic", "hostile"), default="realistic")
    asked = parser.parse_args()
    log.configure(LogLevel.WARNING, LogFormat.CONSOLE)  # what fills a database says nothing
    with databases.server_of_run(databases.DURABLE), databases.running_on(asked.database):
        print("\n".join(asyncio.run(_lines(asked))))


async def _lines(asked: argparse.Namespace) -> list[str]:
    """Return the chosen measurements as lines."""
    limits = RateProfile(asked.limits)
    chosen: list[tuple[object, Callable[[], Awaitable[list[str]]]]] = [
        (asked.scale, lambda: scale.scale(asked.scale, scale.SETUPS, asked.seconds, scale.WARM_SECONDS)),
        (asked.take_over, lambda: scale.take_over(50, asked.take_over)),
        (asked.idle, lambda: scale.idle(asked.idle, scale.WARM_SECONDS)),
        (asked.arena, lambda: arena(asked.arena, asked.seconds, limits)),
        (asked.tables, lambda: tables(asked.tables, asked.seconds, limits)),
        (asked.restore, lambda: restore(asked.restore, asked.finished, limits)),
    ]
    for option, measured in chosen:
        if option is not None:
            return await measured()
    return (await measure(asked.matches)).lines()


if __name__ == "__main__":
    main()
