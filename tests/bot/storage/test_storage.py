"""The database when all is well: one writer, many readers, rows that say what was put in."""

from __future__ import annotations

import asyncio
import fcntl
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection

from bot.errors import StorageError, StorageErrorKind
from bot.ids import ChannelId, MatchId, UserId
from bot.match.hosted_match import Change, Deadline, DeadlineKind, Wish
from bot.match.vocabulary import CpuPlayer, JoinNumber, MatchClock, Occasion, WishKind
from bot.storage import Store, actions, clocks, matches
from bot.storage.database.lock import DataFolderError, DataLock
from bot.storage.database.schema import actions as action_table
from bot.storage.database.schema import agreements, heartbeats, metadata, participants, wishes
from bot.storage.database.schema import clocks as clocks_table
from bot.storage.database.schema import matches as matches_table
from bot.storage.hands import HandRow, PressRow
from tests.support.manager_fixture import ANN, BEN, RunningService
from tests.support.processes.databases import database, on_server

pytestmark = pytest.mark.databases

NOON = datetime(2026, 5, 5, 12, 0, 0, 123456, tzinfo=UTC)


async def test_ten_read_then_writes_at_once_lose_nothing(tmp_path: Path) -> None:
    """Ten tasks that read a number and write one more leave ten more."""
    store = await Store.open(database(tmp_path))
    with store.writing() as tx:
        tx.execute(sa.insert(heartbeats), {"name": "counter", "at": NOON})

    def add_one(tx: Connection) -> None:
        at = tx.execute(sa.select(heartbeats.c.at)).scalar_one()
        tx.execute(sa.update(heartbeats).values(at=at + timedelta(microseconds=1)))

    await asyncio.gather(*(store.write(add_one) for _ in range(10)))
    with store.reading() as tx:
        assert tx.execute(sa.select(heartbeats.c.at)).scalar_one() == NOON + timedelta(microseconds=10)
    await store.close()


@pytest.mark.sqlite
async def test_the_database_is_set_up_to_lose_nothing(service: RunningService) -> None:
    """Write-ahead log, full synchronisation and foreign keys for the writer; readers cannot write."""
    with service.store.writing() as tx:
        asked = {
            name: tx.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert asked == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 1000}
    with pytest.raises(StorageError) as refused, service.store.reading() as tx:
        tx.execute(sa.delete(heartbeats))
    assert refused.value.kind is StorageErrorKind.UNWRITABLE


async def test_a_failed_transaction_changes_nothing(service: RunningService) -> None:
    """The writes before an error are gone with it."""
    with pytest.raises(RuntimeError), service.store.writing() as tx:
        tx.execute(sa.delete(heartbeats))
        raise RuntimeError
    with service.store.reading() as tx:
        assert len(tx.execute(sa.select(heartbeats)).all()) == 1


async def test_an_action_number_is_taken_once(service: RunningService) -> None:
    """The second row of one number is refused: that is the compare-and-swap."""
    match = await service.match(ANN, BEN)
    with service.store.reading() as tx:
        made = actions.of_match(tx, match)
    with pytest.raises(StorageError) as refused, service.store.writing() as tx:
        actions.add(tx, match, made[:1])
    assert refused.value.kind is StorageErrorKind.CONFLICT


async def test_a_match_that_another_wrote_to_is_read_again(service: RunningService) -> None:
    """Memory that is behind the rows is found out by the next press, which is about what they say."""
    match = await service.match(ANN, BEN)
    view = await service.seen(match)
    mover = next(seat for seat in view.seats if seat.observation and seat.observation.legal)
    assert mover.observation is not None
    with service.store.writing() as tx:
        row = {"match": match, "n": view.n, "step": view.n, "action": f"{mover.player} resign"}
        tx.execute(sa.insert(action_table), row | {"made_by": "user", "participant": None, "at": NOON})
    receipt = await service.move(match)
    assert receipt is not None and receipt.refusal is not None
    assert (await service.seen(match)).n == view.n + 1


async def test_a_deadline_that_another_took_is_a_conflict(service: RunningService) -> None:
    """Neither can it be moved, nor deleted: who did so before has what is due at it."""
    match, later = await service.match(ANN, BEN), Deadline(1, NOON)
    with service.store.reading() as tx:
        there = clocks.of_match(tx, match)
    gone = DeadlineKind.LOBBY
    for after in (dict.fromkeys((*there, gone), later), {}):
        with pytest.raises(StorageError) as refused, service.store.writing() as tx:
            clocks.change(tx, match, {**there, gone: Deadline(0, NOON)}, after)
        assert refused.value.kind is StorageErrorKind.CONFLICT
    with service.store.reading() as tx:
        assert clocks.of_match(tx, match) == there


