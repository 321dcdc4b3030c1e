"""The tables of revision 0002 as they were on its day: the schema of the code goes on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

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


def _person(*, key: bool = False, nullable: bool = False) -> sa.Column[int]:
    """The person whom a row is about; it follows where a deletion gives them another number."""
    to = sa.ForeignKey("people.id", ondelete="RESTRICT", onupdate="CASCADE")
    return sa.Column("person", BIG, to, primary_key=key, nullable=nullable, autoincrement=False)


def _one_of(column: str, values: Iterable[str]) -> sa.CheckConstraint:
    """The column holds one of these texts."""
    allowed = ", ".join(f"'{value}'" for value in values)
    return sa.CheckConstraint(f"{column} IN ({allowed})", name=column)


def _skill() -> tuple[sa.Column[Any], ...]:
    """A rating: how many matches moved it, and the two numbers of openskill; null before the first."""
    return (
        sa.Column("rated", sa.Integer, nullable=False),
        sa.Column("mu", sa.Float),
        sa.Column("sigma", sa.Float),
    )


def _tally() -> tuple[sa.Column[Any], ...]:
    """Return the columns that add up somebody's counted matches of a period."""
    return (
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("net", sa.Integer, nullable=False),
        sa.Column("months", sa.Integer, nullable=False),
        sa.Column("best_month", sa.Integer, nullable=False),
        sa.Column("best_yaku", sa.Integer, nullable=False),
        sa.Column("best_yaku_id", sa.String(16)),
        sa.Column("last_at", sa.BigInteger, nullable=False),
        *_skill(),
    )


