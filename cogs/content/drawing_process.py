"""A process that draws pictures (`images.worker`), so that the event loop keeps the interpreter for itself.

It is a pipe and not a pool of `multiprocessing` or `pebble`. Those import the bot's own main module once more
in each process, and need semaphores in shared memory and threads that wait for the interpreter.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
import time
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path

import structlog

from bot.config import PREFIX, Settings
from images.scene.common import Scene
from images.worker import LENGTH, LONGEST_SECONDS, READY, framed

MOST = 2
"""Processes beside the bot's own, unless the settings say another number.

Two on two cores as well: at 420 tables the loop leaves a third of its core, and one process falls behind.
"""
AHEAD = 2
"""Scenes that a process may have: the one that it draws, and the next."""
START_SECONDS = 20.0
MOST_BYTES = 2**22
"""Of an answer that has come and is not read yet."""
END_SECONDS = 1.0
FIRST_PAUSE, LONGEST_PAUSE = 5.0, 600.0
"""Seconds before a process is started again that has failed to start, the first time and at most."""
log = structlog.stdlib.get_logger(__name__)


class DrawingProcess:
    """Draws one scene after another. It starts when it is first asked, and again where it has ended.

    The next scene may be on its way while one is drawn: `AHEAD` keep the process from waiting for the loop.
    """

    def __init__(self, font: Path | None = None, *, longest: float = LONGEST_SECONDS + 1) -> None:
        """`longest`: seconds after which a process that has not answered is killed."""
        self._font, self._longest = font, longest
        self._process: Process | None = None
        self._starting: asyncio.Task[None] | None = None
        self._closed = False
        self._failures, self._next_start = 0, 0.0
        """Starts that have failed since one succeeded, and the time of the next one."""
        self._answers = asyncio.Lock()
        """Held by who reads an answer: they come in the order of the scenes."""

    @property
    def pid(self) -> int | None:
        """The id of the process; None while none is ready."""
        return self._process.pid if self._process is not None and self._process.returncode is None else None

    @property
    def fails(self) -> bool:
        """Whether the last start has failed."""
        return self._failures > 0

    async def draw(self, scene: Scene) -> bytes | None:
        """The PNG of a scene. None where no process is ready, or where it fails: then a thread has to."""
        process = self._process
        if process is None or process.returncode is not None:
            self._start()
            return None
        try:
            async with asyncio.timeout(self._longest):
                picture, said = await self._answer(process, scene)
        except Exception as error:
            if self._process is process:  # the first of its scenes to tell
                self._process = None
                log.warning("a drawing process has failed: its pictures are drawn here", error=repr(error))
            await self._end(process)
            return None
        for line in said.splitlines():
            log.warning(line)
        return picture or None

    async def close(self) -> None:
        """End the process, whatever it is about."""
        self._closed = True
        if self._starting is not None:
            self._starting.cancel()
            await asyncio.gather(self._starting, return_exceptions=True)
        if self._process is not None:
            await self._end(self._process)

    async def _answer(self, process: Process, scene: Scene) -> tuple[bytes, str]:
        """Ask for a picture; return it and the lines for the log. Raises EOFError where the process ends."""
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(framed(pickle.dumps(scene, pickle.HIGHEST_PROTOCOL)))
        async with self._answers:  # who asked first reads first
            return await _part(process.stdout), (await _part(process.stdout)).decode()

    def failed(self, now: float) -> float:
        """Take note that a start has failed; the time of the next one, by `time.monotonic`."""
        pause = min(FIRST_PAUSE * 2 ** min(self._failures, 10), LONGEST_PAUSE)
        self._failures, self._next_start = self._failures + 1, now + pause
        return self._next_start

    def _start(self) -> None:
        """Start a process in the background, unless one is starting or has just failed to."""
        waits = time.monotonic() < self._next_start
        if not self._closed and not waits and (self._starting is None or self._starting.done()):
            self._starting = asyncio.create_task(self._become_ready())

    async def _become_ready(self) -> None:
        process: Process | None = None
        try:
            async with asyncio.timeout(START_SECONDS):
                process = await _begun(self._font)
                assert process.stdout is not None
                await process.stdout.readexactly(len(READY))
            self._process, self._failures = process, 0
        except Exception as error:
            self.failed(time.monotonic())
            log.warning("no drawing process starts: pictures are drawn in threads", error=repr(error))
        finally:
            if process is not None and process is not self._process:
                await self._end(process)

    async def _end(self, process: Process) -> None:
        """Kill a process, and wait for its end."""
        with suppress(ProcessLookupError):
            process.kill()
        with suppress(TimeoutError):
            async with asyncio.timeout(END_SECONDS):
                await process.wait()
        if self._process is process:
            self._process = None


def processes(settings: Settings) -> list[DrawingProcess]:
    """Return as many as the settings say; else `MOST` where there is more than one core, and none on one."""
    number = settings.drawing_processes
    if number is None:
        seen = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        number = MOST if seen > 1 else 0
    return [DrawingProcess(settings.font) for _ in range(number)]


async def _begun(font: Path | None) -> Process:
    """Start a process. It gets none of the settings, which hold the token, and no signal of a terminal."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "images.worker", *([] if font is None else [str(font)])),
        stdin=PIPE,
        stdout=PIPE,
        limit=MOST_BYTES,
        env={name: value for name, value in os.environ.items() if not name.upper().startswith(PREFIX)},
        start_new_session=True,
    )


async def _part(source: asyncio.StreamReader) -> bytes:
    (length,) = LENGTH.unpack(await source.readexactly(LENGTH.size))
    return await source.readexactly(length)
