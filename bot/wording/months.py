"""The months and their plants."""

from __future__ import annotations

from bot.i18n import Words, mark, mark_within
from engine.rules.options import Rules
from engine.rules.rule_sets import SEASON

NAMES = (
    mark("January"),
    mark("February"),
    mark("March"),
    mark("April"),
    mark("May"),
    mark("June"),
    mark("July"),
    mark("August"),
    mark("September"),
    mark("October"),
    mark("November"),
    mark("December"),
)
PLANTS = (
    mark_within("plant", "pine"),
    mark_within("plant", "plum"),
    mark_within("plant", "cherry"),
    mark_within("plant", "wisteria"),
    mark_within("plant", "iris"),
    mark_within("plant", "peony"),
    mark_within("plant", "clover"),
    mark_within("plant", "pampas"),
    mark_within("plant", "mum"),
    mark_within("plant", "maple"),
    mark_within("plant", "willow"),
    mark_within("plant", "paulownia"),
)
SUBTITLES = (
    mark_within("under the plant written large", "Pine"),
    mark_within("under the plant written large", "Plum"),
    mark_within("under the plant written large", "Cherry"),
    mark_within("under the plant written large", "Wisteria"),
    mark_within("under the plant written large", "Iris"),
    mark_within("under the plant written large", "Peony"),
    mark_within("under the plant written large", "Clover"),
    mark_within("under the plant written large", "Pampas"),
    mark_within("under the plant written large", "Mum"),
    mark_within("under the plant written large", "Maple"),
    mark_within("under the plant written large", "Willow"),
    mark_within("under the plant written large", "Paulownia"),
)


def calendar(rules: Rules, month: int) -> int:
    """The month of the year (1 to 12) that a match's month is called after.

    An extension's are the first three again, however long the match was planned (rules.md section 6, sannin).
    """
    return month if month <= rules.months else (month - rules.months - 1) % SEASON + 1


def name(words: Words, month: int) -> str:
    """`March`, 三月, of a month of the year."""
    return words.say(NAMES[month - 1])


def in_match(words: Words, rules: Rules, month: int) -> str:
    """The name of a match's month, an extension's months told apart from the first ones."""
    named = name(words, calendar(rules, month))
    return words("{month} again", month=named) if month > rules.months else named


def plant(words: Words, month: int) -> str:
    """`cherry`, 桜."""
    return words.say(PLANTS[month - 1])


def subtitle(words: Words, month: int) -> str:
    """Return the line under the sign: the plant in English, the month's old name in Japanese (弥生)."""
    return words.say(SUBTITLES[month - 1])
