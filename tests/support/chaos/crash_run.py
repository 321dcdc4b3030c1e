"""`kill -9` at random moments: three tables and an arena, five people, and somebody who pulls the plug."""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import random
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

from tests.support import waiting
from tests.support.chaos.arena_people import ArenaPeople
from tests.support.chaos.press_log import PressLog
from tests.support.chaos.struck_run import StruckRun
from tests.support.chaos.table_people import Plan, SharedRun, TablePeople
from tests.support.e2e.action_log import ActionLog
from tests.support.e2e.e2e_stage import BOT_MAIN, CHANNEL, ProcessStage, Stage, process_stage
from tests.support.e2e.scripted_player import Player
from tests.support.processes.sessions import of_session

PAIR = tuple(Plan(rules, 3, clock="slow") for rules in ("classic", "ishokai", "league"))
"""Two people who are free for an arena beside it."""
CROWD = (Plan("sannin", 3), Plan("classic", 3), Plan("league", 3))
"""Three people: in a match for two the seat draw leaves one of them watching."""
ALONE = (Plan("league", 3, "normal"), Plan("ishokai", 3, "normal"), Plan("sannin", 3, "easy"))

MOST_LINES = 5
"""Lines that a bot writes before it serves."""


class CrashRun(StruckRun):
    """Kills the bot, which the sandbox starts again."""

    here: ProcessStage

    async def strike(self) -> None:
        """Kill the bot, start it again, and see what has become of everything."""
        here, shared = self.here, self.shared
        shared.gate.clear()
        session = await here.pid()
        await here.kill()
        shared.run += 1
        killed_at, shown = time.time(), self.shown()
        self.report.kills += 1
        left = self.action_log.as_left_by_a_kill(self.aside / f"after-{self.report.kills}")
        self.must_have_all(left, shown)
        await waiting.until(lambda: not of_session(session), why="a killed bot leaves processes")
        down = time.time() - killed_at  # at least: from here on a bot may run before this process does
        await here.sandbox.control("bot_start")
        if shared.chance.random() < 0.2:
            await self._some_lines(shared.chance.randrange(MOST_LINES))
            await here.kill()
            self.report.at_start += 1
            await here.sandbox.control("bot_start")
        await here.sandbox.bot_ready()
        here.give_up()  # on presses that came after the kill
        await self.must_be_shown(killed_at, left.tables())
        self.must_be_fair(left, down)
        self.note_log()
        shared.gate.set()

    async def _some_lines(self, number: int) -> None:
        """Wait until the bot that comes up has said something so many times."""
        log = self.here.server.log
        said = max(line.number for line in log.after(0))
        await waiting.until(lambda: len(log.after(said)) >= number, why="a bot does not come up")


@contextlib.asynccontextmanager
async def crash_run(folder: Path, seed: int, *, short: bool = False) -> AsyncIterator[CrashRun]:
    """A bot with three tables and an arena, ready to be killed.

    In a `short` run most matches have one month, and no other is played to its end.
    """
    aside = folder / "aside"
    aside.mkdir()
    command = (*BOT_MAIN, str(seed))
    async with process_stage(folder / "data", command=command, beat_seconds="1", ready_seconds="0.5") as here:
        locales = ("ja", "en-US", "en-GB", "ja", "ja")
        players = [await here.player(index, locale) for index, locale in enumerate(locales)]
        shared = SharedRun(PressLog(), ActionLog(here.data), random.Random(seed))
        alone, arena = (
            await new_channel(here, players[0], "alone"),
            await new_channel(here, players[0], "arena"),
        )
        tables = [
            TablePeople(shared, CHANNEL, players[:2], plans(PAIR, short=short)),
            TablePeople(shared, "tea-room", players[2:], plans(CROWD, short=short)),
            TablePeople(shared, alone, players[4:], plans(ALONE, short=short)),
            ArenaPeople.of(shared, arena, players[:2]),
        ]
        yield CrashRun(here, tables, shared, aside, short=short)


async def new_channel(here: Stage, player: Player, name: str) -> str:
    """Let somebody make another channel of the first server; its id."""
    made = await here.sandbox.post(
        "/client/channels", {"user": player.user.id, "guild": here.sandbox.guild, "name": name}
    )
    return str(made["id"])


def plans(plans: Sequence[Plan], *, short: bool) -> Iterator[Plan]:
    """Again and again; sannin has at least three months."""
    return itertools.cycle(
        dataclasses.replace(plan, months=1) if short and plan.rules != "sannin" else plan for plan in plans
    )
