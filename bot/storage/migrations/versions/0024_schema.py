"""The first revision: all tables as they were on its day. The schema of the code goes on.

Later revisions alter these tables, so nothing here may follow the code.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = None

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


def upgrade() -> None:
    """Apply."""
    metadata.create_all(op.get_bind())


def _match() -> sa.Column[int]:
    """Return the match that a row belongs to and goes with."""
    return sa.Column("match", BIG, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)


def _to_person() -> sa.ForeignKey:
    """Return a reference that follows where a deletion gives its person another number."""
    return sa.ForeignKey("people.id", ondelete="RESTRICT", onupdate="CASCADE")


def _person(*, key: bool = False, nullable: bool = False) -> sa.Column[int]:
    """Return the person whom a row is about."""
    return sa.Column("person", BIG, _to_person(), primary_key=key, nullable=nullable, autoincrement=False)


sa.Table(
    "daily_deals",
    metadata,
    sa.Column("id", BIG, primary_key=True, autoincrement=True),
    sa.Column("guild", sa.BigInteger, sa.ForeignKey("guilds.id", ondelete="CASCADE"), nullable=False),
    sa.Column("day", sa.String(10), nullable=False),
    sa.Column("secret", sa.LargeBinary(32), nullable=False),
    sa.Column("announced", sa.Boolean, nullable=False),
    sa.Column("rules", sa.String(16)),
    sa.Column("options", sa.Text),
    sa.Column("cpu", sa.String(16)),
    sa.UniqueConstraint("guild", "day"),
    sa.Index(None, "day"),
)

sa.Table(
    "daily_plays",
    metadata,
    sa.Column("deal", BIG, sa.ForeignKey("daily_deals.id", ondelete="CASCADE"), primary_key=True),
    _person(key=True),
    sa.Column("actions", sa.Text, nullable=False),
    sa.Column("points", sa.Integer),
    sa.Column("started_at", sa.BigInteger, nullable=False),
    sa.Column("ended_at", sa.BigInteger),
    sa.Index(None, "person"),
)

sa.Table(
    "daily_streaks",
    metadata,
    sa.Column("guild", sa.BigInteger, sa.ForeignKey("guilds.id", ondelete="CASCADE"), primary_key=True),
    _person(key=True),
    sa.Column("day", sa.String(10), nullable=False),
    sa.Column("days", sa.Integer, nullable=False),
    sa.Index(None, "person"),
)

sa.Table(
    "problems",
    metadata,
    _person(key=True),
    sa.Column("rules", sa.String(16), primary_key=True),
    sa.Column("answered", sa.LargeBinary, nullable=False),
    sa.Column("solved", sa.Integer, nullable=False),
    sa.Column("streak", sa.Integer, nullable=False),
    sa.Column("best", sa.Integer, nullable=False),
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
    "wishes",
    metadata,
    _match(),
    sa.Column("kind", sa.String(16), primary_key=True),
    sa.Column("participant", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("round", sa.Integer, nullable=False),
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
    "beats",
    metadata,
    sa.Column("name", sa.String(16), primary_key=True),
    sa.Column("shard", sa.Integer, primary_key=True, autoincrement=False, server_default="0"),
    sa.Column("shards", sa.Integer, nullable=False, server_default="1"),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("ahead", sa.BigInteger, nullable=False, server_default="0"),
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
    sa.Column("pings", sa.String(8), nullable=False, server_default="smart"),
    sa.Column("quiet_from", sa.Integer),
    sa.Column("quiet_to", sa.Integer),
    sa.Column("month_marks", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("deck", sa.String(16), nullable=False, server_default="standard"),
    sa.Column("hints", sa.String(8), nullable=False, server_default="first"),
    sa.Column("text_mode", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("confirm_plays", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("language", sa.String(16)),
    sa.Column("challenges", sa.String(8), nullable=False, server_default="all"),
    sa.Column("favourite", sa.String(1)),
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
    sa.Column("clock", sa.String(8)),
    sa.Column("channels", sa.Text),
    sa.Column("place", sa.String(8), nullable=False, server_default="channel"),
    sa.Column("language", sa.String(16)),
    sa.Column("rules", sa.String(16)),
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("tables", sa.Integer),
    sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("call_role", sa.BigInteger),
    sa.Column("untold", sa.String(16), nullable=False, server_default=""),
    sa.Column("rare_yaku", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("moving", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.CheckConstraint("season IN ('off', 'monthly', 'quarterly')", name="season"),
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
    sa.Column("host", BIG, _to_person(), nullable=False),
    sa.Column("rules", sa.String(16), nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("secret", sa.LargeBinary(32), nullable=False),
    sa.Column("seed", sa.LargeBinary(32)),
    sa.Column("ends_shown", sa.Integer, nullable=False),
    sa.Column("lobby_end", sa.String(16)),
    sa.Column("opened_at", sa.BigInteger, nullable=False),
    sa.Column("started_at", sa.BigInteger),
    sa.Column("ended_at", sa.BigInteger),
    sa.Column("clock", sa.String(8), nullable=False, server_default="off"),
    sa.Column("set_aside_at", sa.BigInteger),
    sa.Column("parent", sa.BigInteger),
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("imported", sa.LargeBinary),
    sa.Column("version", sa.Integer, nullable=False, server_default="1"),
    sa.Column("sealed_by", sa.BigInteger),
    sa.Column("sealed_in", sa.BigInteger),
    sa.Column("best_of", sa.Integer),
    sa.Column("carried", sa.Text),
    sa.CheckConstraint("status IN ('lobby', 'playing', 'over', 'closed', 'aborted')", name="status"),
    sa.Index(None, "guild"),
    sa.Index(None, "host"),
    sa.Index(None, "status", "channel"),
    sa.Index(None, "status", "ended_at"),
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
    sa.Column("bank", sa.BigInteger),
    sa.Column("timeouts", sa.Integer, nullable=False, server_default="0"),
    sa.Column("stand_in", sa.String(16)),
    sa.Column("wins", sa.Integer),
    sa.UniqueConstraint("match", "person"),
    sa.CheckConstraint("(person IS NULL) <> (cpu IS NULL)", name="one_of"),
    sa.Index(None, "person"),
)

sa.Table(
    "invitations",
    metadata,
    _match(),
    _person(key=True),
    sa.Column("wins", sa.Integer),
    sa.Index(None, "person"),
)

sa.Table(
    "openings",
    metadata,
    sa.Column("guild", sa.BigInteger, sa.ForeignKey("guilds.id", ondelete="CASCADE"), primary_key=True),
    _person(key=True),
    sa.Column("locale", sa.String(16), nullable=False),
    sa.Column("asked_at", sa.BigInteger, nullable=False),
    sa.Column("day", sa.String(10)),
    sa.Column("told", sa.Integer, nullable=False, server_default="0"),
    sa.Index(None, "person"),
)

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
    sa.CheckConstraint("made_by IN ('user', 'clock', 'cpu', 'default')", name="made_by"),
)

sa.Table(
    "logs",
    metadata,
    _match(),
    sa.Column("packed", sa.LargeBinary, nullable=False),
)

sa.Table(
    "old_actions",
    metadata,
    _match(),
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("action", sa.String(16), nullable=False),
    sa.Column("made_by", sa.String(16), nullable=False),
    sa.Column("user", sa.BigInteger),
    sa.Column("at", sa.BigInteger, nullable=False),
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
    sa.Index(None, "expires_at"),
    sa.Index(None, "person"),
)

sa.Table(
    "messages",
    metadata,
    _match(),
    sa.Column("kind", sa.String(16), primary_key=True),
    sa.Column("channel", sa.BigInteger, nullable=False),
    sa.Column("message", sa.BigInteger),
    sa.Column("posted_at", sa.BigInteger, nullable=False),
    sa.Column("replaced", sa.BigInteger),
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
    sa.Column("was", sa.String(16)),
    sa.CheckConstraint("how IN ('played', 'resigned', 'claimed', 'aborted')", name="how"),
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
    sa.Column("matches", sa.Integer, nullable=False),
    sa.Column("wins", sa.Integer, nullable=False),
    sa.Column("net", sa.Integer, nullable=False),
    sa.Column("months", sa.Integer, nullable=False),
    sa.Column("best_month", sa.Integer, nullable=False),
    sa.Column("best_yaku", sa.Integer, nullable=False),
    sa.Column("best_yaku_id", sa.String(16)),
    sa.Column("last_at", sa.BigInteger, nullable=False),
    sa.Column("rated", sa.Integer, nullable=False),
    sa.Column("mu", sa.Float),
    sa.Column("sigma", sa.Float),
    sa.Column("season", sa.Integer, nullable=False),
    sa.Index(None, "person"),
    sa.Index(None, "rules", "period"),
)

sa.Table(
    "overall",
    metadata,
    sa.Column("rules", sa.String(16), primary_key=True),
    _person(key=True),
    sa.Column("rated", sa.Integer, nullable=False),
    sa.Column("mu", sa.Float),
    sa.Column("sigma", sa.Float),
    sa.Index(None, "person"),
)

sa.Table(
    "rare_yaku",
    metadata,
    _match(),
    sa.Column("deal", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("guild", sa.BigInteger, sa.ForeignKey("guilds.id", ondelete="CASCADE"), nullable=False),
    sa.Column("day", sa.String(10), nullable=False),
    sa.Index(None, "guild", "day"),
)

sa.Table(
    "bars",
    metadata,
    sa.Column("id", BIG, primary_key=True, autoincrement=True),
    sa.Column("guild", sa.BigInteger, sa.ForeignKey("guilds.id", ondelete="CASCADE"), nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),
    _person(nullable=True),
    sa.Column("discord", sa.BigInteger),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("guild", "kind", "person"),
    sa.UniqueConstraint("guild", "kind", "discord"),
    sa.CheckConstraint("(person IS NULL) <> (discord IS NULL)", name="one_of"),
    sa.Index(None, "discord"),
    sa.Index(None, "person"),
)

sa.Table(
    "blocks",
    metadata,
    _person(key=True),
    sa.Column("other", BIG, _to_person(), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Index(None, "other"),
)

sa.Table(
    "audit",
    metadata,
    sa.Column("id", BIG, primary_key=True, autoincrement=True),
    sa.Column("guild", sa.BigInteger, sa.ForeignKey("guilds.id", ondelete="CASCADE"), nullable=False),
    _person(),
    sa.Column("what", sa.String(16), nullable=False),
    sa.Column("old", sa.Text, nullable=False),
    sa.Column("new", sa.Text, nullable=False),
    sa.Column("about", BIG, _to_person()),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Index(None, "about"),
    sa.Index(None, "guild", "id"),
    sa.Index(None, "person"),
)
