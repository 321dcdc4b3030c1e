"""The serial mailbox."""

from __future__ import annotations

import asyncio
import gc

import pytest

from bot.background_tasks import finish_even_if_cancelled
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
    """Each asker gets their own answer or error."""
    mailbox = Mailbox()

    async def good() -> int:
        return 1

    async def bad() -> int:
        raise ValueError

    results = await asyncio.gather(mailbox.do(bad), mailbox.do(good), mailbox.do(bad), return_exceptions=True)
    assert [type(result) for result in results] == [ValueError, int, ValueError]


async def test_a_job_is_done_though_nobody_waits() -> None:
    """Cancelling the asker leaves the job to its end, and `settle` waits for it."""
    mailbox, go, done = Mailbox(), asyncio.Event(), asyncio.Event()

    async def job() -> None:
        await go.wait()
        done.set()

    asker = asyncio.create_task(mailbox.do(job))
    await asyncio.sleep(0)
    asker.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asker
    go.set()
    await mailbox.settle()
    assert done.is_set()


@pytest.mark.parametrize("at_once", [True, False])
async def test_what_fails_when_nobody_waits_any_more_has_been_looked_at(at_once: bool) -> None:
    """The event loop has nothing to complain of, whether the asker left before the fault or with it."""
    complaints: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
    failing = asyncio.Event()

    async def work() -> None:
        await failing.wait()
        raise ValueError

    asker = asyncio.create_task(finish_even_if_cancelled(work()))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    if at_once:
        failing.set()
    asker.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asker
    failing.set()
    for _ in range(5):
        await asyncio.sleep(0)
    gc.collect()
    assert not complaints


class Ended(BaseException):
    """An exception that no `except Exception` catches."""


@pytest.mark.parametrize("fault", [asyncio.CancelledError, Ended])
async def test_no_end_of_a_job_stops_the_mailbox(fault: type[BaseException]) -> None:
    """However a job ends its asker is told, and those behind it are done without another one coming."""
    mailbox, done = Mailbox(), list[int]()

    async def bad() -> None:
        raise fault

    async def good() -> None:
        done.append(1)

    results = await asyncio.gather(
        mailbox.do(bad), mailbox.do(good), mailbox.do(bad), mailbox.do(good), return_exceptions=True
    )
    await mailbox.settle()
    assert [type(result) for result in results] == [fault, type(None), fault, type(None)]
    assert done == [1, 1]
    assert mailbox.idle


async def test_a_mailbox_with_work_is_not_idle() -> None:
    """From the asking to the end of the last job, whatever happened to the one before."""
    mailbox, go = Mailbox(), asyncio.Event()

    async def bad() -> None:
        await go.wait()
        raise asyncio.CancelledError

    seen = list[bool]()

    async def look() -> None:
        seen.append(mailbox.idle)

    askers = [asyncio.create_task(mailbox.do(job)) for job in (bad, look)]
    await asyncio.sleep(0)
    assert not mailbox.idle
    go.set()
    await asyncio.gather(*askers, return_exceptions=True)
    await mailbox.settle()
    assert seen == [False]
    assert mailbox.idle


async def test_the_end_of_the_loop_leaves_nobody_waiting() -> None:
    """Jobs that are cancelled with everything else end the waits of their callers."""
    mailbox, begun = Mailbox(), asyncio.Event()

    async def long() -> None:
        begun.set()
        await asyncio.Event().wait()

    askers = [asyncio.create_task(mailbox.do(long)) for _ in range(3)]
    await begun.wait()
    for task in asyncio.all_tasks() - {asyncio.current_task(), *askers}:
        task.cancel()
    results = await asyncio.gather(*askers, return_exceptions=True)
    assert [type(result) for result in results] == [asyncio.CancelledError] * 3
    assert mailbox.idle
