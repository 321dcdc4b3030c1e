"""The bot as a child process: started, ended and killed from the page, its output kept."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.sandbox.common.types import JsonObject

log = logging.getLogger(__name__)

_GRACE_SECONDS = 8.0
_LINE_BYTES = 1 << 16
_LINES = 1000
_LENGTH = 2000

Spawn: TypeAlias = Callable[..., Awaitable[asyncio.subprocess.Process]]
"""Starts a command as a child, as `asyncio.create_subprocess_exec` does."""


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


class BotProcess:
    """The process of the bot; at most one runs.

    Without a command there is none to start (tests connect their own client).
    """

    def __init__(
        self,
        command: Sequence[str] | None,
        lines: LogRing,
        spawn: Spawn = asyncio.create_subprocess_exec,
    ) -> None:
        self._command = command
        self._spawn = spawn
        self._lines = lines
        self._process: asyncio.subprocess.Process | None = None
        self._readers: list[asyncio.Task[None]] = []
        self._watcher: asyncio.Task[None] | None = None
        self.environment: Mapping[str, str] = {}
        self.exit_code: int | None = None
        self.starts = 0
        self.online: Callable[[], tuple[int, int]] = lambda: (0, 0)
        """The numbers of the bot's connected shards and of all."""
        self.changed: Callable[[], None] = lambda: None

    @property
    def running(self) -> bool:
        """Whether the process is there."""
        return self._process is not None and self._process.returncode is None

    def view(self) -> JsonObject:
        """The bot's state for the page."""
        running = self._process if self.running else None
        online, shards = self.online()
        return {
            "running": running is not None,
            "connected": online == shards > 0,
            "online": online,
            "shards": shards,
            "pid": None if running is None else running.pid,
            "exit_code": self.exit_code,
            "starts": self.starts,
            "managed": self._command is not None,
        }

    async def start(self) -> None:
        """Start the bot unless it runs."""
        if self._command is None or self.running:
            return
        # A session of its own: Ctrl-C in the terminal reaches the sandbox alone, which then ends the bot.
        self._process = await self._spawn(
            *self._command,
            env={**os.environ, **self.environment},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            limit=_LINE_BYTES,
            start_new_session=True,
        )
        self.starts += 1
        self.exit_code = None
        self._lines.add("sandbox", f"bot started, process {self._process.pid}")
        streams = (("out", self._process.stdout), ("err", self._process.stderr))
        self._readers = [asyncio.create_task(self._read(name, stream)) for name, stream in streams if stream]
        self._watcher = asyncio.create_task(self._watch(self._process))
        self.changed()

    async def _read(self, name: str, stream: asyncio.StreamReader) -> None:
        while True:
            try:
                raw = await stream.readline()
            except ValueError:
                continue
            if not raw:
                return
            text = raw.decode(errors="replace").rstrip()
            self._lines.add(name, text)
            sys.stderr.write(f"{text}\n")

    async def _watch(self, process: asyncio.subprocess.Process) -> None:
        code = await process.wait()
        await asyncio.gather(*self._readers, return_exceptions=True)
        self.exit_code = code
        self._lines.add("sandbox", f"bot ended with {code}")
        self.changed()

    async def stop(self) -> None:
        """SIGTERM, and SIGKILL if the bot has not ended after eight seconds."""
        await self._end(signal.SIGTERM)

    async def kill(self) -> None:
        """SIGKILL: what a crash of the machine looks like."""
        await self._end(signal.SIGKILL)

    async def _end(self, number: signal.Signals) -> None:
        process, watcher = self._process, self._watcher
        if process is None or watcher is None or not self.running:
            return
        self._lines.add("sandbox", f"bot gets {number.name}")
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(number)
        done, _ = await asyncio.wait({watcher}, timeout=_GRACE_SECONDS)
        if not done:
            log.warning("the bot did not end; killing it")
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await asyncio.wait({watcher}, timeout=_GRACE_SECONDS)
