"""Bots of one sandbox, each a process with a data folder of its own, and what their databases use."""

from __future__ import annotations

import contextlib
import os
from collections.abc import AsyncIterator
from pathlib import Path

from bot.sandbox.client.bot_process import BotProcess, LogRing
from bot.sandbox.server import Server
from tests.support.bench.crowd import COMMAND, Usage
from tests.support.processes import databases

KINDS = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


@contextlib.asynccontextmanager
async def bot(server: Server, folder: Path, name: str = "", **settings: int) -> AsyncIterator[Bot]:
    """A process that is not started yet, on the folder's database; it is ended with this.

    `name` is that of its data folder, where it does not have that of the database.
    """
    made = Bot(server, folder, name, settings)
    try:
        yield made
    finally:
        await made.process.stop()


class Bot:
    """One process of the bot."""

    def __init__(self, server: Server, folder: Path, name: str, settings: dict[str, int]) -> None:
        self.log = LogRing()
        self.process = BotProcess(COMMAND, self.log)
        self.process.environment = {
            **server.bot.environment,
            **databases.environment(folder),
            **{f"KOIKOI_{key.upper()}": str(value) for key, value in settings.items()},
            "KOIKOI_DATA": str(folder / name),
        }

    @property
    def pid(self) -> int:
        """The process's id."""
        return int(str(self.process.view()["pid"]))

    def said(self, text: str) -> int:
        """In how many lines of its log something stands."""
        return sum(text in line.text for line in self.log.after(0))


def server_processor() -> float:
    """Processor seconds that the database's server has used, those of its ended processes included."""
    if not databases.on_server():
        return 0.0
    first = (Path(os.environ[databases.FOLDER]) / "data" / "postmaster.pid").read_text(encoding="ascii")
    root = int(first.splitlines()[0])
    return Usage.of(root).processor
