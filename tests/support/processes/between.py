"""Something between a bot and its database that can fail: a way by TCP to a PostgreSQL server."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from sqlalchemy import URL

from tests.support.processes.databases import Server

PIECE = 65_536


class Way:
    """A port of this machine behind which the server is, as long as the way is good."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._open = asyncio.Event()
        self._open.set()
        self._refuses = False
        self._both: set[asyncio.StreamWriter] = set()
        self.port = 0
        self.connections = 0
        """The number of connections so far."""
        self.swallowed = 0
        """The number of pieces that did not go through at once."""

    def address(self, database: str) -> URL:
        """The address of a database by this way."""
        return self._server.url(database).set(host="127.0.0.1", port=self.port, query={})

    def swallow(self) -> None:
        """Let nothing come through, and tell nobody: what is sent is taken, no answer comes."""
        self._open.clear()

    def cut(self) -> None:
        """End every connection, and take no new one."""
        self._refuses = True
        for each in self._both:
            each.transport.abort()

    def mend(self) -> None:
        """Be good again."""
        self._refuses = False
        self._open.set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry one connection."""
        if self._refuses:
            writer.transport.abort()
            return
        self.connections += 1
        try:
            there, back = await asyncio.open_unix_connection(str(self._server.folder / ".s.PGSQL.5432"))
        except OSError:  # the server itself is away
            writer.transport.abort()
            return
        ends = {writer, back}
        self._both |= ends
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._carry(reader, back))
                group.create_task(self._carry(there, writer))
        except* (OSError, asyncio.CancelledError):
            pass
        finally:
            self._both -= ends
            for each in ends:
                each.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while piece := await reader.read(PIECE):
            self.swallowed += not self._open.is_set()
            await self._open.wait()
            writer.write(piece)
            await writer.drain()
        raise ConnectionResetError  # one end is gone: so is the other


@contextlib.asynccontextmanager
async def way(server: Server | None = None) -> AsyncIterator[Way]:
    """A way that is good; without a `server` to that of the run."""
    made = Way(server or Server.of_run())
    listening = await asyncio.start_server(made.serve, "127.0.0.1", 0)
    made.port = listening.sockets[0].getsockname()[1]
    try:
        yield made
    finally:
        made.mend()
        made.cut()
        listening.close()
