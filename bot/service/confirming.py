"""Problems of people's own are confirmed in the background, a minute of a core a person a day at most.

A chore of the leader, in the process of the judge, which names the decisions (`bot.service.judging`). The
time that each took is stored with its result, so that a restart gives nobody more. A decision whose
confirming fails or is lost is set aside (`bot.storage.database.set_aside`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime

import structlog

from bot.opponents import confirming
from bot.opponents.background import BackgroundProcess
from bot.opponents.confirming import LOOKS, Confirmed, Looks
from bot.storage import Store, finished, own_problems
from bot.storage.backlog import BROKEN
from bot.storage.own_problems import Candidate

PAUSE_SECONDS = 0.05
QUEUE = "problems"
log = structlog.stdlib.get_logger("koikoi.confirming")


class Confirmer:
    """Confirms the decisions that may be problems, by so many playouts as `looks` says."""

    def __init__(
        self, store: Store, now: Callable[[], datetime], process: BackgroundProcess, looks: Looks = LOOKS
    ) -> None:
        self._store, self._now, self._process, self._looks = store, now, process, looks

    async def work(self) -> None:
        """Confirm all for which there is time today. Raises StorageError."""
        while (one := await self._next()) is not None:
            self._process.start()  # not within: that none starts is no decision's fault
            with self._store.aside.doing(QUEUE, one.id):
                await self._store.write(own_problems.enter, one, await self._confirmed(one), self._now())
            await asyncio.sleep(PAUSE_SECONDS)

    async def _next(self) -> Candidate | None:
        return await self._store.read(own_problems.waiting, self._now(), self._store.aside.of(QUEUE))

    async def _confirmed(self, one: Candidate) -> Confirmed:
        """Return the result; a decision of a match whose rows make none is dropped."""
        try:
            course = await self._store.read(finished.course, one.match)
        except BROKEN as error:
            log.error("decision cannot be confirmed", match=one.match, error=type(error).__name__)  # noqa: TRY400 - it names actions
            return Confirmed(None, by_match=False, seconds=0.0)
        given = course.record, one.action, one.seconds, one.so_far, self._looks
        return await self._process.run(confirming.confirm, *given)
