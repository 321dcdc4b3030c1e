"""The revisions of the schema: a new database, one of today with rows in it, a newer one, too old ones."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from bot.errors import StorageError, StorageErrorKind
from bot.storage import migrations
from bot.storage.database.address import display_name
from bot.storage.database.migrate import HEAD, STEPPING_STONE, migrate, pending, revisions
from bot.storage.database.schema import metadata
from tests.support.command_process import command
from tests.support.manager_fixture import put_new_database
from tests.support.processes import databases

MATCHES = 3
ALLOWED = {
    "status": "playing",
    "made_by": "user",
    "season": "monthly",
    "how": "played",
    "cpu": None,
    "defaults": "{}",
    "attendance": "in",
    "state": "asked",
}
"""Values of columns that do not take any text."""


def fill(path: Path) -> dict[str, int]:
    """Put rows into every table, whatever its revision, and count them."""
    engine = sa.create_engine(f"sqlite:///{path}")
    found = sa.MetaData()
    found.reflect(engine)
    with engine.begin() as connection:
        for table in found.sorted_tables:
            if table.name == "alembic_version":
                continue
            for row in range(1, MATCHES + 1):
                connection.execute(sa.insert(table), _row(table, row))
    engine.dispose()
    return count(path)


def _row(table: sa.Table, number: int) -> dict[str, object]:
    """A row whose references hold: everything that counts is the row's own number."""
    row: dict[str, object] = {}
    for column in table.columns:
        if column.name in ALLOWED and not isinstance(column.type, sa.Integer):
            row[column.name] = ALLOWED[column.name]
        elif isinstance(column.type, sa.LargeBinary):
            row[column.name] = bytes(32)
        elif isinstance(column.type, sa.Boolean):
            row[column.name] = True
        elif isinstance(column.type, (sa.String, sa.Text)):
            row[column.name] = f"text{number}"
        else:
            row[column.name] = number
    if table.name == "seasons":
        row["ends_at"] = number + 1
    if table.name == "arenas":
        row["status"] = "running"
    if table.name == "bars":
        row["discord"] = None  # whom a bar is about has one of two names
    if table.name == "kept":
        row["deal"] = None  # it is an arena or a deal
    return row


