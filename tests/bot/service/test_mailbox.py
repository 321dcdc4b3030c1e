"""The serial mailbox."""

from __future__ import annotations

import asyncio

import pytest

from bot.service.mailbox import Mailbox


async def test_jobs_are_done_one_after_another() -> None:
    """A job begins when the one before it has ended."""
    mailbox, told = Mailbox(), list[str]()

    async def job(name: str) -> str:
        told.append(f"{name} begins")
        await asyncio.sleep(0)
        told.append(f"{name} ends")
        return name

    answers = await asyncio.gather(*(mailbox.do(lambda name=name: job(name)) for name in "abc"))  # type: ignore[misc]
    assert answers == ["a", "b", "c"]
    assert told == [f"{name} {what}" for name in "abc" for what in ("begins", "ends")]


async def test_an_error_is_the_askers_and_the_next_job_is_done() -> None:
    """Each asker gets his own answer or error."""
    mailbox = Mailbox()

    async def good() -> int:
        return 1

    async def bad() -> int:
        raise ValueError

    results = await asyncio.gather(mailbox.do(bad), mailbox.do(good), mailbox.do(bad), return_exceptions=True)
    assert [type(result) for result in results] == [ValueError, int, ValueError]


async def test_a_job_is_done_though_nobody_waits() -> None:
    """Cancelling the asker leaves the job to its end, and `settle` waits for it."""
    mailbox, done = Mailbox(), asyncio.Event()

    async def job() -> None:
        await asyncio.sleep(0.01)
        done.set()

    asker = asyncio.create_task(mailbox.do(job))
    await asyncio.sleep(0)
    asker.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asker
    await mailbox.settle()
    assert done.is_set()
