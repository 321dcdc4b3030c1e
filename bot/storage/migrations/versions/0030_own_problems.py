"""Problems from people's own matches, and the time that they took today."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "own_problems",
        sa.Column("id", BIG, autoincrement=True, nullable=False),
        sa.Column(
            "match",
            BIG,
            sa.ForeignKey("matches.id", name="fk_own_problems_match_matches", ondelete="CASCADE"),
            nullable=False,
        ),
        _person("own_problems"),
        sa.Column("action", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("choices", sa.Text()),
        sa.Column("by_match", sa.Boolean()),
        sa.Column("right", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("due", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_own_problems"),
        sa.UniqueConstraint("match", "action", name="uq_own_problems_match_action"),
        sa.CheckConstraint("state IN ('asked', 'kept', 'dropped')", name="state"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_own_problems_person", "own_problems", ["person"])
    op.create_index("ix_own_problems_state_id", "own_problems", ["state", "id"])
    op.create_table(
        "problem_work",
        _person("problem_work"),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_problem_work"),
    )


def _person(table: str) -> sa.Column[int]:
    """Return the person whose row it is."""
    name = f"fk_{table}_person_people"
    key = sa.ForeignKey("people.id", name=name, ondelete="RESTRICT", onupdate="CASCADE")
    return sa.Column("person", BIG, key, nullable=False, autoincrement=False)
