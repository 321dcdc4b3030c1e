"""The facts of profiles, read by a person's own rows: the size of the database does not matter."""

from __future__ import annotations

import json
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import GuildId, MatchId, UserId
from bot.match.verdict import LEAST_MONTHS, Ending, Unrated
from bot.match.vocabulary import CpuPlayer, Status
from bot.opponents import places
from bot.records import ratings
from bot.records.book import ALL_TIME, Tally
from bot.records.played import Meeting, Played, Scored, between, outcome
from bot.records.profiles import Facts, Rating, Rival
from bot.records.ratings import Skill
from bot.records.results import Feats
from bot.storage.database.schema import (
    matches,
    overall,
    participants,
    result_players,
    result_yaku,
    results,
    standings,
)
from bot.storage.database.schema import people as person_table
from bot.storage.records import judged, seasons
from bot.storage.records import results as result_rows
from bot.storage.records.calendar import calendar_of
from bot.storage.settings import persons, servers
from bot.storage.settings.persons import PersonId
from engine.rules.hand_yaku import HAND_YAKU
from engine.rules.options import OPTIONS
from engine.rules.rule_sets import RuleSetId, Teshi
from engine.rules.yaku import YakuId

DEALT = frozenset(row.id for row in HAND_YAKU)
"""Yaku of dealt hands; four of a month may be captured as well, as the options of the match say."""


class _Line(NamedTuple):
    """A row of `played_query`: as a tuple of its own its columns are read ten times faster."""

    counted: int
    match: int
    guild: int | None
    rules: str
    options: str
    ended_at: datetime
    place: int
    shared: bool
    net: int
    months: int
    months_won: int
    points_won: int
    best_month: int
    calls: int
    calls_won: int
    feats: str
    rating_before: float | None
    rating: float | None
    overall: float | None
    other: int | None
    other_net: int | None


def facts(tx: Connection, guild: GuildId | None, user: UserId, asker: UserId, now: datetime) -> Facts:
    """Everything that a page about `user` may need when `asker` opens it in a server, or (None) outside.

    Of a user whom nobody has met there is nothing, and of one who has opted out nothing for others.
    """
    one = persons.get(tx, user)
    if one is None:
        return Facts(user, "")
    if one.hidden and asker != user:
        return Facts(user, one.name, hidden=True)
    other = persons.numbers(tx, (asker,)).get(asker) if asker != user else None
    rows = sorted(map(_Line._make, tx.execute(played_query(one.id, other))))
    played = tuple(_played(row, guild) for row in rows)
    captured = {
        one.match for one, row in zip(played, rows, strict=True) if _captures_teshi(one.rules, row.options)
    }
    looked_back, season = judged.of_person(tx, one.id), _season(tx, guild, now)
    return Facts(
        user=user,
        name=one.name,
        hidden=one.hidden,
        played=played,
        scored=_scored(tx, one.id, captured),
        here={} if guild is None else _here(tx, one.id, guild, now),
        overall=_overall(tx, one.id),
        with_cpu=_numbers(tx, with_cpu_query(one.id), guild),
        unfinished=_numbers(tx, unfinished_query(one.id), guild),
        backlog=result_rows.backlog(tx),
        card=one.favourite,
        seals=seals(tx, one.id),
        rivals=_rivals(tx, one.id, guild) if asker == user else (),
        judged={match: each.figures for match, each in looked_back.items()},
        of_season=frozenset(
            match for match, each in looked_back.items() if season is not None and each.season == season
        ),
    )


def _season(tx: Connection, guild: GuildId | None, now: datetime) -> int | None:
    """Return the number of the row of the season that runs in a server."""
    found = [] if guild is None else seasons.of_guild(tx, guild, most=1)
    return next((each.id for each in found if now < each.ends_at), None)


def played_query(person: PersonId, asker: PersonId | None) -> sa.Select[Any]:
    """Somebody's counted matches with the line of `asker` in those where they sat too, in no order."""
    mine, first, other = result_players.c, result_players.alias("first"), result_players.alias("other")
    shared = (mine.place == 1) & sa.exists().where(
        (first.c.match == mine.match) & (first.c.place == 1) & (first.c.seat != mine.seat)
    )
    match, result = matches.c, results.c
    return (
        sa.select(
            *(result.counted, mine.match, match.guild, match.rules, match.options, match.ended_at),
            *(mine.place, shared.label("shared"), mine.net, result.months, mine.months_won),
            *(mine.points_won, mine.best_month, mine.calls, mine.calls_won, mine.feats),
            *(mine.rating_before, mine.rating, mine.overall),
            *(other.c.place.label("other"), other.c.net.label("other_net")),
        )
        .select_from(result_players)
        .join(results, results.c.match == mine.match)
        .join(matches, matches.c.id == mine.match)
        .outerjoin(other, (other.c.match == mine.match) & (other.c.person == asker))
        .where((mine.person == person) & _is_counted())
    )


