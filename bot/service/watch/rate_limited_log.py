"""Log lines about storage errors: each kind at once, then once a minute how often it came again."""

from __future__ import annotations

import asyncio

import structlog

from bot.errors import StorageError, StorageErrorKind

AGAIN_SECONDS = 60.0
"""A full disk fails hundreds of matches again and again: so often, at most, each kind of trouble is told."""
log = structlog.stdlib.get_logger("koikoi.storage")


class RateLimitedLog:
    """Tells the log that something must wait for storage; `event` is what the line says."""

    def __init__(self, event: str) -> None:
        self._event = event
        self._told: dict[StorageErrorKind, float] = {}
        """The last time when each kind was told, in seconds of the running loop."""
        self._untold: dict[StorageErrorKind, int] = {}

    def warn(self, error: StorageError, **about: object) -> None:
        """Tell of one failure, or count it where its kind was told within `AGAIN_SECONDS`.

        The line names the kind, what `about` says of this failure, and how many went untold before it.
        """
        now = asyncio.get_running_loop().time()
        told = self._told.get(error.kind)
        if told is not None and now - told < AGAIN_SECONDS:
            self._untold[error.kind] = self._untold.get(error.kind, 0) + 1
            return
        self._told[error.kind] = now
        untold = self._untold.pop(error.kind, 0)
        log.warning(self._event, kind=error.kind.value, **about, **({"untold": untold} if untold else {}))
