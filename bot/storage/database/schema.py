"""The tables. Portable SQL: what one database has alone stays out of here.

A match is rebuilt from `matches`, `participants` and its log (`actions`, or `logs` once it is packed);
`clocks`, `agreements` and `wishes` say how far it rests and what its people agree on; `hands`, `presses` and
`messages` say where it is shown.
`results` and the two tables behind it hold what a finished match left. `standings` and `overall` are made of
them alone, and can be made again (`koikoi ratings rebuild`).

A user's Discord id stands in `people` and nowhere else: every other table holds a person's number.
"""

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
    """What somebody's counted matches of a period add up to."""
    return (
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("net", sa.Integer, nullable=False),
        sa.Column("months", sa.Integer, nullable=False),
        sa.Column("best_month", sa.Integer, nullable=False),
        sa.Column("best_yaku", sa.Integer, nullable=False),
        sa.Column("best_yaku_id", sa.String(16)),
        sa.Column("last_at", Moment, nullable=False),
        *_skill(),
    )


people = sa.Table(
    "people",
    metadata,
    sa.Column("id", BIG, primary_key=True, autoincrement=False),  # random: it says nothing about its owner
    sa.Column("discord", sa.BigInteger, unique=True),  # null once they have deleted themselves
    sa.Column("name", sa.Text, nullable=False),  # as they were called when they last took part
    sa.Column("time_zone", sa.String(64)),  # IANA; null: by their language
    sa.Column("hidden", sa.Boolean, nullable=False),  # opted out of other people's lists
    sa.Column("met_at", Moment, nullable=False),
    sa.Column("pings", sa.String(8), nullable=False, server_default="smart"),
    sa.Column("quiet_from", sa.Integer),  # minutes of the day in their time zone; null: no quiet hours
    sa.Column("quiet_to", sa.Integer),
    sa.Column("month_marks", sa.Boolean, nullable=False, server_default=sa.true()),  # on their hands
    sa.Column("deck", sa.String(16), nullable=False, server_default="standard"),  # of their hands
)

guilds = sa.Table(
    "guilds",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("locale", sa.String(16), nullable=False),
    sa.Column("time_zone", sa.String(64)),  # IANA; null: by the server's language
    sa.Column("season", sa.String(16), nullable=False),
    sa.Column("shares", sa.Boolean, nullable=False),
    sa.Column("defaults", sa.Text, nullable=False),  # JSON: the options marked as default, by rule set
    sa.Column("removed_at", Moment),  # when the bot was put out
    sa.Column("clock", sa.String(8)),  # of new matches: live, slow, off; null: live
    sa.Column("call_role", sa.BigInteger),  # the role that a new open table calls; null: none
    _one_of("season", ("off", "monthly", "quarterly")),
)

seasons = sa.Table(
    "seasons",
    metadata,
    sa.Column("id", BIG, primary_key=True, autoincrement=True),
    sa.Column("guild", sa.BigInteger, sa.ForeignKey("guilds.id", ondelete="CASCADE"), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),  # 1, 2, ... in each server
    sa.Column("label", sa.String(16), nullable=False),  # 2026-11, 2026-Q4
    sa.Column("starts_at", Moment, nullable=False),
    sa.Column("ends_at", Moment, nullable=False),
    sa.Column("told_at", Moment),  # when its champions were announced, or nobody was there to be
    sa.UniqueConstraint("guild", "number"),
    sa.CheckConstraint("starts_at < ends_at", name="order"),
    sa.Index(None, "ends_at", "told_at"),
)

