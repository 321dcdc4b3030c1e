"""Matches of version 2: whose secret is sealed by a message of its own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Apply: what is stored already is of version 1."""
    op.add_column("matches", sa.Column("version", sa.Integer(), nullable=False, server_default="1"))
    op.add_column("matches", sa.Column("sealed_by", sa.BigInteger()))
    op.add_column("matches", sa.Column("sealed_in", sa.BigInteger()))
