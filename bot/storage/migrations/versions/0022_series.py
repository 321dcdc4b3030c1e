"""A match carries on the series of its people: how long it is, what was played, who has won how often."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Apply."""
    op.add_column("matches", sa.Column("best_of", sa.Integer()))
    op.add_column("matches", sa.Column("carried", sa.Text()))
    op.add_column("participants", sa.Column("wins", sa.Integer()))
    op.add_column("invitations", sa.Column("wins", sa.Integer()))
