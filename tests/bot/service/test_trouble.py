"""The failures of storage: the press is told, the match stays where it was stored, and works again
afterwards.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
import structlog
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from bot.errors import NoSuchMatch, StorageError, StorageErrorKind
from bot.ids import MatchId
from bot.match import moves
from bot.match.hosted_match import Change, HostedMatch
from bot.match.views import MatchView, View
from bot.match.vocabulary import Cause, CpuPlayer, Occasion, Refusal, Status
from bot.service import match_actor
from bot.storage import Store
from bot.storage.database.errors import storage_error
from engine.rules.options import make_rules
from tests.support.chaos.storage_troubles import fill_to_the_brim
from tests.support.e2e.in_process_bot import MovableClock
from tests.support.manager_fixture import (
    ANN,
    BEN,
    CAT,
    PLACE,
    RunningService,
    as_after_a_kill,
    quick,
    running_service,
)
from tests.support.waiting import LOOK_SECONDS, until


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Another program holds the write lock."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


async def pragma(store: Store, text: str) -> None:
    """Set something on the writer's one connection."""
    await directly(store, f"PRAGMA {text}")


async def directly(store: Store, sql: str) -> None:
    """Do something on the writer's one connection, outside any transaction."""
    with store._writer.connect() as connection:
        raw = connection.connection.driver_connection
        assert raw is not None
        raw.execute(sql)


async def pages(store: Store) -> int:
    """Return the number of the database's pages."""
    with store.reading() as tx:
        return int(tx.exec_driver_sql("PRAGMA page_count").scalar_one())


async def fails(service: RunningService, match: MatchId, kind: StorageErrorKind) -> None:
    """A press fails with this trouble and changes neither rows nor what is shown."""
    before, published = await service.seen(match), len(service.recorder.published)
    with pytest.raises(StorageError) as told:
        await service.move(match)
    assert told.value.kind is kind
    after = await service.seen(match)
    assert (after.n, after.public, after.seats) == (before.n, before.public, before.seats)
    assert len(service.recorder.published) == published


async def works(service: RunningService, match: MatchId) -> None:
    """A press counts."""
    before = await service.seen(match)
    receipt = await service.move(match)
    assert receipt is not None
    assert receipt.refusal is None
    assert receipt.view.n > before.n


async def test_a_locked_database(service: RunningService) -> None:
    """While another program writes, a press fails within a few seconds; afterwards the same press counts."""
    match = await service.match(ANN, BEN)
    with locked(service.file):
        took = [10.0]
        while min(took) >= 2.9:  # the machine may stand still in some of them
            begun = time.monotonic()
            await fails(service, match, StorageErrorKind.LOCKED)
            took.append(time.monotonic() - begun)
    await works(service, match)


async def test_a_change_that_was_taken_back_leaves_the_match_in_memory(service: RunningService) -> None:
    """Nothing is read again where the database only had no time or no room: memory is what the rows are."""
    match = await service.match(ANN, BEN)
    actor = service.manager._registry.actor(match)
    with locked(service.file):
        kept = actor.hosted
        await fails(service, match, StorageErrorKind.LOCKED)
        assert actor.hosted is kept is not None
    await pragma(service.store, "query_only=ON")
    await fails(service, match, StorageErrorKind.UNWRITABLE)
    assert actor.hosted is kept
    await pragma(service.store, "query_only=OFF")
    await works(service, match)


@pytest.mark.parametrize("stored", [False, True])
async def test_after_a_commit_that_failed_the_rows_decide(service: RunningService, *, stored: bool) -> None:
    """Whether it has reached the disk or not: the next press is answered by what is there."""
    match = await service.match(ANN, BEN)
    actor, before = service.manager._registry.actor(match), await service.seen(match)

    def fail(connection: Connection) -> None:
        if stored:
            connection.connection.commit()
        raise OperationalError("COMMIT", None, sqlite3.OperationalError("disk I/O error"))

    sa.event.listen(service.store._writer, "commit", fail)
    with pytest.raises(StorageError) as told:
        await service.move(match)
    sa.event.remove(service.store._writer, "commit", fail)
    assert told.value.outcome_unknown and actor.hosted is None
    assert (await service.seen(match)).n > before.n if stored else (await service.seen(match)).n == before.n
    await works(service, match)


async def test_a_full_disk(service: RunningService) -> None:
    """A database that cannot grow refuses moves until it can."""
    match = await service.match(ANN, BEN, months=3)
    # Without the pages that the migrations have left free, a few moves fill the rest.
    await directly(service.store, "VACUUM")
    await pragma(service.store, f"max_page_count={await pages(service.store)}")
    with pytest.raises(StorageError) as told:
        for _ in range(40):
            await service.play(await service.match(ANN, BEN))
    assert told.value.kind is StorageErrorKind.FULL
    await pragma(service.store, "max_page_count=1000000")
    view = await service.play(match)
    assert view.status is Status.OVER
    folder = as_after_a_kill(service.file.parent)
    async with running_service(folder) as again:
        assert (await again.seen(match)).scores == view.scores


