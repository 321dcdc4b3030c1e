"""What need not stay as it is: the logs of matches that have ended are packed, dead tokens deleted."""

from __future__ import annotations

import zlib
from datetime import datetime, timedelta

import sqlalchemy as sa
import structlog
from sqlalchemy import Connection

from bot.match.vocabulary import MatchId, Status
from bot.storage.actions import pack
from bot.storage.database.schema import actions, hands, matches, presses
from engine.errors import EngineError

DEAD = timedelta(minutes=5)
"""A token lives for a quarter of an hour: one whose time has been over for so long is of no use."""
AT_ONCE = 10
"""Matches in one transaction: what waits for the writer waits no longer than that."""
log = structlog.stdlib.get_logger("koikoi.packing")


def remove_dead_keys(tx: Connection, now: datetime) -> int:
    """Delete the hands and presses whose tokens died `DEAD` ago, and return how many: nobody can use them."""
    dead = [sa.delete(table).where(table.c.expires_at < now - DEAD) for table in (hands, presses)]
    return sum(tx.execute(each).rowcount for each in dead)


def pack_some(tx: Connection, before: datetime, broken: set[int]) -> int:
    """Pack the logs of some matches that ended before a moment; how many there were, 0 where all are packed.

    A log that cannot be read stays as it is, and its match is added to `broken`, which are left alone.
    """
    live = (Status.LOBBY.value, Status.PLAYING.value)
    # Those that are packed already have no actions, and are not even looked at.
    unpacked = sa.select(actions.c.match).where(actions.c.n == 0)
    query = (
        sa.select(matches.c.id)
        .where(matches.c.id.in_(unpacked))
        .where(matches.c.status.not_in(live) & (matches.c.ended_at < before))
        .where(matches.c.id.not_in(broken))
        .order_by(matches.c.id)
        .limit(AT_ONCE)
    )
    found = [MatchId(match) for match in tx.execute(query).scalars()]
    for match in found:
        try:
            pack(tx, match)
        except (EngineError, ValueError, KeyError, zlib.error) as error:
            broken.add(match)
            log.error("log cannot be packed", match=match, error=type(error).__name__)  # noqa: TRY400 - it names actions
    return len(found)
