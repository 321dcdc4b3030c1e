"""Plans of a server: arenas that are announced, and weekly ones. Any number may be planned, and one runs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import ArenaId, ChannelId, GuildId, UserId
from bot.match.arenas.facts import ArenaStatus
from bot.match.vocabulary import CpuPlayer
from bot.shards import Shard
from bot.storage.arenas import CLOCKED, LIVE, Opening, insert, meant, move
from bot.storage.database.schema import arenas, guilds
from bot.storage.moderation import kept
from bot.storage.owners.shard_rows import in_shard
from bot.times_of_day import WEEK, moment, weekly
from engine.rules.options import make_rules

ANNOUNCED = ArenaStatus.ANNOUNCED.value


@dataclass(frozen=True, slots=True)
class Plan:
    """An arena that is to come, or that runs: when it starts, and where."""

    starts_at: datetime
    channel: ChannelId


def running(tx: Connection, guild: GuildId, now: datetime) -> tuple[ArenaId, ChannelId] | None:
    """Return a server's arena that runs, or whose hour has come."""
    begun = arenas.c.status.in_(CLOCKED)
    due = (arenas.c.status == ANNOUNCED) & (arenas.c.starts_at <= now)
    query = sa.select(arenas.c.id, arenas.c.channel).where((arenas.c.guild == guild) & (begun | due))
    row = tx.execute(query.order_by(~begun, arenas.c.starts_at, arenas.c.id)).first()
    return None if row is None else (ArenaId(row.id), ChannelId(row.channel))


def begin(tx: Connection, arena: ArenaId, guild: GuildId, now: datetime, /, **values: Any) -> bool:
    """Let the arena of a server begin whose hour has come first; False where another one is in the way.

    Nothing changes where another look at the same arena has let it begin already.

    The row of the server is held until the transaction ends: of several that begin at once one does.
    """
    tx.execute(sa.select(guilds.c.id).where(guilds.c.id == guild).with_for_update())
    first = running(tx, guild, now)
    if first is not None and first[0] != arena:
        return False
    move(tx, arena, ArenaStatus.ANNOUNCED, ArenaStatus.RUNNING, **values)
    return True


def of_host(tx: Connection, guild: GuildId, host: int, user: UserId) -> Plan | None:
    """Return the first plan of a person in a server: by number, and what they planned before a deletion."""
    theirs = (arenas.c.host == host) | arenas.c.id.in_(kept.planned(user))
    query = sa.select(arenas).where((arenas.c.guild == guild) & theirs & kept.IS_PLAN)
    found = (_next(row) for row in tx.execute(query))
    return min(found, key=lambda plan: plan.starts_at, default=None)


def same(tx: Connection, terms: Opening, host: int) -> ArenaId | None:
    """Return the plan that a person, by number, has made already for this moment in this channel."""
    query = sa.select(arenas.c.id).where(
        arenas.c.guild == terms.guild,
        arenas.c.channel == terms.channel,
        arenas.c.host == host,
        arenas.c.starts_at == terms.starts_at,
        arenas.c.status == ANNOUNCED,
    )
    found = tx.execute(query).scalar()
    return None if found is None else ArenaId(found)


def clashes(tx: Connection, arena: ArenaId) -> list[Plan]:
    """Return the first time at which each other arena of the server is to run while this one is."""
    mine = tx.execute(sa.select(arenas).where(arenas.c.id == arena)).one()
    others = sa.select(arenas).where((arenas.c.guild == mine.guild) & (arenas.c.id != arena))
    found = list[Plan]()
    for row in tx.execute(others.where(arenas.c.status.in_(LIVE) | arenas.c.next_at.is_not(None))):
        until = max(_next(row).starts_at, mine.starts_at) + WEEK
        own = list(_spans(mine, until))
        met = (Plan(at, ChannelId(row.channel)) for at, end in _spans(row, until) if _meets(own, at, end))
        found += [plan for plan in (next(met, None),) if plan is not None]
    return sorted(found, key=lambda plan: plan.starts_at)


def _meets(own: list[tuple[datetime, datetime]], at: datetime, end: datetime) -> bool:
    return any(at < its_end and its_start < end for its_start, its_end in own)


def _next(row: Any) -> Plan:
    """Return the next start of a plan, or the start of an arena that runs."""
    at = row.starts_at if row.next_at is None else row.next_at
    return Plan(at, ChannelId(row.channel))


def _spans(row: Any, until: datetime) -> Iterator[tuple[datetime, datetime]]:
    """Yield when an arena starts and ends, and again each week where it is weekly, until a moment."""
    if row.status in LIVE:
        yield row.starts_at, row.ends_at
    at = row.starts_at if row.next_at is None else row.next_at - timedelta(microseconds=1)
    while row.weekly and (at := moment(weekly(meant(row), at))) < until:
        yield at, at + timedelta(minutes=row.minutes)


def next_weekly(tx: Connection, guild: GuildId) -> datetime | None:
    """Return when the next weekly arena of a server starts, announced or not; None where none is repeated.

    There may be several, each on its day.
    """
    rows = tx.execute(sa.select(arenas).where((arenas.c.guild == guild) & arenas.c.weekly & kept.IS_PLAN))
    return min((_next(row).starts_at for row in rows), default=None)


def stop_weekly(tx: Connection, guild: GuildId, channel: ChannelId | None = None) -> int:
    """Repeat no arena of a server any more, or of a channel of it; how many were weekly."""
    those = (arenas.c.guild == guild) & arenas.c.weekly
    if channel is not None:
        those &= arenas.c.channel == channel
    return tx.execute(sa.update(arenas).where(those).values(weekly=False, next_at=None)).rowcount


def due_again(tx: Connection, shard: Shard, before: datetime) -> list[ArenaId]:
    """Return a shard's weekly arenas whose next one starts before a moment and is to be announced."""
    there = sa.select(guilds.c.id).where(guilds.c.removed_at.is_(None))
    those = arenas.c.next_at.is_not(None) & (arenas.c.next_at < before) & arenas.c.guild.in_(there)
    query = sa.select(arenas.c.id).where(those & in_shard(arenas.c.guild, shard))
    return [ArenaId(arena) for arena in tx.execute(query.order_by(arenas.c.id)).scalars()]


def repeat(tx: Connection, arena: ArenaId, at: datetime) -> ArenaId | None:
    """Announce the next one of a weekly arena, at the first of its times to come; None where that is done."""
    row = tx.execute(sa.select(arenas).where(arenas.c.id == arena).with_for_update()).first()
    if row is None or row.next_at is None:
        return None
    tx.execute(sa.update(arenas).where(arenas.c.id == arena).values(next_at=None))
    terms = Opening(
        guild=GuildId(row.guild),
        channel=ChannelId(row.channel),
        locale=row.locale,
        rules=make_rules(row.rules, json.loads(row.options)),
        minutes=row.minutes,
        starts_at=weekly(meant(row), max(at, row.starts_at)),
        cpu=CpuPlayer(row.cpu) if row.cpu else None,
        weekly=True,
    )
    return insert(tx, terms, row.host, at)
