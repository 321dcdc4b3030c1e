"""The wishes of a match's people, as rows: to go on after a month, to end it, to claim it."""

from __future__ import annotations

from collections.abc import Iterable

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import MatchId
from bot.match.hosted_match import Agreement, Wish
from bot.match.vocabulary import JoinNumber, WishKind
from bot.storage.database.schema import agreements, wishes

_WISHES = (
    sa.select(wishes)
    .where(wishes.c.match == sa.bindparam("of"))
    .order_by(wishes.c.kind, wishes.c.participant)
)
_AGREED = sa.select(agreements.c.participant).where(
    (agreements.c.match == sa.bindparam("of")) & (agreements.c.month_end == sa.bindparam("after"))
)


def change(tx: Connection, match: MatchId, before: tuple[Wish, ...], after: tuple[Wish, ...]) -> None:
    """Make the rows of a match agree with `after`; those in `before` are there."""
    if before == after:
        return
    tx.execute(sa.delete(wishes).where(wishes.c.match == match))
    if after:
        rows = [
            {
                "match": match,
                "kind": wish.kind.value,
                "participant": wish.participant,
                "round": wish.round,
                "at": wish.at,
            }
            for wish in after
        ]
        tx.execute(sa.insert(wishes), rows)


def wished(tx: Connection, match: MatchId) -> tuple[Wish, ...]:
    """Return the wishes of a match's people, by kind and joining number."""
    rows = tx.execute(_WISHES, {"of": match})
    return tuple(Wish(WishKind(row.kind), JoinNumber(row.participant), row.round, row.at) for row in rows)


def agree(tx: Connection, match: MatchId, made: Iterable[Agreement]) -> None:
    """Note who wants to go on."""
    rows = [
        {"match": match, "month_end": one.end, "participant": one.participant, "at": one.at} for one in made
    ]
    if rows:
        tx.execute(sa.insert(agreements), rows)


def agreed(tx: Connection, match: MatchId, end: int) -> frozenset[JoinNumber]:
    """Return the people who have agreed to go on after an end."""
    found = tx.execute(_AGREED, {"of": match, "after": end}).scalars()
    return frozenset(JoinNumber(number) for number in found)
