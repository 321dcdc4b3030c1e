"""The people who are kept from a server's tables, or from its lists."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import GuildId, UserId
from bot.match.vocabulary import BarKind
from bot.storage.database.schema import bars
from bot.storage.database.schema import people as people_table
from bot.storage.settings import persons


def of_guild(tx: Connection, guild: GuildId | None, kind: BarKind) -> tuple[UserId, ...]:
    """Everybody who is barred there, the first to be so first; those too who have deleted themselves."""
    query = (
        sa.select(sa.func.coalesce(people_table.c.discord, bars.c.discord))
        .select_from(bars.outerjoin(people_table, people_table.c.id == bars.c.person))
        .where((bars.c.guild == guild) & (bars.c.kind == kind.value))
        .order_by(bars.c.id)
    )
    return tuple(UserId(user) for user in tx.execute(query).scalars())


def barred(
    tx: Connection, guild: GuildId | None, kind: BarKind, users: Collection[UserId]
) -> frozenset[UserId]:
    """Return those of these people who are barred there."""
    return frozenset(users) & frozenset(of_guild(tx, guild, kind)) if users else frozenset()


def add(  # noqa: PLR0913, PLR0917 - the columns of a row
    tx: Connection, guild: GuildId, kind: BarKind, user: UserId, name: str | None, at: datetime
) -> None:
    """Bar somebody who is not."""
    person = persons.met(tx, {user: name}, at)[user]
    tx.execute(sa.insert(bars).values(guild=guild, kind=kind.value, person=person, at=at))


def lift(tx: Connection, guild: GuildId, kind: BarKind, user: UserId) -> None:
    """Bar somebody no more."""
    theirs = (bars.c.person == persons.number_of(user)) | (bars.c.discord == user)
    tx.execute(sa.delete(bars).where((bars.c.guild == guild) & (bars.c.kind == kind.value) & theirs))


def keep(tx: Connection, user: UserId) -> None:
    """Somebody deletes themself: what bars them holds on by their bare id, until the managers lift it."""
    theirs = bars.c.person == persons.number_of(user)
    tx.execute(sa.update(bars).where(theirs).values(person=None, discord=user))


def there_are(tx: Connection) -> bool:
    """Whether anybody is kept out of any lists: mostly nobody is, and lists need not look for it."""
    query = sa.select(bars.c.id).where(bars.c.kind == BarKind.LISTS.value).limit(1)
    return tx.execute(query).first() is not None


def in_lists(guild: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    """Whether a row of `people` may stand in the lists of a server; for a query."""
    here = (bars.c.guild == guild) & (bars.c.kind == BarKind.LISTS.value)
    return ~sa.exists().where(here & _same())


def persons_out_of_lists(tx: Connection, guild: GuildId | None) -> frozenset[int]:
    """The numbers of those who are kept out of a server's lists."""
    barred_here = (bars.c.guild == guild) & (bars.c.kind == BarKind.LISTS.value)
    query = sa.select(people_table.c.id).select_from(bars.join(people_table, _same())).where(barred_here)
    return frozenset(tx.execute(query).scalars())


def _same() -> sa.ColumnElement[bool]:
    """Whether a bar is about a row of `people`."""
    return (bars.c.person == people_table.c.id) | (bars.c.discord == people_table.c.discord)
