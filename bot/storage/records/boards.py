"""Leaderboards out of standings: one page of who stands where, in one server or over all that share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import ChannelId, GuildId, UserId
from bot.records import boards, ratings
from bot.records.boards import Absence, Leaderboard, Measure, Period, PeriodKind, Query, Row, Scope
from bot.records.book import ALL_TIME, season_key
from bot.records.periods import Champion, SeasonOver
from bot.records.ratings import Skill
from bot.storage.database.schema import guilds as guild_table
from bot.storage.database.schema import matches, overall, people, standings
from bot.storage.database.schema import results as result_table
from bot.storage.moderation import bars
from bot.storage.records import calendar as calendars
from bot.storage.records import judged, results
from bot.storage.records.seasons import SeasonRow
from bot.storage.settings import servers
from bot.storage.settings.servers import ServerRow
from engine.rules.rule_sets import RULE_SETS, RuleSetId
from engine.rules.yaku import YakuId

ADDED = ("matches", "wins", "net", "months")
MOST = ("best_month", "best_yaku", "last_at")
"""The columns of which several servers' most is taken; all others are added up."""


ArenaWins = Callable[[Connection, Query, RuleSetId, Period, ZoneInfo], Mapping[int, int]]
"""Counts the arenas that each person, by number, has won in a period."""


def leaderboard(
    tx: Connection, query: Query, *, viewer: UserId | None, now: datetime, won: ArenaWins | None = None
) -> Leaderboard:
    """One page of a list as `viewer` sees it; None: as everybody does. Raises NoSuchPeriodError.

    `won`: counts arenas, for the list by them; None: they are not looked at.
    """
    guild = servers.get(tx, query.guild)
    calendar = calendars.calendar_of(tx, guild, now)
    period, notice = calendars.asked_for(tx, guild, calendar, query, now)
    rules = query.rules or _most_played(tx, guild)
    all_time = period.kind is PeriodKind.ALL_TIME
    season = calendar.season if all_time and query.scope is Scope.SERVER else None
    look = _Look(viewer, season, rates=query.measure is Measure.RATING)
    found = _everybody(tx, query, rules, period, look)
    found = found if won is None else _with_arenas(found, won(tx, query, rules, period, guild.zone))
    away = now - boards.AWAY if all_time else None
    rows = boards.ordered((row for row in found if away is None or row.last_at > away), query.measure)
    own, page = next((row for row in rows if row.own), None), boards.page_of(rows, query.page)
    shown = rows[(page - 1) * boards.ROWS : page * boards.ROWS]
    if query.scope is Scope.ALL and query.measure is Measure.YAKU:
        names = _yaku(tx, rules, period, [row.person for row in (*shown, *([own] if own else []))])
        shown = [replace(row, best_yaku_id=names.get(row.person)) for row in shown]
        own = replace(own, best_yaku_id=names.get(own.person)) if own else None
    return Leaderboard(
        rules=rules,
        measure=query.measure,
        scope=query.scope,
        period=period,
        rows=tuple(shown),
        page=page,
        total=len(rows),
        own=own,
        absence=_absence(found, own, query.measure, viewer),
        notice=notice,
        backlog=results.backlog(tx),
        periods=calendars.offered(calendar, period, query.scope),
        shares=guild.shares,
        others_share=_others_share(tx, query.guild),
    )


def _with_arenas(found: Sequence[Row], won: Mapping[int, int]) -> list[Row]:
    return [replace(row, arenas=won.get(row.person, 0)) for row in found]


def _everybody(tx: Connection, query: Query, rules: RuleSetId, period: Period, look: _Look) -> list[Row]:
    """The rows of all people who have a standing in the list, in no order."""
    if query.scope is Scope.SERVER:
        statement = in_server(query.guild, rules, period.key, look.viewer)
    else:
        statement = over_all(rules, period.key, look.viewer)
    if bars.there_are(tx):
        statement = statement.where(bars.in_lists(standings.c.guild))
    found = [_row(look, *row) for row in tx.execute(statement)]
    if query.measure is Measure.SKILL:
        skills = judged.skills(tx, query, rules, period)
        found = [replace(row, skill=skills.get(row.person)) for row in found]
    return found


def _absence(
    found: Sequence[Row], own: Row | None, measure: Measure, viewer: UserId | None
) -> Absence | None:
    if viewer is None or own is not None:
        return None
    mine = next((row for row in found if row.own), None)
    return boards.absence(mine, measure, away=mine is not None)


def _most_played(tx: Connection, guild: ServerRow) -> RuleSetId:
    """Return the rule set that a server plays most; before any match, the one of its tables."""
    played = sa.func.sum(standings.c.matches)
    query = (
        sa.select(standings.c.rules)
        .where(
            (standings.c.guild == guild.id)
            & standings.c.rules.in_([each.value for each in RULE_SETS])
            & (standings.c.period == ALL_TIME)
        )
        .group_by(standings.c.rules)
        .order_by(played.desc(), standings.c.rules)
    )
    found = tx.execute(query.limit(1)).scalar()
    return guild.rule_set if found is None else RuleSetId(found)


def in_server(guild: GuildId, rules: RuleSetId, period: str, viewer: UserId | None) -> sa.Select[Any]:
    """Everybody's standing in a server, who may be seen by `viewer`."""
    numbers = (standings.c[name] for name in (*ADDED, *MOST))
    skill = (standings.c.rated, standings.c.mu, standings.c.sigma, standings.c.season)
    columns = (standings.c.name, *numbers, *skill, standings.c.best_yaku_id)
    return (
        sa.select(people.c.id, people.c.hidden, people.c.discord, *columns)
        .join(people, people.c.id == standings.c.person)
        .where(
            (standings.c.guild == guild)
            & (standings.c.rules == rules.value)
            & (standings.c.period == period)
            & _visible(viewer)
        )
    )


