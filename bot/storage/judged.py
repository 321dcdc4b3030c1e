"""Judged matches: what the decisions of their people lost, and luck, by which skill is estimated.

The numbers follow from the log of a match alone (`bot.opponents.review`), so they can be made again. Every
match with a result is judged once; of one between people alone there are rows, for each who is known still.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import MatchId
from bot.records.skill import Figures
from bot.storage.database.schema import judged, matches, result_players, results
from bot.storage.records import counting

RECENT = timedelta(days=7)
"""Matches that ended so lately are judged first, the oldest first; then all others, the latest first."""


def waiting(tx: Connection, before: datetime) -> MatchId | None:
    """Return the match that is to be judged next, of those that ended before some time; None: none."""
    query = (
        sa.select(results.c.match)
        .join(matches, matches.c.id == results.c.match)
        .where(~results.c.judged & (matches.c.ended_at < before))
        .limit(1)
    )
    day, match = results.c.day, results.c.match
    lately = query.where(day >= (before - RECENT).date().isoformat()).order_by(day, match)
    found = tx.execute(lately).scalar()
    if found is None:
        found = tx.execute(query.order_by(day.desc(), match.desc())).scalar()
    return None if found is None else MatchId(found)


def enter(tx: Connection, match: MatchId, figures: Sequence[Figures]) -> bool:
    """Store the figures of a match, by table number; False, and nothing is stored, where it is judged.

    Without figures it is one that cannot be judged: nobody tries again.
    """
    done = sa.update(results).where((results.c.match == match) & ~results.c.judged).values(judged=True)
    if not tx.execute(done).rowcount:
        return False
    players = tx.execute(sa.select(result_players).where(result_players.c.match == match)).all()
    known = counting.known_people(tx, [each.person for each in players if each.person is not None])
    if figures and all(each.cpu is None for each in players):
        rows = [
            {"match": match, "person": each.person, **figures[each.seat]._asdict()}
            for each in players
            if each.person in known
        ]
        if rows:
            tx.execute(sa.insert(judged), rows)
    return True


def again(tx: Connection) -> int:
    """Have all matches judged anew; how many that are."""
    tx.execute(sa.delete(judged))
    return tx.execute(sa.update(results).where(results.c.judged).values(judged=False)).rowcount
