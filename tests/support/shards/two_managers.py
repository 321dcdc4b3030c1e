"""Two managers on one store, each of one of two shards; what they tell each other may be lost."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.config import Settings
from bot.ids import ChannelId, GuildId, MatchId
from bot.match.vocabulary import Place
from bot.service.context import ShardContext
from bot.service.manager import Manager
from bot.service.watch.match_time import MatchTime
from bot.shards import Shard
from bot.storage import Store
from bot.storage.owners.notices import LocalNotices, Notice
from engine.rules.options import make_rules
from tests.support.manager_fixture import (
    ANN,
    BEN,
    Recorder,
    RunningService,
    Watch,
    numbered_secrets,
    put_new_database,
    quick,
)
from tests.support.processes.databases import database

OTHER_GUILD = GuildId(1 << 22)
"""A server of shard 1; `PLACE` is one of shard 0."""
OTHER_PLACE = Place(OTHER_GUILD, ChannelId(20), "en")


class LossyNotices(LocalNotices):
    """Notices that are lost while a test wants it."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[Notice] = []
        self.lost = False

    async def publish(self, notice: Notice, by: Callable[[Notice], None] | None = None) -> None:
        """Tell everybody but `by`, unless it is lost."""
        self.told.append(notice)
        if not self.lost:
            await super().publish(notice, by)


@dataclass
class Pulse:
    """True seconds, of which a test lets some pass in which a process stands still."""

    still: float = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.still


@dataclass
class Two:
    """Both managers: `near` serves shard 0 and with it direct messages, `far` shard 1."""

    near: RunningService
    far: RunningService
    store: Store
    notices: LossyNotices
    far_pulse: Pulse

    async def stand_still(self, seconds: float) -> None:
        """Let time pass in which the process of `far` stands still; it notes that it goes on."""
        self.near.turn(seconds)
        self.far_pulse.still += seconds
        await self.far.manager._runner._record_heartbeat()

    async def far_match(self) -> MatchId:
        """A match of Ann and Ben on shard 1, played with the manager that serves it."""
        manager = self.far.manager
        view = await manager.open_lobby(OTHER_PLACE, ANN, make_rules("classic"))
        await manager.join(view.match, BEN)
        await manager.start_match(view.match, ANN.user)
        await self.far.draw(view.match)
        return view.match


@asynccontextmanager
async def two_managers(folder: Path, settings: Settings | None = None) -> AsyncIterator[Two]:
    """Both on the database in a folder, started, and closed at the end."""
    put_new_database(folder)
    store, notices, watch = await Store.open(database(folder)), LossyNotices(), Watch()
    secret, services, pulses = numbered_secrets(), [], (Pulse(), Pulse())
    for number in range(2):
        recorder = Recorder()
        context = ShardContext(Shard(number, 2), notices, is_leader=lambda number=number: number == 0)  # type: ignore[misc]
        manager = Manager(
            *(store, settings or quick(), recorder),
            now=watch,
            time=MatchTime(watch, watch.monotonic, pulses[number]),
            secret=secret,
            context=context,
        )
        services.append(RunningService(manager, store, recorder, watch))
    try:
        for service in services:
            await service.manager.start()
        yield Two(services[0], services[1], store, notices, pulses[1])
    finally:
        for service in services:
            await service.manager.close()
        await store.close()
