"""Ended matches without results: replayed one after another while the bot runs, and counted.

They are from before there were results, or a restored copy has them. A job that a restart interrupts goes on
where it stood, since what is done is stored in the same transaction.
"""

from __future__ import annotations

import asyncio
import zlib
from datetime import UTC, datetime

import sqlalchemy as sa
import structlog
from sqlalchemy import Connection

from bot.errors import StorageError, StorageErrorKind
from bot.ids import MatchId
from bot.match.vocabulary import Status
from bot.storage import Store, actions, matches
from bot.storage.database.schema import jobs
from bot.storage.database.schema import matches as match_table
from bot.storage.database.schema import results as result_table
from bot.storage.database.set_aside import SetAside
from bot.storage.records import counting, repair, results
from engine.errors import EngineError

AT_ONCE = 10
"""Matches in one transaction: what waits for the writer waits no longer than that."""
PAUSE_SECONDS = 0.02
RETRY_SECONDS = 5.0
log = structlog.stdlib.get_logger("koikoi.records")

BROKEN = (
    *(EngineError, ValueError, LookupError, ArithmeticError),
    *(AssertionError, AttributeError, TypeError, zlib.error),
)
"""The errors of reading a match whose rows make none."""
Place = tuple[datetime, MatchId]
_START: Place = (datetime(1970, 1, 1, tzinfo=UTC), MatchId(0))


def ask(tx: Connection) -> None:
    """Ask for all that is made of matches: results that are missing, then standings and ratings."""
    ended = match_table.c.status.in_([Status.OVER.value, Status.ABORTED.value])
    both = match_table.outerjoin(result_table, result_table.c.match == match_table.c.id)
    waiting = sa.select(sa.func.count()).select_from(both)
    waiting = waiting.where(ended & match_table.c.seed.is_not(None) & result_table.c.counted.is_(None))
    known = set(tx.execute(sa.select(jobs.c.name)).scalars())
    wanted = {results.BACKLOG: tx.execute(waiting).scalar_one(), results.RECOUNT: 1}
    for name in wanted.keys() - known:
        tx.execute(sa.insert(jobs).values(name=name, done=0, total=wanted[name]))


async def work_off(store: Store) -> None:
    """Go through the backlog to its end; storage trouble is waited out, but for damage."""
    while True:
        try:
            return await work_through(store)
        except StorageError as error:
            if error.kind is StorageErrorKind.DAMAGED:
                raise
            log.warning("backlog waits for storage", trouble=str(error))
            await asyncio.sleep(RETRY_SECONDS)


async def work_through(store: Store) -> None:
    """Go through the backlog to its end. Raises StorageError, and then the rest of it waits."""
    place = _START
    while await store.read(results.backlog) is not None:
        place, left = await store.write(_some, place, store.aside)
        if not left:
            if await store.read(_recount_wanted):
                await _recount(store)
            await store.write(_end, place)
        await asyncio.sleep(PAUSE_SECONDS)


async def _recount(store: Store) -> None:
    """Make all lists anew, unless a row that makes no result keeps them as they are. Raises StorageError."""
    try:
        await repair.mend(store)
    except (*BROKEN, StorageError) as error:
        if isinstance(error, StorageError) and error.kind is not StorageErrorKind.DAMAGED:
            raise
        # The job ends all the same: new results wait for its end to be counted.
        log.error("standings and ratings cannot be made anew", error=type(error).__name__)  # noqa: TRY400 - as below


def _some(tx: Connection, after: Place, aside: SetAside) -> tuple[Place, bool]:
    """Count a few matches. Gives where the next ones begin, and whether there may be more."""
    found = _waiting(tx, after)
    for at, match, has_result in found:
        with aside.doing("backlog", match), tx.begin_nested():
            _one(tx, match, has_result=has_result)
        after = (at, match)
    if found:
        done = sum(not has_result for _, _, has_result in found)
        tx.execute(sa.update(jobs).where(_is_ours()).values(done=jobs.c.done + done))
    return after, bool(found)


def _recount_wanted(tx: Connection) -> bool:
    return tx.execute(sa.select(jobs.c.name).where(jobs.c.name == results.RECOUNT)).first() is not None


def _end(tx: Connection, after: Place) -> None:
    """Delete the job, unless a match has ended meanwhile and waits."""
    if not _waiting(tx, after):
        tx.execute(sa.delete(jobs).where(_is_ours() | (jobs.c.name == results.RECOUNT)))
        log.info("all matches have results")


def _one(tx: Connection, match: MatchId, *, has_result: bool) -> None:
    try:
        if not has_result:
            hosted = matches.load(tx, match)
            if hosted is None or not results.insert(tx, match, hosted):
                return
            actions.pack(tx, match)
    except BROKEN as error:
        # It stays as it is, and out of the lists; `koikoi check` names it.
        log.error("match has no result", match=match, error=type(error).__name__)  # noqa: TRY400 - it names actions
        return
    counting.count(tx, match)


def _waiting(tx: Connection, after: Place) -> list[tuple[datetime, MatchId, bool]]:
    """The next matches that have not been counted, the first to end first."""
    ended, number = match_table.c.ended_at, match_table.c.id
    query = (
        sa.select(ended, number, result_table.c.match.label("result"))
        .outerjoin(result_table, result_table.c.match == number)
        .where(
            match_table.c.status.in_([Status.OVER.value, Status.ABORTED.value])
            & match_table.c.seed.is_not(None)
            & result_table.c.counted.is_(None)
            & (sa.tuple_(ended, number) > sa.tuple_(sa.literal(after[0], ended.type), after[1]))
        )
        .order_by(ended, number)
        .limit(AT_ONCE)
    )
    return [(row.ended_at, MatchId(row.id), row.result is not None) for row in tx.execute(query)]


def _is_ours() -> sa.ColumnElement[bool]:
    return jobs.c.name == results.BACKLOG
