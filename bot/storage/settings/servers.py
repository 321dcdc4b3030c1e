"""Servers: what their settings say, and since when the bot is no longer there."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.ids import NOWHERE, ChannelId, GuildId
from bot.match.vocabulary import CpuPlayer, MatchClock, TablePlace
from bot.records import periods
from bot.records.periods import SeasonKind
from bot.shards import WHOLE, Shard
from bot.storage.database.schema import guilds
from bot.storage.owners.shard_rows import in_shard
from engine.rules.rule_sets import STANDARD, RuleSetId


class Telling(StrEnum):
    """The places where a server is told that its default rules have changed."""

    TABLE = "table"
    SETTINGS = "settings"


@dataclass(frozen=True, slots=True)
class ServerRow:
    """A server's settings.

    `time_zone` is an IANA name; None: by the server's language. `defaults`: by rule set the options that are
    the server's own default, where they differ from the rule set's, and `months`, the length. `clock` of new
    matches; None: live. `channels`: where alone tables are opened; empty: everywhere. `language` of tables;
    None: that of the person who opens one. `rules` of new tables; None: nobody has chosen. `tables`: at once
    in a channel before threads are opened; None: as the bot's own settings say. `hints`: whether beginners
    are told more. `moving`: whether the winning capture of a grand month is an animation.
    """

    id: GuildId
    locale: str = ""
    time_zone: str | None = None
    season: SeasonKind = SeasonKind.MONTHLY
    shares: bool = False
    defaults: Mapping[RuleSetId, Mapping[str, Any]] = field(default_factory=dict)
    removed_at: datetime | None = None
    clock: MatchClock | None = None
    channels: tuple[ChannelId, ...] = ()
    place: TablePlace = TablePlace.CHANNEL
    language: str | None = None
    rules: RuleSetId | None = None
    rated: bool = True
    tables: int | None = None
    hints: bool = True
    moving: bool = True
    call_role: int | None = None
    """Discord's id of the role that a new open table calls."""
    rare_yaku: bool = True
    """Whether its channels are told of rare yaku."""
    untold: frozenset[Telling] = frozenset()
    """The places where the server is still to be told that its tables play Standard and no longer Classic."""
    arena_managers: bool = False
    """Whether only people who can manage the server open arenas there."""
    arena_cpu: CpuPlayer | None = CpuPlayer.NORMAL
    """The CPU player against whom an odd player of an arena plays; None: they wait."""

    @property
    def rule_set(self) -> RuleSetId:
        """The rule set of a table whose opener names none."""
        return self.rules or STANDARD

    @property
    def options(self) -> dict[RuleSetId, dict[str, Any]]:
        """The marked options without the length, of the rule sets that have any."""
        told = {
            rules: {name: value for name, value in options.items() if name != "months"}
            for rules, options in self.defaults.items()
        }
        return {rules: options for rules, options in told.items() if options}

    @property
    def months(self) -> dict[RuleSetId, int]:
        """The length of new tables, of the rule sets for which the server has set one."""
        return {rules: one["months"] for rules, one in self.defaults.items() if "months" in one}

    @property
    def spoken(self) -> str:
        """The language of what the bot says to everybody where no table is opened."""
        return self.language or self.locale

    @property
    def zone(self) -> ZoneInfo:
        """The time zone by which its days and seasons go."""
        return periods.zone(self.time_zone, self.locale)


def get(tx: Connection, guild: GuildId | None) -> ServerRow:
    """A server's settings; what everybody begins with where it has none, and in direct messages."""
    if guild is None:
        return ServerRow(NOWHERE)
    row = tx.execute(sa.select(guilds).where(guilds.c.id == guild)).first()
    return ServerRow(guild) if row is None else of_row(row)


def met(tx: Connection, guild: GuildId, locale: str) -> None:
    """Note that there is such a server, and its language."""
    seen = sa.update(guilds).where(guilds.c.id == guild).values(locale=locale, removed_at=None)
    if not tx.execute(seen).rowcount:
        save(tx, ServerRow(guild, locale))


