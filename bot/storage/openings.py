"""The people who want to be told when a table opens on a server, and how often they were told on one day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import GuildId, UserId
from bot.match.vocabulary import BarKind, Person
from bot.storage.database.schema import guilds as guild_table
from bot.storage.database.schema import openings
from bot.storage.database.schema import people as people_table
from bot.storage.moderation import bars, blocks
from bot.storage.settings import persons, servers
from bot.storage.settings.servers import ServerRow


@dataclass(frozen=True, slots=True)
class Watcher:
    """Somebody who wants to be told, in the language `locale`; `told` times on `day` (2026-11-22)."""

    user: UserId
    locale: str
    day: str | None
    told: int


def watch(tx: Connection, guild: ServerRow, who: Person, at: datetime) -> None:
    """Tell somebody from now on; `guild` says the server's language where it is not known yet."""
    if tx.execute(sa.select(guild_table.c.id).where(guild_table.c.id == guild.id)).first() is None:
        servers.save(tx, guild)
    person = persons.met(tx, {who.user: who.name}, at)[who.user]
    mine = (openings.c.guild == guild.id) & (openings.c.person == person)
    if not tx.execute(sa.update(openings).where(mine).values(locale=who.locale)).rowcount:
        values = {"guild": guild.id, "person": person, "locale": who.locale, "asked_at": at}
        tx.execute(sa.insert(openings).values(**values))


def unwatch(tx: Connection, user: UserId, guild: GuildId | None = None) -> int:
    """Tell somebody no more, on one server or on all; how many these were."""
    theirs = openings.c.person == persons.number_of(user)
    if guild is not None:
        theirs &= openings.c.guild == guild
    return tx.execute(sa.delete(openings).where(theirs)).rowcount


def watches(tx: Connection, user: UserId, guild: GuildId) -> bool:
    """Whether somebody is told of a server's tables."""
    mine = (openings.c.guild == guild) & (openings.c.person == persons.number_of(user))
    return tx.execute(sa.select(openings.c.guild).where(mine)).first() is not None


def watchers(tx: Connection, guild: GuildId, host: UserId) -> list[Watcher]:
    """Return the people who are told of a table that the host opens on a server, the first who asked first.

    Nobody is called to somebody whom they have blocked, or who has blocked them.
    """
    query = (
        sa.select(people_table.c.discord, openings.c.locale, openings.c.day, openings.c.told)
        .join(people_table, people_table.c.id == openings.c.person)
        .where((openings.c.guild == guild) & people_table.c.discord.is_not(None))
        .order_by(openings.c.asked_at, openings.c.person)
    )
    kept_away = {*bars.of_guild(tx, guild, BarKind.TABLES), *blocks.apart(tx, host)}
    found = [Watcher(UserId(row.discord), row.locale, row.day, row.told) for row in tx.execute(query)]
    return [each for each in found if each.user not in kept_away]


def count(tx: Connection, user: UserId, guild: GuildId, day: str, most: int) -> bool:
    """Count one more on a day; False, and nothing is counted, where there were as many as there may be."""
    mine = (openings.c.guild == guild) & (openings.c.person == persons.number_of(user))
    again = sa.update(openings).where(mine & (openings.c.day == day) & (openings.c.told < most))
    if tx.execute(again.values(told=openings.c.told + 1)).rowcount:
        return True
    first = sa.update(openings).where(mine & openings.c.day.is_distinct_from(day))
    return bool(tx.execute(first.values(day=day, told=1)).rowcount)
