"""The problems that people have answered."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "problems",
        sa.Column("person", BIG, nullable=False, autoincrement=False),
        sa.Column("rules", sa.String(16), nullable=False),
        sa.Column("answered", sa.LargeBinary(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("best", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
            name="fk_problems_person_people",
            ondelete="RESTRICT",
            onupdate="CASCADE",
        ),
        sa.PrimaryKeyConstraint("person", "rules", name="pk_problems"),
    )
