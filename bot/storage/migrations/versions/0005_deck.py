"""The drawings on the cards of somebody's hands."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Apply."""
    op.add_column("people", sa.Column("deck", sa.String(16), nullable=False, server_default="standard"))
