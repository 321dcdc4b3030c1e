"""Leaderboards: what they rank by, over which time and where, and the numbers in them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from babel.dates import format_interval, format_skeleton

from bot.i18n import Message, Words, folder, mark_within
from bot.records.boards import Measure, Period, PeriodKind, Row, Scope, When
from bot.wording import numbers
from engine.rules.options import Rules
from engine.rules.rule_sets import Unit

MEASURES: Mapping[Measure, Message] = {
    Measure.RATING: mark_within("value of a parameter", "Rating"),
    Measure.WINS: mark_within("value of a parameter", "Wins"),
    Measure.RATE: mark_within("value of a parameter", "Win rate"),
    Measure.NET: mark_within("value of a parameter", "Net mon"),
    Measure.BEST: mark_within("value of a parameter", "Best month"),
    Measure.YAKU: mark_within("value of a parameter", "Biggest yaku"),
    Measure.ARENAS: mark_within("value of a parameter", "Arenas won"),
    Measure.SKILL: mark_within("value of a parameter", "Skill (estimate)"),
}
WHEN: Mapping[When, Message] = {
    When.SEASON: mark_within("value of a parameter", "This season"),
    When.LAST_SEASON: mark_within("value of a parameter", "Last season"),
    When.MONTH: mark_within("value of a parameter", "This month"),
    When.LAST_MONTH: mark_within("value of a parameter", "Last month"),
    When.ALL_TIME: mark_within("value of a parameter", "All time"),
}
SCOPES: Mapping[Scope, Message] = {
    Scope.SERVER: mark_within("value of a parameter", "This server"),
    Scope.ALL: mark_within("value of a parameter", "All servers"),
}
UNRANKED = "–"
"""Stands where a rank would."""
MONTHS_OF_A_QUARTER = 3


def measure(words: Words, rules: Rules, which: Measure) -> str:
    """Return the measure by which people are ranked; the net in the unit of the rule set."""
    if which is Measure.NET and rules.rule_set.unit is Unit.POINTS:
        return words.within("what players are ranked by", "Net points")
    return words.say(MEASURES[which])


def month(words: Words, label: str) -> str:
    """A month, from its label 2026-11: `November 2026`."""
    year, number = label.split("-")
    return format_skeleton("yMMMM", date(int(year), int(number), 1), locale=folder(words.locale))


def season(words: Words, label: str) -> str:
    """The time of a season, from its label 2026-11 or 2026-Q4: `November 2026`, `October – December 2026`."""
    year, _, quarter = label.partition("-Q")
    if not quarter:
        return month(words, label)
    last = MONTHS_OF_A_QUARTER * int(quarter)
    first = date(int(year), last - MONTHS_OF_A_QUARTER + 1, 1)
    # The library puts thin spaces around the dash, which not every font has.
    told = format_interval(first, date(int(year), last, 1), "yMMMM", locale=folder(words.locale))
    return told.replace("\N{THIN SPACE}", " ")


def time(words: Words, which: Period) -> str:
    """The days of a period: `November 2026`; empty for all time."""
    return season(words, which.label) if which.label else ""


def period(words: Words, which: Period) -> str:
    """A period by what it is today, or else by its days: `This season`, `Season September 2026`."""
    if which.when is not None:
        return words.say(WHEN[which.when])
    if which.kind is PeriodKind.SEASON:
        return words("Season {time}", time=time(words, which))
    return time(words, which)


def amount(words: Words, rules: Rules, n: int, *, signed: bool = False) -> str:
    """`24 points`; with its sign `+24 points`."""
    said = numbers.signed(words, n) if signed else numbers.number(n)
    if rules.rule_set.unit is Unit.POINTS:
        return words.plural("{n} point", "{n} points", abs(n), n=said)
    return words.within("amount of money", "{n} mon", n=said)


def rate(words: Words, one: Row) -> str:
    """Wins among matches: `66.7%`."""
    return words.within("a share", "{n}%", n=f"{one.rate / 10:.1f}")


def place(words: Words, one: Row) -> str:
    """A rank; in brackets where it is the one that a hidden person would have."""
    if one.rank is None:
        return UNRANKED
    return words.within("a hidden person's rank", "({n})", n=one.rank) if one.hidden else str(one.rank)
