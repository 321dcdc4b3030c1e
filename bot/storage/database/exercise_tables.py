"""The tables of what people practise with: the deals of the day and the problems. `schema` has all others."""

from __future__ import annotations

import sqlalchemy as sa

from bot.storage.database.columns import BIG, Moment, metadata, person

daily_deals = sa.Table(
    "daily_deals",
    metadata,
    sa.Column("id", BIG, primary_key=True, autoincrement=True),
    sa.Column("guild", sa.BigInteger, sa.ForeignKey("guilds.id", ondelete="CASCADE"), nullable=False),
    sa.Column("day", sa.String(10), nullable=False),  # of the server: 2026-11-24
    sa.Column("secret", sa.LargeBinary(32), nullable=False),
    sa.Column("announced", sa.Boolean, nullable=False),  # somebody read its commitment the day before
    sa.Column("rules", sa.String(16)),  # from here on: null until its day
    sa.Column("options", sa.Text),  # JSON: what differs from the rule set's defaults
    sa.Column("cpu", sa.String(16)),  # the CPU player
    sa.UniqueConstraint("guild", "day"),
    sa.Index(None, "day"),
)
"""The deals of the day."""

daily_plays = sa.Table(
    "daily_plays",
    metadata,
    sa.Column("deal", BIG, sa.ForeignKey("daily_deals.id", ondelete="CASCADE"), primary_key=True),
    person(key=True),
    sa.Column("actions", sa.Text, nullable=False),  # of both sides, joined by commas
    sa.Column("points", sa.Integer),  # null until the month is over
    sa.Column("started_at", Moment, nullable=False),
    sa.Column("ended_at", Moment),
    sa.Index(None, "person"),
)
"""What people have made of them."""

daily_streaks = sa.Table(
    "daily_streaks",
    metadata,
    sa.Column("guild", sa.BigInteger, sa.ForeignKey("guilds.id", ondelete="CASCADE"), primary_key=True),
    person(key=True),
    sa.Column("day", sa.String(10), nullable=False),  # of the server: the last one that they have finished
    sa.Column("days", sa.Integer, nullable=False),  # finished in succession
    sa.Index(None, "person"),
)
"""For how many days in succession somebody has finished a server's deal."""

problems = sa.Table(
    "problems",
    metadata,
    person(key=True),
    sa.Column("rules", sa.String(16), primary_key=True),
    sa.Column("answered", sa.LargeBinary, nullable=False),  # a bit for each number, that of 1 the lowest
    sa.Column("solved", sa.Integer, nullable=False),  # how many of them rightly
    sa.Column("streak", sa.Integer, nullable=False),  # rightly, one after another, up to now
    sa.Column("best", sa.Integer, nullable=False),  # the longest such streak
)
"""Which problems of a rule set somebody has answered, and how that went."""
