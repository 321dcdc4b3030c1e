"""Arenas won, computed from the arenas that are over: their standings are stored nowhere."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import ArenaId, GuildId
from bot.match.arenas.facts import ArenaStatus
from bot.match.arenas.standing import standing
from bot.records.boards import Period, PeriodKind, Query, Scope
from bot.storage import arenas as arena_rows
from bot.storage.database.schema import arenas, guilds, people
from engine.rules.rule_sets import RuleSetId


def wins(tx: Connection, query: Query, rules: RuleSetId, period: Period, zone: ZoneInfo) -> dict[int, int]:
    """Return the number of arenas that each person has won; people on a shared first place have all won.

    An arena lies in the month or season in which it begins, by `zone`.
    """
    counted = Counter[int]()
    for arena, starts_at in _over(tx, query, rules):
        if _lies_in(period, starts_at.astimezone(zone)):
            counted.update(_winners(tx, arena))
    return dict(counted)


def _over(tx: Connection, query: Query, rules: RuleSetId) -> list[tuple[ArenaId, datetime]]:
    those = (arenas.c.status == ArenaStatus.OVER.value) & (arenas.c.rules == rules.value)
    if query.scope is Scope.SERVER:
        those &= arenas.c.guild == GuildId(query.guild)
    else:
        those &= guilds.c.shares & guilds.c.removed_at.is_(None)
    found = sa.select(arenas.c.id, arenas.c.starts_at).join(guilds, guilds.c.id == arenas.c.guild)
    return [(ArenaId(row.id), row.starts_at) for row in tx.execute(found.where(those))]


def _lies_in(period: Period, local: datetime) -> bool:
    if period.kind is PeriodKind.ALL_TIME:
        return True
    if "-Q" in period.label:
        return period.label == f"{local.year}-Q{(local.month + 2) // 3}"
    return period.label == f"{local:%Y-%m}"


def _winners(tx: Connection, arena: ArenaId) -> list[int]:
    """Return the numbers of the people on the first place; nobody where nobody has a point."""
    found = arena_rows.find(tx, arena)
    users = [row.user for row in standing(found.evening) if row.place == 1 and row.halves] if found else []
    return list(tx.execute(sa.select(people.c.id).where(people.c.discord.in_(users))).scalars())
