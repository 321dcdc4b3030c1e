"""Whether the winning capture of a grand month moves at a server's tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Apply."""
    op.add_column("guilds", sa.Column("moving", sa.Boolean(), nullable=False, server_default=sa.true()))
