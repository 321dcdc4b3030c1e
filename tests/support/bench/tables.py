"""`python -m tests.bench_stack --tables N` and `--restore N`: many tables at once, and a start with many."""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from pathlib import Path

from bot.sandbox.common.settings import RateProfile
from bot.sandbox.server import Server
from cogs.content.custom_id import Verb
from tests.support.bench.crowd import (
    Crowd,
    Figures,
    Usage,
    bot_pid,
    longest_pause,
    quantiles,
    sandbox,
    until,
)
from tests.support.bench.rows import fill
from tests.support.processes import databases

WARM_SECONDS = 15.0
PAUSE = 10.0
"""Seconds between two moves at a table."""
LATE = 10
"""Tables at the end of the order, whose hands are asked for as soon as the bot is ready."""
LONGEST = 300.0
"""Seconds after which showing all tables has failed."""
REST_SECONDS = 3.0


async def tables(number: int, seconds: float, limits: RateProfile) -> list[str]:
    """Play at `number` tables of two for a while, a move each every ten seconds."""
    with tempfile.TemporaryDirectory(prefix="koikoi-bench-") as name:
        folder = Path(name)
        async with sandbox(folder, limits) as server:
            crowd = Crowd(server, number)
            await fill(folder, crowd.seats(), 0)
            server.bot.environment = {**server.bot.environment, **databases.environment(folder)}
            await server.bot.start()
            await until(lambda: crowd.shown == number, LONGEST)
            await crowd.sit_down()
            playing = asyncio.create_task(crowd.play(WARM_SECONDS + seconds, PAUSE))
            await asyncio.sleep(WARM_SECONDS)
            lines = await _measured(server, crowd, seconds)
            await playing
            return lines


async def _measured(server: Server, crowd: Crowd, seconds: float) -> list[str]:
    pid = bot_pid(server)
    await longest_pause(server, pid)
    crowd.figures = Figures()
    before, own, began = Usage.of(pid), Usage.of(os.getpid()), time.monotonic()
    await asyncio.sleep(seconds)
    took = time.monotonic() - began
    after, own_after = Usage.of(pid), Usage.of(os.getpid())
    figures = crowd.figures
    troubles = sum("trouble" in line.text for line in server.log.after(0))
    return [
        f"tables: {len(crowd.tables)}, {took:.0f} s; log lines of trouble: {troubles}",
        f"presses: {len(figures.acknowledged) / took:.1f} a second of {len(crowd.tables) / PAUSE:.1f}, "
        f"{figures.failed} failed, {figures.nothing} turns with nothing to press",
        f"acknowledgement: {quantiles(figures.acknowledged)}",
        f"table's edit: {len(figures.edited) / took:.1f} a second, {quantiles(figures.edited)}",
        f"processor: bot {(after.processor - before.processor) / took:.2f} of a core, "
        f"sandbox and people {(own_after.alone - own.alone) / took:.2f}; a press takes "
        f"{1000 * (after.processor - before.processor) / max(1, len(figures.acknowledged)):.1f} ms, of them "
        f"{1000 * (after.alone - before.alone) / max(1, len(figures.acknowledged)):.1f} in the first process",
        f"memory: bot {after.memory:.0f} MB, its other processes {[round(each) for each in after.children]}, "
        f"sandbox and people {own_after.memory:.0f} MB",
        f"event loop of the bot: {await longest_pause(server, pid)}",
    ]


async def restore(number: int, finished: int, limits: RateProfile) -> list[str]:
    """Kill a bot that shows `number` tables, beside `finished` matches, and start it again."""
    with tempfile.TemporaryDirectory(prefix="koikoi-bench-") as name:
        folder = Path(name)
        async with sandbox(folder, limits) as server:
            crowd = Crowd(server, number)
            await fill(folder, crowd.seats(), finished)
            server.bot.environment = {**server.bot.environment, **databases.environment(folder)}
            await server.bot.start()
            await until(lambda: crowd.shown == number, LONGEST)
            await asyncio.sleep(REST_SECONDS)  # until it is stored as well where the last message stands
            await server.bot.kill()
            return [
                f"{number} live and {finished} finished matches",
                *await _again(server, crowd),
            ]


async def _again(server: Server, crowd: Crowd) -> list[str]:
    last = [(table, table.message) for table in crowd.offering_hands()[:LATE]]  # who pressed last comes first
    crowd.forget()
    began = time.monotonic()
    await server.bot.start()
    await until(lambda: server.gateway.online == (1, 1), 60)
    connected = time.monotonic() - began
    asked = [await crowd.press(table, table.people[0], message, {Verb.HAND}) for table, message in last]
    hands = [took for took in asked if took is not None]
    usable = time.monotonic() - began - sum(hands[1:])
    await until(lambda: crowd.shown == len(crowd.tables), LONGEST)
    everything = time.monotonic() - began
    usage = Usage.of(bot_pid(server))
    return [
        f"from the start of the process: gateway {connected:.1f} s, first press answered {usable:.1f} s",
        f"hands of tables that are not shown yet: {quantiles(hands)}; {crowd.figures.failed} failed",
        f"all tables shown {everything - connected:.1f} s after the gateway was there",
        f"bot: {usage.processor:.1f} s of processor, {usage.memory:.0f} MB",
    ]
