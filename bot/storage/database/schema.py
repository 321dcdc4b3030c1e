"""The tables. Portable SQL: what one database has alone stays out of here.

A match is rebuilt from `matches`, `participants` and its log (`actions`, or `logs` once it is packed).
`clocks`, `agreements` and `wishes` say how far it rests and what its people agree on. `hands`, `presses` and
`messages` say where it is shown. `results` and the two tables behind it hold what a finished match left.
`standings` and `overall` are made of them alone, and can be made again (`koikoi ratings rebuild`).

A user's Discord id stands in `people` and nowhere else: every other table holds a person's number. Only
`bars` and `kept` hold the id itself of somebody who has deleted themself.
"""

from __future__ import annotations

import sqlalchemy as sa

from bot.storage.database import columns
from bot.storage.database.columns import BIG, Moment
from bot.storage.database.columns import of_match as _match
from bot.storage.database.columns import one_of as _one_of
from bot.storage.database.columns import person as _person
from bot.storage.database.columns import skill as _skill
from bot.storage.database.columns import tally as _tally

metadata = columns.metadata

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
    sa.Column("hints", sa.String(8), nullable=False, server_default="first"),  # tips: first, always, never
    sa.Column("language", sa.String(16)),  # of what they alone read; null: that of their Discord
    sa.Column("challenges", sa.String(8), nullable=False, server_default="all"),  # who may invite them
    sa.Column("text_mode", sa.Boolean, nullable=False, server_default=sa.false()),  # hands without pictures
    sa.Column("confirm_plays", sa.Boolean, nullable=False, server_default=sa.false()),  # asked again
    sa.Column("favourite", sa.String(1)),  # the letter of the card on their profile; null: none chosen
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
    sa.Column("channels", sa.Text),  # JSON: where alone tables are opened; null: everywhere
    sa.Column("place", sa.String(8), nullable=False, server_default="channel"),  # or thread
    sa.Column("language", sa.String(16)),  # of its tables; null: that of the person who opens one
    sa.Column("rules", sa.String(16)),  # the rule set of new tables; null: nobody has chosen
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.true()),  # whether new tables are
    sa.Column("tables", sa.Integer),  # at once in a channel; null: as the host has set it
    sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.true()),  # for beginners
    sa.Column("moving", sa.Boolean, nullable=False, server_default=sa.true()),  # whether grand months move
    sa.Column("call_role", sa.BigInteger),  # the role that a new open table calls; null: none
    sa.Column("rare_yaku", sa.Boolean, nullable=False, server_default=sa.true()),  # told in its channels
    # where it is still to be told that tables play Standard: table, settings
    sa.Column("untold", sa.String(16), nullable=False, server_default=""),
    sa.Column("arena_managers", sa.Boolean, nullable=False, server_default=sa.false()),  # they alone open one
    sa.Column("arena_cpu", sa.String(16), nullable=False, server_default="normal"),  # '': odd players wait
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
    sa.Column("found_at", Moment),  # when the first other person joined; null: nobody, or before this column
    sa.Column("started_at", Moment),
    sa.Column("ended_at", Moment),
    sa.Column("clock", sa.String(8), nullable=False, server_default="off"),  # live, slow, off
    sa.Column("parent", sa.BigInteger),  # the channel of the thread in which it is played; null: no thread
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.true()),  # as it was opened
    sa.Column("set_aside_at", Moment),  # a match in which nobody waits for anybody, left alone for long
    sa.Column("version", sa.Integer, nullable=False, server_default="1"),  # of its record: 1, 2
    sa.Column("sealed_by", sa.BigInteger),  # the message with the commitment; null: none yet, or version 1
    sa.Column("sealed_in", sa.BigInteger),  # its channel
    sa.Column("best_of", sa.Integer),  # matches of its series: 3, 5; null: the series is open
    sa.Column("carried", sa.Text),  # JSON: what it carries on of a series; null: that begins with it
    sa.Column("imported", sa.LargeBinary),  # the file of a match played elsewhere, packed; null: played here
    sa.Column(
        "arena", sa.BigInteger
    ),  # to which it belongs; null: to none, or to that of a server that is gone
    _one_of("status", ("lobby", "playing", "over", "closed", "aborted")),
    sa.Index(None, "status", "channel"),
    sa.Index(None, "status", "ended_at"),
    sa.Index(None, "guild"),
    sa.Index(None, "host"),
    sa.Index(None, "arena"),
    sqlite_autoincrement=True,  # a number is never given twice: buttons of a deleted match may still be about
)

