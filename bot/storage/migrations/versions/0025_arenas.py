"""Arenas, their people, and the arena of a match."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Apply."""
    _create_arenas()
    _create_people()
    # Without a reference: SQLite would build the table of all matches anew, and forget the last number given.
    op.add_column("matches", sa.Column("arena", sa.BigInteger()))
    op.create_index("ix_matches_arena", "matches", ["arena"])
    for column in (
        sa.Column("arena_managers", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("arena_cpu", sa.String(16), nullable=False, server_default="normal"),
    ):
        op.add_column("guilds", column)


def _create_arenas() -> None:
    op.create_table(
        "arenas",
        sa.Column("id", BIG, primary_key=True, autoincrement=True),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("guild", sa.BigInteger(), sa.ForeignKey("guilds.id", ondelete="CASCADE"), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("locale", sa.String(16), nullable=False),
        sa.Column("host", BIG, _to_person(), nullable=False),
        sa.Column("rules", sa.String(16), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("cpu", sa.String(16)),
        sa.Column("minutes", sa.Integer(), nullable=False),
        sa.Column("weekly", sa.Boolean(), nullable=False),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("starts_at", sa.BigInteger(), nullable=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=False),
        sa.Column("over_at", sa.BigInteger()),
        sa.Column("reminded_at", sa.BigInteger()),
        sa.Column("next_at", sa.BigInteger()),
        sa.Column("message", sa.BigInteger()),
        sa.Column("poster", sa.BigInteger()),
        sa.CheckConstraint(
            "status IN ('announced', 'running', 'closing', 'over', 'called_off')", name="status"
        ),
        sqlite_autoincrement=True,
    )
    for column in ("guild", "host", "status"):
        op.create_index(f"ix_arenas_{column}", "arenas", [column])


def _create_people() -> None:
    op.create_table(
        "arena_people",
        sa.Column("arena", BIG, sa.ForeignKey("arenas.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("person", BIG, _to_person(), primary_key=True),
        sa.Column("locale", sa.String(16), nullable=False),
        sa.Column("attendance", sa.String(16), nullable=False),
        sa.Column("joined_at", sa.BigInteger(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("attendance IN ('in', 'paused', 'absent', 'left', 'removed')", name="attendance"),
    )
    op.create_index("ix_arena_people_person", "arena_people", ["person"])


def _to_person() -> sa.ForeignKey:
    """Return a reference that follows where a deletion gives its person another number."""
    return sa.ForeignKey("people.id", ondelete="RESTRICT", onupdate="CASCADE")
