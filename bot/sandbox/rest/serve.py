"""Every REST request passes here: route, token, rate limit, handler, errors, counting."""

from __future__ import annotations

import asyncio
import functools
import hmac
import json
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from email.utils import formatdate
from typing import Final

from aiohttp import web

from bot.sandbox.common.errors import ApiError, NotServedError, not_found, unauthorized
from bot.sandbox.common.guard import cut_off
from bot.sandbox.common.traffic import Exchange
from bot.sandbox.rest import (
    applications,
    callbacks,
    channels,
    emojis,
    guilds,
    known_routes,
    messages,
    reactions,
    threads,
    users,
    webhooks,
)
from bot.sandbox.rest.faults import Faults
from bot.sandbox.rest.ratelimits import Verdict
from bot.sandbox.rest.routing import Call, Reply, Route, RouteTable, Services

log = logging.getLogger(__name__)

_MODULES: Final = (
    applications, callbacks, channels, emojis, guilds, known_routes, messages, reactions, threads, users,
    webhooks,
)  # fmt: skip
_JSON: Final = "application/json"
_VERSIONS: Final = ("v10", "v9")


@functools.cache
def _route_table() -> RouteTable:
    """All routes, the same for every server of a process: what serves them is told in each call."""
    served = [route for module in _MODULES for route in module.ROUTES.items]
    have = {route.key for route in served}
    # A token in the path is the credential there too: without a bot token the answer is 501, not 401.
    missing = [
        Route(method, template, None, "{webhook_token}" in template)
        for method, template in known_routes.every_route()
        if f"{method} {template}" not in have
    ]
    return RouteTable([*served, *missing])


@dataclass(slots=True)
class _Answer:
    reply: Reply
    headers: dict[str, str]


class Rest:
    """Serves `/api/...`. `warn` gets a line about what works here and may not do so elsewhere."""

    def __init__(self, services: Services, faults: Faults, warn: Callable[[str], None]) -> None:
        self._services = services
        self._faults = faults
        self._warn = warn
        self._odd_agents: set[str] = set()
        self._table = _route_table()

    async def __call__(self, request: web.Request) -> web.StreamResponse:
        """Answer one request."""
        self._services.traffic.under_way += 1
        try:
            return await self._serve(request)
        finally:
            self._services.traffic.under_way -= 1

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        if self._services.world.settings.rest_refused:
            self._services.traffic.counts["cut off"] += 1
            return cut_off(request)
        path = _strip_version(request.match_info["tail"])
        found = await self._table.find(request, path)
        if isinstance(found, set):
            return self._unrouted(f"{request.method} {path}", found)
        route, params = found
        call = Call(self._services, request, route, params)
        if self._services.world.settings.latency_seconds:
            await asyncio.sleep(self._services.world.settings.latency_seconds)
        try:
            answer = await self._answer(call)
        except ConnectionError:
            # The bot was killed in the middle of its request: nothing was done, nobody hears an answer.
            return web.Response(status=400)
        scope = answer.headers.get("X-RateLimit-Scope")
        if not self._services.limits.note_status(answer.reply.status, scope):
            return web.Response(status=429, text="error code: 1015")
        self._note(call, answer.reply)
        if ahead := self._services.world.settings.date_ahead_seconds:
            answer.headers["Date"] = formatdate(time.time() + ahead, usegmt=True)
        return _respond(answer)

    def _unrouted(self, what: str, methods: set[str]) -> web.StreamResponse:
        self._services.traffic.note_unknown(what, real=False)
        if methods:
            body = {"message": "405: Method Not Allowed", "code": 0}
            return _respond(_Answer(Reply(405, body), {"Allow": ", ".join(sorted(methods))}))
        return _respond(_Answer(Reply(404, not_found().body()), {}))

    async def _answer(self, call: Call) -> _Answer:
        headers: dict[str, str] = {}
        try:
            self._authorize(call)
            verdict = self._limit(call)
            headers = verdict.headers
            if verdict.refusal is not None:
                return _Answer(Reply(429, verdict.refusal), headers)
            await self._faults.apply(call.route, call.params)
            return _Answer(await _handle(call), headers)
        except ApiError as error:
            return _Answer(Reply(error.status, error.body()), headers | error.headers())
        except NotServedError as error:
            self._services.traffic.note_unknown(str(error), real=True)
            log.warning("not served by the sandbox: %s", error)
            message = f"501: the sandbox does not serve {error}"
            return _Answer(Reply(501, {"message": message, "code": 0}), headers)
        except ConnectionError:
            raise
        except Exception:
            log.exception("failure in %s", call.route.key)
            return _Answer(Reply(500, {"message": "500: Internal Server Error", "code": 0}), headers)
        finally:
            if call.body_read is not None:
                call.body_read.discard()

    def _authorize(self, call: Call) -> None:
        if call.route.open:
            return
        header = call.request.headers.get("Authorization", "")
        expected = f"Bot {self._services.world.token}"
        if not hmac.compare_digest(header.encode(), expected.encode()):
            raise unauthorized()
        agent = call.request.headers.get("User-Agent", "")
        if not agent:
            raise ApiError(403, 40333, "internal network error")
        if not agent.startswith("DiscordBot (") and agent not in self._odd_agents:
            self._odd_agents.add(agent)
            self._warn(f"User-Agent {agent!r}: Discord asks for 'DiscordBot (address, version)'")

    def _limit(self, call: Call) -> Verdict:
        params = dict(call.params)
        if call.route.key == "POST /webhooks/{webhook_id}/{webhook_token}":
            channel = self._services.interactions.channel_of(params["webhook_token"])
            params |= {} if channel is None else {"follow_up_channel": str(channel)}
        profile = self._services.world.settings.rate_profile
        return self._services.limits.check(profile, call.route.key, call.route.template, params)

    def _note(self, call: Call, reply: Reply) -> None:
        sent = None if call.body_read is None else call.body_read.data
        kind = call.request.content_type if call.body_read is not None else ""
        self._services.traffic.note(Exchange(call.route.key, reply.status, sent, reply.body, kind))


async def _handle(call: Call) -> Reply:
    if call.route.handler is None:
        raise NotServedError(call.route.key)
    return await call.route.handler(call)


def _strip_version(tail: str) -> str:
    head, _, rest = tail.partition("/")
    return f"/{rest}" if head in _VERSIONS else f"/{tail}"


def _respond(answer: _Answer) -> web.Response:
    # A 429 without Via is taken for a ban by a proxy; the live service answers through one.
    headers = {"Via": "1.1 sandbox", **answer.headers}
    if answer.reply.status == 204:
        return web.Response(status=204, headers=headers)
    # Exactly this content type: discord.py reads anything longer as text.
    headers["Content-Type"] = _JSON
    body = json.dumps(answer.reply.body, ensure_ascii=False).encode()
    return web.Response(status=answer.reply.status, body=body, headers=headers)