def over_all(rules: RuleSetId, period: str, viewer: UserId | None) -> sa.Select[Any]:
    """Everybody's standings in all servers that share them, added up, with their rating over all servers."""
    whose = (people.c.id, people.c.hidden, people.c.discord, people.c.name)
    skill = (sa.func.coalesce(overall.c.rated, 0), overall.c.mu, overall.c.sigma)
    added = (sa.func.sum(standings.c[name]) for name in ADDED)
    most = (sa.func.max(standings.c[name]) for name in MOST)
    return (
        sa.select(*whose, *added, *most, *skill, sa.literal(0), sa.null())
        .select_from(_shared().join(people, people.c.id == standings.c.person))
        .outerjoin(overall, (overall.c.rules == standings.c.rules) & (overall.c.person == standings.c.person))
        .where(_in_shared(rules, period) & _visible(viewer))
        .group_by(*whose, overall.c.rated, overall.c.mu, overall.c.sigma)
    )


def _yaku(tx: Connection, rules: RuleSetId, period: Period, persons: Sequence[int]) -> dict[int, YakuId]:
    """Return the biggest yaku of some people, over all servers that share."""
    query = (
        sa.select(standings.c.person, standings.c.best_yaku_id)
        .select_from(_shared())
        .where(_in_shared(rules, period.key) & standings.c.person.in_(persons))
        .order_by(standings.c.best_yaku, standings.c.last_at.desc(), standings.c.guild)
    )
    return {row.person: YakuId(row.best_yaku_id) for row in tx.execute(query) if row.best_yaku_id}


def _shared() -> sa.Join:
    return standings.join(guild_table, guild_table.c.id == standings.c.guild)


def _in_shared(rules: RuleSetId, period: str) -> sa.ColumnElement[bool]:
    shares = guild_table.c.shares & guild_table.c.removed_at.is_(None)
    return (standings.c.rules == rules.value) & (standings.c.period == period) & shares


def _visible(viewer: UserId | None) -> sa.ColumnElement[bool]:
    """Return the condition for people whom somebody may see: nobody deleted, and of the hidden ones only
    themself.
    """
    seen = ~people.c.hidden
    return people.c.discord.is_not(None) & (seen if viewer is None else seen | (people.c.discord == viewer))


def _others_share(tx: Connection, guild: GuildId) -> bool:
    """Whether another server shares its matches."""
    there = (guild_table.c.id != guild) & guild_table.c.shares & guild_table.c.removed_at.is_(None)
    return tx.execute(sa.select(guild_table.c.id).where(there).limit(1)).first() is not None


@dataclass(frozen=True, slots=True)
class _Look:
    """The viewer, and the use of skills: which season they are shown in, and whether at all."""

    viewer: UserId | None
    season: int | None
    rates: bool


def _row(  # noqa: PLR0913, PLR0917 - the columns of a standing, in their order
    look: _Look,
    person: int,
    hidden: bool,
    discord: int,
    name: str,
    matches: int,
    wins: int,
    net: int,
    months: int,
    best_month: int,
    best_yaku: int,
    last_at: datetime,
    rated: int,
    mu: float | None,
    sigma: float,
    left_in: int,
    yaku: str | None,
) -> Row:
    return Row(
        person=person,
        name=name,
        matches=matches,
        wins=wins,
        net=net,
        months=months,
        best_month=best_month,
        best_yaku=best_yaku,
        last_at=last_at,
        rated=rated,
        rating=None if mu is None or not look.rates else _rating(Skill(mu, sigma), left_in, look.season),
        best_yaku_id=None if yaku is None else YakuId(yaku),
        hidden=hidden,
        own=discord == look.viewer,
    )


def _rating(skill: Skill, left_in: int, season: int | None) -> int:
    """Return a rating as it is shown in a season, pulled for those that ended since it was left; None: as it
    was left.
    """
    if season is not None and season > left_in:
        skill = ratings.pulled(skill, season - left_in)
    return round(ratings.shown(skill))


CHANNELS = 8
"""Channels in which a season's champions can be told, should the first ones be deleted."""


def champions(tx: Connection, season: SeasonRow, now: datetime) -> SeasonOver | None:
    """The best by rating of each rule set, provisional people aside; None where there are none."""
    channels = _channels(tx, season)
    if not channels:
        return None
    found = []
    for rules in RuleSetId:
        query = Query(season.guild, rules, season_key(season.id))
        board = leaderboard(tx, query, viewer=None, now=now)
        found += [
            Champion(rules, row.name, row.rating)
            for row in board.rows
            if row.rank == 1 and row.rating is not None
        ]
    if not found:
        return None
    locale = servers.get(tx, season.guild).spoken
    return SeasonOver(season.id, season.guild, channels, locale, season.label, tuple(found))


def _channels(tx: Connection, season: SeasonRow) -> tuple[ChannelId, ...]:
    """Return the channels where matches of a season were played, the channel of the last one first."""
    channel = sa.func.coalesce(matches.c.parent, matches.c.channel)
    query = (
        sa.select(channel)
        .join(result_table, result_table.c.match == matches.c.id)
        .where((result_table.c.season == season.id) & matches.c.channel.is_not(None))
        .group_by(channel)
        .order_by(sa.func.max(matches.c.ended_at).desc(), sa.func.max(matches.c.id).desc())
        .limit(CHANNELS)
    )
    return tuple(ChannelId(each) for each in tx.execute(query).scalars())
