"""The judge: looks back at every match that has ended, in the background, once.

A chore of the leader. Each match is judged in a process of its own (`bot.opponents.background`), one after
another, and stored in one transaction: what a kill interrupts is done again. A match whose rows make none is
marked, and left alone. One whose judging fails or is lost is set aside (`bot.storage.database.set_aside`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta

import structlog
from sqlalchemy import Connection

from bot.ids import MatchId
from bot.opponents import equity
from bot.opponents import review as reviews
from bot.opponents.background import BackgroundProcess
from bot.opponents.review import Review
from bot.records.skill import Figures
from bot.storage import Store, finished, own_problems
from bot.storage.backlog import BROKEN
from bot.storage.records import judged

SETTLED = timedelta(minutes=10)
"""The time from the end of a match to its judging."""
PAUSE_SECONDS = 0.05
QUEUE = "judging"
log = structlog.stdlib.get_logger("koikoi.judging")


class Judge:
    """Judges the matches that have ended."""

    def __init__(
        self, store: Store, now: Callable[[], datetime], process: BackgroundProcess | None = None
    ) -> None:
        self._store, self._now = store, now
        self._process = process or BackgroundProcess()

    async def work(self) -> None:
        """Judge all that wait. Raises StorageError."""
        while (match := await self._next()) is not None:
            self._process.start()  # not within: that none starts is no match's fault
            with self._store.aside.doing(QUEUE, match):
                await self._judge(match)
            await asyncio.sleep(PAUSE_SECONDS)
        await self._process.rest()

    async def close(self) -> None:
        """End the process."""
        await self._process.close()

    async def _next(self) -> MatchId | None:
        aside = self._store.aside.of(QUEUE)
        return await self._store.read(judged.waiting, self._now() - SETTLED, aside)

    async def _judge(self, match: MatchId) -> None:
        try:
            course, left_out = await self._store.read(finished.to_judge, match)
        except BROKEN as error:
            log.error("match cannot be judged", match=match, error=type(error).__name__)  # noqa: TRY400 - it names actions
            review = Review((), ())
        else:
            review = await self._process.run(reviews.review, course.record, left_out)
        await self._store.write(_enter, match, review)


def _enter(tx: Connection, match: MatchId, review: Review) -> None:
    """Store what came of a match, once; a review without players is of one that cannot be judged."""
    if judged.enter(tx, match, figures(review)):
        own_problems.ask(tx, match, review.players)


def figures(review: Review) -> tuple[Figures, ...]:
    """The figures of each player, by table number; nothing by rules by which no skill is estimated."""
    if review.rules is None or equity.measured_as(review.rules) is not review.rules.id:
        # A month by these is worth so much more or less that no mean holds for both.
        return ()
    return tuple(
        Figures(len(player.decisions), player.lost, *outcome)
        for player, outcome in zip(review.players, review.outcomes, strict=True)
    )
