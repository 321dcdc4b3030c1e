"""The terms of an arena that somebody asks for, as the button holds them that opens it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo

from bot.records import periods
from bot.wording import arena_pages as pages
from cogs.content.custom_id import BadCustomId, number
from cogs.content.page_id import Page, PagePress
from engine.rules.presets import NAMES, RulesName

OPEN = "open"
_MARKED, _AT_ONCE, _UTC = "marked", "0", "UTC"
_REPEATS = {"once": False, "weekly": True}
_SIGNS = {"/": "--", "+": "__"}
"""The signs of a zone's name that no custom id has, and what no zone's name has."""
_LAST_SECOND = 253402214400
"""The last moment but a day that a datetime can hold."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of one arena."""

    rules: RulesName | None
    """None: those that the server marked."""
    months: int
    minutes: int
    starts_at: datetime
    """The start, in its zone where that matters, else in UTC. At once: whenever it is opened."""
    at_once: bool
    weekly: bool

    def press(self) -> PagePress:
        """Return the press of the button that opens it."""
        zone = getattr(self.starts_at.tzinfo, "key", _UTC)
        for sign, written in _SIGNS.items():
            zone = zone.replace(sign, written)
        rules = _MARKED if self.rules is None else self.rules.value
        at = _AT_ONCE if self.at_once else str(int(self.starts_at.timestamp()))
        repeats = next(word for word, weekly in _REPEATS.items() if weekly is self.weekly)
        return PagePress(Page.ARENA, OPEN, (rules, str(self.months), str(self.minutes), at, zone, repeats))


def read(press: PagePress, now: datetime) -> Terms:
    """Read the press of such a button; what begins at once begins `now`. Raises BadCustomId if forged."""
    try:
        rules, months, minutes, at, zone, repeats = press.state
        named = None if rules == _MARKED else {each.value: each for each in NAMES}[rules]
        weekly, meant = _REPEATS[repeats], _zone(zone)
    except (ValueError, KeyError) as error:
        raise BadCustomId(press) from error
    if number(months) not in pages.MATCH_LENGTHS or number(minutes) not in pages.LENGTHS:
        raise BadCustomId(press)
    starts_at = now if at == _AT_ONCE else datetime.fromtimestamp(number(at, _LAST_SECOND), UTC)
    at_once = starts_at <= now
    return Terms(named, int(months), int(minutes), starts_at.astimezone(meant), at_once, weekly)


def _zone(written: str) -> tzinfo:
    """Return a zone. Raises KeyError where there is none of that name."""
    for sign, word in _SIGNS.items():
        written = written.replace(word, sign)
    if written == _UTC:
        return UTC
    if not periods.is_zone(written):
        raise KeyError(written)
    return ZoneInfo(written)
