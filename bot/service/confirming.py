"""Problems of people's own are confirmed in the background, a minute of a core a person a day at most.

A chore of the leader, in the process of the judge, which names the decisions (`bot.service.judging`). The
time that each took is stored with its result, so that a restart gives nobody more.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from datetime import datetime

import structlog

from bot.opponents import confirming
from bot.opponents.background import BackgroundProcess, WorkLostError
from bot.opponents.confirming import LOOKS, Confirmed, Looks
from bot.storage import Store, finished, own_problems
from bot.storage.backlog import BROKEN
from bot.storage.own_problems import BUDGET, Candidate

TRIES = 2
"""The number of times that a decision is tried whose confirming kills its process."""
PAUSE_SECONDS = 0.05
log = structlog.stdlib.get_logger("koikoi.confirming")


class Confirmer:
    """Confirms the decisions that may be problems, by so many playouts as `looks` says."""

    def __init__(
        self, store: Store, now: Callable[[], datetime], process: BackgroundProcess, looks: Looks = LOOKS
    ) -> None:
        self._store, self._now, self._process, self._looks = store, now, process, looks
        self._lost = Counter[int]()

    async def work(self) -> None:
        """Confirm all for which there is time today. Raises StorageError."""
        while (one := await self._store.read(own_problems.waiting, self._now())) is not None:
            if (found := await self._confirmed(one)) is not None:
                await self._store.write(own_problems.enter, one, found, self._now())
            await asyncio.sleep(PAUSE_SECONDS)

    async def _confirmed(self, one: Candidate) -> Confirmed | None:
        """The result; None where its process was ended, maybe from outside, and it is to be tried again.

        A decision that kills its process again takes all time of the day, and is dropped.
        """
        try:
            course = await self._store.read(finished.course, one.match)
            given = course.record, one.action, one.seconds, one.so_far, self._looks
            return await self._process.run(confirming.confirm, *given)
        except WorkLostError as error:
            self._lost[one.id] += 1
            log.warning("confirming was lost", match=one.match, error=str(error))
            if self._lost[one.id] < TRIES:
                return None
            return Confirmed(None, by_match=False, seconds=BUDGET)
        except BROKEN as error:
            log.error("decision cannot be confirmed", match=one.match, error=type(error).__name__)  # noqa: TRY400 - it names actions
            return Confirmed(None, by_match=False, seconds=0.0)
