"""The rows of a shard: its matches, and how they differ from those in its process's memory."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import GuildId, MatchId
from bot.match.hosted_match import HostedMatch
from bot.match.vocabulary import Status
from bot.shards import TIME_BITS, Shard
from bot.storage.database.schema import (
    actions,
    agreements,
    clocks,
    invitations,
    matches,
    participants,
    wishes,
)

_LIVE = (Status.LOBBY.value, Status.PLAYING.value)


def in_shard(guild: sa.ColumnElement[int | None], shard: Shard) -> sa.ColumnElement[bool]:
    """Whether a row is of a shard, by the column of its server; null: of direct messages."""
    if shard.count == 1:
        return sa.true()
    number = sa.func.coalesce(guild, 0) // sa.literal(1 << TIME_BITS, sa.BigInteger) % shard.count
    return number == shard.number


def guild_of(tx: Connection, match: MatchId) -> tuple[GuildId | None] | None:
    """The server of a match, in which None stands for direct messages; None where there is no such match."""
    row = tx.execute(sa.select(matches.c.guild).where(matches.c.id == match)).first()
    return None if row is None else (None if row.guild is None else GuildId(row.guild),)


@dataclass(frozen=True, slots=True)
class Footprint:
    """The traces of a match in its rows, in a few numbers: two states of one match hardly have the same."""

    status: str
    clock: str
    channel: int | None
    ends_shown: int
    set_aside: bool
    actions: int
    entries: int
    names: int
    """Letters of the names of those who take part."""
    invited: int
    agreed: int
    wishes: int
    deadlines: int


def footprint(hosted: HostedMatch) -> Footprint:
    """Return the footprint of a match in memory."""
    progress = hosted.progress
    return Footprint(
        status=hosted.status.value,
        clock=hosted.clock.value,
        channel=hosted.place.channel,
        ends_shown=progress.ends_shown if progress else 0,
        set_aside=hosted.set_aside_at is not None,
        actions=len(progress.actions) if progress else 0,
        entries=len(hosted.entries),
        names=sum(len(entry.who.name) for entry in hosted.entries),
        invited=len(hosted.invited),
        agreed=len(progress.agreed) if progress else 0,
        wishes=len(hosted.wishes),
        deadlines=len(hosted.deadlines),
    )


def footprints(tx: Connection, shard: Shard) -> dict[MatchId, Footprint]:
    """Return the footprints of a shard's live matches as they are stored."""
    letters = sa.select(sa.func.sum(sa.func.length(participants.c.name)))
    letters = letters.where(participants.c.match == matches.c.id).correlate(matches)
    columns = {
        "status": matches.c.status,
        "clock": matches.c.clock,
        "channel": matches.c.channel,
        "ends_shown": matches.c.ends_shown,
        "set_aside": matches.c.set_aside_at.is_not(None),
        "actions": _number(actions),
        "entries": _number(participants),
        "names": sa.cast(sa.func.coalesce(letters.scalar_subquery(), 0), sa.Integer),
        "invited": _number(invitations),
        "agreed": _number(agreements, agreements.c.month_end == matches.c.ends_shown),
        "wishes": _number(wishes),
        "deadlines": _number(clocks),
    }
    those = in_shard(matches.c.guild, shard) & matches.c.status.in_(_LIVE)
    rows = tx.execute(sa.select(matches.c.id, *columns.values()).where(those))
    return {MatchId(number): Footprint(*rest) for number, *rest in rows}


def _number(table: sa.Table, *also: sa.ColumnElement[bool]) -> sa.ColumnElement[int]:
    """Return the number of a match's rows in a table."""
    there = sa.select(sa.func.count()).where(table.c.match == matches.c.id, *also)
    return there.correlate(matches).scalar_subquery()
