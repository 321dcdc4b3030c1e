"""Counting results into standings and ratings: one as it comes, or all of them again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import GuildId, MatchId
from bot.records.book import (
    Book,
    Counted,
    Line,
    MeetingKey,
    Moved,
    Overall,
    OverallKey,
    Pair,
    Season,
    StandingKey,
    Tally,
)
from bot.records.ratings import Skill
from bot.storage.database.schema import (
    matches,
    overall,
    participants,
    people,
    result_players,
    results,
    seasons,
    standings,
)
from bot.storage.database.transactions import without_time_limit
from bot.storage.records import seasons as season_rows
from bot.storage.settings import servers
from engine.rules.rule_sets import RuleSetId

WINDOW = timedelta(days=100)
"""Longer than any season: so far back two people's matches matter for the next one."""


def count(tx: Connection, match: MatchId) -> None:
    """Count one stored result that has not been counted."""
    counted = _one(tx, match)
    season = None if counted is None else _season(tx, counted)
    order = sa.select(sa.func.coalesce(sa.func.max(results.c.counted), 0) + 1).scalar_subquery()
    done = sa.update(results).where(results.c.match == match)
    tx.execute(done.values(counted=order, season=None if season is None else season.id))
    if counted is None:
        return
    counted = replace(counted, season=season)
    entered = enter(tx, counted, shared(tx, [line.person for line in counted.lines], counted.day))
    if rows := moved_rows(counted, entered.moved, entered.known):
        tx.execute(MOVED, rows)


@dataclass(frozen=True, slots=True)
class Shared:
    """A counted match in which two people sat; `waits`: it counts, and has not been counted yet."""

    match: MatchId
    pair: Pair
    guild: GuildId | None
    rules: RuleSetId
    season: int | None
    day: str
    rated: bool
    waits: bool


@dataclass(frozen=True, slots=True)
class Entered:
    """The effects of counting a match: ratings by line; which of its people are known, and which hidden."""

    moved: tuple[Moved, ...]
    known: set[int]
    hidden: set[int]


def enter(tx: Connection, counted: Counted, met: Iterable[Shared]) -> Entered:
    """Enter a match into standings and ratings; `met`: what its people have played together before."""
    book, known, hidden = _book_of(tx, counted, met)
    before = (set(book.standings), set(book.overall))
    moved = book.count(counted)
    _write_over(tx, book, known, before)
    return Entered(moved, known, hidden)


def preview(tx: Connection, counted: Counted, met: Iterable[Shared]) -> Entered:
    """Return what `enter` would do, and write nothing."""
    book, known, hidden = _book_of(tx, counted, met)
    return Entered(book.count(counted), known, hidden)


def _book_of(tx: Connection, counted: Counted, met: Iterable[Shared]) -> tuple[Book, set[int], set[int]]:
    """Read what a match will change, and how often its people have met; who is known, and who hidden."""
    book, known, hidden = _book(tx, counted)
    for one in met:
        if one.match != counted.match and one.rated and not one.waits and one.rules is counted.rules:
            _meet(book, counted, one)
    return book, known, hidden


def shared(tx: Connection, persons: Sequence[int], day: str) -> list[Shared]:
    """The matches that count in which two of these people sat, of a day (2026-11-22) and some time before."""
    one, other = result_players.alias("one"), result_players.alias("other")
    since = (date.fromisoformat(day) - WINDOW).isoformat()
    query = (
        sa.select(
            one.c.match,
            one.c.person,
            other.c.person.label("other"),
            matches.c.guild,
            matches.c.rules,
            results.c.season,
            results.c.day,
            results.c.unrated,
            results.c.counted,
        )
        .join(other, (other.c.match == one.c.match) & (other.c.person > one.c.person))
        .join(results, results.c.match == one.c.match)
        .join(matches, matches.c.id == one.c.match)
        .where(one.c.person.in_(persons) & other.c.person.in_(persons))
        .where(results.c.counts & (results.c.day >= since))
    )
    return [
        Shared(
            MatchId(row.match),
            (row.person, row.other),
            None if row.guild is None else GuildId(row.guild),
            RuleSetId(row.rules),
            row.season,
            row.day,
            row.unrated is None,
            row.counted is None,
        )
        for row in tx.execute(query)
    ]


def load(tx: Connection) -> list[Counted]:
    """Everything that counts, in the order of counting."""
    without_time_limit(tx)
    by_match: dict[int, list[Line]] = {}
    for row in tx.execute(_lines()):
        by_match.setdefault(row.match, []).append(_line(row))
    query = _results().where(results.c.counted.is_not(None)).order_by(results.c.counted)
    return [_counted(row, by_match.get(row.match, [])) for row in tx.execute(query)]


