"""The card that somebody has chosen for their profile."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Apply."""
    op.add_column("people", sa.Column("favourite", sa.String(1)))
