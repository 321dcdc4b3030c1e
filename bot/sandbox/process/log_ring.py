"""The last lines of the bot's log."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from bot.sandbox.types import JsonObject

_LINES = 1000
_LENGTH = 2000


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line; `stream` is `out`, `err` or `sandbox`."""

    number: int
    at: float
    stream: str
    text: str

    def view(self) -> JsonObject:
        """The line for the page."""
        return {"n": self.number, "at": self.at, "stream": self.stream, "text": self.text}


class LogRing:
    """Keeps the last 1000 lines, each cut to 2000 characters."""

    def __init__(self) -> None:
        self._lines: deque[LogLine] = deque(maxlen=_LINES)
        self._count = 0
        self._listeners: list[Callable[[LogLine], None]] = []

    def subscribe(self, listener: Callable[[LogLine], None]) -> None:
        """Be told of every new line."""
        self._listeners.append(listener)

    def add(self, stream: str, text: str) -> None:
        """Keep a line."""
        self._count += 1
        line = LogLine(self._count, time.time(), stream, text[:_LENGTH])
        self._lines.append(line)
        for listener in self._listeners:
            listener(line)

    def after(self, number: int) -> list[LogLine]:
        """The kept lines after a number."""
        return [line for line in self._lines if line.number > number]
