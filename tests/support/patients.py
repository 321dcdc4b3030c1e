"""A local Discord and a data folder for the doctor to look at."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bot.config import Settings
from bot.sandbox.common.types import Snowflake
from bot.sandbox.server import Server
from bot.sandbox.world.model import Emoji
from cogs.doctor.examination import examine
from cogs.doctor.lines import Line
from tests.support.command_process import of

PATIENCE = 60.0


async def lines(settings: dict[str, Any]) -> list[Line]:
    """Return what the doctor says about a bot with these settings."""
    found: list[Line] = []
    async with asyncio.timeout(PATIENCE):
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
