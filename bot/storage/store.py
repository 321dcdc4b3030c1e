"""The database as the rest of the bot sees it: transactions, and a group for each table.

A transaction either happens as a whole or raises `StorageError` and has changed nothing, but for one whose
commit failed (`outcome_unknown`). The work in one is a plain function of its connection, `job(tx, ...)`. The
event loop gives it as a whole to a thread of the database (`write`, `read`) and waits. Code with a thread of
its own does it there (`writing`, `reading`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Concatenate, ParamSpec, Self, TypeVar

from sqlalchemy import Connection

from bot.storage.database import engines, server
from bot.storage.database.address import Address
from bot.storage.database.migrate import migrate
from bot.storage.database.set_aside import SetAside
from bot.storage.database.transaction_pool import TransactionPool
from bot.storage.database.transactions import transaction
from bot.storage.hands import Hands, Presses
from bot.storage.messages import MessageKind, Messages

CLOSE_SECONDS = 5.0
"""The time in which a server answers what was asked last; a statement of a press takes two at most."""
BATCH_SIZE = 16
"""Changes that wait at the same time and are stored by one commit, at most."""
T = TypeVar("T")
P = ParamSpec("P")


class Store:
    """One open database. Make it with `open`; `close` it at the end."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self._writer = engines.writer(address)
        self._readers = engines.readers(address)
        self._writes = TransactionPool(self._writer, name="writer", together=BATCH_SIZE)
        self._reads = TransactionPool(self._readers, name="reader", threads=engines.READERS)
        self.timed: Callable[[str], AbstractContextManager[object]] = nullcontext
        """Around each transaction of the event loop, with its wait; told whether `read` or `write`."""
        self.aside = SetAside()
        """The rows that the queues of this process leave alone."""
        self.hands = Hands(self)
        """The private hands that are shown."""
        self.presses = Presses(self)
        """Each user's own last press of a match, on whose token a hand may be dealt."""
        self.table_messages = Messages(self, MessageKind.TABLE)
        """The public message of each match."""
        self.result_messages = Messages(self, MessageKind.RESULT)
        """The result message of each match."""
        self.reminder_messages = Messages(self, MessageKind.REMINDER)
        """The message that has reminded the player to move, until they do; maybe one to them alone."""

    @classmethod
    async def open(cls, address: Address) -> Self:
        """Open the database (a file is made if there is none) after bringing it to the newest schema."""
        await asyncio.to_thread(migrate, address)
        return cls(address)

    async def close(self) -> None:
        """Do what was asked for, and close every connection; those that give no answer are ended."""
        ended = asyncio.gather(self._reads.close(), self._writes.close())
        while not (await asyncio.wait({ended}, timeout=CLOSE_SECONDS))[0]:
            for engine in (self._readers, self._writer):
                server.end_connections(engine)
        await ended

    async def write(
        self, job: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Return the result of a job that may write; nobody else writes between its first read and its end.

        It may be done twice before it counts once, so it changes rows and nothing else. Raises StorageError
        and what the job raises. Cancelling the wait does not undo what has begun.
        """
        with self.timed("write"):
            return await self._writes.run(lambda tx: job(tx, *args, **kwargs))

    async def read(
        self, job: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Return the result of a job that sees one state of the database and cannot write.

        Raises as `write` does.
        """
        with self.timed("read"):
            return await self._reads.run(lambda tx: job(tx, *args, **kwargs))

    def writing(self) -> AbstractContextManager[Connection]:
        """A transaction that may write, in this thread, which it blocks: for commands, not for the bot."""
        return transaction(self._writer)

    def reading(self) -> AbstractContextManager[Connection]:
        """A transaction that reads, in this thread, which it blocks: for commands, not for the bot."""
        return transaction(self._readers)
