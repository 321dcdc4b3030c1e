"""The port on which the process is seen from outside."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Protocol

from bot.background_tasks import BackgroundTasks
from bot.config import Settings
from bot.errors import ProcessEnd
from bot.monitoring.metrics import Metrics, Snapshot
from bot.service.health import Degraded, Fault, HealthNote, Reason, fault
from bot.storage import disk_usage
from bot.storage.disk_usage import DiskUsage
from bot.storage.store import Store

WAITS = "The bot serves nobody: it waits for its shards, which another process serves, or for the database."


MEASURE_SECONDS = 1.0
"""The time that sizes are waited for; after that those of the last look are told."""


class MetricsPortError(ProcessEnd):
    """KOIKOI_METRICS_PORT cannot be had."""


class Monitored(Protocol):
    """A process as it can be looked at."""

    @property
    def note(self) -> HealthNote | None:
        """Return the last times when each part was well; None while it waits for what it is to serve."""

    @property
    def online(self) -> bool:
        """Whether the gateway serves it now."""

    @property
    def store(self) -> Store | None:
        """The open database; None while there is none."""

    def snapshot(self) -> Snapshot:
        """Return the present state of the process, as far as it knows by itself."""


class _Monitor:
    """The reports about a process on its port."""

    def __init__(self, settings: Settings, seen: Monitored) -> None:
        self._settings = settings
        self._seen = seen
        self._space = DiskUsage()
        self._background = BackgroundTasks()
        self._measuring: asyncio.Task[None] | None = None

    def fault(self) -> Fault | None:
        """Return the fault of the process, if any."""
        if self._seen.note is None:
            return Fault(Reason.AWAY, WAITS)
        return fault(self._seen.note, self._settings, time.time())

    def health(self) -> tuple[bool, list[str]]:
        """Return whether all is well, the sentence about that, and what else the host should know."""
        found, note = self.fault(), self._seen.note
        hints = [] if note is None else [str(each) for each in note.hints]
        return found is None, ["The bot is well." if found is None else found.sentence, *hints]

    async def measure(self) -> None:
        """Look at what takes its time, for the next `snapshot`.

        A disk or a server that hangs is not waited for: the port would look dead, and the bot be killed.
        """
        if self._measuring is None or self._measuring.done():
            self._measuring = self._background.start(self._measure(), name="space")
        await asyncio.wait({self._measuring}, timeout=MEASURE_SECONDS)

    async def close(self) -> None:
        """Look no more."""
        await self._background.close()

    async def _measure(self) -> None:
        self._space = await disk_usage.measure(self._settings.data, self._seen.store)

    def snapshot(self) -> Snapshot:
        """All that is told."""
        found, hours, room = self.fault(), self._settings.backup_hours, self._space
        gateway = None if self._seen.note is None else self._seen.note.gateway
        degraded = (
            {} if self._seen.note is None else {each.what: each.count for each in self._seen.note.hints}
        )
        return replace(
            self._seen.snapshot(),
            gateway=time.time() if self._seen.online else gateway,
            degraded={each.value: degraded.get(each, 0) for each in Degraded},
            reasons={each.value: found is not None and found.reason is each for each in Reason},
            database=room.database,
            free=room.free,
            copied=room.copied,
            copy_seconds=None if hours is None else hours * 3600,
        )


@asynccontextmanager
async def serve_metrics(settings: Settings, metrics: Metrics, seen: Monitored) -> AsyncIterator[int | None]:
    """Answer `/metrics` and `/healthz` where a port is set, and give it. Raises MetricsPortError."""
    if settings.metrics_port is None:
        yield None
        return
    from bot.monitoring.endpoint import CannotListenError, Endpoint  # noqa: PLC0415 - seldom needed

    watch = _Monitor(settings, seen)
    metrics.watch(watch.snapshot)
    endpoint = Endpoint(
        *(settings.metrics_host, settings.metrics_port, metrics),
        health=watch.health,
        look=watch.measure,
    )
    try:
        await endpoint.open()
    except CannotListenError as error:
        raise MetricsPortError(f"KOIKOI_METRICS_PORT: {error}.") from error
    try:
        with metrics.counting_errors():
            yield endpoint.port
    finally:
        await endpoint.close()
        await watch.close()
