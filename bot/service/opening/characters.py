"""Which CPU player of a level plays, where the people at the table choose the level alone."""

from __future__ import annotations

import secrets

from bot.match.vocabulary import Character, CpuLevel, CpuPlayer


def by_chance(level: CpuLevel) -> CpuPlayer:
    """Draw a CPU player of a level: each character is as likely."""
    return CpuPlayer.of(level, secrets.choice(list(Character)))
