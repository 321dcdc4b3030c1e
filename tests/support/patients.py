"""A local Discord or something in its place, and a data folder, for the doctor to look at."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Any

from bot.config import Settings
from bot.sandbox.common.types import Snowflake
from bot.sandbox.server import Server
from bot.sandbox.world.model import Emoji
from cogs.doctor.examination import examine
from cogs.doctor.lines import Line
from tests.support.command_process import of

ELSEWHERE = b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"
"""An answer that names another address."""


async def lines(settings: dict[str, Any]) -> list[Line]:
    """Return what the doctor says about a bot with these settings."""
    found: list[Line] = []
    await examine(Settings(_env_file=None, **settings), found.append)
    return found


async def examined(server: Server, data: Path, **settings: str) -> dict[str, Line]:
    """Return what the doctor says about a bot on a local Discord, by check; no check comes twice.

    An empty setting counts as none, as in the environment.
    """
    given = {**of(server, data), **settings}
    found = await lines({name: value for name, value in given.items() if value})
    by_check = {line.check: line for line in found}
    assert len(by_check) == len(found)
    return by_check


def put_emoji(server: Server, names: Iterable[str]) -> None:
    """Let the application have emoji with these names."""
    world = server.world
    for name in names:
        path = world.files.new_path()
        path.write_bytes(b"\x89PNG\r\n\x1a\n")
        number = Snowflake(world.ids.next())
        world.emojis[number] = Emoji(number, name, path, animated=False)


@contextlib.asynccontextmanager
async def answering(answer: bytes, *, over_and_over: bool = False) -> AsyncIterator[str]:
    """Something in Discord's place that says this to everybody; its address."""

    async def answered(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            await reader.readuntil(b"\r\n\r\n")
            writer.write(answer)
            while over_and_over:
                writer.write(b" " * 65536)
                await writer.drain()
        writer.close()

    server = await asyncio.start_server(answered, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


def page(body: bytes, head: bytes = b"", status: bytes = b"200 OK") -> bytes:
    """An answer with this body."""
    return b"HTTP/1.1 %b\r\n%bContent-Length: %d\r\n\r\n%b" % (status, head, len(body), body)
