"""discord.py's REST client, with each request sent once and its answer as it came.

The bot's client repeats what fails, and keeps status and headers to itself. What asks Discord beside the bot,
the doctor and the trial, sends through the same client: only what happens to the answer is ours.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from io import BytesIO
from types import SimpleNamespace
from typing import Any, Final, TypeAlias

import aiohttp
import discord
from discord.http import HTTPClient, MultipartParameters, Route, handle_message_parameters
from discord.webhook.async_ import async_context

Json: TypeAlias = dict[str, Any]
File: TypeAlias = tuple[str, bytes]
"""The name and the content of a file."""
LARGEST: Final = 8 << 20
"""Bytes of an answer; 2,000 emoji are a tenth of it."""
_OPENING, _ASKING = "opening", "asking"
_DOING: Final[ContextVar[str]] = ContextVar("doing", default="")
"""The current request: one whose answer is taken, or one that is not even sent."""


@dataclass(frozen=True, slots=True)
class RawAnswer:
    """The answer to a request: at most `LARGEST` bytes of it. `sent`: what was asked, as it was sent."""

    sent: str
    status: int
    headers: Mapping[str, str]
    content: bytes


class _WithheldError(Exception):
    """A request that is not to be sent."""


class _CameError(Exception):
    """Takes an answer out of the library before that looks at it."""

    def __init__(self, answer: RawAnswer) -> None:
        self.answer = answer
        super().__init__(answer.status)


class RawClient:
    """Sends requests as the bot does. Each raises TimeoutError, OSError, aiohttp.ClientError."""

    def __init__(self, http: HTTPClient, seconds: float) -> None:
        """`seconds`: the longest that an answer may take."""
        self._http = http
        self._seconds = seconds
        self._tokens = async_context.get()

    async def ask(self, method: str, path: str, body: Any = None, files: Sequence[File] = ()) -> RawAnswer:
        """Send a request of the bot's own: with its token."""
        given: dict[str, Any] = {"json": body} if body is not None else {}
        if files:
            form = form_of(body, files)
            given = {"form": form.multipart, "files": form.files}
        return await self._answer_to(self._http.request(Route(method, path), **given))

    async def respond(self, interaction: int, token: str, callback: Json) -> RawAnswer:
        """Send the callback of an interaction."""
        body = MultipartParameters(payload=callback, multipart=None, files=None)
        sent = self._tokens.create_interaction_response(
            interaction, token, session=self._session, params=body
        )
        return await self._answer_to(sent)

    async def follow_up(self, application: int, token: str, body: Json) -> RawAnswer:
        """Send a message by an interaction's token."""
        drawn = "components" in body
        sent = self._tokens.execute_webhook(
            application, token, session=self._session, payload=body, wait=True, with_components=drawn
        )
        return await self._answer_to(sent)

    async def edit(self, application: int, token: str, target: str, body: Json) -> RawAnswer:
        """Edit a message of an interaction's token. `target`: its id, or `@original`."""
        named: Any = target
        drawn = "components" in body
        sent = self._tokens.edit_webhook_message(
            *(application, token, named), session=self._session, payload=body, with_components=drawn
        )
        return await self._answer_to(sent)

    async def delete(self, application: int, token: str, target: str) -> RawAnswer:
        """Delete a message of an interaction's token. `target`: its id, or `@original`."""
        named: Any = target
        return await self._answer_to(
            self._tokens.delete_webhook_message(application, token, named, session=self._session)
        )

    async def connect(self, url: str) -> aiohttp.ClientWebSocketResponse:
        """Open a connection to a gateway."""
        async with asyncio.timeout(self._seconds):
            return await self._http.ws_connect(url)

    @property
    def _session(self) -> aiohttp.ClientSession:
        # The library takes it from there for each webhook and interaction.
        session: aiohttp.ClientSession = self._http._HTTPClient__session  # type: ignore[attr-defined]
        return session

    async def _answer_to(self, request: Awaitable[Any]) -> RawAnswer:
        before = _DOING.set(_ASKING)
        try:
            async with asyncio.timeout(self._seconds):
                await request
        except _CameError as came:
            return came.answer
        finally:
            _DOING.reset(before)
        raise AssertionError


def form_of(body: Json | None, files: Sequence[File]) -> MultipartParameters:
    """Return the form that the library makes of a message with files, with these fields in its JSON.

    It lists each new file under `attachments`; what the body says of one is added there.
    """
    given = [discord.File(BytesIO(content), name) for name, content in files]
    form = handle_message_parameters(files=given)
    assert form.multipart is not None
    message = json.loads(form.multipart[0]["value"])
    listed = {each["id"]: each for each in message["attachments"]}
    told = body or {}
    named = [listed.get(each["id"], {}) | each for each in told.get("attachments", listed.values())]
    form.multipart[0]["value"] = json.dumps({**told, "attachments": named})
    return form


@asynccontextmanager
async def raw_client(token: str, seconds: float) -> AsyncIterator[RawClient]:
    """Inside, requests go where the library sends the bot's. `seconds`: the longest wait for an answer."""
    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(_withhold)
    trace.on_request_end.append(_take)
    trace.on_request_redirect.append(_take)  # the token goes nowhere but to Discord
    http = HTTPClient(asyncio.get_running_loop(), http_trace=trace)
    before = _DOING.set(_OPENING)
    with suppress(_WithheldError):
        await http.static_login(token)  # makes the session, and would ask who the bot is
    _DOING.reset(before)
    try:
        yield RawClient(http, seconds)
    finally:
        await http.close()


async def _withhold(
    _: aiohttp.ClientSession, __: SimpleNamespace, ___: aiohttp.TraceRequestStartParams
) -> None:
    if _DOING.get() == _OPENING:
        raise _WithheldError


async def _take(
    _: object,
    __: SimpleNamespace,
    end: aiohttp.TraceRequestEndParams | aiohttp.TraceRequestRedirectParams,
) -> None:
    if _DOING.get() != _ASKING:
        return
    content = bytearray()
    while len(content) < LARGEST and (part := await end.response.content.read(LARGEST - len(content))):
        content += part
    sent = f"{end.method} {str(end.url).removeprefix(Route.BASE)}"
    raise _CameError(RawAnswer(sent, end.response.status, end.response.headers, bytes(content)))