arenas = sa.Table(
    "arenas",
    metadata,
    sa.Column("id", BIG, primary_key=True, autoincrement=True),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("guild", sa.BigInteger, sa.ForeignKey("guilds.id", ondelete="CASCADE"), nullable=False),
    sa.Column("channel", sa.BigInteger, nullable=False),  # of its standing; its tables are threads of it
    sa.Column("locale", sa.String(16), nullable=False),
    sa.Column(
        "host", BIG, sa.ForeignKey("people.id", ondelete="RESTRICT", onupdate="CASCADE"), nullable=False
    ),
    sa.Column("rules", sa.String(16), nullable=False),
    sa.Column("options", sa.Text, nullable=False),  # JSON: what differs from the rule set's defaults
    sa.Column("cpu", sa.String(16)),  # whom an odd player may play; null: they wait
    sa.Column("minutes", sa.Integer, nullable=False),
    sa.Column("weekly", sa.Boolean, nullable=False),
    sa.Column("shown", sa.String(32)),  # of a weekly one: what a clock was to show at its start
    sa.Column("zone", sa.String(64)),  # the IANA name of that clock's time zone
    sa.Column("opened_at", Moment, nullable=False),
    sa.Column("starts_at", Moment, nullable=False),
    sa.Column("ends_at", Moment, nullable=False),  # of the matches' time from its start to its end
    sa.Column("over_at", Moment),  # a match that ends later does not count
    sa.Column("reminded_at", Moment),  # when its people were told that it begins soon
    sa.Column("next_at", Moment),  # when the next one of a weekly one starts, until that is announced
    sa.Column("message", sa.BigInteger),  # with its people and its standing
    sa.Column("last_call", Moment),  # when people were told that no match begins any more
    sa.Column("waited_at", Moment),  # when they were told that another one still runs at its hour
    sa.Column("poster", sa.BigInteger),  # with its podium; null: nobody has been told of its end
    _one_of("status", ("announced", "running", "closing", "over", "called_off")),
    sa.Index(None, "guild"),
    sa.Index(None, "host"),
    sa.Index(None, "status"),
    sqlite_autoincrement=True,  # as with matches
)

arena_people = sa.Table(
    "arena_people",
    metadata,
    sa.Column("arena", BIG, sa.ForeignKey("arenas.id", ondelete="CASCADE"), primary_key=True),
    _person(key=True),
    sa.Column("locale", sa.String(16), nullable=False),
    sa.Column("attendance", sa.String(16), nullable=False),
    sa.Column("joined_at", Moment, nullable=False),
    sa.Column("since", Moment, nullable=False),  # when they joined or came back, paused or went last
    sa.Column("token", sa.Text),  # of their last press on the arena's own messages, as long as it lives
    sa.Column("expires_at", Moment),
    _one_of("attendance", ("in", "paused", "absent", "left", "removed")),
    sa.Index(None, "person"),
    sa.Index(None, "expires_at"),
)
"""The people of arenas. What they have won stands in the results of their matches alone."""

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
    sa.Column("stand_in", sa.String(16)),  # the CPU player that plays while they are away
    sa.Column("wins", sa.Integer),  # in the series, before this match; null: they are new in it
    sa.Column("strength", sa.Integer),  # of a CPU player that mixes levels, on the scale of ratings
    sa.Column("strength_told", sa.Boolean),  # whether others may read it
    sa.UniqueConstraint("match", "person"),
    sa.CheckConstraint("(person IS NULL) <> (cpu IS NULL)", name="one_of"),
    sa.Index(None, "person"),
)

invitations = sa.Table(
    "invitations",
    metadata,
    _match(),
    _person(key=True),
    sa.Column("wins", sa.Integer),  # in the series that goes on; null: they are new in it
    sa.Index(None, "person"),
)

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
"""The people who are told by direct message when a table opens on a server."""

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
"""The log of matches that ended before there were results, until a job in the background has packed it."""

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
    sa.Column("kind", sa.String(16), primary_key=True),  # abort, claim, resume
    sa.Column("participant", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("round", sa.Integer, nullable=False),  # actions in the log; or the wakes so far
    sa.Column("at", Moment, nullable=False),
)
"""The actions that wait until all people concerned want them."""

