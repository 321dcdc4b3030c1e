"""The days in succession on which somebody has played a server's deal of the day."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "daily_streaks",
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("person", BIG, nullable=False, autoincrement=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["guild"], ["guilds.id"], name="fk_daily_streaks_guild_guilds", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
            name="fk_daily_streaks_person_people",
            ondelete="RESTRICT",
            onupdate="CASCADE",
        ),
        sa.PrimaryKeyConstraint("guild", "person", name="pk_daily_streaks"),
    )
    op.create_index("ix_daily_streaks_person", "daily_streaks", ["person"])
