"""The private hands on users' screens: where each can be edited, on which token, and until when.

A user's own last press of a match (join, start, draw, next month) is kept beside them: a hand may be dealt on
its token. So is the last one in an arena, on its standing or in its matches.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import ArenaId, MatchId, UserId
from bot.storage.database.schema import arena_people, arenas, hands, matches, presses
from bot.storage.database.transactions import Transactions
from bot.storage.settings.persons import insert_for, number_of

DEAD = timedelta(minutes=5)
"""Wait after a token's end until its row is deleted; a token lives for a quarter of an hour."""
UNCONFIRMED = "?"
"""Begins the target of a hand that was stored before it was sent, and of which no answer has been stored."""


@dataclass(frozen=True, slots=True)
class HandRow:
    """A user's hand of a match. `target`: `@original` or a follow-up's id; `token` None: out of reach.

    A hand that is about to be sent is stored with `UNCONFIRMED` before its target, alone where that is the
    id of a follow-up, which nobody knows yet.
    """

    match: MatchId
    user: UserId
    token: str | None = field(repr=False)
    target: str
    expires_at: datetime
    locale: str

    @property
    def confirmed(self) -> bool:
        """Whether the hand was on the screen, as its user's alone, when it was stored."""
        return not self.target.startswith(UNCONFIRMED)

    def announced(self) -> HandRow:
        """Return this row as it is before the hand is sent."""
        return replace(self, target=UNCONFIRMED + self.target)

    def found(self) -> HandRow:
        """An announced hand that has turned out to be there."""
        return replace(self, target=self.target.removeprefix(UNCONFIRMED))


class Hands:
    """The hands, at most one a match and user."""

    def __init__(self, store: Transactions) -> None:
        self._store = store

    async def save(self, row: HandRow) -> None:
        """Remember a hand in place of the one before."""
        await self._store.write(_put, row)

    async def get(self, match: MatchId, user: UserId) -> HandRow | None:
        """A user's hand."""
        query = sa.select(hands).where(_is(hands, match, user))
        row = await self._store.read(lambda tx: tx.execute(query).first())
        return None if row is None else _hand(user, row)

    async def take_others(self, arena: ArenaId, match: MatchId, user: UserId) -> tuple[HandRow, ...]:
        """Forget a user's hands of an arena's other matches, and return those that were on the screen."""
        return await self._store.write(_take_others, arena, match, user)

    async def take_over(
        self, arena: ArenaId, match: MatchId, user: UserId, after: datetime
    ) -> HandRow | None:
        """Make a user's newest hand of an arena's other matches that of a match, and return it.

        None where there is none whose token expires after a moment.
        """
        return await self._store.write(_take_over, arena, match, user, after)

    async def drop(self, match: MatchId, user: UserId) -> None:
        """Forget a hand; nothing happens if there is none."""
        await self._store.write(_drop, match, user)


@dataclass(frozen=True, slots=True)
class PressRow:
    """A press and what can be sent on it until it expires. `match` None: one in an arena."""

    match: MatchId | None
    user: UserId
    token: str = field(repr=False)
    expires_at: datetime
    locale: str


class Presses:
    """The presses, at most one a match and user, and one an arena and user: the last."""

    def __init__(self, store: Transactions) -> None:
        self._store = store

    async def save(self, row: PressRow) -> None:
        """Remember a press in place of the one before."""
        await self._store.write(_put_press, row)

    async def get(self, match: MatchId, user: UserId) -> PressRow | None:
        """A user's last press."""
        query = sa.select(presses).where(_is(presses, match, user))
        row = await self._store.read(lambda tx: tx.execute(query).first())
        return PressRow(match, user, row.token, row.expires_at, row.locale) if row else None

    async def save_in(self, arena: ArenaId, row: PressRow) -> None:
        """Remember a press in an arena that is not over, whatever its match.

        Nothing is kept of somebody who has never joined it.
        """
        kept = {"token": row.token, "expires_at": row.expires_at, "locale": row.locale}
        live = sa.exists().where((arenas.c.id == arena) & arenas.c.over_at.is_(None))
        query = sa.update(arena_people).where(_in_arena(arena, row.user) & live).values(**kept)
        await self._store.write(lambda tx: tx.execute(query))

    async def drop_in(self, arena: ArenaId, user: UserId) -> None:
        """Forget a user's last press in an arena."""
        query = sa.update(arena_people).where(_in_arena(arena, user)).values(token=None, expires_at=None)
        await self._store.write(lambda tx: tx.execute(query))

    async def get_in(self, arena: ArenaId, user: UserId) -> PressRow | None:
        """Return a user's last press in an arena."""
        query = sa.select(arena_people).where(_in_arena(arena, user) & arena_people.c.token.is_not(None))
        row = await self._store.read(lambda tx: tx.execute(query).first())
        return PressRow(None, user, row.token, row.expires_at, row.locale) if row else None


def remove_dead_keys(tx: Connection, now: datetime) -> int:
    """Delete the hands and presses whose tokens died `DEAD` ago, and return how many: nobody can use them."""
    dead = [sa.delete(table).where(table.c.expires_at < now - DEAD) for table in (hands, presses)]
    old = sa.update(arena_people).where(arena_people.c.expires_at < now - DEAD)
    return sum(tx.execute(each).rowcount for each in (*dead, old.values(token=None, expires_at=None)))


def _take_others(tx: Connection, arena: ArenaId, match: MatchId, user: UserId) -> tuple[HandRow, ...]:
    those = _of_others(arena, match, user)
    found = tuple(_hand(user, row) for row in tx.execute(sa.select(hands).where(those)))
    tx.execute(sa.delete(hands).where(those))
    return tuple(row for row in found if row.confirmed)


def _take_over(
    tx: Connection, arena: ArenaId, match: MatchId, user: UserId, after: datetime
) -> HandRow | None:
    those = _of_others(arena, match, user) & (hands.c.expires_at > after) & hands.c.token.is_not(None)
    query = sa.select(hands).where(those).order_by(hands.c.expires_at.desc())
    found = next((row for each in tx.execute(query) if (row := _hand(user, each)).confirmed), None)
    if found is None:
        return None
    _drop(tx, found.match, user)
    _put(tx, taken := replace(found, match=match))
    return taken


def _of_others(arena: ArenaId, match: MatchId, user: UserId) -> sa.ColumnElement[bool]:
    """Return the condition for a user's hands of an arena's other matches."""
    there = sa.select(matches.c.id).where(matches.c.arena == arena, matches.c.id != match)
    return (hands.c.person == number_of(user)) & hands.c.match.in_(there)


def _hand(user: UserId, row: sa.Row[Any]) -> HandRow:
    return HandRow(MatchId(row.match), user, row.token, row.target, row.expires_at, row.locale)


def _drop(tx: Connection, match: MatchId, user: UserId) -> None:
    tx.execute(sa.delete(hands).where(_is(hands, match, user)))


def _put(tx: Connection, row: HandRow) -> None:
    _drop(tx, row.match, row.user)
    tx.execute(insert_for(hands, row.user, asdict(row)))


def _put_press(tx: Connection, row: PressRow) -> None:
    assert row.match is not None
    tx.execute(sa.delete(presses).where(_is(presses, row.match, row.user)))
    tx.execute(insert_for(presses, row.user, asdict(row)))


def _is(table: sa.Table, match: MatchId, user: UserId) -> sa.ColumnElement[bool]:
    return (table.c.match == match) & (table.c.person == number_of(user))


def _in_arena(arena: ArenaId, user: UserId) -> sa.ColumnElement[bool]:
    return (arena_people.c.arena == arena) & (arena_people.c.person == number_of(user))
