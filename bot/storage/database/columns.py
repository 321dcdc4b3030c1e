"""The columns of all tables: types, references, and columns that several tables have."""

from __future__ import annotations

from collections.abc import Iterable
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
        """Convert to microseconds."""
        return None if value is None else (value - _EPOCH) // timedelta(microseconds=1)

    def process_result_value(self, value: Any | None, dialect: sa.Dialect) -> datetime | None:
        """Convert from microseconds."""
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


def of_match() -> sa.Column[int]:
    """The match that a row belongs to and goes with."""
    return sa.Column("match", BIG, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)


def person(*, key: bool = False, nullable: bool = False) -> sa.Column[int]:
    """The person whom a row is about; it follows where a deletion gives them another number."""
    to = sa.ForeignKey("people.id", ondelete="RESTRICT", onupdate="CASCADE")
    return sa.Column("person", BIG, to, primary_key=key, nullable=nullable, autoincrement=False)


def one_of(column: str, values: Iterable[str]) -> sa.CheckConstraint:
    """The column holds one of these texts."""
    allowed = ", ".join(f"'{value}'" for value in values)
    return sa.CheckConstraint(f"{column} IN ({allowed})", name=column)


def skill() -> tuple[sa.Column[Any], ...]:
    """A rating: how many matches moved it, and the two numbers of openskill; null before the first."""
    return (
        sa.Column("rated", sa.Integer, nullable=False),
        sa.Column("mu", sa.Float),
        sa.Column("sigma", sa.Float),
    )


def tally() -> tuple[sa.Column[Any], ...]:
    """Return the columns that add up somebody's counted matches of a period."""
    return (
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("net", sa.Integer, nullable=False),
        sa.Column("months", sa.Integer, nullable=False),
        sa.Column("best_month", sa.Integer, nullable=False),
        sa.Column("best_yaku", sa.Integer, nullable=False),
        sa.Column("best_yaku_id", sa.String(16)),
        sa.Column("last_at", Moment, nullable=False),
        *skill(),
    )
