"""Matches, their people, actions, agreements and clocks, and where they are shown."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.schema import SchemaItem

revision = "0001"
down_revision = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _of_match(table: str) -> list[SchemaItem]:
    """The column of the match that a row goes with."""
    return [
        sa.Column("match", BIG, nullable=False),
        sa.ForeignKeyConstraint(
            ["match"], ["matches.id"], name=f"fk_{table}_match_matches", ondelete="CASCADE"
        ),
    ]


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "matches",
        sa.Column("id", BIG, autoincrement=True, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("locale", sa.String(16), nullable=False),
        sa.Column("host", sa.BigInteger(), nullable=False),
        sa.Column("rules", sa.String(16), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
        sa.Column("seed", sa.LargeBinary(32)),
        sa.Column("ends_shown", sa.Integer(), nullable=False),
        sa.Column("lobby_end", sa.String(16)),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("started_at", sa.BigInteger()),
        sa.Column("ended_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_matches_status_channel", "matches", ["status", "channel"])
    _people()
    _log()
    _shown()


def _people() -> None:
    op.create_table(
        "participants",
        *_of_match("participants"),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("user", sa.BigInteger()),
        sa.Column("cpu", sa.String(16)),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("locale", sa.String(16)),
        sa.Column("join_id", sa.BigInteger()),
        sa.Column("seat", sa.Integer()),
        sa.PrimaryKeyConstraint("match", "number", name="pk_participants"),
        sa.UniqueConstraint("match", "user", name="uq_participants_match_user"),
        sa.CheckConstraint('("user" IS NULL) <> (cpu IS NULL)', name=op.f("ck_participants_one_of")),
    )
    op.create_index("ix_participants_user", "participants", ["user"])
    op.create_table(
        "invitations",
        *_of_match("invitations"),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("match", "user", name="pk_invitations"),
    )


def _log() -> None:
    op.create_table(
        "actions",
        *_of_match("actions"),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("action", sa.String(16), nullable=False),
        sa.Column("made_by", sa.String(16), nullable=False),
        sa.Column("user", sa.BigInteger()),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("match", "n", name="pk_actions"),
    )
    op.create_table(
        "agreements",
        *_of_match("agreements"),
        sa.Column("month_end", sa.Integer(), nullable=False),
        sa.Column("participant", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("match", "month_end", "participant", name="pk_agreements"),
    )
    op.create_table(
        "clocks",
        *_of_match("clocks"),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("mark", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("match", "kind", name="pk_clocks"),
    )
    op.create_table(
        "beats",
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_beats"),
    )


def _shown() -> None:
    op.create_table(
        "hands",
        *_of_match("hands"),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("token", sa.Text()),
        sa.Column("target", sa.String(32), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("locale", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("match", "user", name="pk_hands"),
    )
    op.create_index("ix_hands_expires_at", "hands", ["expires_at"])
    op.create_table(
        "presses",
        *_of_match("presses"),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("locale", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("match", "user", name="pk_presses"),
    )
    op.create_table(
        "messages",
        *_of_match("messages"),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger()),
        sa.Column("posted_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("match", "kind", name="pk_messages"),
    )
