"""CPU players. Each sees what its seat may know, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.match.vocabulary import CpuLevel
from bot.opponents import easy, greedy, hard, master
from engine.actions import Move
from engine.play.observation import Observation

PLAYERS: Mapping[CpuLevel, Callable[[Observation], Move]] = {
    CpuLevel.EASY: easy.choose,
    CpuLevel.NORMAL: greedy.choose,
    CpuLevel.HARD: hard.choose,
    CpuLevel.MASTER: master.choose,
}
"""How each level plays."""


def choose(level: CpuLevel, observation: Observation) -> Move:
    """A legal move for the viewer of the observation, who is to move. The same for equal observations."""
    return PLAYERS[level](observation)


async def think(level: CpuLevel, observation: Observation) -> Move:
    """The move that `choose` chooses, at once: `thinker` has a process for those who think for long."""
    return choose(level, observation)
