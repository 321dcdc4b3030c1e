"""The last presses on arenas, and the time of each last call."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Apply."""
    op.add_column("arenas", sa.Column("last_call", sa.BigInteger()))
    op.add_column("arena_people", sa.Column("token", sa.Text()))
    op.add_column("arena_people", sa.Column("expires_at", sa.BigInteger()))
    op.create_index("ix_arena_people_expires_at", "arena_people", ["expires_at"])
