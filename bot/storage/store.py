"""The database as the rest of the bot sees it: transactions, and a group for each table.

A transaction either happens as a whole or raises `StorageTrouble` and has changed nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Self

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.database import engines
from bot.storage.database.migrate import migrate
from bot.storage.database.trouble import translated
from bot.storage.hands import Hands
from bot.storage.messages import MessageKind, Messages
from bot.storage.presses import Presses


class Store:
    """One open database. Make it with `open`; `close` it at the end."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._writer = engines.writer(path)
        self._readers = engines.readers(path)
        self.hands = Hands(self)
        """The private hands that are shown."""
        self.presses = Presses(self)
        """Each user's own last press of a match, on whose token a hand may be dealt."""
        self.table_messages = Messages(self, MessageKind.TABLE)
        """The public message of each match."""
        self.result_messages = Messages(self, MessageKind.RESULT)
        """The result message of each match."""
        self.reminder_messages = Messages(self, MessageKind.REMINDER)
        """The message that has reminded whoever is to move, until they do; maybe one to them alone."""

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open the file (made if there is none) after bringing it to the newest schema."""
        await asyncio.to_thread(migrate, path)
        return cls(path)

    async def close(self) -> None:
        """Close every connection."""
        await self._readers.dispose()
        await self._writer.dispose()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that may write; nobody else writes between its first read and its end."""
        with translated():
            async with self._writer.begin() as connection:
                yield connection

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that reads one state of the database and cannot write."""
        with translated():
            async with self._readers.begin() as connection:
                yield connection