def rivals_query(person: PersonId) -> sa.Select[Any]:
    """Return the query of opponents in counted matches, by server, with how often they came before and after.

    People who have opted out of what others see, or deleted themselves, are left out.
    """
    mine, other = result_players.c, result_players.alias("other")
    won = sa.func.sum(sa.case((mine.place < other.c.place, 1), else_=0)).label("won")
    lost = sa.func.sum(sa.case((mine.place > other.c.place, 1), else_=0)).label("lost")
    return (
        sa.select(
            *(person_table.c.discord, person_table.c.name, matches.c.guild),
            *(sa.func.count().label("met"), won, lost),
        )
        .select_from(result_players)
        .join(results, results.c.match == mine.match)
        .join(matches, matches.c.id == mine.match)
        .join(other, (other.c.match == mine.match) & (other.c.seat != mine.seat))
        .join(person_table, person_table.c.id == other.c.person)
        .where((mine.person == person) & _is_counted())
        .where(person_table.c.discord.is_not(None) & ~person_table.c.hidden)
        .group_by(person_table.c.discord, person_table.c.name, matches.c.guild)
    )


def _rivals(tx: Connection, person: PersonId, guild: GuildId | None) -> tuple[Rival, ...]:
    return tuple(
        Rival(UserId(row.discord), row.name, row.guild == guild, row.met, int(row.won), int(row.lost))
        for row in tx.execute(rivals_query(person))
    )


def scored_query(person: PersonId) -> sa.Select[Any]:
    """The yaku of the months that somebody won in counted matches, in no order."""
    mine, made = result_players.c, result_yaku.c
    return (
        sa.select(made.match, made.deal, made.yaku, made.points)
        .select_from(result_players)
        .join(results, results.c.match == mine.match)
        .join(result_yaku, (made.match == mine.match) & (made.seat == mine.seat))
        .where((mine.person == person) & _is_counted() & made.scored)
    )


def with_cpu_query(person: PersonId) -> sa.Select[Any]:
    """Return the query of the number of somebody's matches with CPU players, by rule set and server."""
    return (
        sa.select(matches.c.rules, matches.c.guild, sa.func.count().label("number"))
        .select_from(result_players)
        .join(results, results.c.match == result_players.c.match)
        .join(matches, matches.c.id == result_players.c.match)
        .where((result_players.c.person == person) & (results.c.unrated == Unrated.CPU.value))
        .group_by(matches.c.rules, matches.c.guild)
    )


def seals(tx: Connection, person: PersonId) -> tuple[CpuPlayer, ...]:
    """The CPU players that somebody has beaten alone in a match of three months or more.

    Alone: nobody else took part, and theirs is the first place. Of two CPU players at a table of three both
    are beaten. A match that a CPU player finished for them does not count, nor one that mixed levels.
    """
    found = {
        CpuPlayer(row.cpu)
        for row in tx.execute(seals_query(person))
        if json.loads(row.options).get("months", OPTIONS["months"].default(RuleSetId(row.rules)))
        >= LEAST_MONTHS
    }
    return tuple(each for each in CpuPlayer if each in found)


def next_rung(tx: Connection, user: UserId, rules: RuleSetId) -> CpuPlayer | None:
    """Return the CPU player that a user should play next by a rule set; None once all have been beaten.

    None too for one who has opted out of what others see: lobby and result show it to everybody.
    """
    person = persons.get(tx, user)
    if person is not None and person.hidden:
        return None
    return places.next_rung(rules, () if person is None else seals(tx, person.id))


def seals_of(tx: Connection, user: UserId) -> tuple[CpuPlayer, ...]:
    """The seals of a user, whom nobody need have met."""
    person = persons.get(tx, user)
    return () if person is None else seals(tx, person.id)


def seals_query(person: PersonId) -> sa.Select[Any]:
    """The CPU players that lost to somebody who had no other person with or against them, by rules."""
    mine, beaten, other = result_players.c, result_players.alias("beaten"), result_players.alias("other")
    they = participants.alias("they")
    in_the_way = sa.exists().where(
        (other.c.match == mine.match)
        & (other.c.seat != mine.seat)
        & (other.c.person.is_not(None) | (other.c.place == 1))
    )
    return (
        sa.select(beaten.c.cpu, matches.c.rules, matches.c.options)
        .distinct()
        .select_from(result_players)
        .join(results, results.c.match == mine.match)
        .join(matches, matches.c.id == mine.match)
        .join(beaten, (beaten.c.match == mine.match) & beaten.c.cpu.is_not(None))
        .join(participants, (participants.c.match == mine.match) & (participants.c.number == mine.number))
        .join(they, (they.c.match == mine.match) & (they.c.number == beaten.c.number))
        .where((mine.person == person) & (mine.place == 1) & (results.c.how == Ending.PLAYED.value))
        .where(participants.c.stand_in.is_(None) & they.c.strength.is_(None) & ~in_the_way)
    )


