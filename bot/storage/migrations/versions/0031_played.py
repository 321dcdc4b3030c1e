"""Playouts of a decision that go on another day."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    """Apply."""
    op.add_column("own_problems", sa.Column("played", sa.Text()))
