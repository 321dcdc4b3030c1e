"""Finished matches: the one door, past which nobody sees what is not theirs to see.

How a match went never changes once it has ended, and to work it out takes longer than a press may: the latest
are kept, by their weight. Who may see it, and whose names are told, is read again each time.
"""

from __future__ import annotations

from asyncio import Task, create_task, shield
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast

import structlog

from bot.background_tasks import mark_retrieved
from bot.errors import ArenaRuns, StorageError, StorageErrorKind
from bot.heavy_work import HeavyWork
from bot.ids import MatchId
from bot.match.finished import Replay, replay
from bot.opponents import review as reviews
from bot.opponents.review import Review
from bot.records.finished import Course, FinishedMatch, Standing, Viewer, seen
from bot.storage import Store, finished
from bot.storage.backlog import BROKEN

T = TypeVar("T")
MOST_BYTES = 64_000_000
"""Memory for what was computed of the matches that were looked at last; a heavier one is not kept."""
STEP_BYTES, ACTION_BYTES, DECISION_BYTES = 2_300, 250, 110
"""The bytes of a replay step, a record action and a review decision, as a test measures them."""
log = structlog.stdlib.get_logger("koikoi.finished")


@dataclass(frozen=True, slots=True)
class _Kept:
    """The results that are computed once."""

    course: Course
    replay: Replay
    """Without people: who they are to a viewer is read again."""
    left_out: frozenset[int]
    """The actions that count as nobody's decisions in the review: they were made for people."""

    @property
    def weight(self) -> int:
        """About how many bytes it holds."""
        return STEP_BYTES * len(self.replay.steps) + ACTION_BYTES * len(self.course.record.actions)


class Latest:
    """A cache of results about the latest matches that somebody looked at, up to a weight in all."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._working: dict[Hashable, Task[Any]] = {}
        self._kept: dict[Hashable, tuple[Any, int]] = {}
        """With the weight of each, the one that was looked at last at the end."""
        self.weight = 0
        """Of all that is kept, in bytes."""

    async def of(self, key: Hashable, work: Callable[[], Awaitable[T]], weigh: Callable[[T], int]) -> T:
        """Return the result of work.

        Everybody who asks meanwhile waits for the same. Raises what the work does.
        """
        if (kept := self._kept.pop(key, None)) is not None:
            self._kept[key] = kept
            return cast("T", kept[0])
        if key not in self._working:
            task = self._working[key] = create_task(self._work(key, work, weigh))
            task.add_done_callback(mark_retrieved)
        return cast("T", await shield(self._working[key]))

    async def _work(self, key: Hashable, work: Callable[[], Awaitable[T]], weigh: Callable[[T], int]) -> T:
        try:
            made = await work()
        finally:
            del self._working[key]
        if (weight := weigh(made)) <= self._most:
            self._kept[key] = made, weight
            self.weight += weight
            while self.weight > self._most:
                self.weight -= self._kept.pop(next(iter(self._kept)))[1]
        return made


class FinishedMatches:
    """The matches that have ended."""

    def __init__(self, store: Store, heavy: HeavyWork | None = None) -> None:
        self._store = store
        self._heavy = heavy or HeavyWork()
        self._latest = Latest()

    @property
    def weight(self) -> int:
        """About how many bytes hold what is kept."""
        return self._latest.weight

    async def standing(self, match: MatchId) -> Standing:
        """Return what may change of a match, no matter who asks. Raises NoFinishedMatch, StorageError."""
        return await self._store.read(finished.standing, match)

    async def match(self, match: MatchId, viewer: Viewer) -> FinishedMatch:
        """One that has ended, as a viewer may see it.

        Raises NoFinishedMatch, MatchNotOver, and StorageError, also where its rows make no match.
        """
        standing = await self.standing(match)
        standing.check(viewer)
        return seen(match, (await self._worked_out(match)).course, standing, viewer)

    async def replay(self, match: MatchId, viewer: Viewer) -> tuple[FinishedMatch, Replay]:
        """Return the match with its steps, all hands open. Raises as `match` does."""
        found = await self.match(match, viewer)
        return found, replace((await self._worked_out(match)).replay, people=found.people)

    async def review(self, match: MatchId, viewer: Viewer) -> tuple[FinishedMatch, Replay, Review]:
        """Return the match with its steps and what its decisions lost.

        Raises ArenaRuns before its arena is over, and as `match` does.
        """
        standing = await self._store.read(finished.standing, match)
        standing.check(viewer)
        if standing.arena_runs:
            raise ArenaRuns
        found, replay = await self.replay(match, viewer)
        record, left_out = found.record, (await self._worked_out(match)).left_out
        judged = await self._latest.of(
            ("review", match),
            lambda: self._heavy.run(reviews.review, record, left_out),
            lambda _: DECISION_BYTES * len(record.actions),
        )
        return found, replay, judged

    async def _worked_out(self, match: MatchId) -> _Kept:
        return await self._latest.of(match, lambda: self._work_out(match), lambda kept: kept.weight)

    async def _work_out(self, match: MatchId) -> _Kept:
        try:
            course, left_out = await self._store.read(finished.to_judge, match)
            # Not in the database's thread, for which others wait.
            steps = await self._heavy.run(replay, course.record, (), course.places)
        except BROKEN as error:
            log.error("match cannot be rebuilt from its rows", match=match, error=type(error).__name__)  # noqa: TRY400 - it names actions
            raise StorageError(StorageErrorKind.DAMAGED) from error
        return _Kept(course, steps, left_out)
