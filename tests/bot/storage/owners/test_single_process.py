"""The ownership of a process that is alone with its database: its turns to identify are its own to give."""

from __future__ import annotations

import asyncio

import pytest

from bot.storage.owners import ownership
from bot.storage.owners.ownership import SingleProcess

PAUSE = 0.3


async def test_shards_of_one_bucket_identify_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """The turns come in the order in which they are asked for, with a pause between them; a shard's own turns
    too.
    """
    monkeypatch.setattr(ownership, "IDENTIFY_SECONDS", PAUSE)
    alone, given = SingleProcess(), list[tuple[float, int]]()

    async def identify(shard: int) -> None:
        await alone.identify_turn(shard, 1)
        given.append((asyncio.get_running_loop().time(), shard))

    began = asyncio.get_running_loop().time()
    await asyncio.gather(*map(identify, (0, 1, 2, 0)))
    assert [shard for _, shard in given] == [0, 1, 2, 0]
    # The loop may wake somebody by its clock's resolution too early; a busy machine wakes them late.
    assert all(at - began >= 0.9 * PAUSE * turn for turn, (at, _) in enumerate(given))


async def test_a_bucket_that_is_taken_keeps_no_other_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two buckets shards 0 and 1 have one each at once, though 0's is taken for hours; 2 waits for 0."""
    monkeypatch.setattr(ownership, "IDENTIFY_SECONDS", 3600.0)
    alone = SingleProcess()
    await alone.identify_turn(0, 2)
    second = asyncio.create_task(alone.identify_turn(2, 2))
    await alone.identify_turn(1, 2)
    assert not second.done()
    second.cancel()


async def test_who_is_alone_leads_and_loses_nothing() -> None:
    """From the start, and for ever."""
    alone = SingleProcess()
    await alone.wait_until_leader()
    lost = asyncio.create_task(alone.lost())
    await asyncio.sleep(0)
    assert alone.is_leader
    assert not lost.done()
    lost.cancel()