matches = sa.Table(
    "matches",
    metadata,
    sa.Column("id", BIG, primary_key=True, autoincrement=True),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("guild", sa.BigInteger, sa.ForeignKey("guilds.id", ondelete="SET NULL")),
    sa.Column("channel", sa.BigInteger),  # null, as the server, where that has put the bot out for good
    sa.Column("locale", sa.String(16), nullable=False),
    sa.Column(
        "host", BIG, sa.ForeignKey("people.id", ondelete="RESTRICT", onupdate="CASCADE"), nullable=False
    ),
    sa.Column("rules", sa.String(16), nullable=False),
    sa.Column("options", sa.Text, nullable=False),  # JSON: what differs from the rule set's defaults
    sa.Column("secret", sa.LargeBinary(32), nullable=False),
    sa.Column("seed", sa.LargeBinary(32)),  # once the lobby has closed
    sa.Column("ends_shown", sa.Integer, nullable=False),
    sa.Column("lobby_end", sa.String(16)),  # why there was no match or, where there was one, no result
    sa.Column("opened_at", Moment, nullable=False),
    sa.Column("started_at", Moment),
    sa.Column("ended_at", Moment),
    sa.Column("clock", sa.String(8), nullable=False, server_default="off"),  # live, slow, off
    sa.Column("set_aside_at", Moment),  # a match with CPU players alone that nobody has pressed on for long
    _one_of("status", ("lobby", "playing", "over", "closed", "aborted")),
    sa.Index(None, "status", "channel"),
    sa.Index(None, "status", "ended_at"),
    sa.Index(None, "guild"),
    sa.Index(None, "host"),
    sqlite_autoincrement=True,  # a number is never given twice: buttons of a deleted match may still be about
)

participants = sa.Table(
    "participants",
    metadata,
    _match(),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    _person(nullable=True),
    sa.Column("cpu", sa.String(16)),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("locale", sa.String(16)),
    sa.Column("join_id", sa.BigInteger),
    sa.Column("seat", sa.Integer),  # the table number; null during the seat draw and for those who watch
    sa.Column("bank", sa.BigInteger),  # microseconds that are left beyond the time of a turn; null: all
    sa.Column("timeouts", sa.Integer, nullable=False, server_default="0"),  # in a row
    sa.Column("stand_in", sa.String(16)),  # the level of the CPU player that plays while they are away
    sa.UniqueConstraint("match", "person"),
    sa.CheckConstraint("(person IS NULL) <> (cpu IS NULL)", name="one_of"),
    sa.Index(None, "person"),
)

invitations = sa.Table("invitations", metadata, _match(), _person(key=True), sa.Index(None, "person"))

openings = sa.Table(
    "openings",
    metadata,
    sa.Column("guild", sa.BigInteger, sa.ForeignKey("guilds.id", ondelete="CASCADE"), primary_key=True),
    _person(key=True),
    sa.Column("locale", sa.String(16), nullable=False),  # of what they are told
    sa.Column("asked_at", Moment, nullable=False),
    sa.Column("day", sa.String(10)),  # theirs, when they were told last: 2026-11-22
    sa.Column("told", sa.Integer, nullable=False, server_default="0"),  # how often on that day
    sa.Index(None, "person"),
)
"""Who is told by direct message when a table opens on a server."""

actions = sa.Table(
    "actions",
    metadata,
    _match(),
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("step", sa.Integer, nullable=False),  # the first of the actions that were made together
    sa.Column("action", sa.String(16), nullable=False),
    sa.Column("made_by", sa.String(16), nullable=False),
    sa.Column("participant", sa.Integer),  # the joining number of the person who made it; null: nobody did
    sa.Column("at", Moment, nullable=False),
    _one_of("made_by", ("user", "clock", "cpu", "default")),
)

logs = sa.Table(
    "logs",
    metadata,
    _match(),
    sa.Column("packed", sa.LargeBinary, nullable=False),  # the match's rows of `actions` in one
)

old_actions = sa.Table(
    "old_actions",
    metadata,
    _match(),
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("action", sa.String(16), nullable=False),
    sa.Column("made_by", sa.String(16), nullable=False),
    sa.Column("user", sa.BigInteger),
    sa.Column("at", Moment, nullable=False),
)
"""The log of matches that had ended before revision 0002, until a job in the background has packed it."""

