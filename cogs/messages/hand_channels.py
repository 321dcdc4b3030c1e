"""Channels into which the hands of a whole arena come: how busy they are, and what is out of sight there.

Discord lets some thirty follow-ups a minute into one channel, so people report; edits do not count. A hand
that comes anew is better: somebody may have dismissed the old one, of which Discord tells nobody.
"""

from __future__ import annotations

from collections import deque
from datetime import UTC, datetime, timedelta

from cachetools import LRUCache

from bot.ids import ChannelId
from cogs.messages.writer import BURIED
from cogs.platform.clock import Clock

MINUTE = timedelta(minutes=1)
MOST = 20
"""Hands that come anew into a channel in a minute; further ones are edits. The rest is for answers."""
LONG_AGO = datetime.fromtimestamp(0, UTC)
CHANNELS = 500
"""The channels that are remembered, those that were used last."""


class HandChannels:
    """The channels of one process."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._came = LRUCache[ChannelId, deque[datetime]](CHANNELS)
        self._sent = LRUCache[ChannelId, deque[datetime]](CHANNELS)

    def came(self, channel: ChannelId) -> None:
        """Take note that a message came into a channel, maybe below hands."""
        self._came.setdefault(channel, deque(maxlen=BURIED)).append(self._clock.passing())

    def sent(self, channel: ChannelId) -> None:
        """Take note that a hand was sent into a channel."""
        self._sent.setdefault(channel, deque(maxlen=MOST)).append(self._clock.passing())

    def in_sight_since(self, channel: ChannelId) -> datetime:
        """Return since when what somebody saw in a channel is still in sight, as far as is known."""
        came = self._came.get(channel)
        return came[0] if came is not None and len(came) == BURIED else LONG_AGO

    def is_full(self, channel: ChannelId) -> bool:
        """Whether no further hand should be sent into a channel within this minute."""
        sent = self._sent.get(channel)
        return sent is not None and len(sent) == MOST and sent[0] > self._clock.passing() - MINUTE
