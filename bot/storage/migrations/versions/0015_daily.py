"""The deal of the day, and what people have made of it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0013"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "daily_deals",
        sa.Column("id", BIG, nullable=False, autoincrement=True),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
        sa.Column("announced", sa.Boolean(), nullable=False),
        sa.Column("rules", sa.String(16)),
        sa.Column("options", sa.Text()),
        sa.Column("cpu", sa.String(16)),
        sa.PrimaryKeyConstraint("id", name="pk_daily_deals"),
        sa.UniqueConstraint("guild", "day", name="uq_daily_deals_guild_day"),
        sa.ForeignKeyConstraint(
            ["guild"], ["guilds.id"], name="fk_daily_deals_guild_guilds", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_daily_deals_day", "daily_deals", ["day"])
    op.create_table(
        "daily_plays",
        sa.Column("deal", BIG, nullable=False, autoincrement=False),
        sa.Column("person", BIG, nullable=False, autoincrement=False),
        sa.Column("actions", sa.Text(), nullable=False),
        sa.Column("points", sa.Integer()),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("deal", "person", name="pk_daily_plays"),
        sa.ForeignKeyConstraint(
            ["deal"], ["daily_deals.id"], name="fk_daily_plays_deal_daily_deals", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
            name="fk_daily_plays_person_people",
            ondelete="RESTRICT",
            onupdate="CASCADE",
        ),
    )
    op.create_index("ix_daily_plays_person", "daily_plays", ["person"])
