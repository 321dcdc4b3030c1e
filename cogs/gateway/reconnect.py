"""Keeps the bot connected to Discord's gateway where the library alone would not.

discord.py 2.7.1 resumes a lost session at the host that READY named, for ever, though nobody is there any
more (Rapptz/discord.py#10511). Here its `connect` is one attempt. Told by the client's events how it goes,
`Connection` ends an attempt whose session cannot be resumed; the next one knows neither session nor host and
identifies at the default gateway. However long Discord has been away, a try follows the one before within
`longest_pause`, and is one line of the log. Where that does not help either and the gateway answers others,
something is wrong with the process: it ends, to be started again.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

import aiohttp
import structlog

from bot.errors import ProcessEnd

log = structlog.stdlib.get_logger(__name__)

RESTARTED: Final = "restarted.json"
"""The file in the data folder that says when, in seconds since 1970, the bot last ended to be restarted."""
_PLEASANTRIES_SECONDS: Final = 2.0
_ANSWER_SECONDS: Final = 10.0
_INSIST_SECONDS: Final = 1.0
_HELLO: Final = 10


class NeverReadyError(ProcessEnd):
    """Discord's gateway answers and yet the bot has not become ready: only a new process may help."""

    status = 75
    """A temporary failure, as sysexits.h has it."""


@dataclass(frozen=True, slots=True)
class Timeouts:
    """The duration of each state of a lost connection, in seconds; `refusals` is a number of attempts."""

    refusals: int = 3
    resume: float = 60.0
    """From the loss of the connection to the end of attempts to resume; from IDENTIFY to READY, too."""
    greeting: float = 15.0
    """Before the gateway must have greeted an attempt to begin a session."""
    ready: float = 300.0
    """The time without a session after which the bot ends, if the gateway answers others."""
    restart: float = 600.0
    """The least time between two such ends, of whatever process."""
    pause: float = 1.0
    """Before the second attempt without a session; doubled before each further one."""
    longest_pause: float = 15.0
    sessions: int = 10
    """The most sessions that are begun in `window`: 960 a day, and Discord allows 1000."""
    window: float = 900.0


DEFAULT_TIMEOUTS: Final = Timeouts()


class _RetryLogFilter(logging.Filter):
    """Keeps discord.py's traceback of each try out of the log, and remembers why it failed."""

    why = ""

    def filter(self, record: logging.LogRecord) -> bool:
        if not str(record.msg).startswith("Attempting a reconnect"):
            return True
        self.why = repr(record.exc_info[1]) if record.exc_info else ""
        return False


class SessionLimiter(Protocol):
    """The limiter of new sessions."""

    async def before_connecting(self) -> None:
        """Wait until one may be, before there is a connection."""

    async def before_identify(self) -> None:
        """Wait until one may be, where there is a connection."""


