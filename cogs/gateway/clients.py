"""The clients of a process: one for each of its shards, from the login to the end."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from types import TracebackType
from typing import Self

from bot.config import Settings
from bot.monitoring.metrics import Snapshot
from bot.service.health import FEW, Degraded, HealthNote, Hint
from bot.service.health_monitor import HealthMonitor
from bot.storage import Store
from cogs.gateway.client import Client
from cogs.gateway.reconnect import stopped
from cogs.gateway.shared import Shared

CLOSING_SECONDS = 4.0
"""The time that the end may take once nothing new comes in: Docker waits 10 s, a person less."""
HANGING_UP_SECONDS = 1.0


class Clients:
    """The clients of a process, whose health is noted while this is open; they are closed at the end."""

    def __init__(self, settings: Settings, store: Store, shared: Shared) -> None:
        self._shared = shared
        self.store = store
        store.timed = shared.metrics.storing
        self.all = tuple(Client(settings, store, shard, shared) for shard in settings.sharding.own)
        """One for each shard, in their order."""
        self._monitor = HealthMonitor(settings, store, lambda: self.online, self._look)

    async def __aenter__(self) -> Self:
        await self._monitor.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            await self._close()
        finally:
            await self._monitor.__aexit__(kind, error, trace)

    @property
    def online(self) -> bool:
        """Whether the gateway serves every shard now."""
        return all(each.connection.online for each in self.all)

    @property
    def note(self) -> HealthNote:
        """Return the last times when each part was well."""
        return self._monitor.note

    def snapshot(self) -> Snapshot:
        """Return the present state of the process, as far as it knows by itself."""
        return Snapshot(
            live_tables=sum((each.manager.live_tables() for each in self.all), Counter[str]()),
            pictures_waiting=self._shared.pictures.waiting,
            unshown_seconds=max(each.presenter.tables.unshown_seconds() for each in self.all),
        )

    async def login(self, token: str) -> None:
        """Log in, one after the other: each goes on with its shard's matches."""
        for each in self.all:
            await each.login(token)

    async def run(self) -> None:
        """Be connected until one of them ends, as its connection does."""
        runs = [asyncio.create_task(each.connection.run()) for each in self.all]
        try:
            done, _ = await asyncio.wait(runs, return_when=asyncio.FIRST_COMPLETED)
            for each in done:
                each.result()
        finally:
            await stopped(*runs)

    async def give_up(self) -> None:
        """Leave the gateway at once: somebody else may serve these shards now."""
        for each in self.all:
            each.manager.disown()
        with suppress(TimeoutError):
            async with asyncio.timeout(HANGING_UP_SECONDS):
                await asyncio.gather(*(each.hang_up() for each in self.all))

    async def _close(self) -> None:
        """Finish what was asked, show no more, and leave."""
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSING_SECONDS):
                await asyncio.gather(*(each.close() for each in self.all))
        await self._shared.pictures.close()
        await self._shared.thinker.close()
        self._shared.heavy.close()

    def _look(self, note: HealthNote) -> HealthNote:
        """Return a note with what the clients know, and what they share."""
        broken = sorted(match for each in self.all for match in each.manager.broken())
        twin = any(each.presenter.answers.others.there_is_another for each in self.all)
        return replace(note, broken=tuple(broken[:FEW]), hints=self._hints(), twin=twin)

    def _hints(self) -> tuple[Hint, ...]:
        """Return what the host should know, though the bot is well."""
        aside = self.store.aside.counts()
        told = ", ".join(f"{count} of {queue}" for queue, count in sorted(aside.items()))
        doubt = self._shared.clock.day.doubt()
        drawing = self._shared.pictures.failing
        found = [
            Hint(
                *(Degraded.QUEUES, aside.total(), f"Set aside after an error: {told}."),
                "Report the lines 'set aside' of the log.",
            ),
            Hint(
                *(
                    Degraded.DRAWING,
                    drawing,
                    f"Drawing processes that do not start: {drawing}; threads draw.",
                ),
                "Look for 'no drawing process starts' in the log; the bot tries again by itself.",
            ),
            Hint(
                *(Degraded.CLOCK, int(doubt is not None)),
                f"Arenas, seasons and deletions wait: {doubt}.",
                "Set the machine's clock, best by NTP.",
            ),
        ]
        return tuple(each for each in found if each.count)
