"""The moment when the first other person joined the lobby of a match."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Apply."""
    op.add_column("matches", sa.Column("found_at", sa.BigInteger()))
