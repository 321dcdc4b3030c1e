"""Server time: time zones and their names, days, months, and the seasons of the calendar.

Names and, where the system has no zone files, the zones themselves come from the package `tzdata`. Which
country a city is in, and what other languages call it, comes from Babel.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo

from babel import Locale
from babel.core import get_global

from bot.i18n import LOCALES, base, folder
from bot.ids import ChannelId, GuildId
from bot.times_of_day import midnight
from engine.rules.rule_sets import RuleSetId

MOST_SUGGESTIONS = 25
"""The most rows of an autocompletion that Discord shows."""
COMMON = (
    "Asia/Tokyo",
    "Asia/Seoul",
    "UTC",
    "Asia/Taipei",
    "Asia/Shanghai",
    "Asia/Hong_Kong",
    "Asia/Singapore",
    "Asia/Bangkok",
    "Asia/Jakarta",
    "Asia/Manila",
    "Asia/Kolkata",
    "Australia/Sydney",
    "Pacific/Auckland",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "Pacific/Honolulu",
    "America/Toronto",
    "America/Mexico_City",
    "America/Sao_Paulo",
    "Europe/London",
    "Europe/Paris",
    "Europe/Berlin",
    "Europe/Moscow",
)
"""Suggested before anything is typed, and first among equals."""
_OF_LANGUAGES = {"ja": "Asia/Tokyo", "ko": "Asia/Seoul"}
"""The time zone of people who have set none, by the language of their Discord, with a region (`zh-TW`) or
without; UTC for all others."""
_FACTORY = "Factory"
"""The zone of a computer for which nobody has set one; it is no place."""


class SeasonKind(StrEnum):
    """The lengths of a server's seasons."""

    OFF = "off"
    MONTHLY = "monthly"
    QUARTERLY = "quarterly"


_LENGTHS = {SeasonKind.MONTHLY: 1, SeasonKind.QUARTERLY: 3}
"""In months."""


@dataclass(frozen=True, slots=True)
class Span:
    """A season, from `starts_at` to before `ends_at`, both in UTC; its label is 2026-11 or 2026-Q4."""

    label: str
    starts_at: datetime
    ends_at: datetime


def zone(name: str | None, locale: str) -> ZoneInfo:
    """The stored zone; where there is none, or none of that name any more, the one of a Discord locale."""
    if name is not None and is_zone(name):
        return ZoneInfo(name)
    return ZoneInfo(_OF_LANGUAGES.get(locale) or _OF_LANGUAGES.get(base(locale), "UTC"))


def is_zone(name: str) -> bool:
    """Whether it is the IANA name of a zone, written exactly so. Never reads a file by that name."""
    return name in _names()


def day(moment: datetime, tz: ZoneInfo) -> str:
    """The day of an aware moment, as 2026-11-22."""
    return f"{moment.astimezone(tz):%Y-%m-%d}"


def month(moment: datetime, tz: ZoneInfo) -> str:
    """The month of an aware moment, as 2026-11."""
    return f"{moment.astimezone(tz):%Y-%m}"


def season_span(kind: SeasonKind, moment: datetime, tz: ZoneInfo) -> Span:
    """The season of the calendar in which an aware moment lies. Raises ValueError where there are none."""
    if kind is SeasonKind.OFF:
        raise ValueError("where seasons are off no moment lies in one")
    length, local = _LENGTHS[kind], moment.astimezone(tz)
    number = (local.year * 12 + local.month - 1) // length
    # Midnight comes twice where clocks go back over it (Newfoundland, 1 November 2009). A season begins with
    # the first one; for the rest of that hour the calendar is a day behind it.
    if moment >= _start(number + 1, length, tz):
        number += 1
    return Span(_label(number, length), _start(number, length, tz), _start(number + 1, length, tz))


