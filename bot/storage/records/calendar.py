"""A server's calendar: the seasons, months and all the time that lists can be asked for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.records import boards, periods
from bot.records.boards import NoSuchPeriodError, Notice, Period, PeriodKind, Query, Scope, When
from bot.records.book import ALL_TIME, month_key, season_key
from bot.records.periods import SeasonKind
from bot.storage.database.schema import seasons
from bot.storage.records import seasons as season_rows
from bot.storage.records.seasons import SeasonRow
from bot.storage.settings.servers import ServerRow

NOT_BEGUN = season_key(0)
"""The key of the season that runs, as long as nobody has played in it."""
_SEASON = re.compile(r"s([1-9]\d{0,17})", re.ASCII)
_MONTH = re.compile(r"m20\d\d-(?:0[1-9]|1[0-2])", re.ASCII)


@dataclass(frozen=True, slots=True)
class Calendar:
    """A server's time: what can be chosen today, newest first, and the number of the season that runs."""

    periods: tuple[Period, ...]
    season: int | None

    @property
    def running(self) -> Period | None:
        """The season that runs; also where seasons have been switched off and the last one goes on."""
        return None if self.season is None else self.periods[0]

    def find(self, wanted: str) -> Period | None:
        """The period that `wanted` names, by what it is today (`When`) or by its key; None: there is none."""
        return next((one for one in self.periods if wanted in (one.when, one.key)), None)


def calendar_of(tx: Connection, guild: ServerRow, now: datetime) -> Calendar:
    """Return the seasons that a server can look back on, its running season first."""
    begun = season_rows.of_guild(tx, guild.id, most=boards.ARCHIVED + 1)
    running = season_rows.expected(tx, guild, now)
    over = begun[1:] if running in begun else begun[: boards.ARCHIVED]
    chosen = [] if running is None else [_running(guild, running)]
    for n, season in enumerate(over):
        chosen.append(_season(season, When.LAST_SEASON if n == 0 else None))
    today = now.astimezone(guild.zone).date()
    before = today.replace(day=1) - timedelta(days=1)
    chosen += [_month(today, When.MONTH), _month(before, When.LAST_MONTH)]
    chosen.append(Period(PeriodKind.ALL_TIME, ALL_TIME, when=When.ALL_TIME))
    return Calendar(tuple(chosen), None if running is None else running.number)


def _running(guild: ServerRow, season: SeasonRow) -> Period:
    """The running season. Where seasons have been switched off it is the last one, and goes on to its end."""
    return _season(season, None if guild.season is SeasonKind.OFF else When.SEASON)


def _season(season: SeasonRow, when: When | None) -> Period:
    return Period(PeriodKind.SEASON, season_key(season.id), season.label, when)


def _month(day: date, when: When | None) -> Period:
    label = f"{day:%Y-%m}"
    return Period(PeriodKind.MONTH, month_key(label), label, when)


def asked_for(
    tx: Connection, guild: ServerRow, calendar: Calendar, query: Query, now: datetime
) -> tuple[Period, Notice | None]:
    """The period that is shown, and why it is not the one that was asked for. Raises NoSuchPeriodError."""
    server, all_time = query.scope is Scope.SERVER, calendar.periods[-1]
    wanted = When.SEASON if query.period == NOT_BEGUN else query.period
    if wanted is None:
        return (calendar.find(When.SEASON) if server else None) or all_time, None
    notice = None
    found = calendar.find(wanted) or (calendar.running if wanted == When.SEASON else None)
    if found is None and wanted in {When.SEASON, When.LAST_SEASON}:
        notice = Notice.NO_SEASONS_HERE if wanted == When.SEASON else Notice.NO_SEASON_YET
        found = calendar.running or all_time
    found = found or _further_back(tx, guild, wanted, now)
    if not server and (found.kind is PeriodKind.SEASON or notice is not None):
        return all_time, Notice.NO_SEASONS_OVERALL
    return found, notice


def _further_back(tx: Connection, guild: ServerRow, key: str, now: datetime) -> Period:
    """A month or season of which an older message tells. Raises NoSuchPeriodError."""
    if (number := _SEASON.fullmatch(key)) is not None:
        query = sa.select(seasons.c.label).where(
            (seasons.c.id == int(number[1])) & (seasons.c.guild == guild.id)
        )
        if (label := tx.execute(query).scalar()) is not None:
            return Period(PeriodKind.SEASON, key, label)
    elif _MONTH.fullmatch(key) and key <= month_key(periods.month(now, guild.zone)):
        return Period(PeriodKind.MONTH, key, key[1:])
    raise NoSuchPeriodError(key)


def offered(calendar: Calendar, shown: Period, scope: Scope) -> tuple[Period, ...]:
    """Return the periods that a menu offers; over all servers there are no seasons."""
    *back, all_time = (
        one for one in calendar.periods if scope is Scope.SERVER or one.kind is not PeriodKind.SEASON
    )
    return (*back, *([] if shown in (*back, all_time) else [shown]), all_time)
