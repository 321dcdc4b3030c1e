"""Judged matches: what the decisions of their people lost, and luck, by which skill is estimated.

The numbers follow from the log of a match alone (`bot.opponents.review`), so they can be made again. Every
match with a result is judged once; of one between people alone there are rows, for each who is known still.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import MatchId
from bot.match.arenas.facts import ArenaStatus
from bot.records.boards import Period, PeriodKind, Query, Scope
from bot.records.skill import SHARES, Figures, Skill, Sums, Tally
from bot.storage.database.schema import arenas, guilds, judged, matches, people, result_players, results
from bot.storage.database.set_aside import not_among
from bot.storage.moderation import bars
from bot.storage.records import counting
from engine.rules.rule_sets import RuleSetId

RECENT = timedelta(days=7)
"""Matches that ended so lately are judged first, the oldest first; then all others, the latest first."""


def in_live_arena() -> sa.ColumnElement[bool]:
    """Return the condition that a match belongs to an arena that is not over; null: to none."""
    live = [each.value for each in ArenaStatus if each.live]
    return matches.c.arena.in_(sa.select(arenas.c.id).where(arenas.c.status.in_(live)))


def waiting(tx: Connection, before: datetime, aside: Collection[Hashable] = ()) -> MatchId | None:
    """Return the match that is to be judged next, of those that ended before some time; None: none.

    Matches of an arena wait until it is over: no decision of theirs becomes somebody's problem before.
    `aside`: matches that are left alone.
    """
    query = (
        sa.select(results.c.match)
        .join(matches, matches.c.id == results.c.match)
        .where(~results.c.judged & (matches.c.ended_at < before) & not_among(results.c.match, aside))
        .where(matches.c.arena.is_(None) | ~in_live_arena())
        .limit(1)
    )
    day, match = results.c.day, results.c.match
    lately = query.where(day >= (before - RECENT).date().isoformat()).order_by(day, match)
    found = tx.execute(lately).scalar()
    if found is None:
        found = tx.execute(query.order_by(day.desc(), match.desc())).scalar()
    return None if found is None else MatchId(found)


def enter(tx: Connection, match: MatchId, figures: Sequence[Figures]) -> bool:
    """Store the figures of a match, by table number; False, and nothing is stored, where it is judged.

    Without figures it is one that cannot be judged: nobody tries again.
    """
    done = sa.update(results).where((results.c.match == match) & ~results.c.judged).values(judged=True)
    if not tx.execute(done).rowcount:
        return False
    players = tx.execute(sa.select(result_players).where(result_players.c.match == match)).all()
    known = counting.known_people(tx, [each.person for each in players if each.person is not None])
    if figures and all(each.cpu is None for each in players):
        rows = [
            {"match": match, "person": each.person, **figures[each.seat]._asdict()}
            for each in players
            if each.person in known
        ]
        if rows:
            tx.execute(sa.insert(judged), rows)
    return True


class Judged(NamedTuple):
    """The figures of a match, and its season."""

    figures: Figures
    season: int | None


def of_person(tx: Connection, person: int) -> Mapping[MatchId, Judged]:
    """Return the judged matches of a person, by number."""
    query = sa.select(judged, results.c.season).join(results, results.c.match == judged.c.match)
    names = Figures._fields
    return {
        MatchId(row.match): Judged(Figures(*(row._mapping[name] for name in names)), row.season)
        for row in tx.execute(query.where(judged.c.person == person))
    }


def skills(tx: Connection, query: Query, rules: RuleSetId, period: Period) -> dict[int, Skill]:
    """Return the skill of each person, by number, in the matches that a list counts.

    The database adds the matches up: `Tally.of` does the same with single ones.
    """
    dealt, turned = SHARES[rules]
    gain = judged.c.points - dealt * judged.c.dealt - turned * judged.c.turned
    sums = (*_sums(judged.c.lost, judged.c.decisions), *_sums(gain, judged.c.months))
    counted = (
        sa.select(judged.c.person, sa.func.count(), *sums)
        .join(results, results.c.match == judged.c.match)
        .join(matches, matches.c.id == judged.c.match)
        .where((matches.c.rules == rules.value) & results.c.counts & results.c.counted.is_not(None))
        .where(_in_scope(query) & _in_period(period))
        .group_by(judged.c.person)
    )
    if bars.there_are(tx):
        counted = counted.join(people, people.c.id == judged.c.person).where(bars.in_lists(matches.c.guild))
    found = dict[int, Skill]()
    for person, number, *added in tx.execute(counted):
        numbers = [float(each) for each in added]
        skill = Tally(number, Sums(*numbers[:5]), Sums(*numbers[5:])).skill()
        if skill is not None:
            found[person] = skill
    return found


def _sums(above: sa.ColumnElement[float], below: sa.ColumnElement[int]) -> list[sa.ColumnElement[float]]:
    """Return the columns of `Sums`."""
    return [sa.func.sum(each) for each in (above, below, above * above, above * below, below * below)]


def _in_scope(query: Query) -> sa.ColumnElement[bool]:
    if query.scope is Scope.SERVER:
        return matches.c.guild == query.guild
    sharing = sa.select(guilds.c.id).where(guilds.c.shares & guilds.c.removed_at.is_(None))
    return matches.c.guild.in_(sharing)


def _in_period(period: Period) -> sa.ColumnElement[bool]:
    if period.kind is PeriodKind.SEASON:
        return results.c.season == int(period.key[1:])
    if period.kind is PeriodKind.MONTH:
        return results.c.day.startswith(period.key[1:])
    return sa.true()


def again(tx: Connection) -> int:
    """Have all matches judged anew; how many that are."""
    tx.execute(sa.delete(judged))
    return tx.execute(sa.update(results).where(results.c.judged).values(judged=False)).rowcount
