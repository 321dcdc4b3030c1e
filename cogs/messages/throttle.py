"""How often a channel may be used: at least so many seconds lie between two uses."""

from __future__ import annotations

from dataclasses import dataclass

from bot.match.vocabulary import ChannelId
from cogs.clock import Clock


class Throttle:
    """When each channel may be used again. One that may be used at once is not remembered."""

    def __init__(self, seconds: float, clock: Clock) -> None:
        self._seconds = seconds
        self._clock = clock
        self._free_at: dict[ChannelId, float] = {}

    def __len__(self) -> int:
        """How many channels had to wait when one was last asked for."""
        return len(self._free_at)

    def queue(self, channel: ChannelId) -> float:
        """Reserve the next use of a channel; the seconds until it may be used."""
        now = self._now()
        mine = self._free_at.get(channel, now)
        self._free_at[channel] = mine + self._seconds
        return mine - now

    def take(self, channel: ChannelId) -> bool:
        """Use a channel now if it may be used; if not, nothing changes."""
        if self.left(channel) > 0:
            return False
        self.used(channel)
        return True

    def used(self, channel: ChannelId) -> None:
        """A channel has been used just now: what took a while to be made counts from when it was there."""
        self._free_at[channel] = self._now() + self._seconds

    def left(self, channel: ChannelId) -> float:
        """Seconds until a channel may be used; 0 where it may be used now."""
        now = self._now()
        return self._free_at.get(channel, now) - now

    def _now(self) -> float:
        now = self._clock.monotonic()
        self._free_at = {channel: at for channel, at in self._free_at.items() if at > now}
        return now


@dataclass(frozen=True, slots=True)
class Pace:
    """How often the tables of a channel may be edited, and posted again."""

    edits: Throttle
    reposts: Throttle
