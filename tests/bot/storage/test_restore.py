"""`koikoi restore`: a copy takes the database's place, or nothing changes."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest

from bot.storage.backups.backup import backup
from bot.storage.backups.incoming import RestoreError, Source, opened
from bot.storage.backups.restore import Restored, restore
from bot.storage.database.lock import DataLock
from bot.storage.database.migrate import HEAD, STEPPING_STONE, revisions
from tests.support.command_process import Said, command, environment, koikoi
from tests.support.manager_fixture import ANN, BEN, new_database, running_service
from tests.support.sandbox.client import ROOT
from tests.support.waiting import MOST_SECONDS

NAME = "koikoi.db"
NOW = datetime(2026, 11, 3, 14, 25, 30, tzinfo=UTC)
ASIDE = "koikoi.db.replaced-20261103T142530Z"
OLD, NEW = 111, 222
"""Marks by which two databases are told apart, whatever their tables are."""
LIMITED = """
import pathlib, resource, sys
from bot.__main__ import main
from bot.storage.database import migrate
migrate._SCRIPTS = pathlib.Path(sys.argv[3])
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
main(["restore", sys.argv[2]])
"""
"""The bot's next version on a disk that takes no file above a size."""


def made(path: Path, mark: int, *, revision: str = HEAD) -> Path:
    """A database with a mark, of a revision."""
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(new_database(revision))
    with closing(sqlite3.connect(path)) as raw:
        raw.execute(f"PRAGMA user_version={mark}")
    return path


def mark(path: Path) -> int:
    """The mark of a database, which must be whole and of the newest schema."""
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert raw.execute("SELECT version_num FROM alembic_version").fetchall() == [(revisions()[-1],)]
        (found,) = raw.execute("PRAGMA user_version").fetchone()
    return int(found)


def killed(database: Path, folder: Path, mark: int) -> Path:
    """The database as a bot that was killed leaves it: with this mark, which its log alone holds."""
    folder.mkdir()
    with closing(sqlite3.connect(database)) as raw:
        raw.execute("PRAGMA journal_mode=WAL")
        raw.execute(f"PRAGMA user_version={mark}")
        for ending in ("", "-wal", "-shm"):
            shutil.copyfile(f"{database}{ending}", folder / f"{NAME}{ending}")
    return folder / NAME


def put_back(file: Path, database: Path) -> Restored:
    """Restore a file now."""
    with opened(file) as source:
        return restore(source, database, now=NOW)


