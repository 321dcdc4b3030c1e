"""Whether a server's channels are told of rare yaku, and of which they were."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Apply."""
    op.add_column("guilds", sa.Column("rare_yaku", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.create_table(
        "rare_yaku",
        sa.Column("match", BIG, nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.ForeignKeyConstraint(
            ["match"], ["matches.id"], name="fk_rare_yaku_match_matches", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["guild"], ["guilds.id"], name="fk_rare_yaku_guild_guilds", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match", "deal", name="pk_rare_yaku"),
    )
    op.create_index("ix_rare_yaku_guild_day", "rare_yaku", ["guild", "day"])
