"""The rare yaku that a server's channel was told of: each once, and not too many a day."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import GuildId, MatchId, UserId
from bot.records import periods
from bot.storage.database.schema import rare_yaku
from bot.storage.settings import persons, servers

MOST_A_DAY = 3
"""Of one server, by its days."""


def tell(
    tx: Connection, guild: GuildId, which: tuple[MatchId, int], who: UserId, now: datetime
) -> str | None:
    """Note that a server is told of somebody's rare yaku, and return the server's day.

    `which`: the match, and the number of the deal. None, and nothing is noted, where it is not to be told: it
    has been, three were on this day, the server wants none, or the person is hidden from others.
    """
    match, deal = which
    row, person = servers.get(tx, guild), persons.get(tx, who)
    if not row.rare_yaku or person is None or person.hidden:
        return None
    day = periods.day(now, row.zone)
    this = (rare_yaku.c.match == match) & (rare_yaku.c.deal == deal)
    if tx.execute(sa.select(rare_yaku.c.match).where(this)).first() is not None:
        return None
    today = sa.select(sa.func.count()).where((rare_yaku.c.guild == guild) & (rare_yaku.c.day == day))
    if tx.execute(today).scalar_one() >= MOST_A_DAY:
        return None
    tx.execute(sa.insert(rare_yaku).values(match=match, deal=deal, guild=guild, day=day))
    return day
