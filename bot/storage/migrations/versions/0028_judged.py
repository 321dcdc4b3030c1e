"""The judged matches: what the decisions of their people lost, and luck."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Apply."""
    op.add_column("results", sa.Column("judged", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index("ix_results_judged_day", "results", ["judged", "day"])
    op.create_table(
        "judged",
        sa.Column(
            "match",
            BIG,
            sa.ForeignKey("matches.id", name="fk_judged_match_matches", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column(
            "person",
            BIG,
            sa.ForeignKey(
                "people.id", name="fk_judged_person_people", ondelete="RESTRICT", onupdate="CASCADE"
            ),
            nullable=False,
            autoincrement=False,
        ),
        sa.Column("decisions", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Float(), nullable=False),
        sa.Column("months", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("dealt", sa.Float(), nullable=False),
        sa.Column("turned", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("match", "person", name="pk_judged"),
    )
    op.create_index("ix_judged_person", "judged", ["person"])
