"""The strength of CPU players that mix levels."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    """Apply."""
    op.add_column("participants", sa.Column("strength", sa.Integer()))
    op.add_column("participants", sa.Column("strength_told", sa.Boolean()))
