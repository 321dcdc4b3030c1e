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


def of_season(tx: Connection, season: SeasonRow, now: datetime) -> SeasonOver | None:
    """The best by rating of each rule set, provisional people aside; None where there are none."""
    channel = _channel(tx, season)
    if channel is None:
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
    return SeasonOver(season.id, season.guild, channel, locale, season.label, tuple(found))


def _channel(tx: Connection, season: SeasonRow) -> ChannelId | None:
    """Where the last match of a season was played."""
    query = (
        sa.select(sa.func.coalesce(matches.c.parent, matches.c.channel))
        .join(results, results.c.match == matches.c.id)
        .where((results.c.season == season.id) & matches.c.channel.is_not(None))
        .order_by(matches.c.ended_at.desc(), matches.c.id.desc())
        .limit(1)
    )
    found = tx.execute(query).scalar()
    return None if found is None else ChannelId(found)
