"""Turns of channels, a certain time apart."""

from __future__ import annotations

import asyncio

from bot.match.vocabulary import ChannelId


class Pace:
    """When each channel may be used again. One that may be used at once is not remembered."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._free_at: dict[ChannelId, float] = {}

    def __len__(self) -> int:
        """How many channels had to wait when one was last asked for."""
        return len(self._free_at)

    def queue(self, channel: ChannelId) -> float:
        """Take the channel's next turn; the seconds until it comes."""
        now = self._now()
        mine = self._free_at.get(channel, now)
        self._free_at[channel] = mine + self._seconds
        return mine - now

    def take(self, channel: ChannelId) -> bool:
        """Take the channel's turn if it has come; if not, nothing changes."""
        now = self._now()
        if channel in self._free_at:
            return False
        self._free_at[channel] = now + self._seconds
        return True

    def _now(self) -> float:
        now = asyncio.get_running_loop().time()
        self._free_at = {channel: at for channel, at in self._free_at.items() if at > now}
        return now
