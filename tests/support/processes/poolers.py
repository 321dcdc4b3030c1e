"""Poolers between a bot and its PostgreSQL database: Debian's PgBouncer, and a small one of our own.

Both hand each transaction of a client to a connection of their own, or keep one for each client (`session`).
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
from sqlalchemy import URL

from tests.support.processes.databases import Server, user_of_server
from tests.support.waiting import until_in_thread

PGBOUNCER = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
"""Debian's, if it is installed."""
ASKS_FOR_ENCRYPTION = (80877103, 80877104)
CANCELS = 80877102
VERSION_3 = (3 << 16).to_bytes(4)
CONFIGURATION = """
[databases]
* = host={server} user=koikoi
[pgbouncer]
unix_socket_dir = {folder}
listen_addr =
auth_type = any
pool_mode = {mode}
"""


@contextlib.contextmanager
def pgbouncer(database: str, *, session: bool) -> Iterator[URL]:
    """PgBouncer before the run's server; the address of a database through it."""
    assert PGBOUNCER is not None
    server = Server.of_run()
    with tempfile.TemporaryDirectory(prefix="koikoi-pb-") as name:
        folder, user = Path(name), user_of_server()
        mode = "session" if session else "transaction"
        file = folder / "pgbouncer.ini"
        file.write_text(CONFIGURATION.format(server=server.folder, folder=folder, mode=mode))
        if user is not None:
            shutil.chown(folder, user)
            shutil.chown(file, user)
        process = subprocess.Popen([PGBOUNCER, "--quiet", str(file)], user=user, cwd="/")
        url = server.url(database).set(query={"host": str(folder)}, port=6432)
        try:
            _wait_for(url)
            yield url
        finally:
            process.terminate()
            process.wait()


def _wait_for(url: URL) -> None:
    address = url.set(drivername="postgresql").render_as_string(hide_password=False)

    def takes_us() -> bool:
        try:
            psycopg.connect(address).close()
        except psycopg.OperationalError:
            return False
        return True

    until_in_thread(takes_us, why=f"no pooler at {address}")


@dataclass(eq=False)
class _Connection:
    """One of the pooler's own connections to the server."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    greeting: bytes = b""
    """The server's greeting."""
    key: bytes = b""
    """The message with the number of the server's process."""

    async def message(self) -> tuple[bytes, bytes]:
        """The next one: its type, and all of it."""
        head = await self.reader.readexactly(5)
        return head[:1], head + await self.reader.readexactly(int.from_bytes(head[1:]) - 4)


class Pooler:
    """A pooler with a few connections, which clients get in turn, or the last used one first.

    A `frank` one tells its clients the process of its first connection, as if there were no pooler.
    """

    def __init__(self, database: str, *, size: int = 3, turns: bool = True, frank: bool = False) -> None:
        self.session = False
        """Whether a client keeps its connection; may be changed at any time."""
        self._database, self._size, self._frank = database, size, frank
        self._free: asyncio.Queue[_Connection] = asyncio.Queue() if turns else asyncio.LifoQueue()
        self._first: _Connection | None = None

    async def open(self, socket: Path) -> asyncio.Server:
        """Connect to the server, then wait for clients."""
        for _ in range(self._size):
            self._free.put_nowait(await self._connected())
        return await asyncio.start_unix_server(self._serve, socket)

    async def _connected(self) -> _Connection:
        there = _Connection(
            *await asyncio.open_unix_connection(str(Server.of_run().folder / ".s.PGSQL.5432"))
        )
        parameters = f"user\0koikoi\0database\0{self._database}\0\0".encode()
        there.writer.write((8 + len(parameters)).to_bytes(4) + VERSION_3 + parameters)
        kind = b""
        while kind != b"Z":
            kind, message = await there.message()
            there.greeting += message if kind == b"S" else b""
            there.key = message if kind == b"K" else there.key
        self._first = self._first or there
        return there

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        held: _Connection | None = None
        try:
            if not await self._greeted(reader, writer):
                return
            asked = b""
            while True:
                head = await reader.readexactly(5)
                asked += head + await reader.readexactly(int.from_bytes(head[1:]) - 4)
                if head[:1] in b"QS":
                    held = held or await self._free.get()
                    idle = await _answered(asked, held, writer)
                    asked = b""
                    if idle and not self.session:
                        self._free.put_nowait(held)
                        held = None
                elif head[:1] == b"X":
                    return
        except (asyncio.IncompleteReadError, OSError):
            return
        finally:
            writer.close()
            if held is not None:
                held.writer.close()
                self._free.put_nowait(await self._connected())

    async def _greeted(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Let a client in, whatever it asks for; whether it stays."""
        while True:
            size = int.from_bytes(await reader.readexactly(4))
            code = int.from_bytes((await reader.readexactly(size - 4))[:4])
            if code == CANCELS:
                return False
            if code not in ASKS_FOR_ENCRYPTION:
                break
            writer.write(b"N")
        assert self._first is not None
        key = self._first.key if self._frank else b"K\0\0\0\x0c" + secrets.token_bytes(8)
        writer.write(b"R\0\0\0\x08\0\0\0\0" + self._first.greeting + key + b"Z\0\0\0\x05I")
        return True


async def _answered(asked: bytes, there: _Connection, back: asyncio.StreamWriter) -> bool:
    """Carry a question and its answer; whether the transaction is over."""
    there.writer.write(asked)
    while True:
        kind, message = await there.message()
        back.write(message)
        if kind == b"Z":
            return message[-1:] == b"I"


@contextlib.contextmanager
def our_own(pooler: Pooler, database: str) -> Iterator[URL]:
    """A pooler in a thread of its own; the address of its database through it."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    with tempfile.TemporaryDirectory(prefix="koikoi-pb-") as folder:
        thread.start()
        opening = pooler.open(Path(folder) / ".s.PGSQL.5432")
        listening = asyncio.run_coroutine_threadsafe(opening, loop).result()
        try:
            yield Server.of_run().url(database).set(query={"host": folder})
        finally:
            asyncio.run_coroutine_threadsafe(_ended(listening), loop).result()
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            loop.close()


async def _ended(listening: asyncio.Server) -> None:
    listening.close()
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