async def test_a_database_that_may_not_be_written(service: RunningService) -> None:
    """A read-only database refuses moves until it may be written again."""
    match = await service.match(ANN, BEN)
    await pragma(service.store, "query_only=ON")
    await fails(service, match, StorageErrorKind.UNWRITABLE)
    with pytest.raises(StorageError):
        await service.lobby(CAT)
    await pragma(service.store, "query_only=OFF")
    await works(service, match)


async def test_a_press_that_is_quicker_than_a_new_match(service: RunningService) -> None:
    """A press on a match before it is shown is heard by its one actor, whose views count on."""
    registry = service.manager._registry
    early = registry.actor(MatchId(1))
    with pytest.raises(NoSuchMatch):
        await early.view()
    match = await service.lobby(ANN)
    assert registry.actor(match) is early, "a second actor would have a memory of its own"
    assert registry.live() == [early]
    opened = await early.view()
    assert service.recorder.published == [(opened, Cause(Occasion.OPENED, ANN.user))]
    assert (await service.manager.join(match, BEN)).version > opened.version


async def test_a_damaged_row_harms_its_own_match_alone(tmp_path: Path) -> None:
    """A log that makes no match is told to who presses; other matches go on, and this one once repaired."""
    async with running_service(tmp_path) as service:
        broken, sound = await service.match(ANN, BEN), await service.match(ANN, BEN)
        folder = as_after_a_kill(tmp_path)
    for damage in (
        "UPDATE actions SET action='1 zz' WHERE match=1 AND n=0",
        "DELETE FROM actions WHERE n=0 AND match=1",
    ):
        with closing(sqlite3.connect(folder / "koikoi.db")) as raw, raw:
            (good,) = raw.execute("SELECT action FROM actions WHERE match=1 AND n=0").fetchall()[0]
            rows = raw.execute("SELECT * FROM actions WHERE match=1 AND n=0").fetchall()
            raw.execute(damage)
        async with running_service(folder) as service:
            with pytest.raises(StorageError) as told:
                await service.manager.view(broken)
            assert told.value.kind is StorageErrorKind.DAMAGED
            assert [view.match for view in await service.manager.live_matches()] == [sound]
            await works(service, sound)
            with service.store.writing() as tx:
                tx.exec_driver_sql("DELETE FROM actions WHERE match=1 AND n=0")
                tx.exec_driver_sql("INSERT INTO actions VALUES (?,?,?,?,?,?,?)", rows[0])
            assert good == rows[0][3]
            await works(service, broken)


async def test_damaged_options_and_shares_are_found(tmp_path: Path) -> None:
    """Whatever column is damaged, the match is refused as damaged, never with another error."""
    async with running_service(tmp_path) as service:
        match = await service.match(ANN, BEN, months=3)
        await service.play(match, until=lambda it: it.rest is not None)
        folder = as_after_a_kill(tmp_path)
    for column, value in {
        "options": "{",
        "rules": "poker",
        "status": "lost",
        "seed": "x",
        "secret": 5,
        "ends_shown": 7,
    }.items():
        with closing(sqlite3.connect(folder / "koikoi.db")) as raw, raw:
            ((good,),) = raw.execute(f"SELECT {column} FROM matches").fetchall()
            raw.execute("PRAGMA ignore_check_constraints=ON")  # as damage does
            raw.execute(f"UPDATE matches SET {column}=?", (value,))
        async with running_service(folder) as service:
            with pytest.raises(StorageError) as told:
                await service.manager.view(match)
            assert told.value.kind is StorageErrorKind.DAMAGED, column
        with closing(sqlite3.connect(folder / "koikoi.db")) as raw, raw:
            raw.execute(f"UPDATE matches SET {column}=?", (good,))
    async with running_service(folder) as service:
        assert (await service.seen(match)).rest is not None


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    """A file of anything else is refused as damaged and left as it is."""
    path = tmp_path / "koikoi.db"
    path.write_bytes(b"not a database, " * 500)
    with pytest.raises(StorageError) as told:
        await Store.open(path)
    assert told.value.kind is StorageErrorKind.DAMAGED
    assert path.read_bytes().startswith(b"not a database")


