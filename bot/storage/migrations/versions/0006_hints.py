"""The cases in which somebody's hands have tips."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Apply."""
    op.add_column("people", sa.Column("hints", sa.String(8), nullable=False, server_default="first"))
