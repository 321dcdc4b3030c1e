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
from bot.storage.database.schema import arena_people, arenas, guilds, people
from engine.rules.rule_sets import RuleSetId


class ArenaWins:
    """The winners of arenas that are over, as far as they were asked for.

    Once an arena is over, nothing changes its standing but a deletion, which takes somebody from its people.
    """

    def __init__(self) -> None:
        self._known: dict[ArenaId, tuple[int, tuple[int, ...]]] = {}
        """The number of people at that time, and who had won."""

    def count(
        self, tx: Connection, query: Query, rules: RuleSetId, period: Period, zone: ZoneInfo
    ) -> dict[int, int]:
        """Return the number of arenas that each person has won; people on a shared first place have all won.

        An arena lies in the month or season in which it begins, by `zone`.
        """
        counted = Counter[int]()
        for arena, starts_at, number in _over(tx, query, rules):
            if _lies_in(period, starts_at.astimezone(zone)):
                counted.update(self._winners(tx, arena, number))
        return dict(counted)

    def _winners(self, tx: Connection, arena: ArenaId, number: int) -> tuple[int, ...]:
        """Return the numbers of the people on the first place; nobody where nobody has a point."""
        known = self._known.get(arena)
        if known is None or known[0] != number:
            known = self._known[arena] = (number, _first(tx, arena))
        return known[1]


def _over(tx: Connection, query: Query, rules: RuleSetId) -> list[tuple[ArenaId, datetime, int]]:
    """Return the arenas that are over: when each began, and how many people it has."""
    those = (arenas.c.status == ArenaStatus.OVER.value) & (arenas.c.rules == rules.value)
    if query.scope is Scope.SERVER:
        those &= arenas.c.guild == GuildId(query.guild)
    else:
        those &= guilds.c.shares & guilds.c.removed_at.is_(None)
    of_arena = arena_people.c.arena == arenas.c.id
    found = (
        sa.select(arenas.c.id, arenas.c.starts_at, sa.func.count(arena_people.c.person).label("people"))
        .select_from(arenas.join(guilds, guilds.c.id == arenas.c.guild).outerjoin(arena_people, of_arena))
        .where(those)
        .group_by(arenas.c.id, arenas.c.starts_at)
    )
    return [(ArenaId(row.id), row.starts_at, row.people) for row in tx.execute(found)]


def _lies_in(period: Period, local: datetime) -> bool:
    if period.kind is PeriodKind.ALL_TIME:
        return True
    if "-Q" in period.label:
        return period.label == f"{local.year}-Q{(local.month + 2) // 3}"
    return period.label == f"{local:%Y-%m}"


def _first(tx: Connection, arena: ArenaId) -> tuple[int, ...]:
    found = arena_rows.find(tx, arena)
    users = [row.user for row in standing(found.evening) if row.place == 1 and row.points] if found else []
    return tuple(tx.execute(sa.select(people.c.id).where(people.c.discord.in_(users))).scalars())
