"""The action log, and who agreed to go on after which end. Rows are only ever added."""

from __future__ import annotations

from collections.abc import Iterable

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.position import Agreement, Made
from bot.storage.schema import actions, agreements
from bot.views import JoinNumber, MadeBy, MatchId
from engine.notation import format_action, parse_action


async def add(tx: AsyncConnection, match: MatchId, made: Iterable[Made]) -> None:
    """Append actions; one whose number is taken makes the whole transaction fail (the compare-and-swap)."""
    rows = [
        {
            "match": match,
            "n": one.n,
            "action": format_action(one.action),
            "made_by": one.made_by.value,
            "user": one.user,
            "at": one.at,
        }
        for one in made
    ]
    if rows:
        await tx.execute(sa.insert(actions), rows)


async def of_match(tx: AsyncConnection, match: MatchId) -> list[Made]:
    """The log in order. Raises ValueError or the engine's NotationError where a row cannot be read."""
    query = sa.select(actions).where(actions.c.match == match).order_by(actions.c.n)
    made = [
        Made(row.n, parse_action(row.action), MadeBy(row.made_by), row.user, row.at)
        for row in await tx.execute(query)
    ]
    if [one.n for one in made] != list(range(len(made))):
        raise ValueError("the action log has gaps")
    return made


async def agree(tx: AsyncConnection, match: MatchId, wishes: Iterable[Agreement]) -> None:
    """Note who wants to go on."""
    rows = [
        {"match": match, "month_end": one.end, "participant": one.participant, "at": one.at} for one in wishes
    ]
    if rows:
        await tx.execute(sa.insert(agreements), rows)


async def agreed(tx: AsyncConnection, match: MatchId, end: int) -> frozenset[JoinNumber]:
    """Who has agreed to go on after an end."""
    query = sa.select(agreements.c.participant).where(
        (agreements.c.match == match) & (agreements.c.month_end == end)
    )
    return frozenset(JoinNumber(number) for number in (await tx.execute(query)).scalars())
