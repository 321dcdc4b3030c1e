"""CPU players. Each sees what its seat may know, and nothing else."""

from __future__ import annotations

from bot.match.vocabulary import CpuLevel
from bot.opponents import easy, greedy, hard
from engine.actions import Move
from engine.play.observation import Observation


def choose(level: CpuLevel, observation: Observation) -> Move:
    """A legal move for the viewer of the observation, who is to move. The same for equal observations."""
    if level is CpuLevel.EASY:
        return easy.choose(observation)
    if level is CpuLevel.HARD:
        return hard.choose(observation)
    return greedy.choose(observation)


async def think(level: CpuLevel, observation: Observation) -> Move:
    """The move that `choose` chooses, at once: no level thinks for long enough to need a worker process."""
    return choose(level, observation)
