"""Questions to Discord's REST API: bounded in time and size, and answered or told in a sentence.

A question is asked once, and once more where Discord names a short wait.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Final, TypeVar

import aiohttp
from pydantic import BaseModel, TypeAdapter, ValidationError

from bot.config import Settings
from bot.service.watch.wall_clock import ahead_of
from cogs.gateway.redirection import redirect
from cogs.platform.raw_client import RawAnswer, RawClient, raw_client

T = TypeVar("T")
SECONDS: Final = 10.0
"""The time that an answer may take."""
SHORT_WAIT: Final = 5.0
"""Seconds that Discord may tell to wait before the question is asked again."""
UNAUTHORIZED: Final = 401
TOO_MANY_REQUESTS: Final = 429
COPY_IT: Final = "Copy it anew from the page Bot of Discord's developer portal: Reset Token."
NETWORK: Final = "See whether this machine reaches the internet: its network, DNS, firewall."
PROXY: Final = "See whether the proxy in KOIKOI_API runs, and this machine reaches it."
TRY_AGAIN: Final = "Try again in some minutes; discordstatus.com tells of outages."


class UnansweredError(Exception):
    """Discord did not answer a question, or refused it: `found` says how, `todo` what to do."""

    def __init__(self, found: str, todo: str) -> None:
        self.found, self.todo = found, todo
        super().__init__(found)


class _RateLimited(BaseModel):
    """The body of a refusal for too many requests."""

    retry_after: float


class Rest:
    """Asks Discord as the bot of a token.

    `ahead`: how far this machine's clock is ahead of Discord's, once that has answered.
    """

    def __init__(self, client: RawClient, unreachable: str) -> None:
        self._client = client
        self._unreachable = unreachable
        self.ahead: timedelta | None = None

    async def get(self, path: str, answer: type[T]) -> T:
        """Return the answer to a question. Raises UnansweredError."""
        status, body = await self._asked(path)
        if status == TOO_MANY_REQUESTS and (wait := _wait(body)) <= SHORT_WAIT:
            await asyncio.sleep(wait)
            status, body = await self._asked(path)
        if status == UNAUTHORIZED:
            raise UnansweredError("Discord refuses the token in KOIKOI_TOKEN", COPY_IT)
        if status == TOO_MANY_REQUESTS:
            raise UnansweredError("Discord refuses it for too many requests", "Try again in an hour.")
        if status != 200:
            raise UnansweredError(f"Discord answers with HTTP status {status}", TRY_AGAIN)
        try:
            return TypeAdapter(answer).validate_json(body)
        except ValidationError:
            found = "what answers is not Discord, or says what its documents do not"
            raise UnansweredError(found, "See whether a proxy stands before Discord.") from None

    async def _asked(self, path: str) -> tuple[int, bytes]:
        began = time.monotonic()
        try:
            answer = await self._client.ask("GET", path)
        except TimeoutError:
            raise UnansweredError(f"Discord does not answer within {SECONDS:g} s", TRY_AGAIN) from None
        except (aiohttp.ClientError, OSError) as error:
            why = str(error) or type(error).__name__
            raise UnansweredError(f"Discord cannot be reached: {why}", self._unreachable) from None
        self._hear(answer, time.monotonic() - began)
        return answer.status, answer.content

    def _hear(self, answer: RawAnswer, took: float) -> None:
        """Take Discord's word for the time."""
        try:
            date = parsedate_to_datetime(answer.headers["Date"]).astimezone(UTC)
        except (KeyError, ValueError):
            return
        self.ahead = ahead_of(date, datetime.now(UTC), took)


def _wait(body: bytes) -> float:
    """Return the seconds to wait that a refusal names; endless where it names none."""
    try:
        return _RateLimited.model_validate_json(body).retry_after
    except ValidationError:
        return float("inf")


@asynccontextmanager
async def rest(settings: Settings) -> AsyncIterator[Rest]:
    """Inside, the way to the Discord that the settings name. Raises RedirectError."""
    async with connection(settings, SECONDS) as client:
        yield Rest(client, NETWORK if settings.api is None else PROXY)


@asynccontextmanager
async def connection(settings: Settings, seconds: float) -> AsyncIterator[RawClient]:
    """Inside, requests go to that Discord with the bot's token, each for that time at most.

    Raises RedirectError.
    """
    assert settings.token is not None
    redirect(settings)
    async with raw_client(settings.token.get_secret_value().strip(), seconds) as client:
        yield client
