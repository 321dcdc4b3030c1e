"""Each user's own last press of a match (join, start, draw, next month): a hand may be dealt on its token."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.match.vocabulary import MatchId, UserId
from bot.storage.database.schema import presses
from bot.storage.database.transactions import Transactions
from bot.storage.people import insert_for, number_of


@dataclass(frozen=True, slots=True)
class PressRow:
    """A press and what can be sent on it until it expires."""

    match: MatchId
    user: UserId
    token: str = field(repr=False)
    expires_at: datetime
    locale: str


class Presses:
    """At most one press a match and user: the last."""

    def __init__(self, store: Transactions) -> None:
        self._store = store

    async def put(self, row: PressRow) -> None:
        """Remember a press in place of the one before."""
        await self._store.write(_put, row)

    async def get(self, match: MatchId, user: UserId) -> PressRow | None:
        """A user's last press."""
        query = sa.select(presses).where(_is(match, user))
        row = await self._store.read(lambda tx: tx.execute(query).first())
        return PressRow(match, user, row.token, row.expires_at, row.locale) if row else None


def _put(tx: Connection, row: PressRow) -> None:
    tx.execute(sa.delete(presses).where(_is(row.match, row.user)))
    tx.execute(insert_for(presses, row.user, asdict(row)))


def _is(match: MatchId, user: UserId) -> sa.ColumnElement[bool]:
    return (presses.c.match == match) & (presses.c.person == number_of(user))
