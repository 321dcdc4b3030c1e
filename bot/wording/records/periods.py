"""Months and seasons by their names: `November 2026`, 2026年11月."""

from __future__ import annotations

from datetime import date

from babel.dates import format_interval, format_skeleton

from bot.i18n import Words, folder

MONTHS_OF_A_QUARTER = 3


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