sa.Table(
    "people",
    metadata,
    sa.Column("id", BIG, primary_key=True, autoincrement=False),
    sa.Column("discord", sa.BigInteger, unique=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("time_zone", sa.String(64)),
    sa.Column("hidden", sa.Boolean, nullable=False),
    sa.Column("met_at", sa.BigInteger, nullable=False),
)

sa.Table(
    "guilds",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("locale", sa.String(16), nullable=False),
    sa.Column("time_zone", sa.String(64)),
    sa.Column("season", sa.String(16), nullable=False),
    sa.Column("shares", sa.Boolean, nullable=False),
    sa.Column("defaults", sa.Text, nullable=False),
    sa.Column("removed_at", sa.BigInteger),
    _one_of("season", ("off", "monthly", "quarterly")),
)

sa.Table(
    "seasons",
    metadata,
    sa.Column("id", BIG, primary_key=True, autoincrement=True),
    sa.Column("guild", sa.BigInteger, sa.ForeignKey("guilds.id", ondelete="CASCADE"), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("label", sa.String(16), nullable=False),
    sa.Column("starts_at", sa.BigInteger, nullable=False),
    sa.Column("ends_at", sa.BigInteger, nullable=False),
    sa.Column("told_at", sa.BigInteger),
    sa.UniqueConstraint("guild", "number"),
    sa.CheckConstraint("starts_at < ends_at", name="order"),
    sa.Index(None, "ends_at", "told_at"),
)

sa.Table(
    "matches",
    metadata,
    sa.Column("id", BIG, primary_key=True, autoincrement=True),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("guild", sa.BigInteger, sa.ForeignKey("guilds.id", ondelete="SET NULL")),
    sa.Column("channel", sa.BigInteger),
    sa.Column("locale", sa.String(16), nullable=False),
    sa.Column(
        "host", BIG, sa.ForeignKey("people.id", ondelete="RESTRICT", onupdate="CASCADE"), nullable=False
    ),
    sa.Column("rules", sa.String(16), nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("secret", sa.LargeBinary(32), nullable=False),
    sa.Column("seed", sa.LargeBinary(32)),
    sa.Column("ends_shown", sa.Integer, nullable=False),
    sa.Column("lobby_end", sa.String(16)),
    sa.Column("opened_at", sa.BigInteger, nullable=False),
    sa.Column("started_at", sa.BigInteger),
    sa.Column("ended_at", sa.BigInteger),
    _one_of("status", ("lobby", "playing", "over", "closed", "aborted")),
    sa.Index(None, "status", "channel"),
    sa.Index(None, "status", "ended_at"),
    sa.Index(None, "guild"),
    sa.Index(None, "host"),
    sqlite_autoincrement=True,
)

sa.Table(
    "participants",
    metadata,
    _match(),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    _person(nullable=True),
    sa.Column("cpu", sa.String(16)),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("locale", sa.String(16)),
    sa.Column("join_id", sa.BigInteger),
    sa.Column("seat", sa.Integer),
    sa.UniqueConstraint("match", "person"),
    sa.CheckConstraint("(person IS NULL) <> (cpu IS NULL)", name="one_of"),
    sa.Index(None, "person"),
)

sa.Table("invitations", metadata, _match(), _person(key=True), sa.Index(None, "person"))

sa.Table(
    "actions",
    metadata,
    _match(),
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("step", sa.Integer, nullable=False),
    sa.Column("action", sa.String(16), nullable=False),
    sa.Column("made_by", sa.String(16), nullable=False),
    sa.Column("participant", sa.Integer),
    sa.Column("at", sa.BigInteger, nullable=False),
    _one_of("made_by", ("user", "clock", "cpu", "default")),
)

sa.Table(
    "logs",
    metadata,
    _match(),
    sa.Column("packed", sa.LargeBinary, nullable=False),
)

sa.Table(
    "agreements",
    metadata,
    _match(),
    sa.Column("month_end", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("participant", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)

sa.Table(
    "clocks",
    metadata,
    _match(),
    sa.Column("kind", sa.String(16), primary_key=True),
    sa.Column("mark", sa.Integer, nullable=False),
    sa.Column("due_at", sa.BigInteger, nullable=False),
)

sa.Table(
    "jobs",
    metadata,
    sa.Column("name", sa.String(16), primary_key=True),
    sa.Column("done", sa.Integer, nullable=False),
    sa.Column("total", sa.Integer, nullable=False),
)

sa.Table(
    "hands",
    metadata,
    _match(),
    _person(key=True),
    sa.Column("token", sa.Text),
    sa.Column("target", sa.String(32), nullable=False),
    sa.Column("expires_at", sa.BigInteger, nullable=False),
    sa.Column("locale", sa.String(16), nullable=False),
    sa.Index(None, "person"),
)

sa.Table(
    "presses",
    metadata,
    _match(),
    _person(key=True),
    sa.Column("token", sa.Text, nullable=False),
    sa.Column("expires_at", sa.BigInteger, nullable=False),
    sa.Column("locale", sa.String(16), nullable=False),
    sa.Index(None, "person"),
    sa.Index(None, "expires_at"),
)

sa.Table(
    "messages",
    metadata,
    _match(),
    sa.Column("kind", sa.String(16), primary_key=True),
    sa.Column("channel", sa.BigInteger, nullable=False),
    sa.Column("message", sa.BigInteger),
    sa.Column("posted_at", sa.BigInteger, nullable=False),
)

sa.Table(
    "results",
    metadata,
    _match(),
    sa.Column("how", sa.String(16), nullable=False),
    sa.Column("months", sa.Integer, nullable=False),
    sa.Column("unrated", sa.String(16)),
    sa.Column("counts", sa.Boolean, nullable=False),
    sa.Column("day", sa.String(10), nullable=False),
    sa.Column("season", BIG, sa.ForeignKey("seasons.id", ondelete="SET NULL")),
    sa.Column("counted", sa.Integer, unique=True),
    _one_of("how", ("played", "resigned", "claimed", "aborted")),
    sa.Index(None, "season"),
)

sa.Table(
    "result_players",
    metadata,
    _match(),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("number", sa.Integer, nullable=False),
    _person(nullable=True),
    sa.Column("cpu", sa.String(16)),
    sa.Column("place", sa.Integer),
    sa.Column("score", sa.Integer, nullable=False),
    sa.Column("net", sa.Integer, nullable=False),
    sa.Column("months_won", sa.Integer, nullable=False),
    sa.Column("points_won", sa.Integer, nullable=False),
    sa.Column("best_month", sa.Integer, nullable=False),
    sa.Column("best_yaku", sa.Integer, nullable=False),
    sa.Column("best_yaku_id", sa.String(16)),
    sa.Column("calls", sa.Integer, nullable=False),
    sa.Column("calls_won", sa.Integer, nullable=False),
    sa.Column("feats", sa.Text, nullable=False),
    sa.Column("rating_before", sa.Float),
    sa.Column("rating", sa.Float),
    sa.Column("overall", sa.Float),
    sa.CheckConstraint("(person IS NULL) <> (cpu IS NULL)", name="one_of"),
    sa.CheckConstraint("calls_won <= calls", name="calls"),
    sa.Index(None, "person", "match"),
)

sa.Table(
    "result_yaku",
    metadata,
    _match(),
    sa.Column("deal", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("yaku", sa.String(16), primary_key=True),
    sa.Column("month", sa.Integer, nullable=False),
    sa.Column("points", sa.Integer, nullable=False),
    sa.Column("scored", sa.Boolean, nullable=False),
)

sa.Table(
    "standings",
    metadata,
    sa.Column("guild", sa.BigInteger, sa.ForeignKey("guilds.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("rules", sa.String(16), primary_key=True),
    sa.Column("period", sa.String(16), primary_key=True),
    _person(key=True),
    sa.Column("name", sa.Text, nullable=False),
    *_tally(),
    sa.Column("season", sa.Integer, nullable=False),
    sa.Index(None, "person"),
    sa.Index(None, "rules", "period"),
)

sa.Table(
    "overall",
    metadata,
    sa.Column("rules", sa.String(16), primary_key=True),
    _person(key=True),
    *_skill(),
    sa.Index(None, "person"),
)
