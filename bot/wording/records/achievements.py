"""Achievements and seals in words: what each is called, and how it is earned."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from bot.i18n import Message, Words, mark, mark_within
from bot.match.vocabulary import CpuLevel, CpuPlayer
from bot.opponents.places import next_rung
from bot.records.achievements import Achievement
from bot.wording import limits, numbers, people
from bot.wording.limits import CONTENT, Part
from engine.rules.rule_sets import RuleSetId

EARNED, OPEN = "\N{BLACK DIAMOND}", "\N{WHITE DIAMOND}"
"""Signs before what has been earned and what has not."""

TEXTS: Mapping[Achievement, tuple[Message, Message]] = {
    Achievement.FIRST_WIN: (mark_within("achievement", "First win"), mark("Win a match.")),
    Achievement.GOKO: (mark_within("achievement", "Five lights"), mark("Win a month with goko.")),
    Achievement.SHIKO: (
        mark_within("achievement", "Four lights"),
        mark("Win a month with shiko, without the rain man."),
    ),
    Achievement.INOSHIKACHO: (
        mark_within("achievement", "Inoshika"),
        mark("Win a month with inoshika."),
    ),
    Achievement.BOTH_RIBBONS: (
        mark_within("achievement", "Red and blue"),
        mark("Win a month with akatan and aotan together."),
    ),
    Achievement.VIEWING: (
        mark_within("achievement", "Blossoms and moon"),
        mark("Win a month with hanami and tsukimi together."),
    ),
    Achievement.HAND_YAKU: (
        mark_within("achievement", "Dealt a win"),
        mark("Win a month with a hand yaku."),
    ),
    Achievement.MONTH_20: (
        mark_within("achievement", "Big month"),
        mark("Win a month worth 20 points or mon, or more."),
    ),
    Achievement.KOI_KOI_TWICE: (
        mark_within("achievement", "Koi-koi twice"),
        mark("Win a month after calling koi-koi twice in it."),
    ),
    Achievement.SEASON_SWEPT: (
        mark_within("achievement", "Season swept"),
        mark("Win all three months of a season, such as January to March."),
    ),
    Achievement.COMEBACK: (
        mark_within("achievement", "From behind"),
        mark("Win a match in its last month, after being behind."),
    ),
    Achievement.ONE_POINT: (
        mark_within("achievement", "By a hair"),
        mark("Win a match by one point or one mon."),
    ),
    Achievement.FIVE_IN_A_ROW: (
        mark_within("achievement", "Five in a row"),
        mark("Win five matches one after another."),
    ),
    Achievement.HUNDRED_MONTHS: (
        mark_within("achievement", "A hundred months"),
        mark("Win a hundred months in all."),
    ),
    Achievement.ALL_MONTHS: (
        mark_within("achievement", "All year round"),
        mark("Win each of the twelve months at least once."),
    ),
    Achievement.ALL_RULE_SETS: (
        mark_within("achievement", "Every rule set"),
        mark("Win a match by each of the four rule sets."),
    ),
}
"""Name, and how it is earned."""


def name(words: Words, which: Achievement) -> str:
    """`Five lights`."""
    return words.say(TEXTS[which][0])


def how(words: Words, which: Achievement) -> str:
    """`Win a month with goko.`"""
    return words.say(TEXTS[which][1])


def day(at: datetime) -> str:
    """A day as Discord shows it to each reader, in their language and time zone."""
    return f"<t:{int(at.timestamp())}:D>"


def number(words: Words, earned: int) -> str:
    """`Achievements, 9 of 16`."""
    return words("Achievements, {n} of {total}", n=earned, total=len(Achievement))


def near(words: Words, counted: Iterable[tuple[Achievement, int, int]]) -> dict[Achievement, str]:
    """Return the progress of those that can be counted: `3/5`."""
    return {which: words.within("how near", "{n}/{total}", n=n, total=total) for which, n, total in counted}


def sheet(
    words: Words,
    title: str,
    earned: Mapping[Achievement, datetime],
    near: Mapping[Achievement, str],
    seals: Collection[CpuPlayer],
) -> str:
    """All of them, one a line: how each is earned, and since when it has been, or how near; the seals."""
    parts = [Part(title), Part(f"**{number(words, len(earned))}**")]
    for which in Achievement:
        told = words("**{achievement}**: {how}", achievement=name(words, which), how=how(words, which))
        at = earned.get(which)
        after = f" {near[which]}" if which in near else ""
        parts.append(Part(f"{OPEN} {told}{after}" if at is None else f"{EARNED} {told} {day(at)}", 1))
    counted = words("-# Matches on all servers count, except those with CPU players.")
    return limits.fitted([*parts, Part(counted), Part(seals_line(words, seals))], CONTENT)


def seals_number(words: Words, have: int) -> str:
    """`Seals, 5 of 12`."""
    return words("Seals, {n} of {total}", n=have, total=len(CpuPlayer))


def seal_names(words: Words, have: Collection[CpuPlayer]) -> str:
    """`Hato (easy), Tora (easy)`: whose they are, the lowest level first; or that there are none yet."""
    told = (
        numbers.bracketed(words, people.cpu_name(words, each.character), people.cpu_level(words, each.level))
        for level in CpuLevel
        for each in CpuPlayer
        if each in have and each.level is level
    )
    return numbers.listing(words, [*told]) or words("none yet")


def next_seal(words: Words, have: Collection[CpuPlayer], rules: RuleSetId) -> str:
    """`next Kame (easy), rung 3 of 12`: whom to play next; empty once all are beaten."""
    rung = next_rung(rules, have)
    return "" if rung is None else words("next {cpu}", cpu=people.cpu_with_rung(words, rung, rules))


def seal_level(words: Words, which: CpuLevel) -> str:
    """The heading of a level's seals: `Easy`."""
    named = people.cpu_level(words, which)
    return named[:1].upper() + named[1:]


def seals_line(words: Words, have: Collection[CpuPlayer]) -> str:
    """Return the way to earn a seal, and the seals that somebody has."""
    return words(
        "**{seals}**: Beat a CPU player alone, in a match of three months or more. So far: {names}.",
        seals=seals_number(words, len(have)),
        names=seal_names(words, have),
    )
