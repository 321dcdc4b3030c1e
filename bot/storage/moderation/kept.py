"""The bare ids of people who have deleted themselves, where a deletion would be a way round others.

Somebody whom a manager has removed from an arena stays out of it until it is over. Who has planned an arena
plans no second one until then. A deal of the day that somebody has seen is theirs no second time. The bot
keeps the id alone for it, as with bars, and no longer.
"""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import ArenaId, GuildId, UserId
from bot.match.arenas.facts import ArenaStatus, Attendance
from bot.records import periods
from bot.storage.database.schema import arena_people, arenas, daily_deals, daily_plays, kept
from bot.storage.settings import persons, servers

IS_PLAN = (arenas.c.status == ArenaStatus.ANNOUNCED.value) | arenas.c.next_at.is_not(None)
LIVE = [status.value for status in ArenaStatus if status.live]


def keep(tx: Connection, user: UserId) -> None:
    """Somebody deletes themself: keep where they were removed, what they plan, the latest deals they saw."""
    person, mine = persons.number_of(user), sa.literal(user, sa.BigInteger)
    out = arena_people.c.attendance == Attendance.REMOVED.value
    removed = (
        sa.select(mine, arena_people.c.arena)
        .join(arenas, arenas.c.id == arena_people.c.arena)
        .where((arena_people.c.person == person) & out & arenas.c.status.in_(LIVE))
    )
    tx.execute(sa.insert(kept).from_select(["discord", "arena"], removed))
    plans = sa.select(mine, arenas.c.id, sa.true()).where((arenas.c.host == person) & IS_PLAN)
    tx.execute(sa.insert(kept).from_select(["discord", "arena", "planned"], plans))
    later = daily_deals.alias()
    newer = sa.exists().where(
        (later.c.guild == daily_deals.c.guild)
        & (later.c.day > daily_deals.c.day)
        & later.c.rules.is_not(None)
    )
    seen = (
        sa.select(mine, daily_plays.c.deal)
        .join(daily_deals, daily_deals.c.id == daily_plays.c.deal)
        .where((daily_plays.c.person == person) & ~newer)
    )
    tx.execute(sa.insert(kept).from_select(["discord", "deal"], seen))


def from_arena(tx: Connection, arena: ArenaId, user: UserId) -> bool:
    """Whether somebody was removed from an arena before they deleted themself."""
    return _is_there(tx, (kept.c.arena == arena) & (kept.c.discord == user) & ~kept.c.planned)


def planned(user: UserId) -> sa.Select[tuple[int]]:
    """Return the query for the arenas that somebody had planned before they deleted themself."""
    return sa.select(kept.c.arena).where((kept.c.discord == user) & kept.c.planned)


def from_deal(tx: Connection, deal: int, user: UserId) -> bool:
    """Whether somebody had seen a deal of the day before they deleted themself."""
    return _is_there(tx, (kept.c.deal == deal) & (kept.c.discord == user))


def _is_there(tx: Connection, which: sa.ColumnElement[bool]) -> bool:
    return tx.execute(sa.select(kept.c.id).where(which).limit(1)).first() is not None


def let_go(tx: Connection, now: datetime) -> int:
    """Delete the ids that nothing needs any more: the arena, or the day of the deal, is over; how many."""
    over = sa.select(arenas.c.id).where(arenas.c.status.not_in(LIVE) & arenas.c.next_at.is_(None))
    gone = tx.execute(sa.delete(kept).where(kept.c.arena.in_(over))).rowcount
    query = sa.select(kept.c.id, daily_deals.c.guild, daily_deals.c.day)
    for row in tx.execute(query.join(daily_deals, daily_deals.c.id == kept.c.deal)).all():
        if row.day < periods.day(now, servers.get(tx, GuildId(row.guild)).zone):
            gone += tx.execute(sa.delete(kept).where(kept.c.id == row.id)).rowcount
    return gone
