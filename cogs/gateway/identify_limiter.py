"""The limiter of a client's sessions: one after another among all shards, and while the day has some left.

Discord takes one IDENTIFY of each bucket of shards in five seconds, and a thousand a day. The library waits
for neither: its first IDENTIFY comes at once, no matter which process has just sent one. And where a bot has
used up its day, Discord resets its token, which ends it for everybody: it stops well before.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import discord
import structlog

from bot.errors import ProcessEnd
from bot.monitoring.metrics import Metrics
from bot.shards import Shard
from bot.storage.owners.ownership import IDENTIFY_SECONDS, Ownership
from cogs.platform.discord_errors import DISCORD_ERRORS

FRESH_SECONDS = 4.0
"""The time for which a turn is good: a later IDENTIFY may meet that of the next one."""
DAY = 86_400.0
"""Seconds for which the count goes on that the first session begins."""
FEW = 10
"""With so few sessions left for the day none is begun: somebody who repairs the cause needs some."""
log = structlog.stdlib.get_logger(__name__)


class IdentifyLimitError(ProcessEnd):
    """The bot has begun too many sessions today."""


@dataclass(slots=True)
class _Limit:
    """The last limits of the bot's sessions that Discord named."""

    max_concurrency: int = 1
    advised: int = 1
    """The number of shards that it advises."""


class IdentifyLimiter:
    """The way of one client to its sessions."""

    def __init__(self, client: discord.Client, shard: Shard, ownership: Ownership, metrics: Metrics) -> None:
        self._client = client
        self._shard = shard
        self._ownership = ownership
        self._metrics = metrics
        self._limit = _Limit()
        self._given: float | None = None
        """The time when a turn was given in which nothing was sent yet, by the loop's time."""

    async def before_connecting(self) -> None:
        """Wait for a turn before there is a connection, which the gateway would not keep that long.

        Raises FewIdentifiesError.
        """
        if self._age() >= IDENTIFY_SECONDS:
            await self._acquire()

    async def before_identify(self) -> None:
        """Use the turn that was waited for, or take another, when a connection is there."""
        if self._age() >= FRESH_SECONDS:
            await self._acquire()
        self._given = None

    async def _acquire(self) -> None:
        await self._fetch_limits()
        await self._ownership.identify_turn(self._shard.number, self._limit.max_concurrency)
        self._given = asyncio.get_running_loop().time()

    def _age(self) -> float:
        """Seconds since the turn was given that is not used; endless where there is none."""
        return float("inf") if self._given is None else asyncio.get_running_loop().time() - self._given

    async def _fetch_limits(self) -> None:
        """Ask how many sessions may still begin; where Discord does not say, what it said before holds."""
        with suppress(*DISCORD_ERRORS, discord.GatewayNotFound):
            advised, _, limit = await self._client.http.get_bot_gateway()
            left, reset = limit["remaining"], limit["reset_after"] / 1000 or DAY
            self._metrics.identifies(left - 1, limit["total"], reset)  # without the one that begins now
            if left <= FEW < limit["total"]:
                raise IdentifyLimitError(_few(left, reset))
            self._advise(advised)
            self._limit = _Limit(max(1, limit["max_concurrency"]), advised)

    def _advise(self, advised: int) -> None:
        """A line of the log where Discord wants more shards than before, and than there are."""
        if advised > max(self._shard.count, self._limit.advised):
            log.warning(
                "Discord advises more shards: KOIKOI_SHARDS", shards=self._shard.count, advised=advised
            )


def _few(left: int, reset_seconds: float) -> str:
    again = (datetime.now(UTC) + timedelta(seconds=reset_seconds)).strftime("%H:%M")
    return (
        f"Discord lets this bot begin only {left} more sessions before {again} UTC, and resets its token if "
        "it begins more. Find out what has made it connect so often, and start it again then."
    )
