"""The limit of uses of a channel: by the clock, which a test moves."""

from __future__ import annotations

import pytest

from bot.ids import ChannelId
from cogs.platform.throttle import OncePerKey, Throttle
from tests.support.manual_clock import ManualClock

SECONDS = 20.0
HERE, THERE = ChannelId(1), ChannelId(2)


@pytest.fixture
def clock() -> ManualClock:
    """A clock that stands still until it is moved."""
    return ManualClock()


@pytest.fixture
def throttle(clock: ManualClock) -> Throttle[ChannelId]:
    """Twenty seconds between two uses of a channel."""
    return Throttle(SECONDS, clock)


async def test_a_use_that_took_a_while_counts_from_when_it_was_there(
    throttle: Throttle[ChannelId], clock: ManualClock
) -> None:
    """A use that began earlier keeps the channel for the whole time from the later moment."""
    assert throttle.acquire(HERE)
    await clock.move(12)
    assert throttle.seconds_left(HERE) == SECONDS - 12
    throttle.record_use(HERE)
    assert throttle.seconds_left(HERE) == SECONDS
    await clock.move(SECONDS - 1)
    assert not throttle.acquire(HERE)
    assert throttle.seconds_left(HERE) == 1, "asking in vain changes nothing"
    await clock.move(1)
    assert throttle.acquire(HERE)


async def test_a_use_that_nobody_asked_for_counts_too(
    throttle: Throttle[ChannelId], clock: ManualClock
) -> None:
    """Of that channel alone; one whose time is over is not remembered."""
    throttle.record_use(HERE)
    assert (throttle.seconds_left(HERE), throttle.seconds_left(THERE)) == (SECONDS, 0)
    assert throttle.acquire(THERE) and len(throttle) == 2
    await clock.move(SECONDS)
    assert (throttle.seconds_left(HERE), throttle.seconds_left(THERE)) == (0, 0)
    assert len(throttle) == 0


async def test_who_queues_waits_behind_the_others(throttle: Throttle[ChannelId], clock: ManualClock) -> None:
    """Each has the channel for its time, whenever they come."""
    assert [throttle.reserve(HERE) for _ in range(3)] == [0, SECONDS, 2 * SECONDS]
    await clock.move(SECONDS)
    assert throttle.seconds_left(HERE) == 2 * SECONDS
    assert throttle.reserve(HERE) == 2 * SECONDS


def test_what_is_used_once_is_free_again_where_nothing_came_of_it_or_it_is_forgotten() -> None:
    """The oldest are forgotten first."""
    once = OncePerKey[ChannelId](2)
    assert once.acquire(HERE) and not once.acquire(HERE)
    once.release(HERE)
    assert HERE not in once
    for number in (1, 2, 3):
        assert once.acquire(ChannelId(number))
    assert HERE not in once and THERE in once
