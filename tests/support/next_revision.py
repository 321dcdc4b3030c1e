"""The schema of the bot's next version, for tests of what an upgrade does to a database of today."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bot.storage import migrations
from bot.storage.database import migrate

SCRIPT = """
import sqlalchemy as sa
from alembic import op

revision = "{revision}"
down_revision = "{before}"


def upgrade() -> None:
    op.add_column("guilds", sa.Column("next", sa.Integer()))
    with op.batch_alter_table("matches", recreate="auto") as matches:
        matches.alter_column("lobby_end", type_=sa.String(32))
"""
"""Adds a column, and changes one: SQLite builds that table anew."""


def scripts(folder: Path) -> Path:
    """Copy the bot's revisions into a folder and add one; return the folder."""
    newest = migrate.revisions()[-1]
    following = f"{int(newest) + 1:04}"
    shutil.copytree(Path(migrations.__file__).parent, folder)
    script = SCRIPT.format(revision=following, before=newest)
    (folder / "versions" / f"{following}_next.py").write_text(script, encoding="ascii")
    return folder


@pytest.fixture
def next_revision(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """In the test, this process is the bot's next version; return where its revisions lie."""
    folder = scripts(tmp_path_factory.mktemp("next") / "migrations")
    monkeypatch.setattr(migrate, "_SCRIPTS", folder)
    return folder
