"""The beat that tells for how long the bot did not run becomes one of each of Discord's shards."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Apply."""
    found = op.get_bind().execute(sa.text("SELECT name, at FROM beats")).all()
    op.drop_table("beats")
    beats = op.create_table(
        "beats",
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("shard", sa.Integer(), nullable=False, server_default="0", autoincrement=False),
        sa.Column("shards", sa.Integer(), nullable=False, server_default="1"),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("ahead", sa.BigInteger(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("name", "shard", name="pk_beats"),
    )
    op.bulk_insert(beats, [{"name": row.name, "shard": 0, "shards": 1, "at": row.at} for row in found])
