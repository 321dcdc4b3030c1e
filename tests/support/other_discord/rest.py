"""SimCord's REST API behind HTTP."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from typing import Any

import aiohttp
from aiohttp import web
from simcord import BackendError, RouteNotImplemented, UnsupportedField
from simcord.backend import Backend
from simcord.http.router import dispatch

PREFIX = "/api/v10"
BY_TOKEN = ("/webhooks/", "/interactions/")
"""Paths that carry their own token."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a request, as SimCord reads one."""

    filename: str
    fp: io.BytesIO
    description: str | None


class Rest:
    """Answers the bot's requests with what SimCord says to them."""

    def __init__(self, backend: Backend, token: str) -> None:
        self._backend = backend
        self._token = token
        self.refused: list[str] = []
        """Each request that was refused, and why."""

    async def answer(self, request: web.Request) -> web.Response:
        """Answer one request."""
        path = request.path.removeprefix(PREFIX)  # decoded: `@original` comes as `%40original`
        if not path.startswith(BY_TOKEN) and request.headers.get("Authorization") != f"Bot {self._token}":
            return self._refuse(request, 401, {"message": "401: Unauthorized", "code": 0})
        body, uploads = await _content(request)
        try:
            found = dispatch(
                self._backend,
                request.method,
                path,
                json=body,
                params=dict(request.query),
                files=uploads,
            )
        except (RouteNotImplemented, UnsupportedField) as gap:
            return self._refuse(request, 501, {"message": str(gap), "code": 0})
        except BackendError as error:
            return self._refuse(request, error.status, error.to_json())
        return web.Response(status=204) if found is None else as_json(found)

    def _refuse(self, request: web.Request, status: int, why: dict[str, Any]) -> web.Response:
        self.refused.append(f"{request.method} {request.path}: {status} {json.dumps(why)}")
        return as_json(why, status)


def as_json(value: object, status: int = 200) -> web.Response:
    """Return an answer whose type is named as Discord names it, without a charset."""
    content = json.dumps(value).encode()
    return web.Response(body=content, status=status, headers={"Content-Type": "application/json"})


async def _content(request: web.Request) -> tuple[Any, list[Upload]]:
    """Return the JSON of a request, and its files."""
    if not request.body_exists:
        return None, []
    if not request.content_type.startswith("multipart/"):
        return await request.json(), []
    body: dict[str, Any] = {}
    files: list[tuple[str, str, bytes]] = []
    async for part in await request.multipart():
        assert isinstance(part, aiohttp.BodyPartReader) and part.name is not None
        if part.name == "payload_json":
            body = await part.json() or {}
        else:
            assert part.filename is not None
            number = part.name.removeprefix("files[").removesuffix("]")
            files.append((number, part.filename, bytes(await part.read())))
    declared = {str(each["id"]): each for each in (body.get("data") or body).get("attachments", [])}
    return body, [
        Upload(name, io.BytesIO(content), declared.get(number, {}).get("description"))
        for number, name, content in files
    ]
