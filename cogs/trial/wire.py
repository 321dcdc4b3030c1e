"""Requests to Discord's REST API as the trial makes them: few a second, and none after the first trouble."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Awaitable, Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final, TypeAlias

import aiohttp

from cogs.platform.raw_client import File, Json, RawAnswer, RawClient

Send: TypeAlias = Callable[[RawClient], Awaitable[RawAnswer]]

TRIES: Final = 3
"""Tries of a request that fails on Discord's side."""
LONGEST_WAIT: Final = 60.0
"""Seconds that a rate limit may cost."""
UNKNOWN_CHANNEL: Final = 10003
NO_DISCORD: Final = "What answers is not Discord, or says what its documents do not."


class TroubleError(Exception):
    """The trial must not go on; the text is one sentence."""


class SurpriseError(Exception):
    """A refusal with which a question cannot be asked to its end; the text is what came."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a request."""

    status: int
    body: Any
    headers: Mapping[str, str]

    @property
    def code(self) -> int:
        """Discord's code of the error; 0 where there is none."""
        return int(self.body.get("code", 0)) if isinstance(self.body, dict) else 0

    @property
    def said(self) -> str:
        """Return the status with the error's code or the fields that are wrong: `400 content MAX_LENGTH`."""
        if self.status < HTTPStatus.BAD_REQUEST:
            return str(self.status)
        wrong = ", ".join(_field_errors(self.body.get("errors", {}))) if isinstance(self.body, dict) else ""
        return f"{self.status} {wrong or self.code or ''}".strip()

    def demanded(self) -> Answer:
        """Return the answer itself. Raises SurpriseError where it is a refusal."""
        if self.status >= HTTPStatus.BAD_REQUEST:
            raise SurpriseError(self.said)
        return self

    @property
    def begins(self) -> bool:
        """Whether it is the first of a window of the route's rate limit, which alone tells its length."""
        most, left = (self.headers.get(f"X-RateLimit-{each}", "") for each in ("Limit", "Remaining"))
        return most.isdecimal() and left == str(int(most) - 1)

    @property
    def reset_after(self) -> float:
        """Return the seconds to the end of that window."""
        return float(self.headers.get("X-RateLimit-Reset-After", 0))

    @property
    def limit(self) -> str:
        """Return the rate limit of the route, as its headers tell: `5 in 5 s`."""
        most = self.headers.get("X-RateLimit-Limit", "no limit told")
        return f"{most} in {round(self.reset_after, 1):g} s" if self.begins else most


def _field_errors(node: Json, path: str = "") -> Iterator[str]:
    for key, value in node.items():
        if key == "_errors":
            yield from (f"{path} {error['code']}".strip() for error in value)
        elif isinstance(value, dict):
            yield from _field_errors(value, f"{path}.{key}" if path else key)


class Wire:
    """Sends requests one after the other. `sent` has a line for each since it was last emptied."""

    def __init__(self, client: RawClient, pause: float) -> None:
        self._client = client
        self._pause = pause
        self._next = 0.0
        self._closed: dict[str, float] = {}
        self.sent: list[str] = []

    async def demand(self, method: str, path: str, body: Any = None, files: Sequence[File] = ()) -> Answer:
        """Return the answer to a request that must succeed. Raises SurpriseError, TroubleError."""
        return (await self.call(method, path, body, files)).demanded()

    async def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        files: Sequence[File] = (),
        *,
        allowed: Container[int] = (),
    ) -> Answer:
        """Return the answer to a request, be it a refusal. Raises TroubleError.

        `allowed`: statuses that are no trouble in an answer to this request.
        """
        route = f"{method} {re.sub(r'messages/[0-9]+', 'messages/ID', path)}"
        answer = await self._tried(route, lambda of: of.ask(method, path, body, files), allowed)
        if answer.status not in allowed:
            _look_for_trouble(answer)
        return answer

    async def by_token(self, route: str, send: Send, *, allowed: Container[int] = ()) -> Answer:
        """Return the answer to a request with a credential of its own, be it a refusal. Raises TroubleError.

        A refusal says nothing about the bot's token. `route`: the name of what has a rate limit.
        """
        return await self._tried(route, send, allowed, retried=False)

    async def _tried(
        self, route: str, send: Send, allowed: Container[int], *, retried: bool = True
    ) -> Answer:
        """Return an answer that is no fault of Discord's server. `retried`: whether that is asked again."""
        failed = "Discord's server does not answer"
        for number in range(TRIES):
            try:
                answer = await self._send(route, send)
            except (TimeoutError, aiohttp.ClientError, OSError):
                await asyncio.sleep(self._pause * number)
                continue
            limited = answer.status == HTTPStatus.TOO_MANY_REQUESTS and not answer.code
            if limited and answer.status not in allowed:
                await asyncio.sleep(wait_of(answer))
                continue
            broken = answer.status >= HTTPStatus.INTERNAL_SERVER_ERROR and answer.status not in allowed
            if not broken or not retried:
                return answer
            failed = f"Discord's server fails again and again ({answer.said})"
            await asyncio.sleep(self._pause * number)
        raise TroubleError(f"{failed}.")

    async def _send(self, route: str, send: Send) -> Answer:
        now = time.monotonic()
        await asyncio.sleep(max(self._next, self._closed.get(route, 0)) - now)
        self._next = time.monotonic() + self._pause
        came = await send(self._client)
        text = came.content.decode(errors="replace")
        answer = Answer(came.status, _parsed(text), came.headers)
        # A page in place of JSON may tell this machine's address.
        refusal = text if answer.body is not None else f"{len(text)} letters, not JSON"
        told = f" {refusal}" if answer.status >= HTTPStatus.BAD_REQUEST else ""
        self.sent.append(f"{came.sent} {answer.status}{_limits(answer)}{told}")
        if answer.headers.get("X-RateLimit-Remaining") == "0":
            self._closed[route] = time.monotonic() + answer.reset_after
        return answer


def _limits(answer: Answer) -> str:
    """Return what the headers tell of rate limits, as they come."""
    names = ("Limit", "Remaining", "Reset-After", "Scope")
    told = {name: answer.headers.get(f"X-RateLimit-{name}") for name in names}
    shown = ", ".join(f"{name} {value}" for name, value in told.items() if value is not None)
    return f" ({shown})" if shown else ""


def _parsed(text: str) -> Any:
    try:
        return json.loads(text) if text else None
    except ValueError:
        return None


def wait_of(answer: Answer) -> float:
    """Return the seconds to wait for a route's limit. Raises TroubleError for any other limit."""
    told = answer.body if isinstance(answer.body, dict) else {"global": True}
    wait = float(told.get("retry_after", LONGEST_WAIT + 1))
    if told.get("global") or wait > LONGEST_WAIT:
        raise TroubleError("Discord refuses this bot or this machine for too many requests.")
    return wait


def _look_for_trouble(answer: Answer) -> None:
    if answer.body is None and answer.status != HTTPStatus.NO_CONTENT:
        raise TroubleError(NO_DISCORD)
    if answer.code == UNKNOWN_CHANNEL:
        raise TroubleError("The channel is gone, or the bot is no longer in its server.")
    if answer.status == HTTPStatus.UNAUTHORIZED:
        raise TroubleError("Discord refuses the token in KOIKOI_TOKEN.")
    if answer.status == HTTPStatus.FORBIDDEN:
        raise TroubleError(f"Discord refuses the bot a permission that it needs ({answer.said}).")
