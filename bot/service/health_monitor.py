"""The health of a running bot, noted by itself again and again, for `koikoi health` to judge."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import IO, Self

import structlog

from bot.background_tasks import BackgroundTasks
from bot.config import Settings
from bot.errors import StorageError
from bot.service.health import FEW, NAME, HealthNote
from bot.storage import Store, clocks
from bot.storage.database import damage

LOOK_SECONDS = 10.0
"""The longest check of the file; a longer read keeps its log from being emptied."""
LOOK_AGAIN_SECONDS = 86_400.0
UNWELL_SECONDS = 0.5
"""The pause before a part is checked again that was not well."""
log = structlog.stdlib.get_logger("koikoi.health")


class HealthMonitor:
    """Writes the note while it is open; the file goes at the end, unless the process is killed.

    `online` tells whether Discord's gateway serves the bot now. `look` adds to a note what else is known.
    """

    def __init__(
        self,
        settings: Settings,
        store: Store,
        online: Callable[[], bool],
        look: Callable[[HealthNote], HealthNote] = lambda note: note,
    ) -> None:
        self._settings = settings
        self._store = store
        self._online = online
        self._look = look
        self._note = HealthNote(time.time())
        self._last_heartbeat: datetime | None = None
        self._path = settings.data / NAME
        self._file: IO[bytes] | None = None
        self._background = BackgroundTasks()

    @property
    def note(self) -> HealthNote:
        """Return the present note."""
        return self._note

    async def __aenter__(self) -> Self:
        # Two tasks: a database that does not answer must not look like a loop that does not run.
        self._open()
        self._background.keep(self._watch_loop, name="health of the loop")
        self._background.keep(self._watch_database, name="health of the database")
        self._background.keep(self._watch_file, name="health of the database's file")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._background.close()
        self._close()

    async def _watch_loop(self) -> None:
        """Note at every heartbeat that the loop runs, and at once that the gateway is connected."""
        while True:
            now, online = time.time(), self._online()
            gateway = now if online else self._note.gateway
            self._note = self._look(replace(self._note, loop=now, gateway=gateway))
            self._write()
            await self._pause(well=online)

    async def _pause(self, *, well: bool) -> None:
        heartbeat = self._settings.beat_seconds
        await asyncio.sleep(heartbeat if well else min(heartbeat, UNWELL_SECONDS))

    async def _watch_database(self) -> None:
        """Read the newest heartbeat: each runner stores one, so a new one shows that reads and writes work.

        The oldest one counts: where that of a single shard is not stored the process is not well.
        Its moment is not compared with the time of day, which may be set meanwhile.
        """
        while True:
            well = False
            try:
                heartbeat = await clocks.last_heartbeat(self._store, self._settings.sharding.own)
            except StorageError as trouble:
                log.warning("the database does not answer", trouble=str(trouble))
            else:
                if well := heartbeat != self._last_heartbeat:
                    self._last_heartbeat = heartbeat
                    self._note = replace(self._note, database=time.time())
                    self._write()
            # The next heartbeat may come just after this check, and somebody may wait for a healthy process.
            await self._pause(well=well)

    async def _watch_file(self) -> None:
        """Check the file at the start and once a day, and log what is damaged.

        A server looks after its own files.
        """
        while isinstance(file := self._store.address, Path):
            found = await damage.check(file, LOOK_SECONDS)
            if found.tables:
                log.error("the database is damaged; restore a backup", tables=list(found.tables))
            if found.unchecked:
                log.info("the database is too large to be checked", unchecked=len(found.unchecked))
            self._note = replace(self._note, damaged=found.tables[:FEW])
            self._write()
            await asyncio.sleep(LOOK_AGAIN_SECONDS)

    def _open(self) -> None:
        self._file = self._path.open("wb", buffering=0)
        self._write()

    def _write(self) -> None:
        if self._file is not None:
            try:
                self._file.seek(0)
                self._file.write(self._note.line())
            except OSError as error:
                log.warning("health note cannot be written", trouble=str(error))

    def _close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._path.unlink(missing_ok=True)
