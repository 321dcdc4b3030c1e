"""Finished matches for whoever opens them: the one door, past which nobody sees what is not theirs to see.

How a match went never changes once it has ended, and to work it out takes longer than a press may: the latest
few are kept. Who may see it, and whose names are told, is read anew each time.
"""

from __future__ import annotations

import asyncio
import zlib
from collections import OrderedDict
from dataclasses import dataclass, replace

import structlog
from sqlalchemy import Connection

from bot.errors import StorageTrouble, Trouble
from bot.match import replays
from bot.match.replays import Replay
from bot.match.vocabulary import MatchId
from bot.records.finished import Course, FinishedMatch, Viewer, seen
from bot.storage import Store
from bot.storage.records import finished
from engine.errors import EngineError

KEPT = 24
"""Matches whose steps stay in memory, the latest looked at; a long one has some 300 steps."""
log = structlog.stdlib.get_logger("koikoi.finished")


@dataclass(frozen=True, slots=True)
class _Kept:
    """What is worked out once."""

    course: Course
    replay: Replay
    """Without people: who they are to a viewer is read anew."""


class FinishedMatches:
    """The matches that have ended."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[MatchId, asyncio.Task[_Kept]] = OrderedDict()

    async def match(self, match: MatchId, viewer: Viewer) -> FinishedMatch:
        """One that has ended, as a viewer may see it.

        Raises NoFinishedMatch, MatchNotOver, and StorageTrouble, also where its rows make no match.
        """
        standing = await self._store.read(finished.standing, match)
        standing.check(viewer)
        return seen(match, (await self._worked_out(match)).course, standing, viewer)

    async def replay(self, match: MatchId, viewer: Viewer) -> tuple[FinishedMatch, Replay]:
        """The same with its steps, all hands open. Raises as `match` does."""
        found = await self.match(match, viewer)
        return found, replace((await self._worked_out(match)).replay, people=found.people)

    async def _worked_out(self, match: MatchId) -> _Kept:
        """How a match went; whoever asks meanwhile waits for the same work. Raises StorageTrouble."""
        task = self._kept.get(match)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._kept[match] = asyncio.create_task(self._work_out(match))
        self._kept.move_to_end(match)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return await asyncio.shield(task)

    async def _work_out(self, match: MatchId) -> _Kept:
        broken = (EngineError, ValueError, KeyError, IndexError, AssertionError, TypeError, zlib.error)
        try:
            return await self._store.read(_course_and_steps, match)
        except broken as error:
            log.error("rows make no match", match=match, error=type(error).__name__)  # noqa: TRY400 - it names actions
            raise StorageTrouble(Trouble.DAMAGED) from error


def _course_and_steps(tx: Connection, match: MatchId) -> _Kept:
    """In one of the database's threads: the event loop goes on meanwhile."""
    course = finished.course(tx, match)
    return _Kept(course, replays.replay(course.record, (), course.places))
