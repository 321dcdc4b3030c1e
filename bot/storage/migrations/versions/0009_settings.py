"""The settings of servers and people: place, rules, language, barred and blocked people.

Servers, people and matches of before go on as they were: everywhere, rated, invited by everybody.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Apply."""
    op.add_column("people", sa.Column("language", sa.String(16)))
    op.add_column("people", sa.Column("challenges", sa.String(8), nullable=False, server_default="all"))
    op.add_column("guilds", sa.Column("channels", sa.Text()))
    op.add_column("guilds", sa.Column("place", sa.String(8), nullable=False, server_default="channel"))
    op.add_column("guilds", sa.Column("language", sa.String(16)))
    op.add_column("guilds", sa.Column("rules", sa.String(16)))
    op.add_column("guilds", sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.add_column("guilds", sa.Column("tables", sa.Integer()))
    op.add_column("guilds", sa.Column("hints", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.add_column("matches", sa.Column("parent", sa.BigInteger()))
    op.add_column("matches", sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.add_column("results", sa.Column("was", sa.String(16)))
    _bars()
    _blocks()
    _audit()


def _bars() -> None:
    op.create_table(
        "bars",
        sa.Column("id", BIG, primary_key=True, autoincrement=True),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("person", BIG),
        sa.Column("discord", sa.BigInteger()),
        sa.Column("at", sa.BigInteger(), nullable=False),
        _guild("bars"),
        _person("bars", "person"),
        sa.UniqueConstraint("guild", "kind", "person", name="uq_bars_guild_kind_person"),
        sa.UniqueConstraint("guild", "kind", "discord", name="uq_bars_guild_kind_discord"),
        sa.CheckConstraint("(person IS NULL) <> (discord IS NULL)", name="one_of"),
    )
    op.create_index("ix_bars_person", "bars", ["person"])
    op.create_index("ix_bars_discord", "bars", ["discord"])


def _blocks() -> None:
    op.create_table(
        "blocks",
        sa.Column("person", BIG, nullable=False),
        sa.Column("other", BIG, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("person", "other", name="pk_blocks"),
        _person("blocks", "person"),
        _person("blocks", "other"),
    )
    op.create_index("ix_blocks_other", "blocks", ["other"])


def _audit() -> None:
    op.create_table(
        "audit",
        sa.Column("id", BIG, primary_key=True, autoincrement=True),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("person", BIG, nullable=False),
        sa.Column("what", sa.String(16), nullable=False),
        sa.Column("old", sa.Text(), nullable=False),
        sa.Column("new", sa.Text(), nullable=False),
        sa.Column("about", BIG),
        sa.Column("at", sa.BigInteger(), nullable=False),
        _guild("audit"),
        _person("audit", "person"),
        _person("audit", "about"),
    )
    op.create_index("ix_audit_guild_id", "audit", ["guild", "id"])
    op.create_index("ix_audit_person", "audit", ["person"])
    op.create_index("ix_audit_about", "audit", ["about"])


def _guild(table: str) -> sa.ForeignKeyConstraint:
    """A row goes with its server."""
    return sa.ForeignKeyConstraint(
        ["guild"], ["guilds.id"], name=f"fk_{table}_guild_guilds", ondelete="CASCADE"
    )


def _person(table: str, column: str) -> sa.ForeignKeyConstraint:
    """A row follows where a deletion gives its person another number."""
    return sa.ForeignKeyConstraint(
        [column],
        ["people.id"],
        name=f"fk_{table}_{column}_people",
        ondelete="RESTRICT",
        onupdate="CASCADE",
    )
