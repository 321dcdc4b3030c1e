"""The record of what managers have changed in a server: who, what, from what to what, when."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import GuildId, UserId
from bot.match.vocabulary import Person
from bot.records import moderation
from bot.storage.database.schema import audit
from bot.storage.database.schema import people as people_table
from bot.storage.settings import persons

KEPT = 200
"""Changes of a server that are kept, the latest ones."""


def add(  # noqa: PLR0913, PLR0917 - all that is known of a change
    tx: Connection,
    guild: GuildId,
    by: Person,
    what: str,
    old: Any,
    new: Any,
    at: datetime,
    *,
    about: UserId | None = None,
) -> None:
    """Note a change, and forget the oldest where there are too many; a change of nothing is none."""
    if old == new:
        return
    numbers = persons.met(tx, {by.user: by.name}, at)
    other = None if about is None else persons.numbers(tx, (about,)).get(about)
    tx.execute(
        sa.insert(audit).values(
            guild=guild,
            person=numbers[by.user],
            what=what,
            old=json.dumps(old, sort_keys=True),
            new=json.dumps(new, sort_keys=True),
            about=other,
            at=at,
        )
    )
    here = audit.c.guild == guild
    last = sa.select(audit.c.id).where(here).order_by(audit.c.id.desc()).limit(1).offset(KEPT)
    tx.execute(sa.delete(audit).where(here & (audit.c.id <= last.scalar_subquery())))


def latest(tx: Connection, guild: GuildId, page: int, rows: int) -> tuple[Sequence[moderation.Change], int]:
    """A page (from 1) of a server's changes, the newest first, and how many there are in all."""
    by, about = people_table.alias("by"), people_table.alias("other")
    number = sa.select(sa.func.count()).select_from(audit).where(audit.c.guild == guild)
    query = (
        sa.select(audit, by.c.discord.label("by_user"), about.c.discord.label("about_user"))
        .outerjoin(by, by.c.id == audit.c.person)
        .outerjoin(about, about.c.id == audit.c.about)
        .where(audit.c.guild == guild)
        .order_by(audit.c.id.desc())
        .limit(rows)
        .offset((page - 1) * rows)
    )
    found = [
        moderation.Change(
            row.what,
            json.loads(row.old),
            json.loads(row.new),
            row.at,
            None if row.by_user is None else UserId(row.by_user),
            None if row.about_user is None else UserId(row.about_user),
        )
        for row in tx.execute(query)
    ]
    return found, int(tx.execute(number).scalar_one())
