"""Threads that do the transactions of the event loop: a whole transaction is one job of one thread.

With a hop between threads for each statement (BEGIN, every statement, COMMIT) a busy process loses some
milliseconds at each, because Python's threads take turns. So a transaction hops once there and once back.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection
from sqlalchemy.engine import Engine
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from bot.errors import StorageError, StorageErrorKind
from bot.heavy_work import in_background
from bot.storage.database.engines import BACKGROUND_QUEUE_SECONDS, QUEUE_SECONDS
from bot.storage.database.errors import is_retryable, storage_error
from bot.storage.database.transactions import transaction

T = TypeVar("T")
Work = Callable[[Connection], Any]
"""The work in a transaction. It may be done twice, so it changes rows and nothing else."""


class _Job:
    """Work, and where its answer goes."""

    __slots__ = ("answer", "background", "error", "loop", "result", "seconds", "timer", "until", "work")

    def __init__(self, work: Work, loop: asyncio.AbstractEventLoop) -> None:
        self.work = work
        self.loop = loop
        self.answer: asyncio.Future[Any] = loop.create_future()
        self.result: Any = None
        self.error: BaseException | None = None
        self.background = in_background()
        """Whether it is part of heavy work, so that all others come first."""
        self.seconds = BACKGROUND_QUEUE_SECONDS if self.background else QUEUE_SECONDS
        """For how long it waits for its turn."""
        self.until = time.monotonic() + self.seconds
        """The time when it is given up if it has not begun: by the threads' time, not a loop's."""
        self.timer: asyncio.TimerHandle | None = None

    def tell(self) -> None:
        """Answer the caller if it still waits; in the loop."""
        if self.answer.done():
            return
        if self.error is None:
            self.answer.set_result(self.result)
        else:
            self.answer.set_exception(self.error)


class TransactionPool:
    """A pool of threads that does jobs in transactions of an engine, in their order.

    `threads` do as many at the same time. Up to `together` jobs that wait are stored by one commit, which
    the disk makes dear: each of them as a whole or not at all, and none is answered before that commit.
    """

    def __init__(self, engine: Engine, *, name: str, threads: int = 1, together: int = 1) -> None:
        self._engine = engine
        self._name = name
        self._most = threads
        self._batch_size = together
        self._turn = threading.Condition()
        """Guards what follows."""
        self._waiting: deque[_Job] = deque()
        self._background: deque[_Job] = deque()
        """Jobs of heavy work that wait."""
        self._heavy = 0
        """Jobs of heavy work that are being done."""
        self._threads: list[threading.Thread] = []
        self._free = 0
        """Threads that wait for a job."""
        self._closed = False
        self._ended: Callable[[], None] | None = None
        """Called by the last thread that ends."""

    async def run(self, work: Callable[[Connection], T]) -> T:
        """The result of some work, once its transaction is stored.

        Heavy work (`bot.heavy_work`) comes after all other work, and takes half of the threads at most.

        Raises StorageError: LOCKED where its turn has not come after `QUEUE_SECONDS`, when nothing has been
        done. Cancelling the wait takes back what has not begun; what has begun goes on to its end.
        """
        loop = asyncio.get_running_loop()
        job = _Job(work, loop)
        self._put(job)
        job.timer = loop.call_later(job.seconds, self._give_up, job)
        try:
            answer: T = await job.answer
        except asyncio.CancelledError:
            self._cancel(job)
            raise
        finally:
            job.timer.cancel()
        return answer

    async def close(self) -> None:
        """Do what waits, end the threads, close the connections; afterwards the pool can be used again."""
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        with self._turn:
            self._closed = True
            if self._threads:
                self._ended = lambda: _wake(loop, ended.set)
                self._turn.notify_all()
            else:
                ended.set()
        await ended.wait()
        self._closed = False
        self._engine.dispose()

    def _put(self, job: _Job) -> None:
        with self._turn:
            (self._background if job.background else self._waiting).append(job)
            if self._free < len(self._waiting) + len(self._background) and len(self._threads) < self._most:
                # A daemon: a disk that hangs must not keep the process from its end.
                thread = threading.Thread(target=self._work, name=self._name, daemon=True)
                self._threads.append(thread)
                thread.start()
            self._turn.notify()

    def _cancel(self, job: _Job) -> bool:
        """Whether a job had not begun, and now never will."""
        with self._turn:
            for waiting in (self._waiting, self._background):
                if job in waiting:
                    waiting.remove(job)
                    return True
            return False

    def _give_up(self, job: _Job) -> None:
        left = job.until - time.monotonic()
        if left > 0:
            job.timer = job.loop.call_later(left, self._give_up, job)
        elif self._cancel(job):
            job.error = StorageError(StorageErrorKind.LOCKED)
            job.tell()

    def _work(self) -> None:
        """Do what waits until the pool is closed."""
        while jobs := self._next():
            self._do(jobs)
            if jobs[0].background:
                with self._turn:
                    self._heavy -= 1
                    self._turn.notify()
            # Each loop is woken once.
            for loop in {job.loop for job in jobs}:
                _wake(loop, partial(_tell, [job for job in jobs if job.loop is loop]))
        with self._turn:
            self._threads.remove(threading.current_thread())
            if not self._threads and self._ended is not None:
                self._ended()

    def _next(self) -> list[_Job]:
        """The jobs that are to be done now; none where the pool is closed."""
        with self._turn:
            self._free += 1
            while not self._waiting and not self._takes_background() and not self._closed:
                self._turn.wait()
            self._free -= 1
            if self._waiting:
                return [self._waiting.popleft() for _ in range(min(self._batch_size, len(self._waiting)))]
            if self._takes_background():
                self._heavy += 1
                return [self._background.popleft()]
            return []

    def _takes_background(self) -> bool:
        """Whether a job of heavy work may begin: not in a thread that others may need."""
        return bool(self._background) and self._heavy < max(1, self._most // 2)

    def _do(self, jobs: Sequence[_Job]) -> None:
        """Do jobs by one commit; where the database fails one of them, each by its own."""
        try:
            if len(jobs) == 1:
                _commit_alone(self._engine, jobs[0])
            else:
                _commit_together(self._engine, jobs)
        except BaseException as error:
            if isinstance(error, _BatchFailedError) or is_retryable(error):
                for job in jobs:
                    _commit_alone(self._engine, job)
                return
            for job in jobs:
                job.error = error


class _BatchFailedError(Exception):
    """Jobs cannot be stored by one commit: nothing of any has been stored."""


def _commit_alone(engine: Engine, job: _Job) -> None:
    """Do a job by a commit of its own, again where another process has overtaken it, as long as one waits."""
    while True:
        job.result = job.error = None
        try:
            with transaction(engine) as tx:
                job.result = job.work(tx)
        except BaseException as error:
            job.error = error
        if not is_retryable(job.error) or time.monotonic() > job.until:
            return


def _commit_together(engine: Engine, jobs: Sequence[_Job]) -> None:
    """Do jobs within one transaction; one that raises changes nothing and leaves the others be.

    Raises _ApartError where the database fails in the midst of a job, and StorageError where it does so
    before the first or at the commit: that is the end of them all.
    """
    with transaction(engine) as tx:
        for job in jobs:
            tx.exec_driver_sql("SAVEPOINT job")
            try:
                job.result = job.work(tx)
            except BaseException as error:
                if isinstance(error, DBAPIError) and not isinstance(error, IntegrityError):
                    # The database may have taken back the whole transaction (a full disk).
                    raise _BatchFailedError from error
                tx.exec_driver_sql("ROLLBACK TO SAVEPOINT job")
                job.error = storage_error(error) if isinstance(error, SQLAlchemyError) else error
            tx.exec_driver_sql("RELEASE SAVEPOINT job")


def _tell(jobs: Sequence[_Job]) -> None:
    for job in jobs:
        job.tell()


def _wake(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    """Have a loop call something, from a thread."""
    try:
        loop.call_soon_threadsafe(call)
    except RuntimeError:
        # The loop is closed: nobody waits any more.
        return
