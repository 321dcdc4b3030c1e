"""The process for work that nobody waits for."""

from __future__ import annotations

import asyncio
import os
from multiprocessing import get_context
from multiprocessing.connection import Connection

import pytest

from bot.opponents import background
from bot.opponents.background import NICE, BackgroundProcess, WorkLostError
from tests.support import waiting


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


def hold(telling: Connection) -> None:
    """Tell of a process for work in the background, and keep it busy for ever."""

    async def work() -> None:
        process = BackgroundProcess()
        telling.send((await process.run(where))[0])
        await process.run(endless)

    asyncio.run(work())


def runs(number: int) -> bool:
    """Whether there is a process of this number."""
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


async def test_no_work_outlives_a_killed_bot() -> None:
    """Else it would take a core beside the work of the next start."""
    context = get_context("spawn")
    hearing, telling = context.Pipe(duplex=False)
    bot = context.Process(target=hold, args=(telling,))
    bot.start()
    number = await asyncio.to_thread(hearing.recv)
    bot.kill()
    await asyncio.to_thread(bot.join)
    await waiting.until(lambda: not runs(number), why="the process of a killed bot goes on")


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
