"""Long runs, by hand, each with tables and arenas: `python -m tests.soak --kills 100 --harms 21 --fuzz 60`.

`--kills` kills the bot so many times in mid-match; `--harms` does so many kinds of harm to a bot of two
processes on PostgreSQL, its server's stop among them; `--fuzz` presses random things for so many
seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import io
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from tests.support.chaos.crash_run import crash_run
from tests.support.chaos.fuzz_run import run
from tests.support.chaos.split_run import split_run
from tests.support.processes import databases

KILLS_EACH = 25
"""Kills of one bot's data; then everything begins again with the next seed."""


async def crash(kills: int, seed: int) -> None:
    """Kill the bot `kills` times. Raises AssertionError where anything is amiss."""
    while kills > 0:
        part, began = min(kills, KILLS_EACH), time.monotonic()
        with tempfile.TemporaryDirectory(prefix="koikoi-soak-") as folder, bot_log(seed):
            async with crash_run(Path(folder), seed) as run:
                report = await run.run(part)
        told = " ".join(f"{name}={value}" for name, value in asdict(report).items())
        print(f"crash seed={seed} {told} seconds={time.monotonic() - began:.0f}", flush=True)
        kills, seed = kills - part, seed + 1


async def split(harms: int, seed: int) -> None:
    """Harm one process or all `harms` times. Raises AssertionError where anything is amiss."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="koikoi-soak-") as folder, bot_log(seed):
        async with split_run(Path(folder), seed) as run:
            report = await run.run(harms)
    told = " ".join(f"{name}={value}" for name, value in asdict(report).items())
    print(f"split seed={seed} {told} seconds={time.monotonic() - began:.0f}", flush=True)


def fuzz(seconds: float, seed: int) -> None:
    """Press random things for some seconds.

    Raises AssertionError, with the script, where anything is amiss.
    """
    with tempfile.TemporaryDirectory(prefix="koikoi-soak-") as folder, bot_log(seed):
        report = run(Path(folder), number=seed, seconds=seconds)
    print(f"fuzz seed={seed} {report}", flush=True)


@contextlib.contextmanager
def bot_log(seed: int) -> Iterator[None]:
    """Hold the bot's log back; show its end where the run fails."""
    held = io.StringIO()
    try:
        with contextlib.redirect_stderr(held):
            yield
    except BaseException:
        print(held.getvalue()[-20_000:], file=sys.stderr)
        print(f"failed: seed={seed}", file=sys.stderr)
        raise


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--kills", type=int, default=0, help="kill -9 the bot so many times")
    parser.add_argument("--harms", type=int, default=0, help="harm a bot of two processes so many times")
    parser.add_argument("--fuzz", type=float, default=0, help="press random things for so many seconds")
    parser.add_argument("--seed", type=int, default=None, help="repeat a run; else drawn and printed")
    wanted = parser.parse_args()
    seed = random.randrange(1_000_000) if wanted.seed is None else wanted.seed
    if wanted.kills:
        asyncio.run(crash(wanted.kills, seed))
    if wanted.harms:
        with databases.server_of_run(), databases.running_on("postgresql"):
            asyncio.run(split(wanted.harms, seed))
    if wanted.fuzz:
        fuzz(wanted.fuzz, seed)


if __name__ == "__main__":
    main()
