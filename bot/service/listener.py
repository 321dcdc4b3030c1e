"""The listener for changes by other managers; it also reads the rows now and then by itself.

A notice that is lost costs `POLL_SECONDS`. A manager that is alone neither hears nor looks.
"""

from __future__ import annotations

import asyncio

import structlog

from bot.background_tasks import BackgroundTasks
from bot.errors import StorageError
from bot.ids import ArenaId, GuildId, MatchId, UserId
from bot.service.arenas import Arenas
from bot.service.context import Peers, ShardContext
from bot.service.deletion import Deletion
from bot.service.persons import Persons
from bot.service.registry import Registry
from bot.storage.owners.notices import Notice, Subject

POLL_SECONDS = 60.0
"""The pause between two comparisons of memory with the rows."""
log = structlog.stdlib.get_logger("koikoi.hearing")


class NoticeListener:
    """Keeps what one manager has in memory true, from `start` to `close`."""

    def __init__(  # noqa: PLR0913, PLR0917 - wired once, by hand
        self,
        context: ShardContext,
        peers: Peers,
        registry: Registry,
        persons: Persons,
        deletion: Deletion,
        arenas: Arenas,
    ) -> None:
        self._context = context
        self._peers = peers
        self._registry = registry
        self._persons = persons
        self._deletion = deletion
        self._arenas = arenas
        self._background = BackgroundTasks()
        self._closed = False

    def start(self) -> None:
        """Hear the others from now on, and look by oneself."""
        if not self._context.alone:
            self._peers.subscribe(self._on_notice)
            self._background.keep(self._poll, name="poll the rows")

    async def close(self) -> None:
        """Hear no more."""
        self._closed = True
        await self._background.close()

    async def refresh(self) -> None:
        """Read again what is kept of people, and the matches that the rows have otherwise than memory.

        Raises StorageError.
        """
        await self._persons.load()
        await self._registry.compare_with_rows()

    def _on_notice(self, notice: Notice) -> None:
        if not self._closed:
            self._background.start(self._handle(notice), name=f"handle {notice.subject.value}")

    async def _handle(self, notice: Notice) -> None:
        try:
            match notice.subject:
                case Subject.MATCH:
                    await self._registry.refresh(MatchId(notice.number))
                case Subject.PERSON:
                    await self._persons.refresh(UserId(notice.number))
                    await self._deletion.reread_person(UserId(notice.number))
                case Subject.ARENA:
                    self._arenas.wake(ArenaId(notice.number))
                case Subject.SERVER:
                    await self._deletion.reread_server(GuildId(notice.number))
        except StorageError as error:
            # The next look finds it out.
            log.warning("notice is not handled", subject=notice.subject.value, trouble=str(error))

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                await self.refresh()
            except StorageError as error:
                log.warning("rows are not polled", trouble=str(error))
