"""The objects that the clients of one process share."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.heavy_work import HeavyWork
from bot.i18n import Languages
from bot.monitoring.metrics import Metrics
from bot.opponents.thinker import Thinker
from bot.service.watch.match_time import MatchTime
from bot.storage.owners.ownership import Ownership, SingleProcess
from cogs.content.pictures import Pictures
from cogs.gateway.reconnect import DEFAULT_TIMEOUTS, Timeouts
from cogs.platform.clock import Clock
from cogs.platform.load import PressLoad


@dataclass(frozen=True, slots=True)
class Shared:
    """The parts that a process has once, however many shards it serves."""

    ownership: Ownership = field(default_factory=SingleProcess)
    clock: Clock = field(default_factory=Clock)
    """Clock of this machine; a test passes another."""
    secret: Callable[[int], bytes] = os.urandom
    """Gives a number of bytes, from which a new match is dealt."""
    waits: Timeouts = DEFAULT_TIMEOUTS
    """The time that a lost connection is waited for before it is given up."""
    metrics: Metrics = field(default_factory=Metrics)
    thinker: Thinker = field(default_factory=Thinker)
    heavy: HeavyWork = field(default_factory=HeavyWork)
    load: PressLoad = field(default_factory=PressLoad)
    pictures: Pictures = field(default_factory=Pictures)
    languages: Languages = field(default_factory=Languages.load)
    time: MatchTime = field(init=False)

    def __post_init__(self) -> None:
        clock = self.clock
        object.__setattr__(self, "time", MatchTime(clock.now, clock.monotonic, clock.pulse))
