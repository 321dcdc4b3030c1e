"""The row of a table that is posted again says so before, and which message is to go."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Apply."""
    op.add_column("messages", sa.Column("replaced", sa.BigInteger()))