def content(folder: Path) -> dict[str, bytes]:
    """Return the contents of a folder, by name, without the lock."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "koikoi.lock"}


def piped(sent: bytes, data: Path) -> Said:
    """Run the command with something at its standard input, in a process of its own."""
    arguments = [sys.executable, "-P", "-m", "bot", "restore", "-"]
    done = subprocess.run(
        arguments, cwd=ROOT / "tests", env=environment(data=str(data)), input=sent, capture_output=True,
        timeout=MOST_SECONDS, check=False,
    )  # fmt: skip
    return Said(done.returncode, done.stdout.decode(), done.stderr.decode())


async def test_a_match_goes_on_from_where_it_was_copied(tmp_path: Path) -> None:
    """Later actions are gone from the database, and whole in the old one that lies aside."""
    data = tmp_path / "data"
    data.mkdir()
    async with running_service(data) as service:
        match = await service.match(ANN, BEN, months=12)
        copied = (await service.seen(match)).n
        await backup(data / NAME, tmp_path / "copy")
        await service.play(match, until=lambda view: view.n > copied + 4)
        played = (await service.seen(match)).n
    said = await koikoi("restore", str(tmp_path / "copy"), data=str(data))
    assert said.status == 0
    assert "agree" not in said.err  # a busy machine is told why the command goes on
    (aside,) = data.glob("koikoi.db.replaced-*")
    kept = f"the old one is {aside}, kept for 30 days"
    assert said.out == f"{tmp_path / 'copy'} is the database now; {kept}.\n"
    async with running_service(data) as service:
        assert (await service.seen(match)).n == copied
        await service.play(match, until=lambda view: view.n > copied)
    said = await koikoi("restore", str(aside), data=str(data))
    assert said.status == 0
    async with running_service(data) as service:
        assert (await service.seen(match)).n == played


def test_the_old_database_is_kept_whole(tmp_path: Path) -> None:
    """The old database holds its log, only its owner can read it, its age begins now, and older ones stay."""
    database = killed(made(tmp_path / "first" / NAME, 1), tmp_path / "data", OLD)
    copy = made(tmp_path / "copy", NEW)
    begun = time.time()
    names = [ASIDE, f"{ASIDE}-2", f"{ASIDE}-3"]
    for name in names:
        database.chmod(0o644)
        os.utime(database, (1, 1))
        assert put_back(copy, database).aside == database.with_name(name)
    assert sorted(content(database.parent)) == [NAME, *names]
    assert [mark(database.with_name(name)) for name in names] == [OLD, NEW, NEW]
    for path in database.parent.iterdir():
        assert path.stat().st_mode & 0o777 == 0o600
        assert path.stat().st_mtime >= begun - 1
    assert mark(database) == NEW


def test_a_log_of_the_old_database_is_never_applied_to_the_new_one(tmp_path: Path) -> None:
    """Both come from one file, so that the log of the one would fit the other."""
    first = made(tmp_path / "first" / NAME, NEW)
    shutil.copyfile(first, tmp_path / "copy")
    database = killed(first, tmp_path / "data", OLD)
    put_back(tmp_path / "copy", database)
    assert mark(database) == NEW
    assert mark(database.with_name(ASIDE)) == OLD


@pytest.mark.parametrize("garbage", [b"no database " * 400, b"SQLite format 3\x00" + b"\xff" * 5000])
def test_a_damaged_database_is_replaced_and_kept_as_it_is(tmp_path: Path, garbage: bytes) -> None:
    """The damage is the reason to restore: nothing can be made of the file, and nothing of it is lost."""
    database = killed(made(tmp_path / "first" / NAME, 1), tmp_path / "data", OLD)
    database.write_bytes(garbage)
    log = database.with_name(f"{NAME}-wal").read_bytes()
    put_back(made(tmp_path / "copy", NEW), database)
    found = content(database.parent)
    assert (found[ASIDE], found[f"{ASIDE}-wal"]) == (garbage, log)
    assert mark(database) == NEW


def test_where_there_was_no_database_nothing_is_kept(tmp_path: Path) -> None:
    """The data folder is made; a log without its database is not applied to the new one."""
    copy = made(tmp_path / "copy", NEW)
    said = command("restore", str(copy), data=str(tmp_path / "data"))
    assert said == Said(0, f"{copy} is the database now; there was no other before.\n", "")
    assert list(content(tmp_path / "data")) == [NAME]
    database = killed(made(tmp_path / "first" / NAME, 1), tmp_path / "other", OLD)
    database.unlink()
    assert put_back(copy, database).aside is None
    assert mark(database) == NEW


@pytest.mark.outside
def test_a_copy_comes_through_a_pipe(tmp_path: Path) -> None:
    """`-` reads standard input."""
    database = made(tmp_path / "data" / NAME, OLD)
    said = piped(made(tmp_path / "copy", NEW).read_bytes(), tmp_path / "data")
    assert said.status == 0
    assert "agree" not in said.err  # a busy machine is told why the command goes on
    assert said.out.startswith("Standard input is the database now; the old one is ")
    assert mark(database) == NEW


@pytest.mark.usefixtures("next_revision")
def test_an_older_copy_is_brought_up_before_it_takes_the_place(tmp_path: Path) -> None:
    """The file itself stays as it was, and no second copy is made of it."""
    database = made(tmp_path / "data" / NAME, OLD)
    copy = made(tmp_path / "copy", NEW, revision=revisions()[0])
    before = copy.read_bytes()
    done = put_back(copy, database)
    assert done.applied == revisions()[1:]
    assert mark(database) == NEW
    assert sorted(content(tmp_path / "data")) == [NAME, ASIDE]
    assert copy.read_bytes() == before


def test_what_sqlite_left_beside_a_copy_is_part_of_it(tmp_path: Path) -> None:
    """The folder of a bot that was killed can be restored from, and stays as it is."""
    database = made(tmp_path / "data" / NAME, OLD)
    copy = killed(made(tmp_path / "first" / NAME, 1), tmp_path / "other", NEW)
    before = content(tmp_path / "other")
    put_back(copy, database)
    assert mark(database) == NEW
    assert content(tmp_path / "other") == before


def test_a_copy_that_is_written_meanwhile_is_refused(tmp_path: Path) -> None:
    """The restored database would be of two moments."""
    database, copy = made(tmp_path / "data" / NAME, OLD), made(tmp_path / "copy", NEW)

    class Busy(BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            with copy.open("ab") as file:
                file.write(b"more")
            return super().read(size)

    source = Source(str(copy), Busy(copy.read_bytes()), copy)
    with pytest.raises(RestoreError, match="is being written just now"):
        restore(source, database, now=NOW)
    assert list(content(tmp_path / "data")) == [NAME]


def wrong(kind: str, folder: Path, database: Path) -> Path:
    """A file that cannot be restored."""
    path = folder / kind
    if kind == "directory":
        path.mkdir()
    elif kind == "itself":
        path.symlink_to(database)
    elif kind == "fifo":
        os.mkfifo(path)
    elif kind in {"empty", "text"}:
        path.write_text("no database\n" * 800 if kind == "text" else "", encoding="ascii")
    elif kind == "unreadable":
        return Path("/proc/self/mem")  # whose first page nobody can read, root neither
    elif kind != "missing":
        made(path, NEW)
        spoil(kind, path)
    return path


def spoil(kind: str, path: Path) -> None:
    """Make a database one that cannot be restored."""
    if kind == "cut":
        os.truncate(path, path.stat().st_size // 2)
        return
    statements = {
        "other": ["DROP TABLE alembic_version"],
        "unversioned": ["DELETE FROM alembic_version"],
        "newer": ["UPDATE alembic_version SET version_num='9999'"],
        "older": ["UPDATE alembic_version SET version_num='0016'"],
        "incomplete": ["DROP TABLE hands"],
    }
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        for statement in statements[kind]:
            raw.execute(statement)


REFUSED = {
    "missing": "cannot be read: No such file or directory.",
    "directory": "is not a regular file.",
    "fifo": "is not a regular file.",
    "unreadable": "cannot be read: Input/output error.",
    "itself": "is the database itself, and stays as it is.",
    "empty": "is empty.",
    "text": "is no database of SQLite.",
    "cut": "is damaged",
    "other": "is a database of another program.",
    "unversioned": "is a database of another program.",
    "newer": "was written by a newer version of the bot, and this one cannot read it.",
    "older": f"is of revision 0016, which this version cannot upgrade; check out commit {STEPPING_STONE} "
    "of the sources, restore it there (docker compose run --build builds its image), then come back to this "
    "version.",
    "incomplete": "lacks hands.",
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_cannot_be_restored_changes_nothing(tmp_path: Path, kind: str) -> None:
    """One sentence with the name of the file, and everything is as it was."""
    database = killed(made(tmp_path / "first" / NAME, 1), tmp_path / "data", OLD)
    file, before = wrong(kind, tmp_path, database), content(tmp_path / "data")
    said = command("restore", str(file), data=str(tmp_path / "data"))
    assert (said.status, said.out) == (1, "")
    assert said.err.startswith(f"{file} {REFUSED[kind]}")
    assert len(said.err.splitlines()) == 1
    assert content(tmp_path / "data") == before


@pytest.mark.outside
def test_nothing_at_standard_input_is_a_sentence(tmp_path: Path) -> None:
    """An empty stream is told as an empty file is."""
    assert piped(b"", tmp_path / "data") == Said(1, "", "Standard input is empty.\n")


def test_while_the_bot_runs_nothing_is_restored(tmp_path: Path) -> None:
    """The holder of the data folder is named."""
    made(tmp_path / "data" / NAME, OLD)
    copy = made(tmp_path / "copy", NEW)
    with DataLock(tmp_path / "data"):
        before = content(tmp_path / "data")
        said = command("restore", str(copy), data=str(tmp_path / "data"))
        assert content(tmp_path / "data") == before
    holder = f"Another process (id {os.getpid()}) uses the data folder {tmp_path / 'data'}"
    assert said == Said(1, "", f"{holder}; stop it first.\n")


@pytest.mark.parametrize("journal", ["wal", "delete"])
def test_a_database_that_another_program_uses_is_not_replaced(tmp_path: Path, journal: str) -> None:
    """The other program would go on with the old database."""
    database, copy = made(tmp_path / "data" / NAME, OLD), made(tmp_path / "copy", NEW)
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute(f"PRAGMA journal_mode={journal}")
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM matches").fetchone()
        with pytest.raises(RestoreError, match=f"{database} is in use by another program"):
            put_back(copy, database)
    assert mark(database) == OLD
    assert list(content(tmp_path / "data")) == [NAME]


@pytest.mark.outside
@pytest.mark.parametrize("share", [0.5, 1.0])
def test_a_full_disk_changes_nothing(tmp_path: Path, next_revision: Path, share: float) -> None:
    """Neither where the copy has no room nor where what brings it up has none."""
    database = made(tmp_path / "data" / NAME, OLD)
    copy = made(tmp_path / "copy", NEW, revision=revisions()[0])
    before = content(tmp_path / "data")
    limit = str(int(copy.stat().st_size * share))
    command = [sys.executable, "-c", LIMITED, limit, str(copy), str(next_revision)]
    settings = environment(data=str(tmp_path / "data"))
    done = subprocess.run(
        command, cwd=ROOT, env=settings, capture_output=True, text=True, timeout=MOST_SECONDS, check=False
    )
    assert (done.returncode, len(done.stderr.splitlines())) == (1, 1)
    assert "cannot be" in done.stderr
    assert content(tmp_path / "data") == before
    assert mark(database) == OLD


def test_root_restores_for_whoever_runs_the_bot(tmp_path: Path) -> None:
    """The new file belongs to the owner of the old one; other users than root have their own files alone."""
    database, copy = made(tmp_path / "data" / NAME, OLD), made(tmp_path / "copy", NEW)
    owner = os.geteuid() or 65534
    os.chown(database, owner, -1)
    put_back(copy, database)
    assert [path.stat().st_uid for path in (database, database.with_name(ASIDE))] == [owner, owner]
