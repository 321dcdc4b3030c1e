"""Faults on demand: the next requests to a route fail or are slow, so that tests see how a bot takes it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.sandbox.common.errors import ApiError
from bot.sandbox.rest.routing import Route

_TOO_MANY: Final = 429
_RETRY_SECONDS: Final = 0.5


@dataclass(slots=True)
class Fault:
    """The fault for the next `count` requests of a route; a status of 0 only delays."""

    method: str
    template: str
    status: int
    count: int
    delay: float = 0.0
    code: int = 0
    message: str = "Internal Server Error"
    retry_after: float = _RETRY_SECONDS
    """The seconds of waiting that a status of 429 names."""
    message_id: str = ""
    """Of which message alone, if not of every one."""

    def strikes(self, route: Route, params: Mapping[str, str]) -> bool:
        """Whether it was made for a request with these names in its path, and is not used up."""
        if self.count <= 0 or (self.method, self.template) != (route.method, route.template):
            return False
        return not self.message_id or params.get("message_id") == self.message_id


@dataclass(slots=True)
class Faults:
    """The faults that wait."""

    waiting: list[Fault] = field(default_factory=list)

    async def apply(self, route: Route, params: Mapping[str, str]) -> None:
        """Delay or fail a request that a fault was made for."""
        for fault in self.waiting:
            if fault.strikes(route, params):
                fault.count -= 1
                if fault.count == 0:
                    self.waiting.remove(fault)
                await asyncio.sleep(fault.delay)
                if fault.status:
                    error = ApiError(fault.status, fault.code, fault.message)
                    if fault.status == _TOO_MANY:
                        error.retry_after = fault.retry_after
                    raise error
                return
