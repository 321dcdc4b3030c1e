"""Queues in which one item raises something nobody foresaw: it is set aside, and the next ones are done."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DataError, OperationalError

from bot.errors import NoSuchMatch, StorageError, StorageErrorKind
from bot.match import deadlines
from bot.service.housekeeping import SETTLED
from bot.service.listener import NoticeListener
from bot.storage import actions
from bot.storage.database.schema import jobs
from bot.storage.database.set_aside import FIRST_PAUSE, LONGEST_PAUSE, SetAside, not_among
from bot.storage.records import boards, seasons
from tests.bot.service.test_housekeeping import NOVEMBER, keeping, season
from tests.support.manager_fixture import ANN, BEN, CAT, Recorder, running_service
from tests.support.records.world import HERE, THERE, world
from tests.support.waiting import until

UNFORESEEN = (MemoryError(), RecursionError(), AttributeError("nothing"), NoSuchMatch())


@pytest.mark.parametrize("error", UNFORESEEN, ids=lambda error: type(error).__name__)
def test_an_item_that_raises_is_set_aside_and_counted(error: Exception) -> None:
    """An hour later it is tried again, then after growing pauses; once it is done it is forgotten."""
    now = [0.0]
    aside = SetAside(lambda: now[0])

    def tried(raised: Exception | None) -> None:
        with aside.doing("queue", 7):
            if raised is not None:
                raise raised

    pause = FIRST_PAUSE
    for _ in range(8):
        tried(error)
        assert aside.of("queue") == [7] and aside.rest("queue", [6, 7, 8]) == [6, 8]
        assert aside.of("another") == [] and aside.counts() == {"queue": 1}
        now[0] += pause - 1
        assert aside.of("queue") == [7]
        now[0] += 1
        assert aside.of("queue") == [] and aside.counts() == {"queue": 1}
        pause = min(2 * pause, LONGEST_PAUSE)
    tried(None)
    assert aside.counts() == {}


def doing(aside: SetAside, item: int, error: Exception) -> None:
    """Fail to do an item."""
    with aside.doing("queue", item):
        raise error


OF_ALL = (
    StorageError(StorageErrorKind.LOCKED),
    StorageError(StorageErrorKind.FULL),
    StorageError(StorageErrorKind.UNAVAILABLE),
    OperationalError("", None, Exception("disk I/O error")),
)


@pytest.mark.parametrize("error", OF_ALL, ids=str)
def test_trouble_of_the_whole_database_sets_nothing_aside(error: Exception) -> None:
    """The queue waits for it: the next item would fare no better."""
    aside = SetAside()
    with pytest.raises(type(error)):
        doing(aside, 7, error)
    assert aside.counts() == {}


@pytest.mark.parametrize("kind", [StorageErrorKind.DAMAGED, StorageErrorKind.CONFLICT])
def test_trouble_of_one_row_is_that_item_s(kind: StorageErrorKind) -> None:
    """Rows that are damaged or clash, and values that the database does not take."""
    aside = SetAside()
    doing(aside, 7, StorageError(kind))
    doing(aside, 8, DataError("", None, Exception()))
    assert aside.of("queue") == [7, 8]


@pytest.mark.databases
async def test_more_may_be_set_aside_than_a_statement_has_parameters(tmp_path: Path) -> None:
    """A fault of a version may concern every match."""
    async with running_service(tmp_path) as service:
        many = range(40_000)
        query = sa.select(sa.func.count()).select_from(jobs).where(not_among(jobs.c.total, many))
        assert await service.store.read(lambda tx: tx.execute(query).scalar()) == 0


def failing(function: Callable[..., Any], *which: object) -> Callable[..., Any]:
    """A function that raises where one of these is among what it is given."""

    def called(*args: Any, **kwargs: Any) -> Any:
        if any(each == one for each in which for one in args):
            raise AttributeError("nobody foresaw this")
        return function(*args, **kwargs)

    return called


async def test_a_season_that_cannot_be_told_holds_up_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor a server whose season cannot begin."""
    recorder = Recorder()
    async with world(tmp_path) as it:
        for guild in (HERE, THERE):
            await season(it, guild=guild)
        with it.store.reading() as tx:
            first = seasons.unannounced(tx, NOVEMBER)[0]
        monkeypatch.setattr(seasons, "go_on", failing(seasons.go_on, first.guild))
        monkeypatch.setattr(boards, "champions", failing(boards.champions, first))
        await keeping(it, recorder).close_seasons()
        assert [end.guild for end in recorder.seasons] == [THERE if first.guild == HERE else HERE]
        assert it.store.aside.counts() == {"seasons": 1, "champions": 1}
        with it.store.reading() as tx:
            assert seasons.unannounced(tx, NOVEMBER) == [first]


async def test_a_log_that_cannot_be_packed_holds_up_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log stays as it is."""
    async with running_service(tmp_path) as service:
        played = [await service.match(ANN, each, months=1) for each in (BEN, CAT)]
        for match in played:
            await service.play(match)
        chores = service.manager._chores
        monkeypatch.setattr(chores, "_now", lambda: service.now() + SETTLED + timedelta(minutes=1))
        monkeypatch.setattr(actions, "pack", failing(actions.pack, played[0]))
        await chores.pack_logs()
        left = await service.store.read(actions.to_pack, service.now() + 2 * SETTLED, ())
        assert left == service.store.aside.of("logs") == [played[0]]


async def test_time_is_given_back_to_every_match_but_one_that_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first one raises; the deadline of the second is put off all the same."""
    async with running_service(tmp_path) as service:
        first, second = [await service.match(ANN, each, months=1) for each in (BEN, CAT)]
        runner, real = service.manager._runner, deadlines.postpone
        before = runner.registry.actor(second).hosted

        def postpone(hosted: Any, lost: timedelta) -> Any:
            if hosted == runner.registry.actor(first).hosted:
                raise MemoryError
            return real(hosted, lost)

        monkeypatch.setattr(deadlines, "postpone", postpone)
        await runner._give_back(timedelta(seconds=30))
        after = runner.registry.actor(second).hosted
        assert before is not None and after is not None
        held = [kind for kind in after.deadlines if kind in deadlines.HELD]
        assert held
        for kind in held:
            assert after.deadlines[kind].due_at == before.deadlines[kind].due_at + timedelta(seconds=30)
        assert service.store.aside.of("give back") == [first] and not runner.away


async def test_a_loop_that_fails_begins_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The look at the rows of others, for one: a fault that nobody foresaw does not end it."""
    looks = list[int]()

    async def refresh(self: NoticeListener) -> None:
        looks.append(1)
        raise AttributeError

    monkeypatch.setattr("bot.service.listener.POLL_SECONDS", 0)
    monkeypatch.setattr("bot.background_tasks.FIRST_PAUSE", 0)
    monkeypatch.setattr(NoticeListener, "refresh", refresh)
    async with running_service(tmp_path) as service:
        listener = service.manager.listener
        listener._background.keep(listener._poll, name="poll the rows")
        await until(lambda: len(looks) > 2)
