"""Channels into which an arena's hands come: full for a minute, and what was pushed out of sight there."""

from __future__ import annotations

from bot.ids import ChannelId
from cogs.messages.hand_channels import LONG_AGO, MOST, HandChannels
from cogs.messages.writer import BURIED
from tests.support.manual_clock import ManualClock

HERE, THERE = ChannelId(1), ChannelId(2)


async def test_a_channel_is_full_until_its_first_hand_is_a_minute_old() -> None:
    """Each channel by itself."""
    clock = ManualClock()
    channels = HandChannels(clock)
    for _ in range(MOST):
        assert not channels.is_full(HERE)
        channels.sent(HERE)
        await clock.move(1)
    assert channels.is_full(HERE) and not channels.is_full(THERE)
    await clock.move(60 - MOST)
    assert not channels.is_full(HERE)
    channels.sent(HERE)
    assert channels.is_full(HERE)


async def test_some_messages_later_what_somebody_saw_is_out_of_sight() -> None:
    """Fewer messages leave it in sight."""
    clock = ManualClock()
    channels = HandChannels(clock)
    for _ in range(BURIED - 1):
        channels.came(HERE)
    assert channels.in_sight_since(HERE) == LONG_AGO
    first = clock.passing()
    await clock.move(5)
    channels.came(HERE)
    assert channels.in_sight_since(HERE) == first
    await clock.move(5)
    channels.came(HERE)
    assert channels.in_sight_since(HERE) == first
    assert channels.in_sight_since(THERE) == LONG_AGO
