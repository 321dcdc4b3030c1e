"""Matches from before there were results: they get theirs in the background, and come to the same lists."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.ids import MatchId
from bot.match.vocabulary import Status
from bot.records.book import Book, StandingKey, Tally
from bot.storage import Store, actions, backlog, checking, matches
from bot.storage.database.schema import logs, old_actions, people
from bot.storage.database.schema import matches as match_table
from bot.storage.privacy import forget
from bot.storage.records import counting, recount, results
from tests.support.manager_fixture import ANN, BEN, CAT, TRIO, running_service

AS_BEFORE = """
DELETE FROM result_yaku;
DELETE FROM result_players;
DELETE FROM results;
DELETE FROM standings;
DELETE FROM overall;
DELETE FROM seasons;
INSERT INTO old_actions
    SELECT a.match, a.n, a.action, a.made_by, p.discord, a.at FROM actions a
    JOIN matches m ON m.id = a.match AND m.status NOT IN ('lobby', 'playing')
    LEFT JOIN participants t ON t.match = a.match AND t.number = a.participant
    LEFT JOIN people p ON p.id = t.person;
DELETE FROM actions WHERE match IN (SELECT match FROM old_actions);
INSERT INTO jobs SELECT 'records', 0, count(*) FROM matches WHERE status IN ('over', 'aborted');
"""
"""Leaves of matches that have ended what was there before there were results."""


def as_before(new: Path, old: Path) -> None:
    """Copy a database of today, and take from it what came with results."""
    shutil.copy(new, old)
    with closing(sqlite3.connect(old)) as raw:
        raw.executescript(AS_BEFORE)


async def named(store: Store) -> tuple[dict[StandingKey, Tally], Book]:
    """Standings by Discord id and label, whatever the numbers in storage are."""
    with store.reading() as tx:
        users = {row.id: row.discord for row in tx.execute(sa.select(people))}
        book = counting.stored(tx)
    standings = {(*key[:3], users[key[3]]): tally for key, tally in book.standings.items()}
    return standings, Book({}, {(key[0], users[key[1]]): one for key, one in book.overall.items()})


async def played(folder: Path) -> list[MatchId]:
    """A few finished matches, an aborted one and one in play; gives those that have ended."""
    async with running_service(folder) as service:
        done = []
        for rules, crowd in (
            ("classic", (ANN, BEN)),
            ("sannin", TRIO),
            ("ishokai", (BEN, CAT)),
            ("league", (ANN, CAT)),
        ):
            match = await service.old_match(*crowd, rules=rules, months=3)
            await service.play(match)
            done.append(match)
        live = await service.old_match(ANN, BEN, months=3)
        for _ in range(5):
            await service.move(live)
        return done


@pytest.fixture(scope="module")
def past(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database from before there were results, and its original; tests copy it."""
    folder = tmp_path_factory.mktemp("past")
    (folder / "new").mkdir()
    (folder / "old").mkdir()
    asyncio.run(played(folder / "new"))
    as_before(folder / "new" / "koikoi.db", folder / "old" / "koikoi.db")
    return folder


@pytest.fixture
def before(past: Path, tmp_path: Path) -> Path:
    """One's own copy of it."""
    return Path(shutil.copytree(past, tmp_path / "before"))


@pytest.mark.outside
async def test_old_matches_come_to_the_same_lists(before: Path) -> None:
    """Worked off, their results, standings and ratings are those they would have left."""
    new, old = await Store.open(before / "new" / "koikoi.db"), await Store.open(before / "old" / "koikoi.db")
    try:
        with old.reading() as tx:
            assert results.backlog(tx) == (0, 4)
            assert counting.stored(tx) == Book()
        await backlog.work_off(old)
        with old.reading() as tx:
            assert results.backlog(tx) is None
            assert not tx.execute(sa.select(old_actions)).all()
            assert len(tx.execute(sa.select(logs)).all()) == 4
        assert await named(old) == await named(new)
        assert [fault async for fault in checking.faults(old)] == []
    finally:
        await new.close()
        await old.close()


