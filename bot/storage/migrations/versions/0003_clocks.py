"""A match's clock, what is left of each player's bank, who is away, and what players want together.

Matches that run already go on with a day a turn, so that they stay rated.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Apply."""
    op.add_column("people", sa.Column("pings", sa.String(8), nullable=False, server_default="smart"))
    op.add_column("people", sa.Column("quiet_from", sa.Integer()))
    op.add_column("people", sa.Column("quiet_to", sa.Integer()))
    op.add_column("guilds", sa.Column("clock", sa.String(8)))
    op.add_column("matches", sa.Column("clock", sa.String(8), nullable=False, server_default="off"))
    op.execute("UPDATE matches SET clock = 'slow' WHERE status IN ('lobby', 'playing')")
    op.add_column("matches", sa.Column("set_aside_at", sa.BigInteger()))
    op.add_column("participants", sa.Column("bank", sa.BigInteger()))
    op.add_column("participants", sa.Column("timeouts", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("participants", sa.Column("stand_in", sa.String(16)))
    op.create_table(
        "wishes",
        sa.Column("match", BIG, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("participant", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("match", "kind", "participant", name="pk_wishes"),
        sa.ForeignKeyConstraint(
            ["match"], ["matches.id"], name="fk_wishes_match_matches", ondelete="CASCADE"
        ),
    )
