"""The tables of how far a match rests and when it goes on by itself; `schema` has them among its own."""

from __future__ import annotations

import sqlalchemy as sa

from bot.storage.database import columns
from bot.storage.database.columns import Moment
from bot.storage.database.columns import of_match as _match

agreements = sa.Table(
    "agreements",
    columns.metadata,
    _match(),
    sa.Column("month_end", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("participant", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", Moment, nullable=False),
)

wishes = sa.Table(
    "wishes",
    columns.metadata,
    _match(),
    sa.Column("kind", sa.String(16), primary_key=True),  # abort, claim
    sa.Column("participant", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("round", sa.Integer, nullable=False),  # actions in the log when it was wished
    sa.Column("at", Moment, nullable=False),
)
"""What happens once all whom it concerns want it."""

clocks = sa.Table(
    "clocks",
    columns.metadata,
    _match(),
    sa.Column("kind", sa.String(16), primary_key=True),
    sa.Column("mark", sa.Integer, nullable=False),
    sa.Column("due_at", Moment, nullable=False),
)

heartbeats = sa.Table(
    "beats",
    columns.metadata,
    sa.Column("name", sa.String(16), primary_key=True),
    sa.Column("shard", sa.Integer, primary_key=True, autoincrement=False, server_default="0"),
    sa.Column("shards", sa.Integer, nullable=False, server_default="1"),  # how many there were then
    sa.Column("at", Moment, nullable=False),  # by the time of the process that served it
    sa.Column("ahead", sa.BigInteger, nullable=False, server_default="0"),  # microseconds of the time of day
)
"""When each shard was last served, and since when nobody can press there."""