def _one(tx: Connection, match: MatchId) -> Counted | None:
    """One match, counted or not; None where it counts for nothing."""
    row = tx.execute(_results().where(results.c.match == match)).first()
    if row is None:
        return None
    lines = tx.execute(_lines().where(result_players.c.match == match))
    return _counted(row, [_line(line) for line in lines])


def _results() -> sa.Select[*tuple[Any, ...]]:
    return (
        sa.select(
            results,
            matches.c.guild,
            matches.c.rules,
            matches.c.ended_at,
            seasons.c.number.label("season_number"),
        )
        .join(matches, matches.c.id == results.c.match)
        .outerjoin(seasons, seasons.c.id == results.c.season)
        .where(results.c.counts)
    )


def _lines() -> sa.Select[*tuple[Any, ...]]:
    """Return the query of people's results, each match's by seat."""
    return (
        sa.select(result_players, participants.c.name)
        .join(
            participants,
            (participants.c.match == result_players.c.match)
            & (participants.c.number == result_players.c.number),
        )
        .where(result_players.c.person.is_not(None) & result_players.c.place.is_not(None))
        .order_by(result_players.c.match, result_players.c.seat)
    )


def write(tx: Connection, book: Book, known: set[int]) -> None:
    """Store the rows of a book that are of people who are `known`; others have deleted themselves."""
    rows = [_standing(key, tally) for key, tally in book.standings.items() if key[3] in known]
    if rows:
        tx.execute(sa.insert(standings), rows)
    others = [_overall(key, one) for key, one in book.overall.items() if key[1] in known]
    if others:
        tx.execute(sa.insert(overall), others)


MOVED = (
    sa.update(result_players)
    .where(
        (result_players.c.match == sa.bindparam("of")) & (result_players.c.person == sa.bindparam("whose"))
    )
    .values(
        rating_before=sa.bindparam("before"), rating=sa.bindparam("after"), overall=sa.bindparam("everywhere")
    )
)
"""Stores the rows of `moved_rows`."""


def moved_rows(counted: Counted, moved: Sequence[Moved], known: set[int]) -> list[dict[str, Any]]:
    """Return the rows that `MOVED` stores of one match, for the people who are known still."""
    return [
        {
            "of": counted.match,
            "whose": line.person,
            "before": one.before,
            "after": one.after,
            "everywhere": one.overall,
        }
        for line, one in zip(counted.lines, moved, strict=False)
        if line.person in known
    ]


def stored(tx: Connection) -> Book:
    """The whole book as it is stored."""
    return Book(
        {_key(row): _tally(row) for row in tx.execute(sa.select(standings))},
        {(RuleSetId(row.rules), row.person): _skilled(row) for row in tx.execute(sa.select(overall))},
    )


def _season(tx: Connection, counted: Counted) -> Season | None:
    """The season to which a match that is counted now belongs."""
    if counted.guild is None:
        return None
    row = season_rows.at(tx, servers.get(tx, counted.guild), counted.ended_at)
    return None if row is None else Season(row.id, row.number)


def _book(tx: Connection, counted: Counted) -> tuple[Book, set[int], set[int]]:
    """Return the stored lines that a match will change; which of its people are known, and which hidden."""
    rates = {name: overall.c[name].label(f"overall_{name}") for name in ("rated", "mu", "sigma")}
    query = (
        sa.select(people.c.id, people.c.discord, people.c.hidden, *rates.values(), *standings.c)
        .outerjoin(overall, (overall.c.person == people.c.id) & (overall.c.rules == counted.rules.value))
        .outerjoin(standings, (standings.c.person == people.c.id) & _of(counted))
        .where(people.c.id.in_([line.person for line in counted.lines]))
    )
    book, known, hidden = Book(), set[int](), set[int]()
    for row in tx.execute(query):
        if row.discord is not None:
            known.add(row.id)
        if row.hidden:
            hidden.add(row.id)
        if row.overall_rated is not None:
            skill = None if row.overall_mu is None else Skill(row.overall_mu, row.overall_sigma)
            book.overall[counted.rules, row.id] = Overall(row.overall_rated, skill)
        if row.guild is not None:
            book.standings[_key(row)] = _tally(row)
    return book, known, hidden


