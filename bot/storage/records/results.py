"""Results of matches: stored in the transaction of the action that ends the match."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import NOWHERE, MatchId
from bot.match.hosted_match import HostedMatch
from bot.match.verdict import MOST_A_DAY, UNCOUNTED, RatingMove, Unrated, Verdict
from bot.match.vocabulary import Place
from bot.records import periods
from bot.records.book import Counted, Line, Season
from bot.records.results import MatchResult, own_reason, result_of
from bot.storage.database.schema import guilds as guild_table
from bot.storage.database.schema import (
    jobs,
    matches,
    participants,
    people,
    result_players,
    result_yaku,
    results,
)
from bot.storage.moderation import bars
from bot.storage.records import counting, seasons
from bot.storage.records.counting import Entered, Shared
from bot.storage.records.seasons import SeasonRow
from bot.storage.settings import servers
from bot.storage.settings.servers import ServerRow
from engine.rules.rule_sets import RULE_SETS

BACKLOG = "records"
"""The job that computes the results of matches from before there were any."""
RECOUNT = "recount"
"""The job that makes all lists again once older matches have their results: somebody has gone meanwhile."""


NO_RATINGS: Mapping[str, float | None] = {"rating_before": None, "rating": None, "overall": None}


@dataclass(frozen=True, slots=True)
class Ground:
    """The facts known before a result is stored: persons by joining number, the server, the backlog."""

    persons: dict[int, int | None]
    guild: ServerRow
    waits: bool
    """Older matches wait for their results."""


def store(tx: Connection, match: MatchId, hosted: HostedMatch) -> Verdict | None:
    """Store the result of a match that has just ended, and count it; None where nobody was seated.

    While older matches wait for their results it is stored alone: all are counted in the order of their ends.
    """
    result = result_of(hosted)
    if result is None:
        return None
    ground = _ground(tx, match, hosted.place)
    row, met = _judged(tx, match, hosted, result, ground)
    if ground.waits:
        _insert(tx, row, player_rows(match, result, ground.persons), yaku_rows(match, result))
        return verdict(tx, match)
    players = [{**row, **NO_RATINGS} for row in player_rows(match, result, ground.persons)]
    order = sa.select(sa.func.coalesce(sa.func.max(results.c.counted), 0) + 1).scalar_subquery()
    told = _nothing_moved(row, players)
    if row["counts"]:
        season = seasons.at(tx, ground.guild, _ended(hosted))
        row["season"] = None if season is None else season.id
        counted = _counted(match, hosted, row, players, season)
        told = _moved(row, players, counted, counting.enter(tx, counted, met))
    _insert(tx, {**row, "counted": order}, players, yaku_rows(match, result))
    return told


def preview(tx: Connection, match: MatchId, hosted: HostedMatch) -> Verdict | None:
    """Return the verdict that `store` would give of a match that ended like this now, and write nothing.

    None too while older matches wait for their results.
    """
    result = result_of(hosted)
    if result is None:
        return None
    ground = _ground(tx, match, hosted.place)
    row, met = _judged(tx, match, hosted, result, ground)
    if ground.waits:
        return None
    players = [{**row, **NO_RATINGS} for row in player_rows(match, result, ground.persons)]
    if not row["counts"]:
        return _nothing_moved(row, players)
    counted = _counted(match, hosted, row, players, seasons.expected(tx, ground.guild, _ended(hosted)))
    return _moved(row, players, counted, counting.preview(tx, counted, met))


def _nothing_moved(row: Mapping[str, Any], players: Sequence[Mapping[str, Any]]) -> Verdict:
    return Verdict(Unrated(str(row["unrated"])) if row["unrated"] else None, (None,) * len(players))


def _moved(
    row: Mapping[str, Any], players: Sequence[dict[str, Any]], counted: Counted, entered: Entered
) -> Verdict:
    """Put into the rows of the players what counting their match did to ratings; what is told of it."""
    for moved in counting.moved_rows(counted, entered.moved, entered.known):
        mine = next(one for one in players if one["person"] == moved["whose"])
        mine["rating_before"], mine["rating"] = moved["before"], moved["after"]
        mine["overall"] = moved["everywhere"]
    rated = {line.person: one.matches for line, one in zip(counted.lines, entered.moved, strict=False)}
    told = tuple(_told(player, entered.hidden, rated) for player in players)
    return replace(_nothing_moved(row, players), ratings=told)


def insert(tx: Connection, match: MatchId, hosted: HostedMatch) -> bool:
    """Store the result of an older match, and do not count it yet. Gives whether the match has one."""
    result = result_of(hosted)
    if result is None:
        return False
    # When it was played there were no clocks.
    result = replace(result, unclocked=False)
    ground = _ground(tx, match, hosted.place)
    row, _ = _judged(tx, match, hosted, result, ground)
    for table in (result_players, result_yaku):  # another program may have deleted the result alone
        tx.execute(sa.delete(table).where(table.c.match == match))
    _insert(tx, row, player_rows(match, result, ground.persons), yaku_rows(match, result))
    return True


def _ground(tx: Connection, match: MatchId, place: Place) -> Ground:
    """Return the stored facts; a match without a server has the days and the settings of its language."""
    waiting = sa.exists().where(jobs.c.name == BACKLOG)
    query = (
        sa.select(participants.c.number, participants.c.person, waiting.label("waits"), *guild_table.c)
        .outerjoin(guild_table, guild_table.c.id == place.guild)
        .where(participants.c.match == match)
    )
    rows = tx.execute(query).all()
    known = rows[0].id is not None
    return Ground(
        {row.number: row.person for row in rows},
        servers.of_row(rows[0]) if known else ServerRow(place.guild or NOWHERE, place.locale),
        bool(rows[0].waits),
    )


def _judged(
    tx: Connection, match: MatchId, hosted: HostedMatch, result: MatchResult, ground: Ground
) -> tuple[dict[str, Any], list[Shared]]:
    """The row of a result, whether it counts among its values; what its people played together before."""
    day = periods.day(_ended(hosted), ground.guild.zone)
    why = own_reason(hosted.rules, result, ground.guild.defaults.get(hosted.rules.id, {}))
    met: list[Shared] = []
    if why not in UNCOUNTED and bars.persons_out_of_lists(tx, hosted.place.guild) & _seated(result, ground):
        why = Unrated.BARRED
    if why not in UNCOUNTED:
        seated = [ground.persons[player.who.number] for player in result.players]
        met = counting.shared(tx, [person for person in seated if person is not None], day)
        if _often(met, len(seated), day):
            why = Unrated.OFTEN
    row = {
        "match": match,
        "how": result.how.value,
        "months": result.months,
        "unrated": None if why is None else why.value,
        "counts": why not in UNCOUNTED,
        "day": day,
        "season": None,
    }
    return row, met


def _seated(result: MatchResult, ground: Ground) -> set[int | None]:
    """The numbers of the people who played."""
    return {ground.persons[player.who.number] for player in result.players}


def _ended(hosted: HostedMatch) -> datetime:
    assert hosted.ended_at is not None
    return hosted.ended_at


def _counted(
    match: MatchId,
    hosted: HostedMatch,
    row: Mapping[str, Any],
    players: list[dict[str, Any]],
    season: SeasonRow | None,
) -> Counted:
    names = {entry.who.number: entry.who.name for entry in hosted.entries}
    return Counted(
        match=match,
        guild=hosted.place.guild,
        rules=hosted.rules.id,
        months=row["months"],
        rated=row["unrated"] is None,
        ended_at=_ended(hosted),
        day=row["day"],
        season=None if season is None else Season(season.id, season.number),
        lines=tuple(
            Line(
                player["person"],
                names[player["number"]],
                player["place"],
                player["net"],
                player["best_month"],
                player["best_yaku"],
                player["best_yaku_id"],
            )
            for player in players
        ),
    )


def _insert(
    tx: Connection, row: dict[str, Any], players: list[dict[str, Any]], yaku: list[dict[str, Any]]
) -> None:
    tx.execute(sa.insert(results).values(**row))
    tx.execute(sa.insert(result_players), players)
    if yaku:
        tx.execute(sa.insert(result_yaku), yaku)


def _told(player: Mapping[str, Any], hidden: set[int], rated: Mapping[int, int]) -> RatingMove | None:
    """Return the change of somebody's rating, as `verdict` reads it."""
    if player["rating"] is None or player["person"] in hidden:
        return None
    return RatingMove(player["rating_before"], player["rating"], rated[player["person"]])