async def test_whatever_another_wrote_of_a_match_is_seen(service: RunningService) -> None:
    """A row more, less or other of any table that a match is made of: memory is behind."""
    match = await service.match(ANN, BEN)
    wish = {"match": match, "participant": 0, "round": 0, "at": NOON}
    with service.store.writing() as tx:
        tx.execute(sa.insert(wishes), wish | {"kind": WishKind.ABORT.value})
        known = matches.load(tx, match)
    assert known is not None and known.wishes and known.deadlines
    action = {"match": match, "n": 99, "step": 99, "action": "0 resign", "made_by": "user", "at": NOON}
    others: list[sa.Insert | sa.Update | sa.Delete] = [
        sa.update(matches_table).values(clock=MatchClock.OFF.value, set_aside_at=NOON),
        sa.insert(action_table).values(action),
        sa.update(participants).values(timeouts=1),
        sa.update(clocks_table).values(due_at=NOON),
        sa.delete(clocks_table),
        sa.insert(wishes).values(wish | {"kind": WishKind.CLAIM.value}),
        sa.update(wishes).values(kind=WishKind.CLAIM.value),
        sa.delete(wishes),
        sa.insert(agreements).values(match=match, month_end=0, participant=0, at=NOON),
    ]
    with service.store.writing() as tx:
        assert matches.is_known(tx, match, known, shared=True)
        for other in others:
            before = tx.begin_nested()
            tx.execute(other)
            assert not matches.is_known(tx, match, known, shared=True), str(other)
            before.rollback()
        assert matches.is_known(tx, match, known, shared=True)


async def test_a_move_is_stored_by_two_statements(service: RunningService) -> None:
    """One adds its action, one moves the deadlines; a server's rows are read before, by three more."""
    match, told = await service.match(ANN, BEN), list[str]()

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        told.append(" ".join(statement.split()[:2]))

    sa.event.listen(service.store._writer, "before_cursor_execute", note)
    await service.move(match)
    sa.event.remove(service.store._writer, "before_cursor_execute", note)
    first = ["SELECT matches.id,", "SELECT participants.match,", "SELECT clocks.match,"]
    assert told == [*(first if on_server() else ["BEGIN IMMEDIATE"]), "INSERT INTO", "UPDATE clocks"]


async def test_what_is_left_of_a_bank_and_what_is_wished_is_remembered(service: RunningService) -> None:
    """A match is read as it was stored, and again once it is as before."""
    match = await service.match(ANN, BEN)
    with service.store.reading() as tx:
        before = matches.load(tx, match)
    assert before is not None
    first, second = before.entries
    away = replace(first, bank=timedelta(seconds=1.5), timeouts=2, stand_in=CpuPlayer.NORMAL)
    wishes = (Wish(WishKind.ABORT, JoinNumber(0), 3, NOON), Wish(WishKind.CLAIM, JoinNumber(1), 3, NOON))
    after = replace(before, entries=(away, second), wishes=wishes, clock=MatchClock.LIVE, set_aside_at=NOON)
    for old, new in ((before, after), (after, before)):
        with service.store.writing() as tx:
            matches.update(tx, match, old, Change(new, Occasion.MOVED), NOON)
            read = matches.load(tx, match)
        assert read is not None
        assert replace(read, progress=None) == replace(new, progress=None)


async def test_hands_presses_and_messages_are_remembered(service: RunningService) -> None:
    """The last value stays until it is dropped."""
    match, store = await service.lobby(ANN, BEN), service.store
    hand = HandRow(match, ANN.user, "secret-token", "@original", NOON, "ja")
    await store.hands.save(hand)
    later = HandRow(match, ANN.user, None, "77", NOON + timedelta(minutes=1), "ja")
    other = HandRow(match, BEN.user, "t", "78", NOON, "en")
    await store.hands.save(later)
    await store.hands.save(other)
    assert await store.hands.get(match, ANN.user) == later
    assert await store.hands.get(match, BEN.user) == other
    await store.hands.drop(match, ANN.user)
    assert await store.hands.get(match, ANN.user) is None
    press = PressRow(match, ANN.user, "secret-token", NOON, "en")
    await store.presses.save(press)
    assert await store.presses.get(match, ANN.user) == press
    assert await store.presses.get(match, BEN.user) is None
    await store.table_messages.save(match, ChannelId(5), None, NOON)
    await store.result_messages.save(match, ChannelId(6), 66, NOON)
    table, result = await store.table_messages.get(match), await store.result_messages.get(match)
    assert table is not None
    assert result is not None
    assert (table.channel, table.message, result.message) == (5, None, 66)
    assert await store.table_messages.get(MatchId(99)) is None


