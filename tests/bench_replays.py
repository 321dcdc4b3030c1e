"""How long a press under a replay takes, from the finger to the answer, through the local Discord.

`python -m tests.bench_replays` plays a sannin match of twelve months by itself, then steps through it: one
person alone, then four at once, each in a replay of their own. 1 where the median of either is over its
bound; beside each number stands how busy the machine was.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import statistics
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from bot.match.vocabulary import MatchId
from engine.rules.options import make_rules
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, stage
from tests.support.e2e.prepared_match import PEOPLE, PLACE
from tests.support.e2e.scripted_player import Player
from tests.support.manager_fixture import running_service
from tests.support.sandbox.messages import Json

BOUND_MS = 150.0
STEPS = 60
TOGETHER = 4


async def played(folder: Path) -> MatchId:
    """A long match of three people, over."""
    async with running_service(folder) as service:
        opened = await service.manager.open_lobby(PLACE, PEOPLE[0], make_rules("sannin", {"months": 12}))
        for person in PEOPLE[1:3]:
            await service.manager.join(opened.match, person)
        await service.manager.start_match(opened.match, PEOPLE[0].user)
        await service.draw(opened.match)
        await service.play(opened.match)
        return opened.match


async def opened(player: Player, match: MatchId) -> Json:
    """The replay on somebody's screen."""
    options = {"match": str(match)}
    return await player.user.answer(
        await player.user.command("koikoi replay", channel=CHANNEL, options=options)
    )


async def stepped(player: Player, message: Json, steps: int) -> list[float]:
    """How long each of so many presses on ▶ took until it was answered, in milliseconds."""
    taken = []
    for _ in range(steps):
        changed = partial(_differs, message["content"])
        began = time.perf_counter()
        await player.user.press(message, "▶")
        message = await player.user.wait_update(message, changed)
        taken.append((time.perf_counter() - began) * 1000)
    return taken


def _differs(text: str, message: Json) -> bool:
    return bool(message["content"] != text)


def told(name: str, taken: list[float]) -> bool:
    """Print a line; whether the median keeps to the bound."""
    median, worst = statistics.median(taken), max(taken)
    load = os.getloadavg()[0]
    sys.stdout.write(
        f"{name}: median {median:6.1f} ms, worst {worst:6.1f} ms, bound {BOUND_MS:.0f} ms, "
        f"the machine's load {load:.1f} on {os.cpu_count()} processors\n"
    )
    return median <= BOUND_MS


async def measure(here: LoopStage, match: MatchId) -> bool:
    """All measurements."""
    players = [await here.player(n) for n in range(TOGETHER)]
    began = time.perf_counter()
    message = await opened(players[0], match)
    first = (time.perf_counter() - began) * 1000
    sys.stdout.write(f"opened, nothing in memory yet: {first:6.1f} ms\n")
    await stepped(players[0], message, 2)
    good = told("a step, alone", await stepped(players[0], message, STEPS))
    notes = [await opened(each, match) for each in players]
    every = await asyncio.gather(*map(stepped, players, notes, [STEPS // TOGETHER] * TOGETHER))
    return told(f"a step, {TOGETHER} people at once", [each for one in every for each in one]) and good


async def main() -> int:
    """Measure on a folder of its own."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "data"
        with contextlib.redirect_stdout(io.StringIO()):
            match = await played(folder)
        async with stage(folder) as here:
            return 0 if await measure(here, match) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
