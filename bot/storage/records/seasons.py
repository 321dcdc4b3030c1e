"""Seasons of servers: which one a moment belongs to, and whose champions have still to be told."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import GuildId
from bot.records import periods
from bot.records.periods import SeasonKind
from bot.storage.database.schema import guilds, seasons
from bot.storage.settings import servers
from bot.storage.settings.servers import ServerRow


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A season of a server: `number` counts them from 1, `label` is 2026-11 or 2026-Q4."""

    id: int
    guild: GuildId
    number: int
    label: str
    starts_at: datetime
    ends_at: datetime

    @property
    def kind(self) -> SeasonKind:
        """Return the length of such a season."""
        return SeasonKind.QUARTERLY if "-Q" in self.label else SeasonKind.MONTHLY


JOINT = timedelta(hours=26)
"""The most by which the clocks of two zones differ.

Where a server has moved its zone, what is left of the season that it has had in the old one is no season of
its own: the next one begins with it.
"""
NOT_BEGUN = 0
"""The id of a season that has no row yet."""


def at(tx: Connection, guild: ServerRow, moment: datetime) -> SeasonRow | None:
    """The season of a moment, begun if need be; None where the server has none."""
    season = expected(tx, guild, moment)
    if season is None or season.id != NOT_BEGUN:
        return season
    values = {
        "guild": season.guild,
        "number": season.number,
        "label": season.label,
        "starts_at": season.starts_at,
        "ends_at": season.ends_at,
    }
    made = tx.execute(sa.insert(seasons).values(**values))
    assert made.inserted_primary_key is not None
    return replace(season, id=made.inserted_primary_key[0])


def expected(tx: Connection, guild: ServerRow, moment: datetime) -> SeasonRow | None:
    """Return the season of a moment, `NOT_BEGUN` where its first match is still to come; None: no seasons.

    A running season keeps its name and its end, whatever the settings say meanwhile. Where the clock has
    been put back, the last season takes what belongs to the one before: numbers only grow.
    """
    last = latest(tx, guild.id)
    if last is not None and moment < last.ends_at:
        return last
    if guild.season is SeasonKind.OFF:
        return None
    span, number = periods.season_span(guild.season, moment, guild.zone), 1
    starts_at = span.starts_at
    if last is not None:
        starts_at, number = max(starts_at, last.ends_at), last.number + 1
        if span.ends_at - last.ends_at <= JOINT:
            span = periods.season_span(guild.season, span.ends_at, guild.zone)
    return SeasonRow(NOT_BEGUN, guild.id, number, span.label, starts_at, span.ends_at)


def latest(tx: Connection, guild: GuildId) -> SeasonRow | None:
    """The last season that began in a server."""
    found = of_guild(tx, guild, most=1)
    return found[0] if found else None


def of_guild(tx: Connection, guild: GuildId, *, most: int) -> list[SeasonRow]:
    """The seasons of a server, the newest first."""
    query = sa.select(seasons).where(seasons.c.guild == guild).order_by(seasons.c.number.desc()).limit(most)
    return [_row(row) for row in tx.execute(query)]


def ended(tx: Connection, now: datetime) -> list[GuildId]:
    """Return the servers where a season has ended, the bot still is and there are to be more."""
    query = (
        sa.select(seasons.c.guild)
        .join(guilds, guilds.c.id == seasons.c.guild)
        .where((guilds.c.season != SeasonKind.OFF.value) & guilds.c.removed_at.is_(None))
        .group_by(seasons.c.guild)
        .having(sa.func.max(seasons.c.ends_at) <= now)
    )
    return [GuildId(guild) for guild in tx.execute(query).scalars()]


def go_on(tx: Connection, guild: GuildId, now: datetime) -> SeasonRow | None:
    """Begin a server's season of a moment."""
    return at(tx, servers.get(tx, guild), now)


def unannounced(tx: Connection, now: datetime) -> list[SeasonRow]:
    """The seasons that have ended and whose champions nobody has been told, where the bot still is."""
    query = (
        sa.select(seasons)
        .join(guilds, guilds.c.id == seasons.c.guild)
        .where((seasons.c.ends_at <= now) & seasons.c.told_at.is_(None) & guilds.c.removed_at.is_(None))
        .order_by(seasons.c.id)
    )
    return [_row(row) for row in tx.execute(query)]


def mark_announced(tx: Connection, season: int, now: datetime) -> None:
    """Note that a season's champions have been told."""
    tx.execute(sa.update(seasons).where(seasons.c.id == season).values(told_at=now))


def _row(row: sa.Row[Any]) -> SeasonRow:
    return SeasonRow(row.id, GuildId(row.guild), row.number, row.label, row.starts_at, row.ends_at)
