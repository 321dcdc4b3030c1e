"""The port on which the process is seen from outside."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Protocol

from bot.config import Settings
from bot.errors import ProcessEnd
from bot.monitoring.metrics import Metrics
from bot.service.health import HealthNote, trouble

WAITS = "The bot serves nobody: it waits for its shards, which another process serves, or for the database."


class MetricsPortError(ProcessEnd):
    """KOIKOI_METRICS_PORT cannot be had."""


class Seen(Protocol):
    """A process as it can be looked at."""

    @property
    def note(self) -> HealthNote | None:
        """When each part of it was last well; None while it waits for what it is to serve."""

    @property
    def online(self) -> bool:
        """Whether the gateway serves it now."""

    def live_tables(self) -> Mapping[str, int]:
        """How many lobbies and matches are live, by rule set."""


@asynccontextmanager
async def seen_from_outside(settings: Settings, metrics: Metrics, seen: Seen) -> AsyncIterator[int | None]:
    """Answer `/metrics` and `/healthz` where a port is set, and give it. Raises MetricsPortError."""
    if settings.metrics_port is None:
        yield None
        return
    from bot.monitoring.endpoint import CannotListenError, Endpoint  # noqa: PLC0415 - seldom needed

    def last_seen() -> float | None:
        if seen.online:
            return time.time()
        return None if seen.note is None else seen.note.gateway

    def unwell() -> str | None:
        return WAITS if seen.note is None else trouble(seen.note, settings, time.time())

    metrics.watch(seen.live_tables, last_seen)
    endpoint = Endpoint(settings.metrics_host, settings.metrics_port, metrics, trouble=unwell)
    try:
        await endpoint.open()
    except CannotListenError as error:
        raise MetricsPortError(f"KOIKOI_METRICS_PORT: {error}.") from error
    try:
        yield endpoint.port
    finally:
        await endpoint.close()
