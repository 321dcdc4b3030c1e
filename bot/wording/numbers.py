"""Numbers, units, scores and lists as people write them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from babel.numbers import format_decimal

from bot.i18n import Words, folder
from engine.rules.options import Rules
from engine.rules.rule_sets import Unit

MINUS = "\N{MINUS SIGN}"


def number(n: int) -> str:
    """A number with a real minus sign: `21`, `−12`."""
    return f"{MINUS}{-n}" if n < 0 else str(n)


def signed(words: Words, n: int) -> str:
    """A change: `+26`, `−26`, `0`; the plus sign is full-width in Japanese."""
    if n > 0:
        return words.within("a gain", "+{n}", n=n)
    return number(n)


def points(words: Words, rules: Rules, n: int) -> str:
    """An amount in the unit of the rule set's sheet."""
    if rules.rule_set.unit is Unit.POINTS:
        return words.plural("{n} point", "{n} points", abs(n), n=number(n))
    return words.within("amount of money", "{n} mon", n=number(n))


def short_points(words: Words, rules: Rules, n: int) -> str:
    """Return an amount for pictures and chips."""
    if rules.rule_set.unit is Unit.POINTS:
        return words.plural("{n} pt", "{n} pts", abs(n), n=number(n))
    return words.within("amount of money", "{n} mon", n=number(n))


def unit(words: Words, rules: Rules) -> str:
    """The unit alone."""
    return words("points") if rules.rule_set.unit is Unit.POINTS else words("mon")


def listing(words: Words, parts: Collection[str]) -> str:
    """Things one after another: `a, b, c`."""
    return words.within("between the items of a list", ", ").join(parts)


def close_listing(words: Words, parts: Collection[str]) -> str:
    """Short things one after another, inside a list: `鶴・月`."""
    return words.within("between short items inside a list", " + ").join(parts)


def labelled(words: Words, label: str, value: str) -> str:
    """A value behind its label, or behind somebody's name: `Deadline: today`."""
    return words("{label}: {value}", label=label, value=value)


def bracketed(words: Words, text: str, more: str) -> str:
    """A text with more about it in brackets: `Sanko (three lights)`."""
    return words("{text} ({more})", text=text, more=more)


def either(words: Words, parts: Collection[str]) -> str:
    """Alternatives: `a or b`."""
    return words.within("between alternatives", " or ").join(parts)


def duration(words: Words, span: timedelta) -> str:
    """A span of time in its two largest units, cut to whole seconds: `24 h`, `4 min 37 s`."""
    seconds = int(span.total_seconds())
    hours, minutes, rest = seconds // 3600, seconds // 60 % 60, seconds % 60
    parts = [
        *([words.within("a span of time", "{n} h", n=hours)] if hours else []),
        *([words.within("a span of time", "{n} min", n=minutes)] if minutes else []),
        *([words.within("a span of time", "{n} s", n=rest)] if rest or not seconds else []),
    ]
    if len(parts) == 1:
        return parts[0]
    return words.within("a span of time in two units", "{first} {second}", first=parts[0], second=parts[1])


def countdown(when: datetime) -> str:
    """A live countdown, drawn by the reader's own client."""
    return f"<t:{int(when.timestamp())}:R>"


def time_of_day(when: datetime) -> str:
    """Write a time of the day on which it is read, in the reader's own time zone."""
    return f"<t:{int(when.timestamp())}:t>"


def moment(when: datetime) -> str:
    """Write a day and a time, in the reader's own time zone and language."""
    return f"<t:{int(when.timestamp())}:F>"


def tenths(words: Words, n: float, *, sign: bool = False) -> str:
    """A number with one decimal: `3.4`, `−12.0`; a gain has its plus where a `sign` is asked for."""
    size = format_decimal(round(abs(n), 1), format="0.0", locale=folder(words.locale))
    if round(n, 1) < 0:
        return f"{MINUS}{size}"
    return words.within("a gain", "+{n}", n=size) if sign and round(n, 1) > 0 else size


def hundredths(words: Words, n: float) -> str:
    """A number with two decimals: `0.21`, `−0.04`."""
    size = format_decimal(round(abs(n), 2), format="0.00", locale=folder(words.locale))
    return f"{MINUS}{size}" if round(n, 2) < 0 else size


def percent(words: Words, share: float) -> str:
    """A share from 0 to 1: `62 %`. What is neither sure nor ruled out is neither 100 nor 0."""
    n = round(100 * share)
    if 0 < share < 1:
        n = min(99, max(1, n))
    return words.within("a share", "{n} %", n=n)


def scores(words: Words, scores: Iterable[tuple[str, int]]) -> str:
    """Name everybody with a score: `Kenta 12, さくら 6`."""
    return listing(words, [score_of(words, name, score) for name, score in scores])


def scores_to_player(words: Words, own: int, others: Iterable[tuple[str, int]]) -> str:
    """Tell a player the scores, their own first: `you 6, Kenta 12`."""
    mine = words("you\u00a0{score}", score=number(own))
    return listing(words, (mine, *(score_of(words, name, score) for name, score in others)))


def score_of(words: Words, name: str, score: int) -> str:
    """Name one player with a score, from which no line parts the name."""
    return words("{player}\u00a0{score}", player=name, score=number(score))
