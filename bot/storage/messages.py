"""The messages of a match that are remembered: its table, its result, a reminder."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import ChannelId, MatchId
from bot.match.vocabulary import Status
from bot.shards import WHOLE, Shard
from bot.storage.database.schema import matches, messages
from bot.storage.database.transactions import Transactions
from bot.storage.owners.shard_rows import in_shard


class MessageKind(StrEnum):
    """The kinds of messages."""

    TABLE = "table"
    RESULT = "result"
    REMINDER = "reminder"
    """A message that calls the player to move to a match that waits for them."""


@dataclass(frozen=True, slots=True)
class MessageRow:
    """The place of a message; `message` is None where there is none, or nothing can change on it any more.

    `replaced` is the message that is to be removed, in whose place this one was posted. It is this one itself
    where another was about to be posted: nobody knows whether that stands.
    """

    match: MatchId
    channel: ChannelId
    message: int | None
    posted_at: datetime
    replaced: int | None = None


class Messages:
    """The messages, at most one of a kind for each match."""

    def __init__(self, store: Transactions, kind: MessageKind) -> None:
        self._store = store
        self._kind = kind

    async def save(
        self,
        match: MatchId,
        channel: ChannelId,
        message: int | None,
        posted_at: datetime,
        replaced: int | None = None,
    ) -> None:
        """Remember a message in place of the one before; none where its channel is forgotten."""
        values = {"channel": channel, "message": message, "posted_at": posted_at, "replaced": replaced}

        def put(tx: Connection) -> None:
            tx.execute(sa.delete(messages).where(self._is(match)))
            if tx.execute(sa.select(matches.c.channel).where(matches.c.id == match)).scalar() is None:
                return
            tx.execute(sa.insert(messages), {"match": match, "kind": self._kind.value, **values})

        await self._store.write(put)

    async def removed(self, match: MatchId, replaced: int) -> None:
        """A message that another one has replaced is gone."""
        that = self._is(match) & (messages.c.replaced == replaced) & (messages.c.message != replaced)
        done = sa.update(messages).where(that).values(replaced=None)
        await self._store.write(lambda tx: tx.execute(done).rowcount)

    async def get(self, match: MatchId) -> MessageRow | None:
        """Return the place of a match's message."""
        query = sa.select(messages).where(self._is(match))
        row = await self._store.read(lambda tx: tx.execute(query).first())
        return _row(row) if row else None

    async def all(self, shard: Shard = WHOLE) -> list[MessageRow]:
        """Return the places of such messages of a shard's matches, by match."""
        query = sa.select(messages).join(matches, matches.c.id == messages.c.match)
        query = query.where((messages.c.kind == self._kind.value) & in_shard(matches.c.guild, shard))
        rows = await self._store.read(lambda tx: tx.execute(query.order_by(messages.c.match)).all())
        return [_row(row) for row in rows]

    async def drop(self, match: MatchId, message: int) -> None:
        """Forget a message; nothing happens where another one has taken its place."""
        that = sa.delete(messages).where(self._is(match) & (messages.c.message == message))
        await self._store.write(lambda tx: tx.execute(that).rowcount)

    async def left(self, since: datetime, shard: Shard = WHOLE) -> list[MatchId]:
        """A shard's matches and lobbies that have ended since then, and whose message is not let go yet."""
        there = sa.exists().where((messages.c.match == matches.c.id) & messages.c.message.is_not(None))
        there = there.where(messages.c.kind == self._kind.value)
        ended = matches.c.status.in_([Status.OVER.value, Status.CLOSED.value, Status.ABORTED.value])
        ended_since = ended & (matches.c.ended_at >= since) & matches.c.channel.is_not(None)
        query = sa.select(matches.c.id).where(ended_since & there & in_shard(matches.c.guild, shard))
        rows = await self._store.read(lambda tx: tx.execute(query.order_by(matches.c.id)).all())
        return [MatchId(row.id) for row in rows]

    async def missing(self, since: datetime, shard: Shard = WHOLE) -> list[MatchId]:
        """A shard's matches that were played to their end since then and have no such message."""
        there = sa.exists().where(messages.c.match == matches.c.id).where(messages.c.kind == self._kind.value)
        ended = (matches.c.status == Status.OVER.value) & matches.c.channel.is_not(None)
        query = sa.select(matches.c.id).where(ended & (matches.c.ended_at >= since) & ~there)
        query = query.where(in_shard(matches.c.guild, shard))
        rows = await self._store.read(lambda tx: tx.execute(query.order_by(matches.c.id)).all())
        return [MatchId(row.id) for row in rows]

    def _is(self, match: MatchId) -> sa.ColumnElement[bool]:
        return (messages.c.match == match) & (messages.c.kind == self._kind.value)


def _row(row: sa.Row[Any]) -> MessageRow:
    return MessageRow(row.match, row.channel, row.message, row.posted_at, row.replaced)
