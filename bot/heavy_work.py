"""Heavy work: what takes long and is no move, such as replays, reviews, animations, files and large lists.

`HeavyWork` is the one gate for all of it, a concurrency limiter: a few pieces a person, some more in all, and
the turns go round between the people who wait. `in_background` marks work in its turn: the database and the
pictures do it after everything else, so that a move never waits behind it.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import Context, ContextVar, copy_context
from functools import partial
from typing import ParamSpec, TypeVar

from bot.errors import TooManyRequests
from bot.ids import UserId

T = TypeVar("T")
P = ParamSpec("P")

PER_PERSON = 2
"""Pieces of heavy work that one person may have under way."""
IN_ALL = 8
"""Pieces that all people together may have under way."""
MOST_WAITING = 50
"""Pieces of one person that may wait; one more is refused at once."""
LONGEST_WAIT = 120.0
"""Seconds for which a piece may wait for its turn."""
THREADS = 2
"""Threads for its processor time. It is Python, so that more threads would only hold up the event loop."""
_background: ContextVar[bool] = ContextVar("background", default=False)


def in_background() -> bool:
    """Whether the current task does heavy work: whatever it asks for comes after everybody's moves."""
    return _background.get()


def foreground() -> Context:
    """Return the context for a task that outlives the piece of heavy work in which it is started."""
    context = copy_context()
    context.run(_background.set, False)
    return context


class HeavyWork:
    """Gives turns for heavy work, and the threads in which it is done."""

    def __init__(self) -> None:
        self._running = Counter[UserId]()
        self._waiting: dict[UserId, deque[asyncio.Future[None]]] = {}
        """By person, the one who is next at the front."""
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="heavy")

    @property
    def running(self) -> int:
        """Pieces that are under way."""
        return self._running.total()

    @property
    def waiting(self) -> int:
        """Pieces that wait for their turn."""
        return sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def turn(self, user: UserId, *, seconds: float = LONGEST_WAIT) -> AsyncIterator[Callable[[], None]]:
        """Do a piece of somebody's heavy work inside, once it is their turn.

        Gives what ends the turn before that, where only Discord is waited for. Raises TooManyRequests after
        a wait of `seconds`, and at once where `MOST_WAITING` of theirs wait.
        """
        await self._begin(user, seconds)
        marked, ended = _background.set(True), False

        def end() -> None:
            nonlocal ended
            if not ended:
                ended = True
                self._end(user)

        try:
            yield end
        finally:
            _background.reset(marked)
            end()

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what a function returns that takes long; it is called in one of the threads."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, partial(work, *args, **kwargs))

    def close(self) -> None:
        """Begin nothing more in the threads."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _begin(self, user: UserId, seconds: float) -> None:
        if self._has_room(user):  # then nobody waits who could begin
            self._running[user] += 1
            return
        mine = self._waiting.setdefault(user, deque())
        if len(mine) >= MOST_WAITING:
            raise TooManyRequests
        turn = asyncio.get_running_loop().create_future()
        mine.append(turn)
        try:
            async with asyncio.timeout(seconds):
                await turn
        except BaseException as error:
            if turn.done() and not turn.cancelled():
                self._end(user)  # the turn came at the same moment
            else:
                self._forget(user, turn)
            if isinstance(error, TimeoutError):
                raise TooManyRequests from error
            raise

    def _has_room(self, user: UserId) -> bool:
        return self.running < IN_ALL and self._running[user] < PER_PERSON

    def _end(self, user: UserId) -> None:
        """A piece is done: the next turns are those of the people with the fewest under way."""
        self._running[user] -= 1
        if not self._running[user]:
            del self._running[user]
        while able := [each for each in self._waiting if self._has_room(each)]:
            one = min(able, key=self._running.__getitem__)
            mine = self._waiting.pop(one)
            turn = mine.popleft()
            if mine:
                self._waiting[one] = mine  # behind the others
            if not turn.done():
                self._running[one] += 1
                turn.set_result(None)

    def _forget(self, user: UserId, turn: asyncio.Future[None]) -> None:
        """Nobody waits for this turn any more."""
        mine = self._waiting.get(user, deque())
        if turn in mine:
            mine.remove(turn)
            if not mine:
                del self._waiting[user]
