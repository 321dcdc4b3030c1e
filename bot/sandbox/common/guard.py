"""Keeps other sites out: a loopback server can be reached by any page in the browser, under any name."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from bot.sandbox.common.errors import RefusedError

log = logging.getLogger(__name__)

LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})
_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def _is_own(authority: str, port: int) -> bool:
    try:
        parts = urlsplit(f"//{authority}")
        own_port = (parts.port or 80) == port
    except ValueError:
        return False
    return own_port and parts.hostname in LOOPBACK


def make_guard(port: Callable[[], int]) -> Middleware:
    """A middleware that checks `Host` (DNS rebinding) and `Origin` (cross-site posts and sockets)."""

    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        if not _is_own(request.headers.get("Host", ""), port()):
            return web.Response(status=421, text="this host is not served here\n")
        origin = request.headers.get("Origin")
        if origin is not None and not (
            origin.startswith("http://") and _is_own(origin.removeprefix("http://"), port())
        ):
            return web.Response(status=403, text="this origin may not come here\n")
        try:
            return await handler(request)
        except RefusedError as error:
            return web.json_response({"error": error.code, "message": error.message}, status=error.status)

    return guard


async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Headers of every answer."""
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)


def cut_off(request: web.Request) -> web.Response:
    """End a connection without an answer, as where nobody is there."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response(status=503)  # into the void
