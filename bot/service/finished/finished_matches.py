"""Finished matches for whoever opens them: the one door, past which nobody sees what is not theirs to see.

How a match went never changes once it has ended, and to work it out takes longer than a press may: the latest
few are kept. Who may see it, and whose names are told, is read anew each time.
"""

from __future__ import annotations

import asyncio
import zlib
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import structlog
from sqlalchemy import Connection

from bot.errors import StorageTrouble, Trouble
from bot.match import replays
from bot.match.replays import Replay
from bot.match.vocabulary import MatchId
from bot.opponents import review as reviews
from bot.opponents.review import Review
from bot.records.finished import Course, FinishedMatch, Viewer, seen
from bot.service.background import looked_at
from bot.storage import Store
from bot.storage.records import finished
from engine.errors import EngineError

T = TypeVar("T")
KEPT = 24
"""Matches whose steps and reviews stay in memory, the latest looked at; a long one has some 300 steps."""
log = structlog.stdlib.get_logger("koikoi.finished")


@dataclass(frozen=True, slots=True)
class _Kept:
    """What is worked out once."""

    course: Course
    replay: Replay
    """Without people: who they are to a viewer is read anew."""
    left_out: frozenset[int]
    """The actions that count as nobody's decisions in the review: they were made for people."""


class _Latest(Generic[T]):
    """What was worked out of the matches that were looked at last."""

    def __init__(self, work: Callable[[MatchId], Coroutine[None, None, T]]) -> None:
        self._work = work
        self._kept: OrderedDict[MatchId, asyncio.Task[T]] = OrderedDict()

    async def of(self, match: MatchId) -> T:
        """That of one; whoever asks meanwhile waits for the same work. Raises what the work does."""
        task = self._kept.get(match)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._kept[match] = asyncio.create_task(self._work(match))
            task.add_done_callback(looked_at)
        self._kept.move_to_end(match)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return await asyncio.shield(task)


class FinishedMatches:
    """The matches that have ended."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._courses = _Latest(self._work_out)
        self._reviews = _Latest(self._review)

    async def match(self, match: MatchId, viewer: Viewer) -> FinishedMatch:
        """One that has ended, as a viewer may see it.

        Raises NoFinishedMatch, MatchNotOver, and StorageTrouble, also where its rows make no match.
        """
        standing = await self._store.read(finished.standing, match)
        standing.check(viewer)
        return seen(match, (await self._courses.of(match)).course, standing, viewer)

    async def replay(self, match: MatchId, viewer: Viewer) -> tuple[FinishedMatch, Replay]:
        """The same with its steps, all hands open. Raises as `match` does."""
        found = await self.match(match, viewer)
        return found, replace((await self._courses.of(match)).replay, people=found.people)

    async def review(self, match: MatchId, viewer: Viewer) -> tuple[FinishedMatch, Replay, Review]:
        """The same with what its decisions lost. Raises as `match` does."""
        found, replay = await self.replay(match, viewer)
        return found, replay, await self._reviews.of(match)

    async def _review(self, match: MatchId) -> Review:
        """In a thread: the event loop goes on meanwhile."""
        kept = await self._courses.of(match)
        return await asyncio.to_thread(reviews.review, kept.course.record, kept.left_out)

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
    steps = replays.replay(course.record, (), course.places)
    return _Kept(course, steps, finished.made_for_people(tx, match))