clocks = sa.Table(
    "clocks",
    metadata,
    _match(),
    sa.Column("kind", sa.String(16), primary_key=True),
    sa.Column("mark", sa.Integer, nullable=False),
    sa.Column("due_at", Moment, nullable=False),
)

heartbeats = sa.Table(
    "beats",
    metadata,
    sa.Column("name", sa.String(16), primary_key=True),
    sa.Column("shard", sa.Integer, primary_key=True, autoincrement=False, server_default="0"),
    sa.Column("shards", sa.Integer, nullable=False, server_default="1"),  # how many there were then
    sa.Column("at", Moment, nullable=False),  # by the time of the process that served it
    sa.Column("ahead", sa.BigInteger, nullable=False, server_default="0"),  # microseconds of the time of day
)
"""The last time when each shard was served, and since when nobody can press there."""

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
    # In whose place it was posted, until that is removed; the same as `message`: another one is being posted.
    sa.Column("replaced", sa.BigInteger),
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
    # What `unrated` said before a manager took the match out of the lists, '' for null; null: nobody has.
    sa.Column("was", sa.String(16)),
    sa.Column("judged", sa.Boolean, nullable=False, server_default=sa.false()),  # or cannot be
    _one_of("how", ("played", "resigned", "claimed", "aborted")),
    sa.Index(None, "season"),
    sa.Index(None, "judged", "day"),
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

judged = sa.Table(
    "judged",
    metadata,
    _match(),
    _person(key=True),
    sa.Column("decisions", sa.Integer, nullable=False),
    sa.Column("lost", sa.Float, nullable=False),  # points, by all decisions together
    sa.Column("months", sa.Integer, nullable=False),  # that ended
    sa.Column("points", sa.Integer, nullable=False),  # won in them, less those of the other player
    sa.Column("dealt", sa.Float, nullable=False),  # points by luck in the deals, of mean zero
    sa.Column("turned", sa.Float, nullable=False),  # points by luck in the stock's cards, of mean zero
    sa.Index(None, "person"),
)
"""The people of judged matches between people: by these their skill is estimated."""

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
    _person(key=True),
    sa.Column("actions", sa.Text, nullable=False),  # of both sides, joined by commas
    sa.Column("points", sa.Integer),  # null until the month is over
    sa.Column("started_at", Moment, nullable=False),
    sa.Column("ended_at", Moment),
    sa.Index(None, "person"),
)
"""The plays of people on them."""

daily_streaks = sa.Table(
    "daily_streaks",
    metadata,
    sa.Column("guild", sa.BigInteger, sa.ForeignKey("guilds.id", ondelete="CASCADE"), primary_key=True),
    _person(key=True),
    sa.Column("day", sa.String(10), nullable=False),  # of the server: the last one that they have finished
    sa.Column("days", sa.Integer, nullable=False),  # finished in succession
    sa.Index(None, "person"),
)
"""For how many days in succession somebody has finished a server's deal."""