def there(tx: Connection, guild: GuildId, locale: str) -> None:
    """A match begins in a server: note that there is such a server, with a language if it is new."""
    seen = sa.update(guilds).where(guilds.c.id == guild).values(removed_at=None)
    if not tx.execute(seen).rowcount:
        save(tx, ServerRow(guild, locale))


def save(tx: Connection, row: ServerRow) -> None:
    """Keep a server's settings in place of those before."""
    values = {
        "locale": row.locale,
        "time_zone": row.time_zone,
        "season": row.season.value,
        "shares": row.shares,
        "defaults": json.dumps(
            {rules.value: dict(options) for rules, options in row.defaults.items()}, sort_keys=True
        ),
        "removed_at": row.removed_at,
        "clock": row.clock.value if row.clock else None,
        "channels": json.dumps(list(row.channels)) if row.channels else None,
        "place": row.place.value,
        "language": row.language,
        "rules": row.rules.value if row.rules else None,
        "rated": row.rated,
        "tables": row.tables,
        "hints": row.hints,
        "moving": row.moving,
        "call_role": row.call_role,
        "rare_yaku": row.rare_yaku,
        "untold": ",".join(sorted(row.untold)),
        "arena_managers": row.arena_managers,
        "arena_cpu": row.arena_cpu.value if row.arena_cpu else "",
    }
    changed = tx.execute(sa.update(guilds).where(guilds.c.id == row.id).values(**values))
    if not changed.rowcount:
        tx.execute(sa.insert(guilds).values(id=row.id, **values))


def tell(tx: Connection, guild: GuildId, where: Telling) -> bool:
    """Whether the server has to be told of Standard in this place now; from then on it has been."""
    row = get(tx, guild)
    if where not in row.untold:
        return False
    save(tx, replace(row, untold=row.untold - {where}))
    return row.rules is None


def with_bot(tx: Connection, shard: Shard = WHOLE) -> list[GuildId]:
    """A shard's servers that have not put the bot out, as far as it was noticed."""
    there = guilds.c.removed_at.is_(None) & in_shard(guilds.c.id, shard)
    return [GuildId(row.id) for row in tx.execute(sa.select(guilds.c.id).where(there).order_by(guilds.c.id))]


def moved(tx: Connection, those: Collection[GuildId], removed_at: datetime | None) -> None:
    """Note that some servers have the bot (None) or have put it out; who is out stays so since it was."""
    if not those:
        return
    changes = guilds.c.removed_at.is_not(None) if removed_at is None else guilds.c.removed_at.is_(None)
    query = sa.update(guilds).where(guilds.c.id.in_(those) & changes)
    tx.execute(query.values(removed_at=removed_at))


def removed_before(tx: Connection, moment: datetime, shard: Shard = WHOLE) -> list[GuildId]:
    """A shard's servers that put the bot out before a moment."""
    out = (guilds.c.removed_at <= moment) & in_shard(guilds.c.id, shard)
    return [GuildId(row.id) for row in tx.execute(sa.select(guilds.c.id).where(out).order_by(guilds.c.id))]


def of_row(row: Any) -> ServerRow:
    """The settings that a row of the table holds."""
    defaults = {RuleSetId(rules): options for rules, options in json.loads(row.defaults).items()}
    return ServerRow(
        GuildId(row.id),
        row.locale,
        row.time_zone,
        SeasonKind(row.season),
        row.shares,
        defaults,
        row.removed_at,
        MatchClock(row.clock) if row.clock else None,
        tuple(ChannelId(channel) for channel in json.loads(row.channels or "[]")),
        TablePlace(row.place),
        row.language,
        RuleSetId(row.rules) if row.rules else None,
        row.rated,
        row.tables,
        row.hints,
        row.moving,
        row.call_role,
        row.rare_yaku,
        frozenset(map(Telling, filter(None, row.untold.split(",")))),
        row.arena_managers,
        CpuPlayer(row.arena_cpu) if row.arena_cpu else None,
    )
