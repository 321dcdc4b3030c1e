"""Estimates of skill in words: each with half of its 95 % interval, if it has one."""

from __future__ import annotations

from bot.i18n import Words
from bot.records.skill import Skill
from bot.wording import numbers


def gain(words: Words, one: Skill) -> str:
    """Return the points a month without luck: `+0.4 ± 0.3`."""
    value, half = numbers.tenths(words, one.gain.value, sign=True), numbers.tenths(words, one.gain.half)
    return _with_half(words, value, half, nothing=numbers.tenths(words, 0))


def lost(words: Words, one: Skill) -> str:
    """Return the points lost a decision: `0.21 ± 0.04`; alone where that would span a gain."""
    if one.lost.half > one.lost.value:
        return numbers.hundredths(words, one.lost.value)
    value, half = numbers.hundredths(words, one.lost.value), numbers.hundredths(words, one.lost.half)
    return _with_half(words, value, half, nothing=numbers.hundredths(words, 0))


def _with_half(words: Words, value: str, half: str, *, nothing: str) -> str:
    """Write an estimate with half of its interval; alone where its matches do not differ."""
    if half == nothing:
        return value
    return words.within("an estimate and half of its interval", "{n} ± {half}", n=value, half=half)


def decisions(words: Words, one: Skill) -> str:
    """`1240 decisions`: those behind the estimate."""
    return words.plural("{n} decision", "{n} decisions", one.decisions)
