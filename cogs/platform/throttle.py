"""The limits of uses: after a pause of some seconds, or only once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.ids import ChannelId, GuildId, UserId
from cogs.platform.clock import Clock

K = TypeVar("K", bound=Hashable)


class Throttle(Generic[K]):
    """The time when each key may be used again: a channel, or a person in one.

    One that is free is not remembered.
    """

    def __init__(self, seconds: float, clock: Clock) -> None:
        self._seconds = seconds
        self._clock = clock
        self._free_at: dict[K, float] = {}

    def __len__(self) -> int:
        """Return the number of keys that had to wait when one was last asked for."""
        return len(self._free_at)

    def reserve(self, key: K) -> float:
        """Reserve the next use of a key; the seconds until it may be used."""
        now = self._now()
        mine = self._free_at.get(key, now)
        self._free_at[key] = mine + self._seconds
        return mine - now

    def acquire(self, key: K) -> bool:
        """Use a key now if it may be used; if not, nothing changes."""
        if self.seconds_left(key) > 0:
            return False
        self.record_use(key)
        return True

    def record_use(self, key: K) -> None:
        """A key has been used just now: what took a while to be made counts from when it was there."""
        self._free_at[key] = self._now() + self._seconds

    def release(self, key: K) -> None:
        """Take the last use of a key back: nothing came of it."""
        self._free_at.pop(key, None)

    def seconds_left(self, key: K) -> float:
        """Seconds until a key may be used; 0 where it may be used now."""
        now = self._now()
        return self._free_at.get(key, now) - now

    def _now(self) -> float:
        now = self._clock.monotonic()
        self._free_at = {key: at for key, at in self._free_at.items() if at > now}
        return now


class OncePerKey(Generic[K]):
    """The keys that were used: each can be used once. Of more than `most` keys the oldest are forgotten."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._used: OrderedDict[K, None] = OrderedDict()

    def __contains__(self, key: K) -> bool:
        return key in self._used

    def acquire(self, key: K) -> bool:
        """Use a key; return False, and change nothing, where it was used before."""
        if key in self._used:
            return False
        self._used[key] = None
        while len(self._used) > self._most:
            self._used.popitem(last=False)
        return True

    def release(self, key: K) -> None:
        """Take the use of a key back: nothing came of it."""
        self._used.pop(key, None)


@dataclass(frozen=True, slots=True)
class Throttles:
    """The limits of a channel's edits and reposts, and of a host's calls of a role."""

    edits: Throttle[ChannelId]
    reposts: Throttle[ChannelId]
    role_calls: Throttle[tuple[GuildId, UserId]]
    """Of the host whose open tables call a server's role."""
