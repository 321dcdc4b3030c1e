"""The tables. Portable SQL: what one database has alone stays out of here.

A match is rebuilt from `matches`, `participants` and `actions`; `clocks` and `agreements` say how far it
rests. The other tables say where a match is shown.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.types import TypeDecorator

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""64 bits; on SQLite the type that numbers rows by itself and holds 64 bits as well."""


class Moment(TypeDecorator[datetime]):
    """An instant, stored as whole microseconds since 1970 in UTC; only aware values are accepted."""

    impl = sa.BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> int | None:
        """To microseconds."""
        return None if value is None else (value - _EPOCH) // timedelta(microseconds=1)

    def process_result_value(self, value: Any | None, dialect: sa.Dialect) -> datetime | None:
        """From microseconds."""
        return None if value is None else _EPOCH + timedelta(microseconds=int(value))


metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _match() -> sa.Column[int]:
    """The match that a row belongs to and goes with."""
    return sa.Column("match", BIG, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)


matches = sa.Table(
    "matches",
    metadata,
    sa.Column("id", BIG, primary_key=True, autoincrement=True),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("guild", sa.BigInteger, nullable=False),
    sa.Column("channel", sa.BigInteger, nullable=False),
    sa.Column("locale", sa.String(16), nullable=False),
    sa.Column("host", sa.BigInteger, nullable=False),
    sa.Column("rules", sa.String(16), nullable=False),
    sa.Column("options", sa.Text, nullable=False),  # JSON: what differs from the rule set's defaults
    sa.Column("secret", sa.LargeBinary(32), nullable=False),
    sa.Column("seed", sa.LargeBinary(32)),  # once the lobby has closed
    sa.Column("ends_shown", sa.Integer, nullable=False),
    sa.Column("lobby_end", sa.String(16)),
    sa.Column("opened_at", Moment, nullable=False),
    sa.Column("started_at", Moment),
    sa.Column("ended_at", Moment),
    sa.Index(None, "status", "channel"),
    sqlite_autoincrement=True,  # a number is never given twice: buttons of a deleted match may still be about
)

participants = sa.Table(
    "participants",
    metadata,
    _match(),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("user", sa.BigInteger),
    sa.Column("cpu", sa.String(16)),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("locale", sa.String(16)),
    sa.Column("join_id", sa.BigInteger),
    sa.Column("seat", sa.Integer),  # the table number; null during the seat draw and for those who watch
    sa.UniqueConstraint("match", "user"),
    sa.CheckConstraint('("user" IS NULL) <> (cpu IS NULL)', name="one_of"),
    sa.Index(None, "user"),
)

invitations = sa.Table(
    "invitations",
    metadata,
    _match(),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
)

actions = sa.Table(
    "actions",
    metadata,
    _match(),
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("action", sa.String(16), nullable=False),
    sa.Column("made_by", sa.String(16), nullable=False),
    sa.Column("user", sa.BigInteger),
    sa.Column("at", Moment, nullable=False),
)

agreements = sa.Table(
    "agreements",
    metadata,
    _match(),
    sa.Column("month_end", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("participant", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", Moment, nullable=False),
)

clocks = sa.Table(
    "clocks",
    metadata,
    _match(),
    sa.Column("kind", sa.String(16), primary_key=True),
    sa.Column("mark", sa.Integer, nullable=False),
    sa.Column("due_at", Moment, nullable=False),
)

beats = sa.Table(
    "beats",
    metadata,
    sa.Column("name", sa.String(16), primary_key=True),
    sa.Column("at", Moment, nullable=False),
)

hands = sa.Table(
    "hands",
    metadata,
    _match(),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("token", sa.Text),
    sa.Column("target", sa.String(32), nullable=False),
    sa.Column("expires_at", Moment, nullable=False),
    sa.Column("locale", sa.String(16), nullable=False),
    sa.Index(None, "expires_at"),
)

presses = sa.Table(
    "presses",
    metadata,
    _match(),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("token", sa.Text, nullable=False),
    sa.Column("expires_at", Moment, nullable=False),
    sa.Column("locale", sa.String(16), nullable=False),
)

messages = sa.Table(
    "messages",
    metadata,
    _match(),
    sa.Column("kind", sa.String(16), primary_key=True),
    sa.Column("channel", sa.BigInteger, nullable=False),
    sa.Column("message", sa.BigInteger),
    sa.Column("posted_at", Moment, nullable=False),
)
