"""Matches that an older bot began: they go on, and end by the version that they began with."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.ids import MatchId
from bot.match.vocabulary import Status
from bot.storage.database.schema import metadata
from engine.record import match_record, verify
from engine.version import Version
from tests.support.manager_fixture import (
    ANN,
    BEN,
    CAT,
    DAN,
    TRIO,
    RunningService,
    new_database,
    running_service,
)
from tests.support.processes import databases
from tests.support.traces import somebody

RULES = ("classic", "league", "ishokai", "sannin")


async def test_matches_in_play_end_as_they_began(tmp_path: Path) -> None:
    """One of each rule set in mid-month, and one in its seat draw; the next match is sealed."""
    async with running_service(tmp_path) as service:
        begun = []
        for rules in RULES:
            people = TRIO if rules == "sannin" else (ANN, BEN)
            match = await service.old_match(*people, rules=rules, months=3)
            at = (await service.seen(match)).n
            await service.play(match, until=lambda view, at=at: view.n >= at + 5)  # type: ignore[misc]
            begun.append(match)
        drawing = await service.old_lobby(ANN, BEN, rules="classic", months=1)
        await service.manager.start_match(drawing, ANN.user)
        await service.manager.draw(drawing, ANN.user, 1)
        told = {each: (await service.seen(each)).commitment for each in begun}
    async with running_service(tmp_path) as service:
        for match in begun:
            view = await service.seen(match)
            assert (view.commitment, view.row, view.taken) == (told[match], 0, ())
        seen = await service.seen(drawing)
        assert seen.row == 1 and seen.public is not None and len(seen.public.to_move) == 1
        await service.draw(drawing)
        for match in (*begun, drawing):
            await service.play(match)
            assert (await service.seen(match)).status is Status.OVER
            await must_be(service, match, Version.JOINS)
        sealed = await service.match(ANN, BEN, months=1)
        await service.play(sealed)
        await must_be(service, sealed, Version.CHOICES)


@pytest.mark.databases
async def test_tables_from_before_the_first_join_was_noted_go_on(tmp_path: Path) -> None:
    """Nobody knows when somebody joined before the update; who joins a waiting host after it is noted."""
    async with running_service(tmp_path) as service:
        playing = await service.match(ANN, BEN, months=1)
        joined, waiting = await service.lobby(ANN, BEN), await service.lobby(CAT)
    take_back(tmp_path, "0025")
    async with running_service(tmp_path) as service:
        await service.play(playing)
        await service.manager.join(joined, DAN)
        await service.manager.join(waiting, somebody(1))
        await service.manager.start_match(joined, ANN.user)
    found = databases.rows(tmp_path, "SELECT id FROM matches WHERE found_at IS NOT NULL")
    assert found == [(waiting,)]
    states = databases.rows(tmp_path, "SELECT status FROM matches ORDER BY id")
    assert states == [("over",), ("playing",), ("lobby",)]


def take_back(folder: Path, revision: str) -> None:
    """Make the folder's database one of an older revision: what later ones have added goes."""
    (folder / "old.db").write_bytes(new_database(revision))
    with closing(sqlite3.connect(folder / "old.db")) as raw:
        columns = "SELECT m.name, c.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c"
        old = {*raw.execute(f"{columns} WHERE m.type = 'table'")}
    kept = {table for table, _ in old}
    for table in reversed(metadata.sorted_tables):
        new = {column for column in table.c if (table.name, column.name) not in old}
        if table.name not in kept:
            databases.change(folder, f"DROP TABLE {table.name}")
            continue
        for index in table.indexes:
            if not new.isdisjoint(index.columns):
                databases.change(folder, f"DROP INDEX {index.name}")
        for column in new:
            databases.change(folder, f"ALTER TABLE {table.name} DROP COLUMN {column.name}")
    databases.change(folder, "UPDATE alembic_version SET version_num = ?", revision)
    databases.look_anew()


async def must_be(service: RunningService, match: MatchId, version: Version) -> None:
    """Check that the match's record has this version, and that the whole chain of its shuffles agrees."""
    record = match_record.parse(await service.manager.record(match))
    assert record.version is version
    assert verify.verdict(record).whole
