"""Every revision of the schema, upgraded with rows in it."""

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
from bot.storage.database.migrate import HEAD, migrate, revisions
from bot.storage.database.schema import metadata
from tests.support.older_schema import back_to
from tests.support.processes import databases

MATCHES = 3
ALLOWED = {
    "status": "playing",
    "made_by": "user",
    "season": "monthly",
    "how": "played",
    "cpu": None,
    "defaults": "{}",
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
    if table.name == "bars":
        row["discord"] = None  # whom a bar is about has one of two names
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


@pytest.mark.slow
@pytest.mark.parametrize("revision", revisions())
def test_an_upgrade_keeps_every_row(tmp_path: Path, revision: str) -> None:
    """From each revision to the newest no row is lost, and a copy of what was there lies beside it."""
    path = tmp_path / "koikoi.db"
    migrate(path, to=revision)
    before = fill(path)
    assert set(before.values()) == {MATCHES}
    pending = migrate(path).applied
    after = count(path)
    assert {name: after[name] for name in before if name in after} == before
    copies = list(tmp_path.glob("koikoi.db.before-*"))
    assert bool(copies) == bool(pending)
    for copy in copies:
        assert count(copy) == before


def test_without_a_copy_nothing_is_upgraded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The upgrade does not begin without its copy, and raises a storage error."""
    path = tmp_path / "koikoi.db"
    migrate(path)
    newest = revisions()[-1]
    monkeypatch.setattr("bot.storage.database.migrate._pending", lambda current, to: ("9999",))
    (tmp_path / f".koikoi.db.before-{newest}.part").mkdir()
    with pytest.raises(StorageError) as told:
        migrate(path)
    assert told.value.kind is StorageErrorKind.UNWRITABLE
    assert list(tmp_path.glob("koikoi.db.before-*")) == []


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


def test_a_failed_upgrade_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    """A reference that leads nowhere undoes the whole upgrade."""
    path = tmp_path / "koikoi.db"
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("CREATE TABLE parents (id INTEGER PRIMARY KEY)")
        raw.execute("CREATE TABLE children (parent INTEGER REFERENCES parents(id))")
        raw.execute("INSERT INTO children VALUES (1)")
    with pytest.raises(StorageError) as told:
        migrate(path)
    assert told.value.kind is StorageErrorKind.DAMAGED and told.value.tables == ("children",)
    assert count(path) == {"parents": 0, "children": 1}


@pytest.mark.databases
def test_servers_keep_the_classic_that_they_chose_and_others_are_told_of_standard(tmp_path: Path) -> None:
    """Marked options of classic are a choice of it; a length alone, or options of another set, are none."""
    before = {
        1: (None, "{}"),
        2: (None, '{"classic": {"months": 6}, "league": {"months": 6}}'),
        3: (None, '{"classic": {"months": 6, "oyaken": 3}}'),
        4: (None, '{"league": {"oyaken": 3}}'),
        5: ("sannin", '{"classic": {"oyaken": 3}}'),
        6: ("classic", "{}"),
    }
    address = databases.database(tmp_path)
    migrate(address)
    for statement in back_to("0018"):
        databases.change(tmp_path, statement)
    for guild, (rules, defaults) in before.items():
        databases.change(
            tmp_path,
            "INSERT INTO guilds (id, locale, season, shares, defaults, rules) "
            "VALUES (?, 'en', 'off', ?, ?, ?)",
            *(guild, False, defaults, rules),
        )
    databases.change(tmp_path, "INSERT INTO people (id, name, hidden, met_at) VALUES (1, 'Ann', ?, 0)", False)
    for old, new in (("null", '"league"'), ('"league"', "null")):
        databases.change(
            tmp_path,
            "INSERT INTO audit (guild, person, what, old, new, at) VALUES (1, 1, 'rules', ?, ?, 0)",
            old,
            new,
        )
    assert migrate(address).applied == revisions()[revisions().index("0019") :]
    untold = "settings,table"
    assert databases.rows(tmp_path, "SELECT id, rules, untold FROM guilds ORDER BY id") == [
        (1, None, untold),
        (2, None, untold),
        (3, "classic", ""),
        (4, None, untold),
        (5, "sannin", ""),
        (6, "classic", ""),
    ]
    assert databases.rows(tmp_path, "SELECT old, new FROM audit ORDER BY id") == [
        ('"classic"', '"league"'),
        ('"league"', '"classic"'),
    ]
