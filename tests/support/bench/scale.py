"""`python -m tests.bench_stack --scale N ...`: N tables on either database and on two processes."""

from __future__ import annotations

import asyncio
import os
import signal
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from bot.sandbox.common.settings import RateProfile
from bot.sandbox.server import Server
from tests.support.bench.bots import KINDS, Bot, bot, server_processor
from tests.support.bench.crowd import Crowd, Figures, Usage, sandbox, until
from tests.support.bench.rows import fill
from tests.support.processes import databases

WARM_SECONDS = 5.0
MOVE_SECONDS = 10.0
"""Between two moves at a table."""
LONGEST = 300.0
"""Seconds after which showing all tables has failed."""
WITHOUT_LIMIT = ("/webhooks/", "/interactions/")
"""Requests of these routes do not count towards a bot's fifty a second."""
HEAD = (
    "| tables | database | processes | presses a second | acknowledged (p50, p95, p99) "
    "| processor of a press: bot, PostgreSQL, people | memory of each | requests of a press |",
    "|---|---|---|---|---|---|---|---|",
)


@dataclass(frozen=True, slots=True)
class Setup:
    """A kind of database, and over how many processes, with a shard each, the tables are split."""

    kind: str
    processes: int = 1


SETUPS = (Setup("sqlite"), Setup("postgresql"), Setup("postgresql", 2))


async def scale(numbers: Sequence[int], setups: Sequence[Setup], seconds: float, warm: float) -> list[str]:
    """A table: a row for each number of tables on each setup."""
    rows = []
    for number in numbers:
        for setup in setups:
            with (
                tempfile.TemporaryDirectory(prefix="koikoi-bench-") as name,
                databases.running_on(setup.kind),
            ):
                rows.append(await _row(Path(name), number, setup, seconds, warm))
    return [*HEAD, *rows]


async def _row(folder: Path, number: int, setup: Setup, seconds: float, warm: float) -> str:
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(sandbox(folder, RateProfile.OFF))
        crowd = Crowd(server, number, setup.processes)
        await fill(folder, crowd.seats(), 0)
        bots = []
        for process in range(setup.processes):
            own = {"shards": setup.processes, "processes": setup.processes, "process": process}
            own = own if setup.processes > 1 else {}
            name = str(process) if setup.processes > 1 else ""
            bots.append(await stack.enter_async_context(bot(server, folder, name, **own)))
        for each in bots:
            await each.process.start()
        await until(lambda: crowd.shown == number, LONGEST)
        await crowd.sit_down()
        playing = asyncio.create_task(crowd.play(warm + seconds, MOVE_SECONDS))
        await asyncio.sleep(warm)
        row = await _measured(server, crowd, bots, setup, seconds)
        await playing
        return row


async def _measured(server: Server, crowd: Crowd, bots: Sequence[Bot], setup: Setup, seconds: float) -> str:
    crowd.figures = figures = Figures()
    requests, database, own = (
        Counter(server.services.traffic.counts),
        server_processor(),
        Usage.of(os.getpid()),
    )
    before, began = [Usage.of(each.pid) for each in bots], time.monotonic()
    await asyncio.sleep(seconds)
    took, after = time.monotonic() - began, [Usage.of(each.pid) for each in bots]
    presses = len(figures.acknowledged)
    spent = [sum(each.processor for each in after) - sum(each.processor for each in before),
             server_processor() - database, Usage.of(os.getpid()).alone - own.alone]  # fmt: skip
    made = Counter(server.services.traffic.counts) - requests
    limited = sum(n for route, n in made.items() if not any(each in route for each in WITHOUT_LIMIT))
    troubles = (
        f" ({figures.failed} failed, {figures.nothing} stuck)" if figures.failed + figures.nothing else ""
    )
    cells = (
        str(len(crowd.tables)),
        KINDS[setup.kind],
        str(setup.processes),
        f"{presses / took:.1f}{troubles}",
        quantiles(figures.acknowledged),
        ", ".join(f"{1000 * each / max(1, presses):.1f}" for each in spent) + " ms",
        ", ".join(f"{each.memory:.0f}" for each in after) + " MB",
        f"{made.total() / max(1, presses):.2f}, {limited / max(1, presses):.2f} of them limited",
    )
    return f"| {' | '.join(cells)} |"


def quantiles(seconds: Sequence[float]) -> str:
    """Median, and below what 95 and 99 of a hundred are."""
    if len(seconds) < 2:
        return "nothing measured"
    cut = statistics.quantiles(seconds, n=100, method="inclusive")
    return ", ".join(f"{1000 * cut[n - 1]:.0f}" for n in (50, 95, 99)) + " ms"


async def take_over(number: int, kills: int) -> list[str]:
    """Return the seconds from `kill -9` of a bot with `number` tables to the first answered press, by who
    goes on.
    """
    lines = ["| who goes on | from kill -9 to the first answer (median, worst) |", "|---|---|"]
    for setup, waits in ((Setup("sqlite"), False), (Setup("postgresql"), False), (Setup("postgresql"), True)):
        with tempfile.TemporaryDirectory(prefix="koikoi-bench-") as name, databases.running_on(setup.kind):
            took = await _killed(Path(name), number, kills, waits=waits)
        who = "one that waits beside it" if waits else "itself, started again at once"
        lines.append(f"| {KINDS[setup.kind]}: {who} | {statistics.median(took):.1f}, {max(took):.1f} s |")
    return lines


async def _killed(folder: Path, number: int, kills: int, *, waits: bool) -> list[float]:
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(sandbox(folder, RateProfile.OFF))
        crowd = Crowd(server, number)
        await fill(folder, crowd.seats(), 0)
        serving = await stack.enter_async_context(bot(server, folder))
        await serving.process.start()
        await until(lambda: crowd.shown == number, LONGEST)
        took = []
        for kill in range(kills):
            heir = serving
            if waits:
                heir = await stack.enter_async_context(bot(server, folder, f"heir-{kill}"))
                await heir.process.start()
                await until(lambda: bool(heir.said("is held by")), LONGEST)  # noqa: B023
            pid, killed = serving.pid, time.monotonic()
            os.kill(pid, signal.SIGKILL)
            if not waits:
                await until(lambda: not serving.process.running, LONGEST)  # noqa: B023
                await serving.process.start()
            took.append(await crowd.first_answer() - killed)
            serving = heir
        return took


async def idle(counts: Sequence[int], rest: float) -> list[str]:
    """Return the memory of one process that serves these numbers of shards, at rest."""
    lines = ["| shards of one process | memory | until all are there |", "|---|---|---|"]
    for shards in counts:
        with tempfile.TemporaryDirectory(prefix="koikoi-bench-") as name:
            folder = Path(name)
            async with sandbox(folder, RateProfile.OFF) as server, bot(server, folder, shards=shards) as made:
                await made.process.start()
                took = await until(lambda: len(server.gateway.sessions) == shards, LONGEST)  # noqa: B023
                await asyncio.sleep(rest)
                lines.append(f"| {shards} | {Usage.of(made.pid).memory:.0f} MB | {took:.1f} s |")
    return lines
