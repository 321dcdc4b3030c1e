"""The time of a press under a replay, from the finger to the answer, through the local Discord.

`python -m tests.bench_replays` plays a sannin match of twelve months by itself, then steps through it: one
person alone, then four at once, each in a replay of their own. 1 where the median of either is over its
bound; beside each number stands how busy the machine was.

With `--flood` four people open 200 replays at once, each of another match, and somebody else asks
for `/koikoi help` twice a second; the bot has a process of its own. 1 where such an answer takes a second.
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
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from bot.ids import MatchId
from bot.match.match_file import MatchFile
from bot.records.finished import Viewer
from bot.sandbox.changes.interactions import Act
from bot.sandbox.common.types import InteractionType, Snowflake
from bot.sandbox.world.events import InteractionCreated
from bot.sandbox.world.interaction import Interaction, InteractionState
from bot.service.finished import FinishedMatches
from bot.storage import imported
from cogs.content.page_id import format_page
from cogs.content.replay_state import Action, ReplayState
from engine.rules.options import make_rules
from tests.support.e2e.e2e_stage import CHANNEL, LoopStage, ProcessStage, process_stage, stage
from tests.support.e2e.elsewhere import told_in
from tests.support.e2e.forged_presses import channel_of, pressed, user_of
from tests.support.e2e.prepared_match import PEOPLE, PLACE
from tests.support.e2e.scripted_player import Player
from tests.support.manager_fixture import running_service
from tests.support.sandbox.messages import Json
from tests.support.sandbox.user import LOADING

BOUND_MS = 150.0
STEPS = 60
TOGETHER = 4
REPLAYS = 200
"""The number that is opened at once, each of a match that nobody has looked at."""
EVERY_SECONDS, HELP_BOUND, PATIENCE = 0.5, 1.0, 60.0


async def played(folder: Path, months: int = 12) -> MatchId:
    """A long match of three people, over."""
    async with running_service(folder) as service:
        opened = await service.manager.open_lobby(PLACE, PEOPLE[0], make_rules("sannin", {"months": months}))
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
    """Return the milliseconds that each of `steps` presses on ▶ took until it was answered."""
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


async def copies(folder: Path, match: MatchId) -> list[MatchId]:
    """Many matches of the same moves, as if they had been played elsewhere."""
    async with running_service(folder) as service:
        viewer = Viewer(PEOPLE[0].user, PLACE.guild)
        found = await FinishedMatches(service.store).match(match, viewer)
        made = []
        for n in range(REPLAYS):
            people = tuple(replace(one, name=f"{one.name} {n}") for one in found.people)
            file = MatchFile(dict(found.written), people, found.started_at, found.ended_at, found.places)
            made.append((await service.store.write(imported.add, file, PLACE.guild, service.now()))[0])
        return made


async def flood() -> int:
    """Measure how long a help takes that comes after many replays."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "data"
        with contextlib.redirect_stdout(io.StringIO()):
            matches = await copies(folder, await played(folder, months=3))
        async with process_stage(folder, ack_seconds="1.5") as here:
            people = [await here.player(n) for n in range(TOGETHER + 1)]
            return await _flooded(here, people, matches)


async def _flooded(here: ProcessStage, people: Sequence[Player], matches: Sequence[MatchId]) -> int:
    """Have all interactions begin at once; print how long Discord waited for the first sign of answers."""
    *four, other = people
    channel = channel_of(here, CHANNEL)
    helps = await _act_of(here, other, "koikoi help")
    message = told_in(here, channel)
    opens = [format_page(ReplayState(match).press(Action.OPEN)) for match in matches]
    users = [user_of(here, four[n % TOGETHER].user.id) for n in range(REPLAYS)]
    acts = [pressed(here, user, message, open_) for user, open_ in zip(users, opens, strict=True)]
    began = time.perf_counter()
    replays = [here.server.interactions.start(act) for act in acts]
    asked = [asyncio.create_task(_wait_of(here.server.interactions.start(helps)))]
    while time.perf_counter() - began < PATIENCE and not all(_is_told(here, each) for each in replays):
        await asyncio.sleep(EVERY_SECONDS)
        asked.append(asyncio.create_task(_wait_of(here.server.interactions.start(helps))))
    took = time.perf_counter() - began
    waits = [await each for each in asked]
    told = sum(_is_told(here, each) for each in replays)
    failed = sum(each.state is InteractionState.FAILED for each in replays)
    sys.stdout.write(
        f"{told} of {REPLAYS} replays answered after {took:.1f} s, {failed} failed; help meanwhile: "
        f"median {statistics.median(waits):.2f} s, worst {max(waits):.2f} s, bound {HELP_BOUND:.0f} s; "
        f"the machine's load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors\n"
    )
    return 0 if max(waits) < HELP_BOUND and not failed else 1


async def _wait_of(interaction: Interaction) -> float:
    """Seconds until an interaction is acknowledged, or has failed."""
    began = time.perf_counter()
    await interaction.settled.wait()
    return time.perf_counter() - began


async def _act_of(here: ProcessStage, player: Player, command: str) -> Act:
    """A command as somebody uses it, to be used again."""
    heard = list[InteractionCreated]()
    here.server.world.subscribe(
        lambda event: heard.append(event) if isinstance(event, InteractionCreated) else None
    )
    await player.user.command(command, channel=CHANNEL)
    payload = heard[0].payload
    return Act(
        InteractionType.COMMAND,
        user_of(here, player.user.id),
        "en-US",
        channel_of(here, CHANNEL),
        payload["data"],
        command_name=command,
        owners=payload["authorizing_integration_owners"],
    )


def _is_told(here: ProcessStage, interaction: Interaction) -> bool:
    """Whether nothing says any more that an answer is thought about: a newer note may have its place."""
    shown = here.server.world.ephemerals.get(interaction.original_id or Snowflake(0))
    if interaction.state is InteractionState.ACKNOWLEDGED:
        return shown is None or not shown.flags & LOADING
    return interaction.state is InteractionState.FAILED


async def main() -> int:
    """Measure on a folder of its own."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "data"
        with contextlib.redirect_stdout(io.StringIO()):
            match = await played(folder)
        async with stage(folder) as here:
            return 0 if await measure(here, match) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(flood() if "--flood" in sys.argv[1:] else main()))
