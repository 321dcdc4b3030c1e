"""The champions of a season that is over, and where they are to be told."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.match.vocabulary import ChannelId
from bot.records.boards import Query
from bot.records.book import season_key
from bot.records.periods import Champion, SeasonOver
from bot.storage import guilds
from bot.storage.database.schema import matches, results
from bot.storage.records.boards import leaderboard
from bot.storage.records.seasons import SeasonRow
from engine.rules.rule_sets import RuleSetId

CHANNELS = 8
"""Channels in which a season's champions can be told, should the first ones be deleted."""


def of_season(tx: Connection, season: SeasonRow, now: datetime) -> SeasonOver | None:
    """The best by rating of each rule set, provisional people aside; None where there are none."""
    channels = _channels(tx, season)
    if not channels:
        return None
    found = []
    for rules in RuleSetId:
        query = Query(season.guild, rules, season_key(season.id))
        board = leaderboard(tx, query, viewer=None, now=now)
        found += [
            Champion(rules, row.name, row.rating)
            for row in board.rows
            if row.rank == 1 and row.rating is not None
        ]
    if not found:
        return None
    locale = guilds.get(tx, season.guild).spoken
    return SeasonOver(season.id, season.guild, channels, locale, season.label, tuple(found))


def _channels(tx: Connection, season: SeasonRow) -> tuple[ChannelId, ...]:
    """Where matches of a season were played, the channel of the last one first."""
    channel = sa.func.coalesce(matches.c.parent, matches.c.channel)
    query = (
        sa.select(channel)
        .join(results, results.c.match == matches.c.id)
        .where((results.c.season == season.id) & matches.c.channel.is_not(None))
        .group_by(channel)
        .order_by(sa.func.max(matches.c.ended_at).desc(), sa.func.max(matches.c.id).desc())
        .limit(CHANNELS)
    )
    return tuple(ChannelId(each) for each in tx.execute(query).scalars())
