"""Harm to a bot of several processes: one is killed, cut off from the database, replaced."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.ids import MatchId
from bot.shards import number_of
from tests.support import waiting
from tests.support.chaos.arena_people import ArenaPeople
from tests.support.chaos.crash_run import ALONE, PAIR, new_channel, plans
from tests.support.chaos.press_log import PressLog
from tests.support.chaos.struck_run import StruckRun
from tests.support.chaos.table_people import SharedRun, TablePeople
from tests.support.e2e.action_log import ActionLog
from tests.support.e2e.e2e_stage import CHANNEL
from tests.support.e2e.snapshot import Snapshot
from tests.support.processes import databases
from tests.support.shards.split_stage import SHARDS, Part, SplitStage, split_stage

TRIES, TRIES_OF_STOPPED = 2, 5
"""The number of times that a process finds no database before that is there again; the pauses grow."""
AWAY = "the database is unreachable"
"""The line of the log on each time."""
HARMS = ("kill", "take_over", "cut", "swallow", "unreachable", "rolling", "stopped")


@dataclass(frozen=True, slots=True)
class Harm:
    """The fault: when, to which shards, and for how long nobody can have pressed there."""

    since: float
    shards: set[int]
    down: float


class SplitRun(StruckRun):
    """One kind of harm after the other."""

    here: SplitStage
    harms: Iterator[str]
    """The next faults, by their methods' names."""
    _before_harm: ActionLog

    async def strike(self) -> None:
        """Do the next harm, and see what has become of everything, wherever it was done."""
        harm: Callable[[], Awaitable[Harm]] = getattr(self, next(self.harms))
        self.shared.gate.clear()
        self.shared.run += 1
        done = await harm()
        self.report.kills += 1
        shown = self.shown()
        left = self.action_log.as_left_by_a_kill(self.aside / f"after-{self.report.kills}")
        self.must_have_all(left, shown)
        self.here.give_up()
        hit = self._on(done.shards)
        await self.must_be_shown(done.since, {}, hit)
        self.must_be_fair(self._before_harm, done.down, hit)
        self.note_log()
        self.shared.gate.set()

    async def kill(self) -> Harm:
        """Kill one process; it is started again."""
        part = self._one()
        since, before = self._now(), self.here.connections()
        await part.process.kill()
        dead = time.time()
        self.here.give_up()
        down = time.time() - dead
        await part.process.start()
        await self.here.serves_anew(part.shards, before)
        return Harm(since, part.shards, down)

    async def take_over(self) -> Harm:
        """Kill one process beside which another waits: that serves in its place."""
        part = self._one()
        log, said = self.here.server.log, self._said()
        heir = await self.here.add(part.number)
        await waiting.until(
            lambda: any("is held by koikoi" in line.text for line in log.after(said)),
            why="no process waits for the shards",
        )
        await self.here.serves(set(range(SHARDS)))
        since, before = self._now(), self.here.connections()
        await part.process.kill()
        self.here.give_up()
        self.here.parts.remove(part)
        # Nobody can say when the heir serves first: how long nobody did is not looked at.
        await self.here.serves_anew(part.shards, before)
        assert heir.process.running
        return Harm(since, part.shards, 0.0)

    async def cut(self) -> Harm:
        """Cut one process off from the database: every connection ends, none can be made."""
        return await self._away("cut")

    async def swallow(self) -> Harm:
        """Cut one process off, but tell nothing: what it sends is taken, no answer comes."""
        return await self._away("swallow")

    async def _away(self, how: str) -> Harm:
        part = self._one()
        since = self._now()
        getattr(part.way, how)()
        # It falls silent by itself, while the other goes on.
        await self.here.serves(set(range(SHARDS)) - part.shards)
        silent = time.time()
        await self._tried(TRIES)
        assert self.here.served() == set(range(SHARDS)) - part.shards
        down = time.time() - silent
        part.way.mend()
        await self.here.serves(set(range(SHARDS)))
        return Harm(since, part.shards, down)

    async def unreachable(self) -> Harm:
        """Cut every process off from the database."""
        return await self._all_away(self._cut_all, self._mend_all)

    async def stopped(self) -> Harm:
        """Stop the database's server itself, which must be this run's alone."""
        server = databases.Server.of_run()
        # Their looks at the rows would fail as well.
        await waiting.until(lambda: not self.shared.busy, why="people press still", moving=self.here.moving)

        async def halt() -> None:
            databases.look_anew()
            await asyncio.to_thread(server.halt)

        return await self._all_away(halt, lambda: asyncio.to_thread(server.go_on), TRIES_OF_STOPPED)

    async def _all_away(
        self,
        harm: Callable[[], Awaitable[None]],
        mend: Callable[[], Awaitable[None]],
        tries: int = TRIES,
    ) -> Harm:
        since = self._now()
        await harm()
        await self.here.serves(set())
        silent = time.time()
        await self._tried(tries * len(self.here.parts))
        assert self.here.served() == set()
        down = time.time() - silent
        await mend()
        await self.here.serves(set(range(SHARDS)))
        return Harm(since, set(range(SHARDS)), down)

    async def _tried(self, times: int) -> None:
        """Wait until the database was not found so many times more."""
        said = self._said()
        await waiting.until(
            lambda: sum(AWAY in line.text for line in self.here.server.log.after(said)) >= times,
            why="no process looks for the database",
        )

    def _said(self) -> int:
        """Return the number of the log's last line."""
        return max((line.number for line in self.here.server.log.after(0)), default=0)

    async def _cut_all(self) -> None:
        for part in self.here.parts:
            part.way.cut()

    async def _mend_all(self) -> None:
        for part in self.here.parts:
            part.way.mend()

    async def rolling(self) -> Harm:
        """Restart one process after the other, as an update does."""
        since = self._now()
        for part in self.here.parts:
            before = self.here.connections()
            await part.process.stop()
            await part.process.start()
            await self.here.serves_anew(part.shards, before)
        return Harm(since, set(range(SHARDS)), 0.0)

    def _one(self) -> Part:
        return self.shared.chance.choice(self.here.parts)

    def _now(self) -> float:
        """The moment at which harm begins; what is stored then is looked at again."""
        self._before_harm = self.action_log.as_left_by_a_kill(self.aside / f"before-{self.report.kills}")
        return time.time()

    def _on(self, shards: set[int]) -> Callable[[Snapshot, MatchId], bool]:
        """Whether a match is on one of these shards."""

        def on(rows: Snapshot, match: MatchId) -> bool:
            return number_of(rows.guilds[match], SHARDS) in shards

        return on


@contextlib.asynccontextmanager
async def split_run(
    folder: Path, seed: int, harms: Sequence[str] = HARMS, *, short: bool = False
) -> AsyncIterator[SplitRun]:
    """Two processes, four shards, a table on each, and an arena on the first."""
    aside = folder / "aside"
    aside.mkdir(parents=True)
    async with split_stage(folder / "data", seed=seed, beat_seconds="1") as here:
        players = [await here.player(index) for index in range(5)]
        shared = SharedRun(PressLog(), ActionLog(here.data), random.Random(seed))
        tables = [
            TablePeople(shared, CHANNEL, players[:2], plans(PAIR, short=short)),
            TablePeople(shared, "north", players[2:4], plans(PAIR, short=short)),
            TablePeople(shared, "east", players[4:], plans(ALONE, short=short)),
            TablePeople(shared, "south", players[1:3], plans(PAIR, short=short)),
            ArenaPeople.of(shared, await new_channel(here, players[0], "arena"), players[:3]),
        ]
        run = SplitRun(here, tables, shared, aside, short=short)
        run.harms = itertools.cycle(harms)
        shared.whole = lambda: here.served() == set(range(SHARDS)) and frozenset(here.connections())
        yield run
