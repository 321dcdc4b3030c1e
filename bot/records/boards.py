"""Leaderboards as plain values: who stands where, by what, in which time, among whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import groupby

from bot.ids import GuildId
from bot.records.ratings import PROVISIONAL
from bot.records.skill import Skill
from engine.rules.rule_sets import RuleSetId
from engine.rules.yaku import YakuId

ROWS = 10
"""People on a page."""
AWAY = timedelta(days=60)
"""The time without a counted match after which somebody leaves the all-time list, until their next one."""
ARCHIVED = 12
"""Seasons that are over and can be chosen: the newest ones."""


class Measure(StrEnum):
    """The measures by which people are ranked."""

    RATING = "rating"
    WINS = "wins"
    RATE = "rate"
    """Wins among counted matches; its value is in tenths of a percent."""
    NET = "net"
    BEST = "best"
    """The most that one month brought."""
    YAKU = "yaku"
    """The biggest yaku that a month was won with."""
    ARENAS = "arenas"
    """Arenas won."""
    SKILL = "skill"
    """Points that a decision loses on average, an estimate: who loses the fewest stands first."""


class Scope(StrEnum):
    """The scopes of matches that count."""

    SERVER = "server"
    ALL = "all"
    """Matches of all servers that share theirs."""


class When(StrEnum):
    """A period as somebody asks for it today."""

    SEASON = "season"
    LAST_SEASON = "last_season"
    MONTH = "month"
    LAST_MONTH = "last_month"
    ALL_TIME = "all"


class PeriodKind(StrEnum):
    """The kinds of periods."""

    SEASON = "season"
    MONTH = "month"
    ALL_TIME = "all"


class Absence(StrEnum):
    """The reasons why somebody who looks at a list is not in it."""

    NO_MATCH = "no match"
    UNRATED = "no rated match"
    NO_MONTH = "no month won"
    NO_ARENA = "no arena won"
    FEW_DECISIONS = "few judged decisions"
    AWAY = "away"


class Notice(StrEnum):
    """The reasons why the period is not the one that was asked for."""

    NO_SEASONS_OVERALL = "seasons are a server's own"
    NO_SEASONS_HERE = "the server has none"
    NO_SEASON_YET = "none is over"


class NoSuchPeriodError(LookupError):
    """A period that this server never had."""


@dataclass(frozen=True, slots=True)
class Period:
    """The period of the matches that count.

    `key` is that of the standings, `label` a month (2026-11) or season (2026-Q4).
    """

    kind: PeriodKind
    key: str
    label: str = ""
    when: When | None = None
    """The relation to the viewer's today; None for older periods."""


@dataclass(frozen=True, slots=True)
class Query:
    """The question of a reader.

    `rules` None: what is played most in the server. `period`: a `When`, the key of a period, or None for the
    usual one. `page` counts from 1.
    """

    guild: GuildId
    rules: RuleSetId | None = None
    period: str | None = None
    measure: Measure = Measure.RATING
    scope: Scope = Scope.SERVER
    page: int = 1


