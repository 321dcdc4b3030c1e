"""Matches that were taken in from a file."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0010"


def upgrade() -> None:
    """Apply."""
    op.add_column("matches", sa.Column("imported", sa.LargeBinary()))