async def test_a_backlog_goes_on_where_it_stood(before: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ended in the middle and begun again it does the rest, and counts nothing twice."""
    monkeypatch.setattr(backlog, "AT_ONCE", 1)
    store = await Store.open(before / "old" / "koikoi.db")
    try:
        _, left = await store.write(backlog._some, backlog._START, store.aside)
        assert left
        with store.reading() as tx:
            assert results.backlog(tx) == (1, 4)
    finally:
        await store.close()
    again = await Store.open(before / "old" / "koikoi.db")
    new = await Store.open(before / "new" / "koikoi.db")
    try:
        await backlog.work_off(again)
        assert await named(again) == await named(new)
    finally:
        await again.close()
        await new.close()


async def test_a_match_that_ends_meanwhile_is_counted_after_the_older_ones(before: Path) -> None:
    """The match's result is stored at once and counted in the order of the ends."""
    async with running_service(before / "old") as service:
        with service.store.reading() as tx:
            live = (
                tx.execute(sa.select(match_table.c.id).where(match_table.c.status == "playing"))
            ).scalar_one()
        await service.play(MatchId(live))
        await backlog.work_off(service.store)
        with service.store.reading() as tx:
            order = [counted.match for counted in counting.load(tx)]
        assert order[-1] == live
        assert [fault async for fault in checking.faults(service.store)] == []


async def test_live_matches_go_on_and_old_ones_replay_exactly(before: Path) -> None:
    """A hosted match read from such rows is the one that was stored, packed or not."""
    async with running_service(before / "new") as service:
        with service.store.reading() as tx:
            numbers = list(tx.execute(sa.select(match_table.c.id)).scalars())
            right = [matches.load(tx, number) for number in numbers]
    async with running_service(before / "old") as service:
        for work in (False, True):
            if work:
                await backlog.work_off(service.store)
            for number, hosted in zip(numbers, right, strict=True):
                with service.store.reading() as tx:
                    loaded = matches.load(tx, number)
                assert loaded is not None and hosted is not None
                assert loaded.progress is not None and hosted.progress is not None
                assert replace(loaded.progress, shuffles=hosted.progress.shuffles) == hosted.progress
                assert replace(loaded, progress=None, deadlines={}, verdict=None) == replace(
                    hosted, progress=None, deadlines={}, verdict=None
                )
        view = await service.play(MatchId(numbers[-1]))
        assert view.status is Status.OVER


async def test_packing_loses_nothing(tmp_path: Path) -> None:
    """A packed log is the log, and takes less than a quarter of its room."""
    async with running_service(tmp_path) as service:
        match = await service.match(ANN, BEN, months=6)
        await service.play(match)
        with service.store.writing() as tx:
            made = actions.of_match(tx, match)
            actions.pack(tx, match)
            assert actions.of_match(tx, match) == made
            actions.pack(tx, match)
            assert actions.of_match(tx, match) == made
            (size,) = tx.execute(sa.select(sa.func.length(logs.c.packed))).one()
        assert size < sum(len(str(one)) for one in made) / 4


async def test_a_broken_old_match_is_left_out_and_named(before: Path) -> None:
    """A broken match stops no other: the others are counted, and the check names the broken one."""
    path = before / "old" / "koikoi.db"
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("UPDATE old_actions SET action='0 zz' WHERE match=1 AND n=3")
    store = await Store.open(path)
    try:
        await backlog.work_off(store)
        with store.reading() as tx:
            assert results.backlog(tx) is None
            assert len(counting.load(tx)) == 3
        found = [fault async for fault in checking.faults(store)]
        assert found == ["match 1: its rows make no match (NotationError)"]
    finally:
        await store.close()


async def test_somebody_who_goes_meanwhile_leaves_the_lists_right(
    before: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deletion while older matches are counted: at the end all is as a rebuild would have it."""
    store = await Store.open(before / "old" / "koikoi.db")
    try:
        monkeypatch.setattr(backlog, "AT_ONCE", 1)
        await store.write(backlog._some, backlog._START, store.aside)
        with store.writing() as tx:
            assert forget.forget(tx, ANN.user)
        await backlog.work_off(store)
        with store.writing() as tx:
            assert recount.rebuild(tx) == 0
    finally:
        await store.close()
