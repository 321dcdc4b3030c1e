"""The one connection on which a process holds its locks, with a thread of its own that listens and asks.

Each second the server must answer. If it does not, the locks may be another's: the server is gone, the
connection was closed, or nothing comes through. The caller of `lost` is told within a moment where the
connection ends, and within `SILENT_SECONDS` where it only falls silent. The server itself gives the locks of
a silent connection away only after half a minute (`server.KEPT_ALIVE`), so that a process that was cut off
knows before anybody else can have them.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

import psycopg
import structlog

from bot.storage.database.server import abort
from bot.storage.owners import locks
from bot.storage.owners.locks import Connection, Lock

CHANNEL = b"koikoi"
LISTEN_SECONDS = 0.2
"""The time that the thread listens before it looks for requests."""
ANSWER_SECONDS = 1.0
"""The pause between two questions to the server, which also ask for the leader's lock."""
SILENT_SECONDS = 3.0
LOOK_SECONDS = 0.25
log = structlog.stdlib.get_logger("koikoi.owners")


class LocksLostError(Exception):
    """The connection is another's now, and its locks with it."""


@dataclass(eq=False, slots=True)
class _BucketRequest:
    """A bucket that is waited for, then held for some seconds."""

    bucket: int
    seconds: float
    given: asyncio.Future[None]
    until: float | None = None
    """The time when it is let go, by `time.monotonic`; None: it is waited for."""


@dataclass(slots=True)
class _Requests:
    """The requests to the thread; filled by the loop."""

    notices: queue.SimpleQueue[str] = field(default_factory=queue.SimpleQueue)
    turns: queue.SimpleQueue[_BucketRequest] = field(default_factory=queue.SimpleQueue)


class LockConnection:
    """Holds the locks that a connection has, from `start` to `stop`; `hear` is called in the loop."""

    def __init__(self, connection: Connection, hear: Callable[[str], None]) -> None:
        self._connection = connection
        self._hear = hear
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, name="owners", daemon=True)
        self._stopping = False
        self._requests = _Requests()
        self._turns: list[_BucketRequest] = []
        self._answers = 0
        self._watch: asyncio.Task[None] | None = None
        self._began = asyncio.Event()
        self.lost = asyncio.Event()
        self.is_leader = False
        self.became_leader = asyncio.Event()

    async def start(self) -> None:
        """Begin to listen, and lead where nobody does."""
        self._thread.start()
        self._watch = asyncio.create_task(self._watchdog())
        await self._began.wait()

    async def stop(self) -> None:
        """End the thread; the locks go with the connection, which is the caller's to close."""
        self._stopping = True
        if self._watch is not None:
            self._watch.cancel()
        if not self.lost.is_set():
            await asyncio.to_thread(self._thread.join, ANSWER_SECONDS)
        if self._thread.is_alive():  # in a statement whose answer may never come
            abort(self._connection)
        await asyncio.to_thread(self._thread.join)

    def notify(self, text: str) -> None:
        """Have the other processes notified, as soon as may be."""
        self._requests.notices.put(text)

    async def acquire_bucket(self, bucket: int, seconds: float) -> None:
        """Wait until nobody has this bucket; then take it for `seconds`."""
        turn = _BucketRequest(bucket, seconds, self._loop.create_future())
        self._requests.turns.put(turn)
        await turn.given

    def _run(self) -> None:
        try:
            self._connection.execute(b"LISTEN " + CHANNEL)
            asked_at = 0.0
            while not self._stopping:
                if time.monotonic() - asked_at >= ANSWER_SECONDS:
                    asked_at = time.monotonic()
                    self._ping()
                    self._call_in_loop(self._began.set)
                self._handle_requests()
                for notify in self._connection.notifies(timeout=LISTEN_SECONDS, stop_after=1):
                    self._call_in_loop(self._hear, notify.payload)
        except LocksLostError:
            log.error("the server holds the locks for another connection: a pooler has changed it")  # noqa: TRY400 - the sentence says all
        except (psycopg.Error, OSError) as error:
            if not self._stopping:
                log.warning("the connection that holds the locks is lost", error=type(error).__name__)
        finally:
            self._call_in_loop(self.lost.set)
            self._call_in_loop(self._began.set)

    def _ping(self) -> None:
        """Have the server answer, and take the lead where nobody has it. Raises LocksGoneError."""
        if not locks.still_held(self._connection):
            raise LocksLostError
        if not self.is_leader and locks.try_lock(self._connection, Lock.LEADER, 0):
            self.is_leader = True
            self._call_in_loop(self.became_leader.set)
        self._answers += 1

    def _handle_requests(self) -> None:
        while not self._requests.notices.empty():
            self._connection.execute(
                "SELECT pg_notify(%s, %s)", (CHANNEL.decode(), self._requests.notices.get())
            )
        while not self._requests.turns.empty():
            self._turns.append(self._requests.turns.get())
        for turn in list(self._turns):
            self._advance(turn)

    def _advance(self, turn: _BucketRequest) -> None:
        """Give a turn whose bucket is free; let go one whose time is over or for which nobody waits."""
        if turn.until is not None:
            if time.monotonic() >= turn.until:
                locks.unlock(self._connection, Lock.BUCKET, turn.bucket)
                self._turns.remove(turn)
        elif turn.given.cancelled():
            self._turns.remove(turn)
        elif not self._is_held_here(turn.bucket) and locks.try_lock(
            self._connection, Lock.BUCKET, turn.bucket
        ):
            turn.until = time.monotonic() + turn.seconds
            self._call_in_loop(_give, turn.given)

    def _is_held_here(self, bucket: int) -> bool:
        """Whether another shard of this process has it: the server would give it to us again."""
        return any(turn.bucket == bucket and turn.until is not None for turn in self._turns)

    def _call_in_loop(self, call: Callable[..., object], *values: object) -> None:
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(call, *values)

    async def _watchdog(self) -> None:
        """Tell the loss of a connection that is silent.

        Looks are counted, not seconds: where this process stood still, its locks are as they were.
        """
        seen, silent = self._answers, 0
        while not self.lost.is_set():
            await asyncio.sleep(LOOK_SECONDS)
            seen, silent = self._answers, 0 if self._answers != seen else silent + 1
            if silent * LOOK_SECONDS >= SILENT_SECONDS:
                log.warning("the server does not answer on the connection that holds the locks")
                self.lost.set()
                abort(self._connection)


def _give(given: asyncio.Future[None]) -> None:
    if not given.done():
        given.set_result(None)