def suggestions(text: str) -> list[str]:
    """Up to 25 zones for a city, a country or a zone's name as far as it is typed, the best first.

    In every language of the bot, whatever the case and the accents; the common ones where nothing is typed.
    """
    wanted = _folded(text)
    if not wanted:
        return list(COMMON)
    found = [(fit, place) for place in _places() if (fit := place.fit(wanted)) is not None]
    found.sort(key=lambda each: (each[0], each[1].usual, each[1].name))
    return [place.name for _, place in found[:MOST_SUGGESTIONS]]


@dataclass(frozen=True, slots=True)
class _Place:
    """A zone to be suggested, with the folded words by which it is found; the lower `usual`, the earlier."""

    name: str
    path: str
    cities: tuple[str, ...]
    countries: tuple[str, ...]
    usual: int

    def fit(self, wanted: str) -> int | None:
        """Return the quality of the fit, 0 best; None: no fit."""
        if not any(wanted in word for word in (self.path, *self.cities, *self.countries)):
            return None
        rising = (
            wanted == self.path or wanted in self.cities,
            wanted in self.countries,
            any(city.startswith(wanted) for city in self.cities),
            any(country.startswith(wanted) for country in self.countries),
            self.path.startswith(wanted),
            True,
        )
        return rising.index(True)


def _start(number: int, length: int, tz: ZoneInfo) -> datetime:
    """Return the time when the season of a number since the year 0 begins, in UTC.

    Its first midnight; where clocks are put forward over that, the moment at which they are.
    """
    year, months = divmod(number * length, 12)
    return midnight(date(year, months + 1, 1), tz)


def _label(number: int, length: int) -> str:
    year, months = divmod(number * length, 12)
    return f"{year:04}-{months + 1:02}" if length == 1 else f"{year:04}-Q{months // length + 1}"


def _folded(text: str) -> str:
    """Return a text without case, accents, underscores and outer blanks."""
    bare = (sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return " ".join("".join(bare).casefold().replace("_", " ").split())


@cache
def _names() -> frozenset[str]:
    listed = files("tzdata").joinpath("zones").read_text(encoding="utf-8").split()
    return frozenset(listed) - {_FACTORY}


@cache
def _places() -> tuple[_Place, ...]:
    """All zones that are suggested: those of cities, and UTC.

    Not `Etc/GMT+9`, which is nine hours behind and not, as everybody who types it means, ahead of UTC.
    """
    aliases, territories = get_global("zone_aliases"), get_global("zone_territories")
    cities = _cities(aliases)
    made = []
    for name in sorted(_names()):
        if ("/" in name and not name.startswith("Etc/")) or name == "UTC":
            main = aliases.get(name, name)
            countries = _countries(territories.get(main)) if main == name else ()
            usual = COMMON.index(name) if name in COMMON else len(COMMON) + (main != name)
            path = _folded(name)
            named = (*cities[name], path.rpartition("/")[2])
            made.append(_Place(name, path, named, countries, usual))
    return tuple(made)


def _cities(aliases: Mapping[str, str]) -> defaultdict[str, list[str]]:
    """Return the names of cities where their zone does not say it, by zone."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for language in LOCALES:
        for name, told in Locale.parse(folder(language)).time_zones.items():
            if "city" in told:
                found[aliases.get(name, name)].append(_folded(told["city"]))
    return found


def _countries(territory: str | None) -> tuple[str, ...]:
    if territory is None:
        return ()
    told = (Locale.parse(folder(language)).territories.get(territory) for language in LOCALES)
    return tuple(_folded(name) for name in (territory, *told) if name is not None)


@dataclass(frozen=True, slots=True)
class Champion:
    """The person with the best rating of a rule set when a season ends; several where their ratings are
    equal.
    """

    rules: RuleSetId
    name: str
    rating: int


@dataclass(frozen=True, slots=True)
class SeasonOver:
    """A season that has ended with champions: `label` is 2026-11 or 2026-Q4.

    They are told in the first of `channels` that is still there.
    """

    season: int
    guild: GuildId
    channels: tuple[ChannelId, ...]
    locale: str
    label: str
    champions: tuple[Champion, ...]
