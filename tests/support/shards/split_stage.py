"""A stage whose bot is several processes on one PostgreSQL database, each by a way of its own to it."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

from sqlalchemy import URL

from bot.sandbox.client.bot_process import BotProcess
from bot.shards import Sharding
from tests.support.e2e.e2e_stage import (
    BOT_MAIN,
    QUICK_BOT,
    Stage,
    must_fit_the_document,
    put_emojis,
    record_beside,
    speak,
)
from tests.support.manager_fixture import put_new_database
from tests.support.processes import databases
from tests.support.processes.between import Way, way
from tests.support.processes.forked import spawn
from tests.support.sandbox.client import QUICK, start_server

SHARDS, PROCESSES = 4, 2
SERVERS = ("north", "east", "south")
"""Beside the first one, which is on shard 0: those on shards 1, 2 and 3."""


@dataclass(slots=True)
class Part:
    """A process with its way to the database; several may have one number."""

    number: int
    process: BotProcess
    way: Way

    @property
    def shards(self) -> set[int]:
        """Return the shards that it serves."""
        return {shard.number for shard in Sharding(SHARDS, PROCESSES, self.number).own}


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitStage(Stage):
    """Two processes with two shards each."""

    stack: AsyncExitStack
    record: Path
    seed: int
    parts: list[Part] = field(default_factory=list)
    folders: Iterator[int] = field(default_factory=itertools.count)

    async def add(self, number: int, **settings: str) -> Part:
        """Start a process of this number; one beside another of the same waits until that is gone."""
        between = await self.stack.enter_async_context(way())
        process = BotProcess((*BOT_MAIN, str(self.seed)), self.server.log, spawn)
        database = databases.database(self.data)
        assert isinstance(database, URL)
        assert database.database is not None
        own: dict[str, object] = {
            "token": self.server.token,
            "discord": self.server.url,
            "data": self.data.with_name(f"{self.data.name}-{next(self.folders)}"),
            "database": databases.text_of(between.address(database.database)),
            "shards": SHARDS,
            "processes": PROCESSES,
            "process": number,
        }
        process.environment = {
            f"KOIKOI_{name.upper()}": str(value) for name, value in {**QUICK_BOT, **own, **settings}.items()
        }
        part = Part(number, process, between)
        self.parts.append(part)
        self.stack.push_async_callback(process.kill)
        await process.start()
        return part

    def served(self) -> set[int]:
        """The shards that have a connection now."""
        return {each.shard[0] for each in self.server.gateway.sessions.values() if each.sink is not None}

    def connections(self) -> set[object]:
        """Return the connections of the shards now: other ones after one was away."""
        return {each.sink for each in self.server.gateway.sessions.values() if each.sink is not None}

    async def serves(self, wanted: set[int]) -> None:
        """Wait until these shards are connected, and no others."""
        await self.until(lambda: self.served() == wanted, lambda: f"serves {self.served()}")

    async def serves_anew(self, shards: set[int], before: set[object]) -> None:
        """Wait until these shards have other connections than `before`, and all shards have one."""

        def anew() -> bool:
            sessions = self.server.gateway.sessions.values()
            sinks = {each.shard[0]: each.sink for each in sessions if each.sink is not None}
            return set(sinks) == set(range(SHARDS)) and not {sinks[each] for each in shards} & before

        await self.until(anew, lambda: f"serves {self.served()}")

    def give_up(self) -> None:
        """Nobody waits any longer for a process that was harmed: what was not acknowledged has failed."""
        for interaction in list(self.server.world.interactions.values()):
            self.server.interactions.expire(interaction)


@contextlib.asynccontextmanager
async def split_stage(
    data: Path, *, processes: Sequence[int] = range(PROCESSES), seed: int = 1, **settings: str
) -> AsyncIterator[SplitStage]:
    """A sandbox with a server on each of four shards, and the bot in all of them."""
    quick = replace(QUICK, max_concurrency=SHARDS, advised_shards=SHARDS)
    record = record_beside(data)
    async with start_server(quick, record=record) as (server, sandbox), AsyncExitStack() as stack:
        put_emojis(server)
        put_new_database(data)
        for name in SERVERS:
            await sandbox.add_server(name)
        speak(data, server, "en")
        here = SplitStage(server=server, sandbox=sandbox, data=data, stack=stack, record=record, seed=seed)
        for number in processes:
            await here.add(number, **settings)
        await here.serves({shard for part in here.parts for shard in part.shards})
        yield here
    must_fit_the_document(record)
