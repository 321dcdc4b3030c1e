"""Results of matches: stored in the transaction of the action that ends the match."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.position import Position
from bot.records import periods
from bot.records.results import MatchResult, own_reason, result_of
from bot.records.verdict import MOST_A_DAY, UNCOUNTED, Unrated, Verdict
from bot.storage import guilds
from bot.storage.records import counting
from bot.storage.schema import jobs, participants, people, result_players, result_yaku, results
from bot.views import MatchId

BACKLOG = "records"
"""The job that works out the results of matches from before there were any."""
RECOUNT = "recount"
"""The job that makes all lists anew once older matches have their results: somebody has gone meanwhile."""
RECENT = 50
"""So many matches of a person are looked through for those of one day."""


async def store(tx: AsyncConnection, match: MatchId, position: Position) -> Verdict | None:
    """Store the result of a match that has just ended, and count it; None where nobody was seated.

    While older matches wait for their results it is stored alone: all are counted in the order of their ends.
    """
    waits = (await tx.execute(sa.select(jobs.c.name).where(jobs.c.name == BACKLOG))).first() is not None
    if not await put(tx, match, position):
        return None
    if not waits:
        await counting.count(tx, match)
    return await verdict(tx, match)


async def put(tx: AsyncConnection, match: MatchId, position: Position) -> bool:
    """Store a result, and do not count it yet; whether there was one."""
    result = result_of(position)
    if result is None:
        return False
    assert position.ended_at is not None
    guild = await guilds.get(tx, position.place.guild)
    day = periods.day(position.ended_at, guild.zone)
    numbers = await _numbers(tx, match)
    why = own_reason(position.rules, result, guild.defaults.get(position.rules.id, {}))
    seated = {numbers[player.who.number] for player in result.players}
    if why not in UNCOUNTED and await _often(tx, seated, day):
        why = Unrated.OFTEN
    row = {
        "match": match,
        "how": result.how.value,
        "months": result.months,
        "unrated": None if why is None else why.value,
        "counts": why not in UNCOUNTED,
        "day": day,
    }
    await tx.execute(sa.insert(results).values(**row))
    await tx.execute(sa.insert(result_players), player_rows(match, result, numbers))
    if result.yaku:
        await tx.execute(sa.insert(result_yaku), yaku_rows(match, result))
    return True


def player_rows(
    match: MatchId, result: MatchResult, persons: Mapping[int, int | None]
) -> list[dict[str, object]]:
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


def yaku_rows(match: MatchId, result: MatchResult) -> list[dict[str, object]]:
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


async def verdict(tx: AsyncConnection, match: MatchId) -> Verdict | None:
    """Whether a match moved ratings, as stored; None where it has no result, or none yet."""
    query = (
        sa.select(results.c.unrated, result_players.c.rating_before, result_players.c.rating, people.c.hidden)
        .join(result_players, result_players.c.match == results.c.match)
        .outerjoin(people, people.c.id == result_players.c.person)
        .where(results.c.match == match)
        .order_by(result_players.c.seat)
    )
    rows = (await tx.execute(query)).all()
    if not rows:
        return None
    moved = tuple(
        None if row.rating is None or row.hidden else (row.rating_before, row.rating) for row in rows
    )
    return Verdict(Unrated(rows[0].unrated) if rows[0].unrated else None, moved)


async def backlog(tx: AsyncConnection) -> tuple[int, int] | None:
    """How many older matches have their results, and how many there are; None once all have been counted."""
    row = (await tx.execute(sa.select(jobs).where(jobs.c.name == BACKLOG))).first()
    return None if row is None else (row.done, row.total)


async def recount_later(tx: AsyncConnection) -> None:
    """Somebody deletes themself: where older matches wait still, what they move is worked out once more."""
    if await backlog(tx) is None:
        return
    known = sa.select(jobs.c.name).where(jobs.c.name == RECOUNT)
    if (await tx.execute(known)).first() is None:
        await tx.execute(sa.insert(jobs).values(name=RECOUNT, done=0, total=1))


async def _numbers(tx: AsyncConnection, match: MatchId) -> dict[int, int | None]:
    """Persons by joining number; None for CPU players."""
    query = sa.select(participants.c.number, participants.c.person).where(participants.c.match == match)
    return {row.number: row.person for row in await tx.execute(query)}


async def _often(tx: AsyncConnection, seated: set[int | None], day: str) -> bool:
    """Whether these very people have played as many matches that day as count."""
    one = next(iter(seated))
    last = (
        sa.select(result_players.c.match)
        .where(result_players.c.person == one)
        .order_by(result_players.c.match.desc())
        .limit(RECENT)
    )
    query = (
        sa.select(result_players.c.match, result_players.c.person)
        .join(results, results.c.match == result_players.c.match)
        .where(result_players.c.match.in_(last) & (results.c.day == day) & results.c.counts)
    )
    found: dict[int, set[int | None]] = {}
    for row in await tx.execute(query):
        found.setdefault(row.match, set()).add(row.person)
    return sum(group == seated for group in found.values()) >= MOST_A_DAY
