"""CPU players. Each sees what its seat may know, and nothing else."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping

from bot.errors import WeightsUnfit
from bot.match.vocabulary import Character, CpuLevel, CpuPlayer
from bot.opponents import easy, greedy, hard, master
from engine.play.observation import Observation
from engine.rules.actions import Move

PLAYERS: Mapping[CpuLevel, Callable[[Observation, Character], Move]] = {
    CpuLevel.EASY: easy.choose,
    CpuLevel.NORMAL: greedy.choose,
    CpuLevel.HARD: hard.choose,
    CpuLevel.MASTER: master.choose,
}
"""The function of each level, with a character."""


def by_chance(level: CpuLevel) -> CpuPlayer:
    """Draw a CPU player of a level: each character is as likely."""
    return CpuPlayer.of(level, secrets.choice(list(Character)))


def choose(cpu: CpuPlayer, observation: Observation) -> Move:
    """A legal move for the viewer of the observation, who is to move. The same for equal observations.

    *Normal* plays for those who judge by a network, where that cannot be used.
    """
    try:
        return PLAYERS[cpu.level](observation, cpu.character)
    except WeightsUnfit:
        return greedy.choose(observation, cpu.character)


async def think(cpu: CpuPlayer, observation: Observation) -> Move:
    """The move that `choose` chooses, at once: `thinker` has a process for those who think for long."""
    return choose(cpu, observation)
