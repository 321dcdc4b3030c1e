"""The processes of CPU players: *master* thinks in a process of its own with a deadline, the others at once.

The event loop never waits for a search, and no match for a process: where it is late, has died or answers
with nonsense, the move is *hard*'s. A process that is late is stopped, and a new one takes its place
(`pebble`).
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

import structlog
from pebble import ProcessPool

from bot.match.vocabulary import Character, CpuLevel, CpuPlayer
from bot.opponents import choose, hard, master
from bot.opponents.background import end, spawned
from bot.opponents.network import read_once
from engine.play.observation import Observation
from engine.rules.actions import Move
from engine.rules.rule_sets import RuleSetId

DEADLINE = 2.0
"""Seconds in which a search must have answered, its wait for others included."""
RENEWED = 10_000
"""The number of moves after which the process is replaced by a fresh one."""
NETWORKS = (CpuLevel.HARD, CpuLevel.MASTER)
"""Levels that judge by a network, which takes a tenth of a second to read; a move takes *hard* 0.3 ms."""
log = structlog.stdlib.get_logger("koikoi.thinker")

Search = Callable[[Observation, Character], Move]
"""Chooses a move, in another process: a function of a module, with what it is given."""


class Thinker:
    """Holds the process in which *master* thinks; none before it is asked for the first time."""

    def __init__(self, search: Search = master.choose, *, deadline: float = DEADLINE) -> None:
        self._search, self._deadline = search, deadline
        self._pool: ProcessPool | None = None
        self._read: set[RuleSetId] = set()
        """Rule sets whose networks this process has read."""

    async def think(self, cpu: CpuPlayer, observation: Observation) -> Move:
        """A legal move for the viewer of the observation, who is to move; *hard*'s where *master* fails."""
        # With the first card that it draws for its seat, long before a search.
        master = cpu.level is CpuLevel.MASTER
        pool = self._ready() if master else None
        rule_set = observation.rules.id
        if cpu.level in NETWORKS and rule_set not in self._read:
            await asyncio.to_thread(read_once, rule_set)
            self._read.add(rule_set)
        if not master:
            return choose(cpu, observation)
        simple = hard.without_judging(observation)
        if simple is not None:
            return simple
        move = None if pool is None else await self._searched(pool, observation, cpu.character)
        return choose(CpuPlayer.of(CpuLevel.HARD, cpu.character), observation) if move is None else move

    async def close(self) -> None:
        """Stop the process, whatever it is about; a thinker that is asked again starts another."""
        pool, self._pool = self._pool, None
        if pool is not None:
            await end(pool)

    def _ready(self) -> ProcessPool | None:
        """The process, started where there is none or where it cannot be used any more; None: none starts."""
        try:
            if self._pool is None or not self._pool.active:
                self._pool = spawned(RENEWED, _begin)
                self._pool.schedule(_woken)
        except (OSError, RuntimeError) as error:
            # The machine has no room for it now: the next move tries again.
            self._pool = None
            log.warning("master failed", error=repr(error))
        return self._pool

    async def _searched(self, pool: ProcessPool, seen: Observation, character: Character) -> Move | None:
        """Return the move that the search has found; None where it found no legal one in time."""
        try:
            async with asyncio.timeout(self._deadline):
                # What is given up is cancelled, and its process stopped.
                move = await asyncio.wrap_future(pool.schedule(self._search, args=[seen, character]))
        except TimeoutError:
            log.warning("master was late")
            return None
        except Exception as error:
            log.warning("master failed", error=repr(error))
            return None
        if move in seen.legal:
            return move
        log.warning("master made no legal move")
        return None


def _begin() -> None:
    """Read every network, as a process begins: its first search takes no longer than others.

    Nothing is looked for that could be thrown away: a search leaves nothing of that kind, and a look at all
    that is kept takes up to twenty milliseconds.
    """
    for rule_set in RuleSetId:
        read_once(rule_set)
    gc.disable()


def _woken() -> None:
    """Do nothing, in the process: asking for it starts the process."""