def _meet(book: Book, counted: Counted, before: Shared) -> None:
    """Two people have met before: in its month over all servers, in its season in their own."""
    same_month = before.day[:7] == counted.day[:7]
    if same_month:
        key: MeetingKey = (None, counted.rules, counted.month, before.pair)
        book.meetings[key] = book.meetings.get(key, 0) + 1
    season = None if counted.season is None else counted.season.id
    in_window = before.season == season if season is not None else same_month and before.season is None
    if before.guild == counted.guild and in_window:
        here: MeetingKey = (counted.guild, counted.rules, counted.window, before.pair)
        book.meetings[here] = book.meetings.get(here, 0) + 1


def _write_over(
    tx: Connection, book: Book, known: set[int], before: tuple[set[StandingKey], set[OverallKey]]
) -> None:
    """Store a book's rows in place of those that were there `before`."""
    old, new = list[dict[str, Any]](), list[dict[str, Any]]()
    for key, tally in book.standings.items():
        if key[3] in known:
            (old if key in before[0] else new).append(_standing(key, tally))
    _put(tx, standings, old, new)
    old, new = [], []
    for whose, one in book.overall.items():
        if whose[1] in known:
            (old if whose in before[1] else new).append(_overall(whose, one))
    _put(tx, overall, old, new)


def _put(tx: Connection, table: sa.Table, changed: list[dict[str, Any]], new: list[dict[str, Any]]) -> None:
    keys = [column.name for column in table.primary_key]
    if changed:
        same = sa.and_(*(table.c[name] == sa.bindparam(f"key_{name}") for name in keys))
        values: dict[str, Any] = {
            name: sa.bindparam(f"new_{name}", type_=table.c[name].type)
            for name in changed[0]
            if name not in keys
        }
        rows = [{f"{'key' if name in keys else 'new'}_{name}": row[name] for name in row} for row in changed]
        tx.execute(sa.update(table).where(same).values(**values), rows)
    if new:
        tx.execute(sa.insert(table), new)


def _of(counted: Counted) -> sa.ColumnElement[bool]:
    return sa.and_(
        standings.c.guild == counted.guild,
        standings.c.rules == counted.rules.value,
        standings.c.period.in_(counted.periods),
    )


def known_people(tx: Connection, persons: Sequence[int] | None = None) -> set[int]:
    """Return those of these people, or of all, who have not deleted themselves."""
    query = sa.select(people.c.id).where(people.c.discord.is_not(None))
    if persons is not None:
        query = query.where(people.c.id.in_(persons))
    return {row.id for row in tx.execute(query)}


def _counted(row: sa.Row[Any], lines: Iterable[Line]) -> Counted:
    return Counted(
        match=MatchId(row.match),
        guild=None if row.guild is None else GuildId(row.guild),
        rules=RuleSetId(row.rules),
        months=row.months,
        rated=row.unrated is None,
        ended_at=row.ended_at,
        day=row.day,
        season=None if row.season is None else Season(row.season, row.season_number),
        lines=tuple(lines),
    )


def _line(row: sa.Row[Any]) -> Line:
    return Line(row.person, row.name, row.place, row.net, row.best_month, row.best_yaku, row.best_yaku_id)


def _key(row: sa.Row[Any]) -> StandingKey:
    return GuildId(row.guild), RuleSetId(row.rules), row.period, row.person


def _tally(row: sa.Row[Any]) -> Tally:
    return Tally(
        name=row.name,
        matches=row.matches,
        wins=row.wins,
        net=row.net,
        months=row.months,
        best_month=row.best_month,
        best_yaku=row.best_yaku,
        best_yaku_id=row.best_yaku_id,
        last_at=row.last_at,
        rated=row.rated,
        skill=None if row.mu is None else Skill(row.mu, row.sigma),
        season=row.season,
    )


def _skilled(row: sa.Row[Any]) -> Overall:
    return Overall(row.rated, None if row.mu is None else Skill(row.mu, row.sigma))


def _standing(key: StandingKey, tally: Tally) -> dict[str, Any]:
    guild, rules, period, person = key
    return {
        "guild": guild,
        "rules": rules.value,
        "period": period,
        "person": person,
        "name": tally.name,
        "matches": tally.matches,
        "wins": tally.wins,
        "net": tally.net,
        "months": tally.months,
        "best_month": tally.best_month,
        "best_yaku": tally.best_yaku,
        "best_yaku_id": tally.best_yaku_id,
        "last_at": tally.last_at,
        "season": tally.season,
        **_numbers(tally),
    }


def _overall(key: OverallKey, one: Overall) -> dict[str, Any]:
    return {"rules": key[0].value, "person": key[1], **_numbers(one)}


def _numbers(one: Tally | Overall) -> dict[str, Any]:
    mu, sigma = (None, None) if one.skill is None else (one.skill.mu, one.skill.sigma)
    return {"rated": one.rated, "mu": mu, "sigma": sigma}
