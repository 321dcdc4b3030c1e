"""Seals in words: one for each CPU player that somebody has beaten alone."""

from __future__ import annotations

from collections.abc import Collection

from bot.i18n import Words
from bot.match.vocabulary import CpuLevel, CpuPlayer
from bot.wording import numbers, people


def number(words: Words, have: int) -> str:
    """`Seals, 5 of 12`."""
    return words("Seals, {n} of {total}", n=have, total=len(CpuPlayer))


def names(words: Words, have: Collection[CpuPlayer]) -> str:
    """`Hato (easy), Tora (easy)`: whose they are, the lowest level first; or that there are none yet."""
    told = (
        words(
            "{name} ({level})",
            name=people.cpu_name(words, each.character),
            level=people.cpu_level(words, each.level),
        )
        for level in CpuLevel
        for each in CpuPlayer
        if each in have and each.level is level
    )
    return numbers.listing(words, told) or words("none yet")


def level(words: Words, which: CpuLevel) -> str:
    """The heading of a level's seals: `Easy`."""
    named = people.cpu_level(words, which)
    return named[:1].upper() + named[1:]


def line(words: Words, have: Collection[CpuPlayer]) -> str:
    """How a seal is earned, and which somebody has."""
    return words(
        "**{seals}**: Beat a CPU player alone, in a match of three months or more. So far: {names}.",
        seals=number(words, len(have)),
        names=names(words, have),
    )
