"""The gate for heavy work: how much may be under way, who is next, and that everybody else comes first."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import Connection

from bot.background_tasks import BackgroundTasks
from bot.errors import TooManyRequests
from bot.heavy_work import IN_ALL, MOST_WAITING, PER_PERSON, HeavyWork, foreground, in_background
from bot.ids import UserId
from bot.service.mailbox import Mailbox
from bot.storage.database import engines
from bot.storage.database.transaction_pool import TransactionPool

PEOPLE = tuple(UserId(n) for n in range(1, 10))
ANN, BEN = PEOPLE[:2]


class Asked:
    """Pieces of heavy work that end when a test says so, in the order in which they began."""

    def __init__(self) -> None:
        self.heavy = HeavyWork()
        self.began: list[UserId] = []
        self._ends: list[asyncio.Event] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def ask(self, *users: UserId) -> None:
        """Ask for a piece for each of these people, one after another."""
        for user in users:
            self.tasks.append(asyncio.create_task(self._piece(user)))
            await settled()

    async def end(self, number: int = 0) -> None:
        """End a piece that is under way, by its number among those that began."""
        self._ends[number].set()
        await settled()

    async def _piece(self, user: UserId) -> None:
        async with self.heavy.turn(user):
            end = asyncio.Event()
            self.began.append(user)
            self._ends.append(end)
            await end.wait()


async def settled() -> None:
    """Let whatever can go on in this loop go on."""
    for _ in range(8):
        await asyncio.sleep(0)


async def test_a_person_has_two_pieces_under_way_and_all_together_eight() -> None:
    """The third of one person waits, as does the ninth of all, however many there are."""
    asked = Asked()
    await asked.ask(*[ANN] * 50)
    assert asked.began == [ANN] * PER_PERSON
    await asked.ask(*PEOPLE[1:], *PEOPLE[1:])
    assert asked.heavy.running == len(asked.began) == IN_ALL
    assert asked.heavy.waiting == 50 + 2 * len(PEOPLE[1:]) - IN_ALL
    for number in range(50 + 2 * len(PEOPLE[1:])):
        assert asked.heavy.running <= IN_ALL
        await asked.end(number)
    await asyncio.gather(*asked.tasks)
    assert not asked.heavy.running and not asked.heavy.waiting


async def test_turns_go_round_between_people() -> None:
    """Four people ask for fifty pieces each; the next turn is of the person who asks for one after that."""
    asked = Asked()
    four, late = PEOPLE[:4], PEOPLE[5]
    await asked.ask(*[each for each in four for _ in range(50)], late)
    assert late not in asked.began
    await asked.end(0)
    assert asked.began[-1] == late
    await asked.end(1)  # of the first person as well, who then has none
    assert asked.began[-1] == four[0]
    for task in asked.tasks:
        task.cancel()


async def test_a_turn_that_does_not_come_is_refused() -> None:
    """After its time; and at once where too many of one person wait. A person who waits beside it goes on."""
    asked = Asked()
    await asked.ask(*[ANN] * (PER_PERSON + 1))
    with pytest.raises(TooManyRequests):
        async with asked.heavy.turn(ANN, seconds=0):
            pass
    assert asked.heavy.waiting == 1
    await asked.ask(*[ANN] * (MOST_WAITING - 1))
    with pytest.raises(TooManyRequests):
        async with asked.heavy.turn(ANN):
            pass
    async with asked.heavy.turn(BEN):
        assert asked.heavy.waiting == MOST_WAITING
    for task in asked.tasks:
        task.cancel()


async def test_who_leaves_takes_no_turn_along() -> None:
    """Cancelled while it waits, at the moment of its turn, or under way: others get what is free."""
    asked = Asked()
    await asked.ask(*[ANN] * 4)
    asked.tasks[2].cancel()
    await settled()
    assert asked.heavy.waiting == 1
    asked.tasks[0].cancel()
    await settled()
    assert asked.began == [ANN] * 3
    await asked.ask(ANN)
    asked._ends[1].set()
    await asyncio.sleep(0)  # the piece ends: its turn is given to the one that is cancelled now
    asked.tasks[4].cancel()
    await settled()
    assert asked.heavy.running == 1 and not asked.heavy.waiting
    asked.tasks[3].cancel()


async def test_what_is_begun_by_heavy_work_and_outlives_it_is_none() -> None:
    """Tasks in the background and mailboxes do what others ask for, too."""
    seen: list[bool] = []

    async def look() -> None:
        seen.append(in_background())

    background, mailbox = BackgroundTasks(), Mailbox()
    async with HeavyWork().turn(ANN):
        await asyncio.create_task(look())
        await background.start(look(), name="look")
        await mailbox.do(look)
        foreground().run(lambda: seen.append(in_background()))
    await look()
    assert seen == [True, False, False, False, False]


async def heavily(gate: HeavyWork, lane: TransactionPool, work: Callable[[Connection], object]) -> None:
    """Do a transaction as heavy work of somebody new."""
    async with gate.turn(UserId(gate.running)):
        await lane.run(work)


async def test_transactions_of_heavy_work_leave_threads_to_others(tmp_path: Path) -> None:
    """Six of them stand still, in two of four threads: a move waits for none of them."""
    lane, gate, go = (
        TransactionPool(engines.readers(tmp_path / "koikoi.db"), name="reader", threads=4),
        HeavyWork(),
        Event(),
    )
    heavy = [asyncio.ensure_future(heavily(gate, lane, lambda _: go.wait())) for _ in range(6)]
    await settled()
    assert await lane.run(lambda _: "a move") == "a move"
    go.set()
    await asyncio.gather(*heavy)
    await lane.close()


async def test_transactions_of_heavy_work_come_last(tmp_path: Path) -> None:
    """Of what waits for the same thread everything else is done first."""
    lane, gate, go = (
        TransactionPool(engines.readers(tmp_path / "koikoi.db"), name="reader"),
        HeavyWork(),
        Event(),
    )
    done: list[str] = []
    held = asyncio.ensure_future(lane.run(lambda _: go.wait()))
    await settled()
    heavy = [asyncio.ensure_future(heavily(gate, lane, lambda _: done.append("heavy"))) for _ in range(2)]
    await settled()
    moves = [asyncio.ensure_future(lane.run(lambda _: done.append("a move"))) for _ in range(3)]
    await settled()
    go.set()
    await asyncio.gather(held, *heavy, *moves)
    await lane.close()
    assert done == ["a move"] * 3 + ["heavy"] * 2


async def test_who_only_waits_for_discord_lets_others_go_on() -> None:
    """A turn that is ended early is ended once: the next one has its own."""
    asked = Asked()
    async with asked.heavy.turn(ANN) as first, asked.heavy.turn(ANN) as second:
        await asked.ask(ANN)
        assert (asked.heavy.running, asked.heavy.waiting) == (PER_PERSON, 1)
        for _ in range(2):
            first()
        await settled()
        assert (asked.heavy.running, asked.heavy.waiting) == (PER_PERSON, 0)
        second()
    assert asked.heavy.running == 1
    await asked.end()
    assert asked.heavy.running == 0