def player_rows(
    match: MatchId, result: MatchResult, persons: Mapping[int, int | None]
) -> list[dict[str, Any]]:
    """The rows of a result's players; `persons` by joining number."""
    return [
        {
            "match": match,
            "seat": player.seat,
            "number": player.who.number,
            "person": persons[player.who.number],
            "cpu": player.who.cpu.value if player.who.cpu else None,
            "place": player.place,
            "score": player.score,
            "net": player.net,
            "months_won": player.months_won,
            "points_won": player.points_won,
            "best_month": player.best_month,
            "best_yaku": player.best_yaku,
            "best_yaku_id": player.best_yaku_id.value if player.best_yaku_id else None,
            "calls": player.calls,
            "calls_won": player.calls_won,
            "feats": json.dumps(asdict(player.feats), sort_keys=True),
        }
        for player in result.players
    ]


def yaku_rows(match: MatchId, result: MatchResult) -> list[dict[str, Any]]:
    """The rows of the yaku that were made in a match."""
    return [
        {
            "match": match,
            "deal": made.deal,
            "seat": made.seat,
            "yaku": made.yaku.value,
            "month": made.month,
            "points": made.points,
            "scored": made.scored,
        }
        for made in result.yaku
    ]


def verdict(tx: Connection, match: MatchId) -> Verdict | None:
    """Whether a match moved ratings, as stored; None where it has no result, or none yet."""
    mine = result_players.c
    query = (
        sa.select(
            *(results.c.unrated, mine.rating_before, mine.rating, people.c.hidden),
            _rated_by_then().label("rated"),
        )
        .join(result_players, mine.match == results.c.match)
        .join(matches, matches.c.id == results.c.match)
        .outerjoin(people, people.c.id == result_players.c.person)
        .where(results.c.match == match)
        .order_by(result_players.c.seat)
    )
    rows = tx.execute(query).all()
    if not rows:
        return None
    moved = tuple(
        None if row.rating is None or row.hidden else RatingMove(row.rating_before, row.rating, row.rated)
        for row in rows
    )
    return Verdict(Unrated(rows[0].unrated) if rows[0].unrated else None, moved)


