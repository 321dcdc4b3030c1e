"""Counts every REST exchange, keeps what must not happen, and records exchanges for the tests on demand."""

from __future__ import annotations

import json
from collections import Counter, deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.sandbox.common.types import JsonObject

_KEPT = 100


@dataclass(slots=True)
class Exchange:
    """One request and its answer. Tokens in paths are already replaced by the route's names."""

    route: str
    status: int
    request: Any
    response: Any
    content_type: str


@dataclass(slots=True)
class Traffic:
    """The requests and answers since the start or the last reset."""

    record: Path | None = None
    counts: Counter[str] = field(default_factory=Counter)
    statuses: Counter[str] = field(default_factory=Counter)
    unknown: list[str] = field(default_factory=list)
    unimplemented: list[str] = field(default_factory=list)
    errors: deque[JsonObject] = field(default_factory=lambda: deque(maxlen=_KEPT))
    failed_interactions: int = 0
    under_way: int = 0
    """Requests that are being answered now."""

    def note(self, exchange: Exchange) -> None:
        """Count one exchange."""
        self.counts[exchange.route] += 1
        self.statuses[str(exchange.status)] += 1
        if exchange.status >= 400:
            body = exchange.response if isinstance(exchange.response, dict) else {}
            self.errors.append(
                {"route": exchange.route, "status": exchange.status, "code": body.get("code"), "body": body}
            )
        if self.record is not None:
            line = {
                "route": exchange.route,
                "status": exchange.status,
                "content_type": exchange.content_type,
                "request": exchange.request,
                "response": exchange.response,
            }
            with self.record.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line, ensure_ascii=False) + "\n")

    def note_unknown(self, what: str, *, real: bool) -> None:
        """A route that is not served: `real` ones belong to Discord and must fail a test run."""
        kept = self.unimplemented if real else self.unknown
        if len(kept) < _KEPT:
            kept.append(what)

    def reset(self) -> None:
        """Begin to count again."""
        self.counts.clear()
        self.statuses.clear()
        self.unknown.clear()
        self.unimplemented.clear()
        self.errors.clear()
        self.failed_interactions = 0

    def as_json(self) -> JsonObject:
        """Everything for the tests and the page."""
        return {
            "counts": dict(self.counts),
            "statuses": dict(self.statuses),
            "unknown": list(self.unknown),
            "unimplemented": list(self.unimplemented),
            "errors": list(self.errors),
            "failed_interactions": self.failed_interactions,
        }
