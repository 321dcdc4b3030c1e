"""The table of REST routes, and one call as a handler sees it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, TypeAlias

from aiohttp import web

from bot.sandbox.changes.interactions import Interactions
from bot.sandbox.checks.fields import parse_snowflake
from bot.sandbox.common.errors import field_error
from bot.sandbox.common.traffic import Traffic
from bot.sandbox.common.types import Snowflake
from bot.sandbox.gateway.sessions import Gateway
from bot.sandbox.rest.body import Body, read_body
from bot.sandbox.rest.ratelimits import RateLimits
from bot.sandbox.world.state import World


@dataclass(frozen=True, slots=True)
class Services:
    """The services for a REST call."""

    world: World
    gateway: Gateway
    interactions: Interactions
    limits: RateLimits
    traffic: Traffic


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: a status and JSON, or 204 without a body."""

    status: int = 200
    body: Any = None


EMPTY = Reply(204)


@dataclass(slots=True)
class Call:
    """One request to one route."""

    services: Services
    request: web.Request
    route: Route
    params: dict[str, str]
    body_read: Body | None = None

    @property
    def world(self) -> World:
        """The state."""
        return self.services.world

    def id(self, name: str) -> Snowflake:
        """A snowflake of the path; `@me` is the bot."""
        text = self.params[name]
        if text == "@me":
            return self.world.bot.id
        value = parse_snowflake(text)
        if value is None:
            raise field_error((name,), "NUMBER_TYPE_COERCE", f'Value "{text}" is not snowflake.')
        return value

    async def body(self) -> Body:
        """The body, read once."""
        if self.body_read is None:
            self.body_read = await read_body(self.request, self.world.files, self.world.settings)
        return self.body_read

    def query_int(self, name: str, default: int, low: int, high: int) -> int:
        """A number of the query string, within bounds."""
        text = self.request.query.get(name)
        if text is None:
            return default
        if not text.isdecimal():
            raise field_error((name,), "NUMBER_TYPE_COERCE", f'Value "{text}" is not int.')
        value = int(text)
        if value > high:
            raise field_error(
                (name,), "NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}."
            )
        if value < low:
            raise field_error(
                (name,), "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {low}."
            )
        return value

    def query_id(self, name: str) -> Snowflake | None:
        """A snowflake of the query string."""
        text = self.request.query.get(name)
        if text is None:
            return None
        value = parse_snowflake(text)
        if value is None:
            raise field_error((name,), "NUMBER_TYPE_COERCE", f'Value "{text}" is not snowflake.')
        return value

    def query_time(self, name: str) -> float | None:
        """A time of the query string, as ISO 8601; a `+` in it may have come as a space."""
        text = self.request.query.get(name)
        if text is None:
            return None
        try:
            moment = datetime.fromisoformat(text.replace(" ", "+"))
        except ValueError:
            message = f"Could not parse {text}. Should be ISO8601."
            raise field_error((name,), "DATE_TIME_TYPE_PARSE", message) from None
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()

    def query_flag(self, name: str) -> bool:
        """A boolean of the query string: discord.py writes 1, others true."""
        return self.request.query.get(name, "").lower() in ("1", "true")


Handler: TypeAlias = Callable[[Call], Awaitable[Reply]]


@dataclass(frozen=True, slots=True)
class Route:
    """A method and a path with `{names}`. Routes with a token in the path need no bot token."""

    method: str
    template: str
    handler: Handler | None
    open: bool = False

    @property
    def key(self) -> str:
        """Return the key by which traffic is counted."""
        return f"{self.method} {self.template}"


@dataclass(slots=True)
class Routes:
    """Routes of one module."""

    items: list[Route] = field(default_factory=list)

    def add(self, method: str, template: str, *, open_: bool = False) -> Callable[[Handler], Handler]:
        """Decorator: serve a route."""

        def register(handler: Handler) -> Handler:
            self.items.append(Route(method, template, handler, open_))
            return handler

        return register


class RouteTable:
    """Finds the route of a request with aiohttp's own dispatcher. Fixed segments win over named ones.

    The dispatcher is asked and not put into the application: what it refuses is answered in Discord's words.
    """

    def __init__(self, routes: Iterable[Route]) -> None:
        self._dispatcher = web.UrlDispatcher()
        self._routes = {
            self._dispatcher.add_route(route.method, route.template, _not_called): route
            for route in sorted(routes, key=_named_segments)
        }

    async def find(self, request: web.Request, path: str) -> tuple[Route, dict[str, str]] | set[str]:
        """The route of a path and the values of its names; else the methods that the path has."""
        url = request.rel_url.with_path(path)
        found = await self._dispatcher.resolve(request.clone(rel_url=url))
        if isinstance(found.http_exception, web.HTTPMethodNotAllowed):
            return found.http_exception.allowed_methods
        return set() if found.http_exception else (self._routes[found.route], dict(found))


def _named_segments(route: Route) -> list[bool]:
    return [part.startswith("{") for part in route.template.split("/")]


async def _not_called(request: web.Request) -> web.StreamResponse:
    raise web.HTTPNotFound
