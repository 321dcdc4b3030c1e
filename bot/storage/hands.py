"""The private hands on users' screens: where each can be edited, and until when."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.match.vocabulary import MatchId, UserId
from bot.storage.database.schema import hands
from bot.storage.database.transactions import Transactions
from bot.storage.people import insert_for, number_of


@dataclass(frozen=True, slots=True)
class HandRow:
    """A user's hand of a match. `target`: `@original` or a follow-up's id; `token` None: out of reach."""

    match: MatchId
    user: UserId
    token: str | None = field(repr=False)
    target: str
    expires_at: datetime
    locale: str


class Hands:
    """At most one hand a match and user."""

    def __init__(self, store: Transactions) -> None:
        self._store = store

    async def put(self, row: HandRow) -> None:
        """Remember a hand in place of the one before."""
        await self._store.write(_put, row)

    async def get(self, match: MatchId, user: UserId) -> HandRow | None:
        """A user's hand."""
        query = sa.select(hands).where(_is(match, user))
        row = await self._store.read(lambda tx: tx.execute(query).first())
        return HandRow(match, user, row.token, row.target, row.expires_at, row.locale) if row else None

    async def drop(self, match: MatchId, user: UserId) -> None:
        """Forget a hand; nothing happens if there is none."""
        await self._store.write(_drop, match, user)


def _drop(tx: Connection, match: MatchId, user: UserId) -> None:
    tx.execute(sa.delete(hands).where(_is(match, user)))


def _put(tx: Connection, row: HandRow) -> None:
    _drop(tx, row.match, row.user)
    tx.execute(insert_for(hands, row.user, asdict(row)))


def _is(match: MatchId, user: UserId) -> sa.ColumnElement[bool]:
    return (hands.c.match == match) & (hands.c.person == number_of(user))
