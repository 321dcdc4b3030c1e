"""Whether somebody's hands are texts without a picture, and whether they confirm each card they play."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0006"


def upgrade() -> None:
    """Apply."""
    op.add_column("people", sa.Column("text_mode", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column(
        "people", sa.Column("confirm_plays", sa.Boolean(), nullable=False, server_default=sa.false())
    )
