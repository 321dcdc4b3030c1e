"""`koikoi copy-database`: everything arrives, nothing half; matches in play go on where they were."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.ids import MatchId
from bot.match.hosted_match import HostedMatch
from bot.match.views import MatchView
from bot.storage import Store, matches
from bot.storage.backups.transfer import TransferError, copy
from bot.storage.database.address import Address, display_name
from bot.storage.database.lock import DataLock
from bot.storage.database.migrate import STEPPING_STONE, migrate, pending, revisions
from bot.storage.database.schema import matches as match_table
from bot.storage.database.schema import metadata
from bot.storage.owners.exclusive import exclusive_server
from engine.play.state import MatchState
from tests.support.command_process import command
from tests.support.manager_fixture import ANN, BEN, CAT, DAN, TRIO, RunningService, running_service
from tests.support.processes import databases

ROOT = Path(__file__).resolve().parents[3]
pytestmark = pytest.mark.postgresql
Tables = dict[str, list[tuple[object, ...]]]


def place(folder: Path, kind: str) -> Address:
    """The database of a folder, of a kind."""
    folder.mkdir(exist_ok=True)
    with databases.choosing(kind):
        return databases.database(folder)


async def a_past(service: RunningService) -> list[MatchId]:
    """Matches in play, finished, a lobby, and one whose number is gone; those in play."""
    gone = await service.lobby(DAN)
    playing = [await service.match_all_played(ANN, BEN), await service.match(*TRIO, rules="sannin")]
    await service.play(await service.match(ANN, CAT, months=1))
    lobby = await service.lobby(BEN)
    last = await service.lobby(CAT)
    with service.store.writing() as tx:
        tx.execute(sa.delete(match_table).where(match_table.c.id.in_([gone, last])))
    return [*playing, lobby]


async def everything(address: Address) -> tuple[Tables, list[tuple[HostedMatch, MatchState | None]]]:
    """All rows, and the matches that they make, as they stand."""
    store = Store(address)
    with store.reading() as tx:
        rows = {
            table.name: [tuple(row) for row in tx.execute(sa.select(table).order_by(*table.primary_key))]
            for table in metadata.sorted_tables
        }
        numbers = tx.execute(sa.select(match_table.c.id).order_by(match_table.c.id)).scalars().all()
        found = [matches.load(tx, MatchId(number)) for number in numbers]
    await store.close()
    stand = [
        (replace(each, progress=None), each.progress.state if each.progress else None)
        for each in found
        if each is not None
    ]
    return rows, stand


def is_beyond(n: int, view: MatchView) -> bool:
    """Whether a match has more actions than this."""
    return view.n > n


@pytest.mark.parametrize(("old", "new"), [("sqlite", "postgresql"), ("postgresql", "sqlite")])
async def test_matches_in_play_go_on_there(tmp_path: Path, old: str, new: str) -> None:
    """Every row is there and says the same; matches are played on, and new ones have new numbers."""
    source, target = place(tmp_path / "old", old), place(tmp_path / "new", new)
    with databases.choosing(old):
        async with running_service(tmp_path / "old") as service:
            live = await a_past(service)
            known = max(live) + 1
    before = await everything(source)
    copied = copy(source, target)
    assert await everything(target) == before
    assert copy(source, target) == copied, "one that was killed before its last line can be asked for again"
    assert await everything(target) == before
    assert copied == {name: len(rows) for name, rows in before[0].items()}
    assert copied["matches"] == 4 and copied["actions"] > 10
    with databases.choosing(new):
        async with running_service(tmp_path / "new") as service:
            assert await service.lobby(DAN) > known
            for match in live[:2]:
                before_n = (await service.seen(match)).n
                assert (await service.play(match, until=partial(is_beyond, before_n + 3))).n > before_n + 3


@pytest.mark.parametrize("full", ["sqlite", "postgresql"])
async def test_what_has_rows_is_left_alone(tmp_path: Path, full: str) -> None:
    """Nothing is mixed: a database that is not empty is refused, and stays as it was."""
    source, target = place(tmp_path / "old", "sqlite"), place(tmp_path / "new", full)
    for folder, kind in (("old", "sqlite"), ("new", full)):
        with databases.choosing(kind):
            async with running_service(tmp_path / folder) as service:
                await service.lobby(ANN)
    before = await everything(target)
    with pytest.raises(TransferError, match="not empty"):
        copy(source, target)
    assert await everything(target) == before


async def test_a_row_that_the_other_refuses_is_named_by_its_table(tmp_path: Path) -> None:
    """SQLite has taken it; nothing of the rest is copied, and the row's values are not told."""
    source, target = place(tmp_path / "old", "sqlite"), place(tmp_path / "new", "postgresql")
    with databases.choosing("sqlite"):
        async with running_service(tmp_path / "old") as service:
            await service.lobby(ANN)
        assert (
            databases.change(tmp_path / "old", "UPDATE participants SET locale = ?", "much-too-long" * 2) == 1
        )
    with pytest.raises(
        TransferError, match=r"^A row of participants cannot be copied \(DataError\); nothing was.$"
    ):
        copy(source, target)
    rows, _ = await everything(target)
    assert not any(rows.values())