@dataclass(frozen=True, slots=True)
class Row:
    """One person of a list; equal ranks repeat."""

    person: int
    name: str
    matches: int
    wins: int
    net: int
    months: int
    """Months that somebody won in these matches: they lie behind `net` and `best_month`."""
    best_month: int
    best_yaku: int
    last_at: datetime
    rated: int = 0
    rating: int | None = None
    """None before the first rated match, and in a list by anything else."""
    best_yaku_id: YakuId | None = None
    arenas: int = 0
    """Arenas won; counted where a list is by them."""
    skill: Skill | None = None
    """Estimated where a list is by it, if there is enough to estimate from."""
    rank: int | None = None
    """None while they are provisional."""
    hidden: bool = False
    """The player has opted out of lists: nobody else sees this row."""
    own: bool = False

    @property
    def rate(self) -> int:
        """Wins among matches in tenths of a percent, halves up."""
        return (2000 * self.wins + self.matches) // (2 * self.matches)


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """One page of a list, best first, provisional people last, and what else can be chosen."""

    rules: RuleSetId
    measure: Measure
    scope: Scope
    period: Period
    rows: tuple[Row, ...] = ()
    page: int = 1
    total: int = 0
    """People in the whole list."""
    own: Row | None = None
    """The asker's, on whichever page."""
    absence: Absence | None = None
    """The reason why the asker has none; None too where nobody asked."""
    notice: Notice | None = None
    backlog: tuple[int, int] | None = None
    """The numbers of older matches that are counted, and of all of them; None once all are."""
    periods: tuple[Period, ...] = ()
    """The periods to choose from, and the one that is shown."""
    shares: bool = True
    """Whether the server's matches are in the lists of all servers."""
    others_share: bool = False
    """Whether any other server's are."""

    @property
    def pages(self) -> int:
        """Return the number of pages, at least one."""
        return max(1, -(-self.total // ROWS))

    @property
    def pinned(self) -> Row | None:
        """The asker's row where it is on another page."""
        return None if self.own is None or self.own in self.rows else self.own

    @property
    def ranked(self) -> tuple[Row, ...]:
        """The rows of this page that have a rank."""
        return tuple(row for row in self.rows if row.rank is not None)

    @property
    def provisional(self) -> tuple[Row, ...]:
        """The rows of this page that stand below the ranked ones."""
        return tuple(row for row in self.rows if row.rank is None)


def value(row: Row, measure: Measure) -> int | None:
    """Return the value that ranks somebody, as it is shown; None where they have nothing to show."""
    values = {
        Measure.RATING: row.rating,
        Measure.WINS: row.wins,
        Measure.RATE: row.rate,
        Measure.NET: row.net,
        Measure.BEST: row.best_month or None,
        Measure.YAKU: row.best_yaku or None,
        Measure.ARENAS: row.arenas or None,
        Measure.SKILL: _skill(row.skill),
    }
    return values[measure]


def _skill(skill: Skill | None) -> int | None:
    """Return the hundredths of a point that a decision loses, negative: fewer are better."""
    return None if skill is None else -round(100 * skill.lost.value)


def behind(row: Row, measure: Measure) -> int | None:
    """Return the number of matches that decides whether a row is provisional; None where the measure knows no
    such thing.
    """
    return {Measure.RATING: row.rated, Measure.RATE: row.matches}.get(measure)


def ordered(rows: Iterable[Row], measure: Measure) -> list[Row]:
    """The list with its ranks: who has enough matches, then who is provisional.

    Equal numbers, as they are shown, are one rank; the player who came to theirs first stands first. A hidden
    person takes no rank from anybody: theirs is the one they would have.
    """
    shown = [(have, row) for row in rows if (have := value(row, measure)) is not None]
    shown.sort(key=lambda one: (-one[0], one[1].last_at, one[1].person))
    ranked = [one for one in shown if not _is_provisional(one[1], measure)]
    later = [replace(row, rank=None) for _, row in shown if _is_provisional(row, measure)]
    if measure is Measure.RATING:  # their ratings are not told, and their order must not tell them either
        later.sort(key=lambda row: (-row.rated, row.last_at, row.person))
    found: list[Row] = []
    above = 0
    for _, group in groupby(ranked, key=lambda one: one[0]):
        equal = [row for _, row in group]
        found += [replace(row, rank=above + 1) for row in equal]
        above += sum(not row.hidden for row in equal)
    return found + later


def _is_provisional(row: Row, measure: Measure) -> bool:
    number = behind(row, measure)
    return number is not None and number < PROVISIONAL


_NOTHING = {
    Measure.RATING: Absence.UNRATED,
    Measure.ARENAS: Absence.NO_ARENA,
    Measure.SKILL: Absence.FEW_DECISIONS,
}


def absence(found: Row | None, measure: Measure, *, away: bool) -> Absence:
    """Return the reason why somebody is in no list by this measure; `found` is their row in its period."""
    if found is None:
        return Absence.NO_MATCH
    if value(found, measure) is None:
        return _NOTHING.get(measure, Absence.NO_MONTH)
    assert away
    return Absence.AWAY


def page_of(rows: Sequence[Row], wanted: int) -> int:
    """The page to be shown: the wanted one, the last one where there are fewer."""
    return min(max(1, wanted), max(1, -(-len(rows) // ROWS)))
