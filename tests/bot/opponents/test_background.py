"""The process for work that nobody waits for."""

from __future__ import annotations

import os

import pytest

from bot.opponents import background
from bot.opponents.background import NICE, BackgroundProcess, WorkLostError


def where() -> tuple[int, int]:
    """Return the process and its priority."""
    return os.getpid(), os.nice(0)


def dying() -> None:
    """Take the process along."""
    os._exit(1)


def failing() -> None:
    """Raise what its caller is to see."""
    raise LookupError("nothing")


def endless() -> None:
    """Never answer."""
    while True:
        pass


async def test_work_is_done_beside_at_a_low_priority(monkeypatch: pytest.MonkeyPatch) -> None:
    """In one process for all of it, which ends when it has rested."""
    monkeypatch.setattr(background, "NICE", NICE)
    process = BackgroundProcess()
    try:
        assert not process.runs
        first, nice = await process.run(where)
        assert first != os.getpid() and nice == min(19, os.nice(0) + NICE)
        assert await process.run(where) == (first, nice)
        await process.rest()
        rested = [process.runs]
        await process.rest(0.0)
        assert [*rested, process.runs] == [True, False]
        with pytest.raises(ProcessLookupError):
            os.kill(first, 0)
        with pytest.raises(LookupError):
            await process.run(failing)
    finally:
        await process.close()


@pytest.mark.outside
async def test_lost_work_is_told_and_the_next_is_done() -> None:
    """Whether its process has died, or the work was too slow."""
    process = BackgroundProcess()
    try:
        with pytest.raises(WorkLostError):
            await process.run(dying)
        assert (await process.run(where))[0] != os.getpid()
    finally:
        await process.close()
    slow = BackgroundProcess(most_seconds=0.1)
    try:
        with pytest.raises(WorkLostError):
            await slow.run(endless)
    finally:
        await slow.close()