agreements = sa.Table(
    "agreements",
    metadata,
    _match(),
    sa.Column("month_end", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("participant", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", Moment, nullable=False),
)

wishes = sa.Table(
    "wishes",
    metadata,
    _match(),
    sa.Column("kind", sa.String(16), primary_key=True),  # abort, claim
    sa.Column("participant", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("round", sa.Integer, nullable=False),  # actions in the log when it was wished
    sa.Column("at", Moment, nullable=False),
)
"""What happens once all whom it concerns want it."""

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

jobs = sa.Table(
    "jobs",
    metadata,
    sa.Column("name", sa.String(16), primary_key=True),
    sa.Column("done", sa.Integer, nullable=False),
    sa.Column("total", sa.Integer, nullable=False),
)
"""Work in the background that goes on after a restart; a row is there while it is not finished."""

hands = sa.Table(
    "hands",
    metadata,
    _match(),
    _person(key=True),
    sa.Column("token", sa.Text),
    sa.Column("target", sa.String(32), nullable=False),
    sa.Column("expires_at", Moment, nullable=False),
    sa.Column("locale", sa.String(16), nullable=False),
    sa.Index(None, "person"),
)

presses = sa.Table(
    "presses",
    metadata,
    _match(),
    _person(key=True),
    sa.Column("token", sa.Text, nullable=False),
    sa.Column("expires_at", Moment, nullable=False),
    sa.Column("locale", sa.String(16), nullable=False),
    sa.Index(None, "person"),
    sa.Index(None, "expires_at"),
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

results = sa.Table(
    "results",
    metadata,
    _match(),
    sa.Column("how", sa.String(16), nullable=False),
    sa.Column("months", sa.Integer, nullable=False),  # that somebody won
    sa.Column("unrated", sa.String(16)),  # why the match moves no rating; null: it does
    sa.Column("counts", sa.Boolean, nullable=False),  # for the lists
    sa.Column("day", sa.String(10), nullable=False),  # of the server, when it ended: 2026-11-22
    sa.Column("season", BIG, sa.ForeignKey("seasons.id", ondelete="SET NULL")),
    sa.Column("counted", sa.Integer, unique=True),  # its place in the order of counting; null: not yet
    _one_of("how", ("played", "resigned", "claimed", "aborted")),
    sa.Index(None, "season"),
)

result_players = sa.Table(
    "result_players",
    metadata,
    _match(),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("number", sa.Integer, nullable=False),  # the joining number
    _person(nullable=True),
    sa.Column("cpu", sa.String(16)),
    sa.Column("place", sa.Integer),  # 1 = first; null where the match was aborted
    sa.Column("score", sa.Integer, nullable=False),
    sa.Column("net", sa.Integer, nullable=False),
    sa.Column("months_won", sa.Integer, nullable=False),
    sa.Column("points_won", sa.Integer, nullable=False),  # in the months won, together
    sa.Column("best_month", sa.Integer, nullable=False),
    sa.Column("best_yaku", sa.Integer, nullable=False),
    sa.Column("best_yaku_id", sa.String(16)),
    sa.Column("calls", sa.Integer, nullable=False),  # of koi-koi
    sa.Column("calls_won", sa.Integer, nullable=False),
    sa.Column("feats", sa.Text, nullable=False),  # JSON: what only the course of the match tells
    sa.Column("rating_before", sa.Float),  # in the server; null where the match moved none
    sa.Column("rating", sa.Float),
    sa.Column("overall", sa.Float),  # over all servers, after it
    sa.CheckConstraint("(person IS NULL) <> (cpu IS NULL)", name="one_of"),
    sa.CheckConstraint("calls_won <= calls", name="calls"),
    sa.Index(None, "person", "match"),
)

result_yaku = sa.Table(
    "result_yaku",
    metadata,
    _match(),
    sa.Column("deal", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("yaku", sa.String(16), primary_key=True),
    sa.Column("month", sa.Integer, nullable=False),
    sa.Column("points", sa.Integer, nullable=False),
    sa.Column("scored", sa.Boolean, nullable=False),  # in a month that its maker won
)

standings = sa.Table(
    "standings",
    metadata,
    sa.Column("guild", sa.BigInteger, sa.ForeignKey("guilds.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("rules", sa.String(16), primary_key=True),
    sa.Column("period", sa.String(16), primary_key=True),  # all, m2026-11, s17 (a season's id)
    _person(key=True),
    sa.Column("name", sa.Text, nullable=False),  # as they were called in their last match there
    *_tally(),
    sa.Column("season", sa.Integer, nullable=False),  # the number of the season that mu and sigma belong to
    sa.Index(None, "person"),
    sa.Index(None, "rules", "period"),
)

overall = sa.Table(
    "overall",
    metadata,
    sa.Column("rules", sa.String(16), primary_key=True),
    _person(key=True),
    *_skill(),
    sa.Index(None, "person"),
)
"""Everybody's rating over all servers; it knows no seasons."""
