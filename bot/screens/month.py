"""The month in play: its name, its place in the match, and what changes its value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.i18n import Words
from bot.screens.players import MONTH, MonthTerms
from bot.wording import months, numbers
from bot.wording.limits import Part, Sentence
from engine.play.observation import Observation
from engine.rules.options import Rules
from images.scene.table import MonthSeal


@dataclass(frozen=True, slots=True)
class Month:
    """A month of a match by its number from 1, of as many as are planned (extensions included)."""

    rules: Rules
    number: int
    planned: int
    terms: MonthTerms

    @classmethod
    def of(cls, seen: Observation) -> Month:
        """The month of an observation."""
        return cls(seen.rules, seen.month, seen.months, MonthTerms.of(seen))


def sentence(words: Words, month: Month) -> Sentence:
    """`March, 3 of 12; honba 1.` of a description."""
    named = months.in_match(words, month.rules, month.number)
    said = words("{month}, {n} of {total}", month=named, n=month.number, total=month.planned)
    return Sentence((Part(said, MONTH), *(Part(each, MONTH) for each in month.terms.said(words))))


def seal(words: Words, month: Month) -> MonthSeal:
    """Return the month as the seal of a picture."""
    calendar = months.calendar(month.rules, month.number)
    return MonthSeal(
        number=calendar,
        heading=months.name(words, calendar),
        subtitle=months.subtitle(words, calendar),
        progress=f"{month.number}/{month.planned}",
        chips=month.terms.chips(words),
    )


def stakes(words: Words, month: Month, calls: Iterable[str] = ()) -> str:
    """Return the factors of the month's value, koi-koi `calls` included; empty where there are none."""
    told = numbers.listing(words, (*month.terms.said(words), *calls))
    return words("This month: {marks}.", marks=told) if told else ""
