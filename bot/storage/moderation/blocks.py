"""The people whose invitations somebody does not want, and who may not join that person's open table."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import UserId
from bot.match.vocabulary import Challenges
from bot.storage.database.schema import blocks
from bot.storage.database.schema import people as people_table
from bot.storage.settings import persons


def of_person(tx: Connection, user: UserId) -> tuple[UserId, ...]:
    """Return the people whom a user has blocked, the first of them first."""
    query = (
        sa.select(people_table.c.discord)
        .select_from(blocks.join(people_table, people_table.c.id == blocks.c.other))
        .where((blocks.c.person == persons.number_of(user)) & people_table.c.discord.is_not(None))
        .order_by(blocks.c.at, people_table.c.discord)
    )
    return tuple(UserId(other) for other in tx.execute(query).scalars())


def block(  # noqa: PLR0913, PLR0917 - two people with their names
    tx: Connection, user: UserId, name: str, other: UserId, other_name: str | None, at: datetime
) -> None:
    """Let a user be invited by another one no more; nothing happens where that is so already."""
    if other == user or other in of_person(tx, user):
        return
    numbers = persons.met(tx, {user: name, other: other_name}, at)
    tx.execute(sa.insert(blocks).values(person=numbers[user], other=numbers[other], at=at))


def unblock(tx: Connection, user: UserId, other: UserId) -> None:
    """Let a user be invited by another one again."""
    theirs = (blocks.c.person == persons.number_of(user)) & (blocks.c.other == persons.number_of(other))
    tx.execute(sa.delete(blocks).where(theirs))


def forget(tx: Connection, person: int) -> None:
    """A person deletes themself: nobody is blocked by them, nor they by anybody."""
    tx.execute(sa.delete(blocks).where((blocks.c.person == person) | (blocks.c.other == person)))


def unwilling(tx: Connection, host: UserId, invited: Collection[UserId]) -> UserId | None:
    """The first of these who does not want to be invited by a user; None: all may be asked."""
    blocked = _has_blocked(host) | (people_table.c.challenges == Challenges.NONE.value)
    query = sa.select(people_table.c.discord).where(people_table.c.discord.in_(invited) & blocked)
    found = set(tx.execute(query).scalars())
    return next((user for user in invited if user in found), None)


def keeps_away(tx: Connection, users: Collection[UserId], other: UserId) -> bool:
    """Whether one of these users has blocked another one."""
    query = sa.select(people_table.c.id).where(people_table.c.discord.in_(users) & _has_blocked(other))
    return tx.execute(query.limit(1)).first() is not None


def apart(tx: Connection, user: UserId) -> set[UserId]:
    """Return the people whom a user has blocked, and those who have blocked the user."""
    by = sa.select(people_table.c.discord).where(people_table.c.discord.is_not(None) & _has_blocked(user))
    return {*of_person(tx, user), *(UserId(each) for each in tx.execute(by).scalars())}


def among(tx: Connection, users: Collection[UserId]) -> frozenset[frozenset[UserId]]:
    """Return the pairs of these people of which one has blocked the other."""
    one, other = people_table.alias("one"), people_table.alias("blocked")
    query = (
        sa.select(one.c.discord.label("user"), other.c.discord.label("of"))
        .select_from(blocks.join(one, one.c.id == blocks.c.person).join(other, other.c.id == blocks.c.other))
        .where(one.c.discord.in_(users) & other.c.discord.in_(users))
    )
    return frozenset(frozenset((UserId(row.user), UserId(row.of))) for row in tx.execute(query))


def _has_blocked(other: UserId) -> sa.ColumnElement[bool]:
    """Whether the person of a row has blocked a user."""
    return sa.exists().where(
        (blocks.c.person == people_table.c.id) & (blocks.c.other == persons.number_of(other))
    )