async def test_an_error_names_no_token(service: RunningService) -> None:
    """The database's words about a refused row may come into the log: the row's values may not."""
    await service.lobby(ANN)
    stray = HandRow(MatchId(99), ANN.user, "secret-token", "@original", NOON, "en")
    with pytest.raises(StorageError) as refused:
        await service.store.hands.save(stray)
    assert re.search("FOREIGN KEY|ForeignKey", str(refused.value.__cause__))
    assert "secret-token" not in str(refused.value.__cause__)


@pytest.mark.sqlite
def test_a_new_data_folder_is_its_owners_alone(tmp_path: Path) -> None:
    """The folder holds tokens and secrets; a folder that was there keeps the rights that somebody gave it."""
    with DataLock(tmp_path / "new"):
        assert (tmp_path / "new").stat().st_mode & 0o077 == 0
    (tmp_path / "old").mkdir(mode=0o750)
    with DataLock(tmp_path / "old"):
        assert (tmp_path / "old").stat().st_mode & 0o777 == 0o750


@pytest.mark.sqlite
def test_tokens_are_not_in_what_rows_print() -> None:
    """A row that is logged by mistake shows no token."""
    rows = [
        HandRow(MatchId(1), UserId(2), "secret-token", "@original", NOON, "en"),
        PressRow(MatchId(1), UserId(2), "secret-token", NOON, "en"),
    ]
    assert "secret-token" not in repr(rows)


async def test_everything_of_a_match_goes_with_it(service: RunningService) -> None:
    """Deleting a match leaves no row behind in any table."""
    match = await service.match(ANN, BEN)
    await service.store.hands.save(HandRow(match, ANN.user, "t", "@original", NOON, "en"))
    with service.store.writing() as tx:
        tx.exec_driver_sql("DELETE FROM matches")
    with service.store.reading() as tx:
        for table in metadata.tables.values():
            if "match" in table.c:
                assert tx.execute(sa.select(sa.func.count()).select_from(table)).scalar() == 0


@pytest.mark.sqlite
def test_one_process_holds_a_data_folder(tmp_path: Path) -> None:
    """A second lock on a folder is refused with the holder's id, and granted once the first is gone."""
    refused = pytest.raises(DataFolderError, match=r"Another process \(id \d+\) uses the data folder")
    with DataLock(tmp_path / "data"), refused:
        DataLock(tmp_path / "data").acquire()
    with DataLock(tmp_path / "data"):
        pass


@pytest.mark.sqlite
def test_a_lock_holds_though_its_file_is_deleted(tmp_path: Path) -> None:
    """Neither after the file is gone nor after somebody has made it again does a second process come in."""
    refused = pytest.raises(DataFolderError, match="Another process")
    with DataLock(tmp_path):
        (tmp_path / "koikoi.lock").unlink()
        with refused:
            DataLock(tmp_path).acquire()
        (tmp_path / "koikoi.lock").unlink()
        (tmp_path / "koikoi.lock").touch()
        with refused:
            DataLock(tmp_path).acquire()
    with DataLock(tmp_path):
        pass


@pytest.mark.sqlite
def test_a_version_that_locks_the_file_alone_is_kept_out_and_keeps_out(tmp_path: Path) -> None:
    """The file's lock counts beside the folder's: a version before this one knows no other."""
    with (tmp_path / "koikoi.lock").open("a+") as old:
        fcntl.flock(old, fcntl.LOCK_EX)
        with pytest.raises(DataFolderError, match="Another process"):
            DataLock(tmp_path).acquire()
    with DataLock(tmp_path), (tmp_path / "koikoi.lock").open("a+") as old, pytest.raises(BlockingIOError):
        fcntl.flock(old, fcntl.LOCK_EX | fcntl.LOCK_NB)


@pytest.mark.sqlite
def test_what_an_earlier_version_left_open_is_closed(tmp_path: Path) -> None:
    """The database and its copies lose the rights of others; a file that is not ours keeps them."""
    tmp_path.chmod(0o755)
    ours = [tmp_path / name for name in ("koikoi.db", "koikoi.db-wal", "koikoi.db.before-0001")]
    other = tmp_path / "notes.txt"
    for path in [*ours, other]:
        path.touch()
        path.chmod(0o644)
    with DataLock(tmp_path):
        assert {path.stat().st_mode & 0o777 for path in ours} == {0o600}
        assert other.stat().st_mode & 0o777 == 0o644
