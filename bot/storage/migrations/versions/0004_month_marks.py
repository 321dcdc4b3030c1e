"""Whether the cards of somebody's hands wear the numbers of their months."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Apply."""
    op.add_column("people", sa.Column("month_marks", sa.Boolean(), nullable=False, server_default=sa.true()))