rare_yaku = sa.Table(
    "rare_yaku",
    metadata,
    _match(),
    sa.Column("deal", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("guild", sa.BigInteger, sa.ForeignKey("guilds.id", ondelete="CASCADE"), nullable=False),
    sa.Column("day", sa.String(10), nullable=False),  # of the server: 2026-11-24
    sa.Index(None, "guild", "day"),
)
"""The months won by a rare yaku that a server's channel was told of."""

bars = sa.Table(
    "bars",
    metadata,
    sa.Column("id", BIG, primary_key=True, autoincrement=True),
    sa.Column("guild", sa.BigInteger, sa.ForeignKey("guilds.id", ondelete="CASCADE"), nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),  # tables, lists
    _person(nullable=True),
    sa.Column("discord", sa.BigInteger),  # of somebody who has deleted themself, in place of their number
    sa.Column("at", Moment, nullable=False),
    sa.UniqueConstraint("guild", "kind", "person"),
    sa.UniqueConstraint("guild", "kind", "discord"),
    sa.CheckConstraint("(person IS NULL) <> (discord IS NULL)", name="one_of"),
    sa.Index(None, "person"),
    sa.Index(None, "discord"),
)
"""The people who are kept from a server's tables, or from its lists."""

kept = sa.Table(
    "kept",
    metadata,
    sa.Column("id", BIG, primary_key=True, autoincrement=True),
    sa.Column("discord", sa.BigInteger, nullable=False),
    sa.Column("arena", BIG, sa.ForeignKey("arenas.id", ondelete="CASCADE")),  # that they left unwillingly, or
    sa.Column("planned", sa.Boolean, nullable=False, server_default=sa.false()),  # that they have planned
    sa.Column("deal", BIG, sa.ForeignKey("daily_deals.id", ondelete="CASCADE")),  # that they have seen
    sa.CheckConstraint("(arena IS NULL) <> (deal IS NULL)", name="one_of"),
    sa.Index(None, "discord"),
    sa.Index(None, "arena"),
    sa.Index(None, "deal"),
)
"""The arenas and deals of the day that people cannot come back to by deleting themselves."""

blocks = sa.Table(
    "blocks",
    metadata,
    _person(key=True),
    sa.Column(
        "other",
        BIG,
        sa.ForeignKey("people.id", ondelete="RESTRICT", onupdate="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    sa.Column("at", Moment, nullable=False),
    sa.Index(None, "other"),
)
"""The people whose invitations somebody does not want."""

audit = sa.Table(
    "audit",
    metadata,
    sa.Column("id", BIG, primary_key=True, autoincrement=True),
    sa.Column("guild", sa.BigInteger, sa.ForeignKey("guilds.id", ondelete="CASCADE"), nullable=False),
    _person(),  # who made the change
    sa.Column("what", sa.String(16), nullable=False),
    sa.Column("old", sa.Text, nullable=False),  # JSON: the value before it
    sa.Column("new", sa.Text, nullable=False),
    sa.Column(
        "about", BIG, sa.ForeignKey("people.id", ondelete="RESTRICT", onupdate="CASCADE")
    ),  # whom it is about; null: nobody
    sa.Column("at", Moment, nullable=False),
    sa.Index(None, "guild", "id"),
    sa.Index(None, "person"),
    sa.Index(None, "about"),
)
"""The latest changes of a server's settings."""

problems = sa.Table(
    "problems",
    metadata,
    _person(key=True),
    sa.Column("rules", sa.String(16), primary_key=True),
    sa.Column("answered", sa.LargeBinary, nullable=False),  # a bit for each number, that of 1 the lowest
    sa.Column("solved", sa.Integer, nullable=False),  # how many of them rightly
    sa.Column("streak", sa.Integer, nullable=False),  # rightly, one after another, up to now
    sa.Column("best", sa.Integer, nullable=False),  # the longest such streak
)
"""The problems of a rule set that somebody has answered, and the results."""

own_problems = sa.Table(
    "own_problems",
    metadata,
    sa.Column("id", BIG, primary_key=True, autoincrement=True),
    sa.Column("match", BIG, sa.ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    _person(),
    sa.Column("action", sa.Integer, nullable=False),  # its number in the record, from 0
    sa.Column("state", sa.String(16), nullable=False),  # asked: not yet confirmed; dropped: it is none
    sa.Column("choices", sa.Text),  # each with its worth, in the notation of records
    sa.Column("by_match", sa.Boolean),  # worths are chances to win the match, else points of the month
    sa.Column("right", sa.Integer, nullable=False, server_default="0"),  # answers in a row, up to now
    sa.Column("due", Moment),  # when it is asked again; null: it was never answered
    sa.Column("played", sa.Text),  # while asked: the number of worlds, and the sum of each choice
    _one_of("state", ("asked", "kept", "dropped")),
    sa.UniqueConstraint("match", "action"),
    sa.Index(None, "person"),
    sa.Index(None, "state", "id"),
    sqlite_autoincrement=True,
)
"""The costliest decisions of people's finished matches: problems, once playouts confirm them."""

problem_work = sa.Table(
    "problem_work",
    metadata,
    _person(key=True),
    sa.Column("day", sa.String(10), nullable=False),
    sa.Column("seconds", sa.Float, nullable=False),  # of the processor, on that day
)
"""The time that the confirmation of somebody's problems has taken on the last day with any."""