def count(path: Path) -> dict[str, int]:
    with closing(sqlite3.connect(path)) as raw:
        names = [name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type='table'")]
        own = [name for name in names if not name.startswith(("sqlite_", "alembic_"))]
        return {name: raw.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in own}


def test_the_files_of_the_scripts_are_named_by_the_revisions() -> None:
    """Read off their names the revisions are those that Alembic knows, in its order."""
    scripts = ScriptDirectory(str(Path(migrations.__file__).parent))
    assert revisions() == tuple(script.revision for script in scripts.walk_revisions())[::-1]


def test_the_next_revision_keeps_every_row(
    tmp_path: Path, next_revision: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From each revision to the newest no row is lost, and a copy of what was there lies beside it."""
    assert (next_revision / "versions" / f"{revisions()[-1]}_next.py").exists()
    for revision in revisions():
        path = tmp_path / revision / "koikoi.db"
        path.parent.mkdir()
        migrate(path, to=revision)
        before = fill(path)
        assert set(before.values()) == {MATCHES}
        pending = migrate(path).applied
        after = count(path)
        assert {name: after[name] for name in before if name in after} == before
        copies = list(path.parent.glob("koikoi.db.before-*"))
        assert bool(copies) == bool(pending)
        for copy in copies:
            assert count(copy) == before


@pytest.mark.databases
def test_the_next_revision_changes_both_databases(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """A database of today gets the new revision alone, and its rows stay."""
    put_new_database(tmp_path)
    address, newest = databases.database(tmp_path), revisions()[-1]
    databases.change(tmp_path, "INSERT INTO people (id, name, hidden, met_at) VALUES (1, 'Ann', ?, 0)", False)
    request.getfixturevalue("next_revision")
    done = migrate(address)
    assert (done.before, done.applied) == (newest, revisions()[-1:])
    assert databases.rows(tmp_path, "SELECT name FROM people") == [("Ann",)]
    assert databases.rows(tmp_path, "SELECT next FROM guilds") == []


@pytest.mark.databases
@pytest.mark.parametrize("revision", ["0001", "0016", "0023"])
def test_a_database_that_is_too_old_is_refused_and_not_touched(tmp_path: Path, revision: str) -> None:
    """The error names its revision; the sentence for the host names the commit to pass through."""
    put_new_database(tmp_path)
    address = databases.database(tmp_path)
    databases.change(tmp_path, "UPDATE alembic_version SET version_num = ?", revision)
    files = {path: path.read_bytes() for path in tmp_path.iterdir()}
    for look in (pending, migrate):
        with pytest.raises(StorageError) as told:
            look(address)
        assert (told.value.kind, told.value.revision) == (StorageErrorKind.OLDER, revision)
    assert databases.rows(tmp_path, "SELECT version_num FROM alembic_version") == [(revision,)]
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == files
    said = command("migrate", data=str(tmp_path), **databases.setting(tmp_path))
    assert (said.status, said.out) == (1, "")
    assert said.err == (
        f"The database {display_name(address)} is of revision {revision}, which this version cannot upgrade; "
        f"check out commit {STEPPING_STONE} of the sources, start the bot once (docker compose run "
        "--build builds its image), then come back to this version.\n"
    )


def test_without_a_copy_nothing_is_upgraded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The upgrade does not begin without its copy, and raises a storage error."""
    path = tmp_path / "koikoi.db"
    migrate(path)
    newest = revisions()[-1]
    monkeypatch.setattr("bot.storage.database.migrate._pending", lambda current, to: ("9999",))
    there = tmp_path / f"koikoi.db.before-{newest}"
    there.mkdir()
    with pytest.raises(StorageError) as told:
        migrate(path)
    assert told.value.kind is StorageErrorKind.UNWRITABLE
    assert list(tmp_path.glob("koikoi.db.before-*")) == [there]


def test_the_migrations_lead_to_the_schema(tmp_path: Path) -> None:
    """A migrated file has exactly the tables, columns and indices that the code uses."""
    path = tmp_path / "koikoi.db"
    migrate(path)
    engine = sa.create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
        made = {
            table.name: {fk.target_fullname for fk in table.foreign_keys} for table in metadata.sorted_tables
        }
        inspector = sa.inspect(connection)
        for name, targets in made.items():
            keys = inspector.get_foreign_keys(name)
            assert {f"{key['referred_table']}.{key['referred_columns'][0]}" for key in keys} == targets
            assert all(key["options"].get("ondelete") for key in keys)
    engine.dispose()


def test_nothing_is_done_twice(tmp_path: Path) -> None:
    """A file of the newest schema is left alone, and nothing is copied."""
    path = tmp_path / "koikoi.db"
    assert migrate(path).applied == revisions()
    assert migrate(path).applied == ()
    assert list(tmp_path.glob("*.before-*")) == []


def test_a_file_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    """A revision that nobody knows here is not touched."""
    path = tmp_path / "koikoi.db"
    migrate(path)
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("UPDATE alembic_version SET version_num='9999'")
    with pytest.raises(StorageError) as told:
        migrate(path, to=HEAD)
    assert told.value.kind is StorageErrorKind.NEWER and told.value.revision == "9999"


def family(path: Path, parents: int) -> None:
    """Store a child, and some parents of whom it refers to the first."""
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("CREATE TABLE parents (id INTEGER PRIMARY KEY)")
        raw.execute("CREATE TABLE children (parent INTEGER REFERENCES parents(id))")
        raw.execute("INSERT INTO children VALUES (1)")
        raw.executemany("INSERT INTO parents VALUES (?)", [(1 + n,) for n in range(parents)])


def test_a_failed_upgrade_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that leaves a reference without its row is undone as a whole."""
    path = tmp_path / "koikoi.db"
    family(path, 1)
    monkeypatch.setattr(
        "bot.storage.database.migrate._upgrade", lambda tx, to: tx.exec_driver_sql("DELETE FROM parents")
    )
    with pytest.raises(StorageError) as told:
        migrate(path)
    assert told.value.kind is StorageErrorKind.DAMAGED and told.value.tables == ("children",)
    assert count(path) == {"parents": 1, "children": 1}


def test_a_reference_that_hangs_already_keeps_no_upgrade_back(tmp_path: Path) -> None:
    """The bot has run on it, and runs on."""
    path = tmp_path / "koikoi.db"
    family(path, 0)
    assert migrate(path).applied == revisions()