@pytest.mark.parametrize("which", ["source", "target"])
def test_a_database_that_is_too_old_is_named(tmp_path: Path, which: str) -> None:
    """The sentence says how it comes to this version, and nothing is copied."""
    source, target = tmp_path / "old.db", tmp_path / "new.db"
    migrate(source)
    migrate(target)
    old = source if which == "source" else target
    with sqlite3.connect(old) as raw:
        raw.execute("UPDATE alembic_version SET version_num='0016'")
    said = command("copy-database", str(source), str(target))
    assert (said.status, said.out) == (1, "")
    assert said.err == (
        f"{old} is of revision 0016, which this version cannot upgrade; "
        f"check out commit {STEPPING_STONE} of the sources, start the bot once (docker compose run "
        "--build builds its image), then come back to this version.\n"
    )


@pytest.mark.usefixtures("next_revision")
def test_an_older_database_is_left_alone(tmp_path: Path) -> None:
    """The older database is not brought up to date only to be told that it is not empty."""
    source, target = place(tmp_path / "old", "postgresql"), place(tmp_path / "new", "sqlite")
    assert isinstance(target, Path)
    migrate(target, to=revisions()[0])
    with pytest.raises(TransferError, match="older version"):
        copy(source, target)
    assert pending(target) == revisions()[1:]


def test_the_command_says_what_it_has_done(tmp_path: Path) -> None:
    """The command counts rows, and refuses if one of the two is in use or if there is nothing to copy."""
    source, target = place(tmp_path / "old", "sqlite"), place(tmp_path / "new", "postgresql")
    typed = ["copy-database", databases.text_of(source), databases.text_of(target)]
    assert isinstance(source, Path) and not isinstance(target, Path)
    nothing = command(*typed)
    assert (nothing.status, nothing.err) == (1, f"There is no database {source}.\n")
    assert not source.exists()
    migrate(source)
    with DataLock(source.parent):
        assert "stop it first" in command(*typed).err
    done = command(*typed)
    assert done.status == 0, done.err
    assert done.out.splitlines()[-1] == f"0 rows are in {display_name(target)} now."
    assert "matches: 0" in done.out.splitlines()


async def test_a_bot_that_runs_is_not_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that serves the database holds its lock on the server."""
    monkeypatch.setattr("bot.storage.owners.exclusive.PATIENCE_SECONDS", 0.0)
    source, target = place(tmp_path / "old", "postgresql"), place(tmp_path / "new", "sqlite")
    assert not isinstance(source, Path) and isinstance(target, Path)
    with exclusive_server(source):
        typed = ["copy-database", databases.text_of(source), databases.text_of(target)]
        refused = command(*typed)
    assert (refused.status, "stop it first" in refused.err) == (1, True)
    assert not target.exists()


def type_in(line: str, folder: Path, environment: dict[str, str]) -> None:
    """Do what somebody types there."""
    subprocess.run(line, shell=True, check=True, cwd=folder, env=environment)


async def test_the_two_lines_of_the_page_put_everything_back(tmp_path: Path) -> None:
    """A dump by pg_dump replaces everything that has come since, by pg_restore."""
    source = place(tmp_path / "data", "postgresql")
    programs = databases.programs()
    assert programs is not None
    lines = re.findall(
        r"^\$ (pg_.*)$", (ROOT / "bot" / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert [line.split()[0] for line in lines] == ["pg_dump", "pg_restore"]
    here = {"PATH": f"{programs}:{os.environ['PATH']}", "KOIKOI_DATABASE": databases.text_of(source)}
    async with running_service(tmp_path / "data") as service:
        await a_past(service)
    before = await everything(source)
    type_in(lines[0], tmp_path, here)
    async with running_service(tmp_path / "data") as service:
        await service.manager.forget(ANN.user)
        later = await service.lobby(DAN)
    assert await everything(source) != before
    type_in(lines[1], tmp_path, here)
    assert await everything(source) == before
    async with running_service(tmp_path / "data") as service:
        assert await service.lobby(DAN) == later, "as the copy has it"
