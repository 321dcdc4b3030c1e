"""The people who are told when a table opens on a server, and the role that its new tables call."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Apply."""
    op.add_column("guilds", sa.Column("call_role", sa.BigInteger()))
    op.create_table(
        "openings",
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("person", BIG, nullable=False, autoincrement=False),
        sa.Column("locale", sa.String(16), nullable=False),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.String(10)),
        sa.Column("told", sa.Integer(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("guild", "person", name="pk_openings"),
        sa.ForeignKeyConstraint(
            ["guild"], ["guilds.id"], name="fk_openings_guild_guilds", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
            name="fk_openings_person_people",
            ondelete="RESTRICT",
            onupdate="CASCADE",
        ),
    )
    op.create_index("ix_openings_person", "openings", ["person"])