class Connection:
    """Attempts to be connected, one after the other, until one ends in a way that no other would repair.

    `connect` is an attempt; cancelled it leaves at most what `hang_up` closes. `answers` says whether the
    default gateway answers a plain connection. `folder` is where the time of a restart is kept. `turns`: None
    where nobody else begins sessions.
    """

    def __init__(  # noqa: PLR0913 - wired once, by hand
        self,
        connect: Callable[[], Awaitable[None]],
        hang_up: Callable[[], Awaitable[None]],
        answers: Callable[[], Awaitable[bool]],
        folder: Path,
        waits: Timeouts,
        *,
        turns: SessionLimiter | None = None,
    ) -> None:
        self._connect = connect
        self._hang_up = hang_up
        self._answers = answers
        self._path = folder / RESTARTED
        self._waits = waits
        self._turns = turns
        self._attempt: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._up, self._down = asyncio.Event(), asyncio.Event()
        self._resuming = False
        self._refused = 0
        self._pause = waits.pause
        self._begun: deque[float] = deque(maxlen=waits.sessions)
        """The times when sessions were begun, by the loop's time."""
        self._retry_log_filter = _RetryLogFilter()

    @property
    def online(self) -> bool:
        """Whether the gateway serves us now."""
        return self._up.is_set()

    def on_connected(self) -> None:
        """The gateway has begun a session with us, or goes on with ours."""
        self._down.clear()
        self._up.set()
        self._stop_timer()
        self._pause = self._waits.pause

    def on_disconnected(self) -> None:
        """The connection is lost, or an attempt to have it back has failed."""
        if self.online:
            self._up.clear()
            self._down.set()
            self._resuming, self._refused = True, 0
            self._start_timer(self._waits.resume)
            log.info("connection lost", error=self._retry_log_filter.why)
            return
        self._refused += 1
        if not self._resuming or self._refused >= self._waits.refusals:
            self._abort_attempt()
        else:
            log.info("session not resumed", refused=self._refused, error=self._retry_log_filter.why)

    async def before_session(self) -> None:
        """Wait where too many sessions were begun, and for a turn; then the gateway has time to be ready."""
        loop = asyncio.get_running_loop()
        self._stop_timer()
        if len(self._begun) == self._begun.maxlen:
            await asyncio.sleep(self._begun[0] + self._waits.window - loop.time())
        if self._turns is not None:
            await self._turns.before_identify()
        self._begun.append(loop.time())
        self._start_timer(self._waits.resume)

    async def run(self) -> None:
        """Be connected until an attempt ends by itself, as `connect` does. Raises NeverReadyError."""
        watch = asyncio.create_task(self._watch())
        library = logging.getLogger("discord.client")
        library.addFilter(self._retry_log_filter)
        try:
            while True:
                self._resuming = False
                self._attempt = asyncio.create_task(self._try())
                await asyncio.wait({self._attempt, watch}, return_when=asyncio.FIRST_COMPLETED)
                self._stop_timer()
                if watch.done():
                    return watch.result()
                if not self._attempt.cancelled():
                    return self._attempt.result()
                await self._prepare_next_attempt()
        finally:
            self._stop_timer()
            library.removeFilter(self._retry_log_filter)
            await stopped(watch, *([self._attempt] if self._attempt else []), seconds=0.03)

    async def _try(self) -> None:
        """Connect in one's turn, which may be a long time in coming: it counts as nobody's fault."""
        if self._turns is not None:
            await self._turns.before_connecting()
        self._down.set()
        self._start_timer(self._waits.greeting)
        await self._connect()

    async def _prepare_next_attempt(self) -> None:
        log.warning("connecting with a new session", pause=self._pause, error=self._retry_log_filter.why)
        if self.online:  # the attempt had succeeded in the moment of its end
            self._up.clear()
            self._down.set()
        with suppress(TimeoutError):
            async with asyncio.timeout(_PLEASANTRIES_SECONDS):
                await self._hang_up()
        await asyncio.sleep(self._pause)
        self._pause = min(2 * self._pause, self._waits.longest_pause)

    def _abort_attempt(self) -> None:
        """End the attempt; again and again, as `asyncio.wait_for` of Python 3.11 may lose a cancellation."""
        if self._attempt is not None:
            self._attempt.cancel()
            self._start_timer(_INSIST_SECONDS)

    def _start_timer(self, seconds: float) -> None:
        self._stop_timer()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._abort_attempt)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def _watch(self) -> None:
        """Raise NeverReadyError where the bot has no session for too long, and the fault is its own."""
        while True:
            await self._down.wait()
            patience = self._waits.ready
            while not await self._comes_within(patience):
                if self._may_restart() and await self._answers() and self._note_restart():
                    raise NeverReadyError(
                        "Discord's gateway answers, but the bot has not been ready "
                        f"for {self._waits.ready:g} s; it ends, to be started again."
                    )
                patience = self._waits.resume

    async def _comes_within(self, seconds: float) -> bool:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._up.wait()
        return self.online

    def _may_restart(self) -> bool:
        try:
            last = float(json.loads(self._path.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return True
        # A time in the future, of a clock that was set back, grows old as well.
        return abs(time.time() - last) >= self._waits.restart

    def _note_restart(self) -> bool:
        """Whether it could be noted: an end that is forgotten would be followed by another."""
        try:
            self._path.write_text(json.dumps(time.time()), encoding="utf-8")
        except OSError as error:
            log.warning("a restart cannot be stored", trouble=str(error))
            return False
        return True


async def answers(gateway: str) -> bool:
    """Whether the gateway at this address greets somebody who connects and says nothing."""
    try:
        async with (
            asyncio.timeout(_ANSWER_SECONDS),
            aiohttp.ClientSession() as session,
            session.ws_connect(gateway) as socket,
        ):
            hello: dict[str, Any] = await socket.receive_json()
    except (aiohttp.ClientError, OSError, TimeoutError, TypeError, ValueError):
        return False
    return hello.get("op") == _HELLO


async def stopped(*tasks: asyncio.Task[Any], seconds: float = 0.2) -> None:
    """Cancel tasks and wait for their end, five times `seconds` at most.

    Where an awaited thing completes in the same moment, `asyncio.wait_for` of Python 3.11 loses a
    cancellation: discord.py would go on connecting. So what still runs is cancelled again.
    """
    for _ in range(5):
        running = [task for task in tasks if not task.done()]
        if not running:
            break
        for task in running:
            task.cancel()
        await asyncio.wait(running, timeout=seconds)