async def test_a_cpu_player_waits_until_storage_works(
    service: RunningService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A CPU player whose move cannot be stored tries again by itself."""
    tries, right = list[int](), moves.cpu_act

    def refused(hosted: HostedMatch, *rest: Any) -> Change | Refusal:
        tries.append(1)
        if len(tries) < 4:
            raise StorageError(StorageErrorKind.LOCKED)
        return right(hosted, *rest)

    monkeypatch.setattr(moves, "cpu_act", refused)
    view = await service.manager.open_lobby(PLACE, ANN, make_rules("sannin"), cpu=CpuPlayer.NORMAL)
    assert isinstance(view, MatchView)
    await service.play(view.match, until=lambda it: it.n >= view.n + 6)
    assert len(tries) > 4


def _asked(view: MatchView) -> bool:
    """Whether a person is asked: a CPU player's last move still found room."""
    seen = [seat.observation for seat in view.seats if seat.participant.user is not None]
    return any(each is None or each.question is not None for each in seen)


async def test_on_a_full_disk_cpu_players_wait_and_the_log_stays_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each waits as long as is set before it tries again; the log names the trouble once a minute.

    What still found room where the rows of its match lie is another move than the next one.
    """
    tries, right, clock = list[tuple[int, int, float]](), moves.cpu_act, MovableClock()

    def counted(hosted: HostedMatch, *rest: Any) -> Change | Refusal:
        match, moved = int.from_bytes(hosted.secret, "big"), hosted.begun.state.n
        tries.append((match, moved, asyncio.get_running_loop().time()))
        return right(hosted, *rest)

    monkeypatch.setattr(moves, "cpu_act", counted)
    pace = quick(retry_seconds=2, cpu_pause_min=0.6, cpu_pause_max=1.2)
    with clock.running(), structlog.testing.capture_logs() as lines:
        async with running_service(tmp_path, pace, now=clock.now) as service:
            for _ in range(5):
                opened = await service.manager.open_lobby(
                    PLACE, ANN, make_rules("sannin"), cpu=CpuPlayer.NORMAL
                )
                while await service.move(opened.match) is not None:
                    pass  # until a CPU player is asked
            with closing(sqlite3.connect(service.file, isolation_level=None)) as other:
                size = fill_to_the_brim(other)
            await pragma(service.store, f"max_page_count={size}")
            for _ in range(180):
                clock.move(0.2)
                await asyncio.sleep(LOOK_SECONDS / 10)
                await until(lambda: not clock.in_threads)
            waiting = [number for number in range(1, 6) if not _asked(await service.seen(MatchId(number)))]
            await pragma(service.store, "max_page_count=1000000")
    assert waiting
    for number in waiting:
        last = max(moved for match, moved, _ in tries if match == number)
        times = [at for match, moved, at in tries if (match, moved) == (number, last)]
        assert len(times) >= 5, "it goes on trying"
        assert min(later - sooner for sooner, later in pairwise(times)) >= 2
    told = [line for line in lines if line["log_level"] == "warning" and "waits for storage" in line["event"]]
    kinds = [line["kind"] for line in told]
    assert "full" in kinds
    assert len(set(kinds)) == len(kinds) == len(told) <= 2  # the writer's queue may be too long for a moment


async def test_a_deadline_waits_until_storage_works(tmp_path: Path) -> None:
    """A lobby that should have closed while nothing could be stored closes afterwards."""
    async with running_service(tmp_path) as service:
        match = await service.lobby(ANN)
        await pragma(service.store, "query_only=ON")
        with structlog.testing.capture_logs() as lines:
            service.turn(601)
            await until(lambda: lines)
        assert Occasion.CLOSED not in service.recorder.occasions(match)
        await pragma(service.store, "query_only=OFF")
        await until(lambda: Occasion.CLOSED in service.recorder.occasions(match))


async def test_a_view_that_cannot_be_made_silences_no_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stored step has its deadline and its CPU player, though showing it fails at once."""

    def broken(*args: object) -> View:
        raise RuntimeError("no view")

    async with running_service(tmp_path, quick(draw_seconds=0.05)) as service:
        drawn, played = await service.lobby(ANN, BEN), await service.lobby(CAT)
        with monkeypatch.context() as patch:
            patch.setattr(match_actor, "build_view", broken)
            with pytest.raises(RuntimeError):
                await service.manager.start_match(drawn, ANN.user)
            with pytest.raises(RuntimeError):
                await service.manager.play_cpu(played, CAT.user)
        await service.wait(drawn, holds=lambda it: bool(it.seats))
        await service.play(played, until=lambda it: it.n >= 8)


async def test_a_lobby_that_cannot_be_stored_is_not_there(service: RunningService) -> None:
    """Nothing half-opened is left behind."""
    with locked(service.file), pytest.raises(StorageError):
        await service.lobby(ANN)
    assert service.recorder.published == []
    with pytest.raises(NoSuchMatch):
        await service.manager.view(MatchId(1))
    await service.lobby(ANN)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("SQLITE_BUSY_SNAPSHOT", StorageErrorKind.LOCKED),
        ("SQLITE_FULL", StorageErrorKind.FULL),
        ("SQLITE_READONLY_DIRECTORY", StorageErrorKind.UNWRITABLE),
        ("SQLITE_CORRUPT_VTAB", StorageErrorKind.DAMAGED),
        ("SQLITE_IOERR_WRITE", StorageErrorKind.UNAVAILABLE),
    ],
)
def test_extended_errors_are_what_their_plain_ones_are(name: str, kind: StorageErrorKind) -> None:
    """SQLite's finer error names mean the same trouble."""
    error = sqlite3.OperationalError("no")
    error.sqlite_errorname = name
    assert storage_error(OperationalError("SELECT", {}, error)).kind is kind
