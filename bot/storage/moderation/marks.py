"""Matches that the managers of a server have taken out of its lists."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import ChannelId, GuildId, MatchId
from bot.match.verdict import Unrated
from bot.records import moderation
from bot.storage.database.schema import matches, participants, result_players, results


def find(tx: Connection, guild: GuildId, match: MatchId) -> moderation.Ended | None:
    """A match of the server with a result; None where there is none of this number."""
    query = (
        sa.select(matches.c.id, matches.c.ended_at, results.c.counts, results.c.was)
        .join(results, results.c.match == matches.c.id)
        .where((matches.c.guild == guild) & (matches.c.id == match))
    )
    row = tx.execute(query).first()
    if row is None:
        return None
    names = (
        sa.select(participants.c.name)
        .join(
            result_players,
            (result_players.c.match == participants.c.match)
            & (result_players.c.number == participants.c.number),
        )
        .where(participants.c.match == match)
        .order_by(result_players.c.seat)
    )
    told = tuple(tx.execute(names).scalars())
    return moderation.Ended(match, row.ended_at, told, row.counts, row.was is not None)


def last_of(tx: Connection, guild: GuildId, channel: ChannelId) -> MatchId | None:
    """The last match with a result that counts, or counted, in a channel or in a thread of it."""
    here = (matches.c.channel == channel) | (matches.c.parent == channel)
    query = (
        sa.select(matches.c.id)
        .join(results, results.c.match == matches.c.id)
        .where((matches.c.guild == guild) & here & (results.c.counts | results.c.was.is_not(None)))
        .order_by(matches.c.ended_at.desc(), matches.c.id.desc())
        .limit(1)
    )
    found = tx.execute(query).scalar()
    return None if found is None else MatchId(found)


def marked(tx: Connection, guild: GuildId) -> tuple[MatchId, ...]:
    """The matches of a server that are taken out, the newest first."""
    query = (
        sa.select(matches.c.id)
        .join(results, results.c.match == matches.c.id)
        .where((matches.c.guild == guild) & results.c.was.is_not(None))
        .order_by(matches.c.id.desc())
    )
    return tuple(MatchId(match) for match in tx.execute(query).scalars())


def mark(tx: Connection, match: MatchId) -> None:
    """Take a match out of all lists; one that counts."""
    before = sa.func.coalesce(results.c.unrated, "")
    values = {"was": before, "unrated": Unrated.MARKED.value, "counts": False}
    tx.execute(sa.update(results).where((results.c.match == match) & results.c.counts).values(**values))


def unmark(tx: Connection, match: MatchId) -> None:
    """Let a match count again as it did."""
    values = {"was": None, "unrated": sa.func.nullif(results.c.was, ""), "counts": True}
    query = sa.update(results).where((results.c.match == match) & results.c.was.is_not(None))
    tx.execute(query.values(**values))