def unfinished_query(person: PersonId) -> sa.Select[Any]:
    """Return the query of the number of opened matches without a result, by rule set and server.

    Those with CPU players are practice, and not among them.
    """
    match, other = matches.c, participants.c
    with_cpu = sa.exists().where((other.match == match.id) & other.cpu.is_not(None))
    return (
        sa.select(match.rules, match.guild, sa.func.count().label("number"))
        .where((match.host == person) & (match.status == Status.ABORTED.value) & ~with_cpu)
        .group_by(match.rules, match.guild)
    )


def here_query(person: PersonId, guild: GuildId) -> sa.Select[Any]:
    """Somebody's ratings in a server."""
    mine = standings.c
    return sa.select(mine.rules, mine.rated, mine.mu, mine.sigma, mine.season).where(
        (mine.guild == guild) & (mine.person == person) & (mine.period == ALL_TIME)
    )


def overall_query(person: PersonId) -> sa.Select[Any]:
    """Somebody's ratings over all servers."""
    return sa.select(overall).where((overall.c.person == person) & overall.c.mu.is_not(None))


def _is_counted() -> sa.ColumnElement[bool]:
    """A match that counts; not yet one that waits for older ones."""
    return results.c.counts & results.c.counted.is_not(None)


def _played(row: _Line, guild: GuildId | None) -> Played:
    met = None
    if row.other is not None and row.other_net is not None:
        met = Meeting(between(row.other, row.place), row.other_net)
    return Played(
        match=MatchId(row.match),
        here=row.guild == guild,
        rules=RuleSetId(row.rules),
        ended_at=row.ended_at,
        outcome=outcome(row.place, shared=row.shared),
        net=row.net,
        months=row.months,
        months_won=row.months_won,
        points_won=row.points_won,
        best_month=row.best_month,
        calls=row.calls,
        calls_won=row.calls_won,
        feats=_feats(row.feats),
        rating_before=row.rating_before,
        rating=row.rating,
        overall=row.overall,
        met=met,
    )


@lru_cache(maxsize=1024)
def _feats(text: str) -> Feats:
    """Feats as they are stored; most matches have one of a few."""
    told = json.loads(text)
    return Feats(**{**told, "months": tuple(told["months"])})


@lru_cache(maxsize=256)
def _captures_teshi(rules: RuleSetId, options: str) -> bool:
    """Whether four of a month are a yaku of captures by a rule set with these changes."""
    offered = OPTIONS["teshi"]
    chosen = json.loads(options).get("teshi", offered.default(rules))
    return bool(offered.allowed(rules)) and chosen == Teshi.CAPTURED


def _scored(tx: Connection, person: PersonId, captured: set[MatchId]) -> tuple[Scored, ...]:
    """Yaku that were scored; four of a month are of the dealt hand but in the matches of `captured`.

    Where a match's options let them be both, they are taken for captures.
    """
    return tuple(
        Scored(match, deal, yaku, points, yaku in DEALT and not (yaku is YakuId.TESHI and match in captured))
        for match, deal, name, points in tx.execute(scored_query(person))
        for yaku in (YakuId(name),)
    )


def _here(tx: Connection, person: PersonId, guild: GuildId, now: datetime) -> dict[RuleSetId, Rating]:
    """Somebody's ratings in a server, as the season has them that runs there."""
    calendar = calendar_of(tx, servers.get(tx, guild), now)
    found = {}
    for row in tx.execute(here_query(person, guild)):
        skill = None if row.mu is None else Skill(row.mu, row.sigma)
        tally = Tally(rated=row.rated, skill=skill, season=row.season).in_season(calendar.season)
        if tally.skill is not None:
            found[RuleSetId(row.rules)] = Rating(ratings.shown(tally.skill), tally.rated)
    return found


def _overall(tx: Connection, person: PersonId) -> dict[RuleSetId, Rating]:
    return {
        RuleSetId(row.rules): Rating(ratings.shown(Skill(row.mu, row.sigma)), row.rated)
        for row in tx.execute(overall_query(person))
    }


def _numbers(
    tx: Connection, query: sa.Select[Any], guild: GuildId | None
) -> dict[tuple[RuleSetId, bool], int]:
    found: dict[tuple[RuleSetId, bool], int] = {}
    for row in tx.execute(query):
        key = (RuleSetId(row.rules), row.guild == guild)
        found[key] = found.get(key, 0) + row.number
    return found
