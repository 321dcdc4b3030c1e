"""The table of the problems that people have answered; `schema` has it among its own, and no room for it."""

from __future__ import annotations

import sqlalchemy as sa

from bot.storage.database import columns
from bot.storage.database.columns import person as _person

problems = sa.Table(
    "problems",
    columns.metadata,
    _person(key=True),
    sa.Column("rules", sa.String(16), primary_key=True),
    sa.Column("answered", sa.LargeBinary, nullable=False),  # a bit for each number, that of 1 the lowest
    sa.Column("solved", sa.Integer, nullable=False),  # how many of them rightly
    sa.Column("streak", sa.Integer, nullable=False),  # rightly, one after another, up to now
    sa.Column("best", sa.Integer, nullable=False),  # the longest such streak
)
"""Which problems of a rule set somebody has answered, and how that went."""