def _rated_by_then() -> sa.ScalarSelect[int]:
    """Count the matches that have moved somebody's rating of a match's server, up to that match."""
    one, then, there = result_players.alias("one"), results.alias("then"), matches.alias("there")
    return (
        sa.select(sa.func.count())
        .select_from(one.join(then, then.c.match == one.c.match).join(there, there.c.id == one.c.match))
        .where((one.c.person == result_players.c.person) & one.c.rating.is_not(None))
        .where((there.c.guild == matches.c.guild) & (there.c.rules == matches.c.rules))
        .where(then.c.counted <= results.c.counted)
        .correlate(result_players, results, matches)
        .scalar_subquery()
    )


def backlog(tx: Connection) -> tuple[int, int] | None:
    """Return the numbers of older matches with results, and of all; None once all have been counted."""
    row = tx.execute(sa.select(jobs).where(jobs.c.name == BACKLOG)).first()
    return None if row is None else (row.done, row.total)


def recount_later(tx: Connection) -> None:
    """Somebody deletes themself: where older matches wait still, what they move is computed again."""
    if backlog(tx) is None:
        return
    known = sa.select(jobs.c.name).where(jobs.c.name == RECOUNT)
    if tx.execute(known).first() is None:
        tx.execute(sa.insert(jobs).values(name=RECOUNT, done=0, total=1))


def _often(met: Iterable[Shared], people: int, day: str) -> bool:
    """Whether these very people have played as many matches that day as count."""
    pairs: dict[MatchId, int] = {}
    for one in met:
        if one.day == day and RULE_SETS[one.rules].seats == people:
            pairs[one.match] = pairs.get(one.match, 0) + 1
    together = people * (people - 1) // 2
    return sum(number == together for number in pairs.values()) >= MOST_A_DAY
