"""Discord's shards: which of them this process serves, and on which one a server is."""

from __future__ import annotations

import re
from dataclasses import dataclass

TIME_BITS = 22
"""The lower bits of an id, which tell nothing of its time; Discord splits servers by the rest."""


def number_of(guild: int | None, count: int) -> int:
    """Return the shard, of `count`, on which a server is; direct messages are on the first."""
    return 0 if guild is None else (guild >> TIME_BITS) % count


@dataclass(frozen=True, slots=True)
class Shard:
    """One of Discord's shards, as the client that serves it knows it."""

    number: int = 0
    count: int = 1

    def owns(self, guild: int | None) -> bool:
        """Whether this server's events come here; None: a direct message's."""
        return number_of(guild, self.count) == self.number

    def of(self, guild: int | None) -> Shard:
        """The shard, of as many, on which a server is."""
        return Shard(number_of(guild, self.count), self.count)


WHOLE = Shard()
"""All servers, of a bot that is not split."""


@dataclass(frozen=True, slots=True)
class Sharding:
    """The numbers of shards and processes, and the number of this process (from 0)."""

    shards: int = 1
    processes: int = 1
    process: int = 0

    @property
    def own(self) -> tuple[Shard, ...]:
        """The shards that this process serves."""
        numbers = range(self.process, self.shards, self.processes)
        return tuple(Shard(number, self.shards) for number in numbers)

    def __str__(self) -> str:
        numbers = "all" if self.processes == 1 else ", ".join(str(shard.number) for shard in self.own)
        return f"{numbers} of {self.shards}"


def trailing_number(host: str) -> int | None:
    """The number at the end of a machine's name, as an orchestrator gives one: 2 of `koikoi-2`."""
    found = re.search(r"(\d+)$", host.partition(".")[0])
    return int(found[1]) if found else None
